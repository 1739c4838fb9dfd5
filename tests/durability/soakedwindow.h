// The whole program, played without a pause: a message, its reply, now and then another reply or a new chat.
// On standard output, once in so many turns: "turn N KB FILES THREADS".
#pragma once

#include "app/window/application.h"

#include <QObject>
#include <QTimer>

#include <memory>

class QApplication;
class QPlainTextEdit;

namespace snug::durability {

class SoakedWindow : public QObject
{
public:
    // `folder` holds the library, the settings and the state folder. The window closes after so many turns.
    SoakedWindow(QApplication &application, const QString &folder, int turns);
    ~SoakedWindow() override;

private:
    const AppContext &app() const { return m_program->context(); }
    bool isAtRest() const;
    QPlainTextEdit *composer() const;
    void go();
    void takeTurn();

    std::unique_ptr<Application> m_program;
    int m_turns;
    int m_turn = 0; // that were taken
    bool m_isNewChatDue = true;
    QTimer m_step;
};

} // namespace snug::durability

// What was done with documents from a window in front of the main one: said there too, with Undo, and
// Ctrl+Z takes it back there.
#pragma once

#include <QObject>
#include <QString>

class QWidget;

namespace snug {

struct AppContext;
class UndoLine;

class DoneInWindow : public QObject
{
    Q_OBJECT

public:
    // `line` is told what is posted while `window` is one of its own and open; Ctrl+Z counts where `keys` has
    // the focus. Belongs to the line.
    DoneInWindow(const AppContext &app, const QWidget *window, UndoLine *line, QWidget *keys);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    const AppContext &m_app;
    const QWidget *m_window;
    UndoLine *m_line;
    QString m_shown; // the notice
};

} // namespace snug

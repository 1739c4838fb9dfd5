// What Undo takes back, and Redo does again: the steps of the open chat, and what was chosen or written
// beside it (a persona, a connection, files), in the order in which they were made.
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>

#include <functional>
#include <vector>

namespace snug {

struct AppContext;
class ChatSession;

class UndoSteps : public QObject
{
    Q_OBJECT

public:
    explicit UndoSteps(const AppContext &app, QObject *parent = nullptr);

    struct Step
    {
        QString undoText; // "Undo choice of the persona"
        QString redoText;
        std::function<void()> undo;
        std::function<void()> redo = {}; // none: it cannot be done again
        // Of what can only be taken back until the next of its kind; empty: of no kind.
        QString kind = {};
    };
    // Something that was done just now. Nothing that a step does is a step.
    void push(Step step);
    // It has been taken back otherwise, or cannot be any more.
    void drop(const QString &kind);
    // How many steps of the open chat are in effect.
    qsizetype chatSteps() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Placed
    {
        Step step;
        qsizetype chatSteps = 0; // that were in effect then
    };
    void follow();
    void refresh();
    bool isOwnNext(const std::vector<Placed> &steps, bool isUndo) const;
    void undo();
    void redo();
    void run(const std::function<void()> &act);

    const AppContext &m_app;
    QPointer<ChatSession> m_session;
    std::vector<Placed> m_done;
    std::vector<Placed> m_undone;
    quint64 m_made = 0; // steps of the chat, as far as they are known
    bool m_isRunning = false;
};

} // namespace snug

// What Undo takes back, and Redo does again: the steps of the open chat, and what was chosen or written
// beside it (a persona, a connection, files), in the order in which they were made.
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>

#include <functional>
#include <vector>

class QPlainTextEdit;

namespace snug {

struct AppContext;
class ChatSession;
class UndoHistory;

class UndoSteps : public QObject
{
    Q_OBJECT

public:
    explicit UndoSteps(const AppContext &app, QObject *parent = nullptr);

    enum class Way : quint8 { Back, Again };

    struct Step
    {
        QString undoText; // "Undo choice of the persona"
        QString redoText;
        std::function<void()> undo;
        std::function<void()> redo = {}; // none: it cannot be done again
        // Of what can only be taken back until the next of its kind; empty: of no kind.
        QString kind = {};
        bool isInLists = false; // done to documents, characters, chats where they are listed
    };
    // Something that was done just now. Nothing that a step does is a step.
    void push(Step step);
    // It cannot be taken back, or done again, any more.
    void drop(const QString &kind);
    // Whatever was done after it; from then on it can be done again.
    void takeBack(const QString &kind);
    // What was done in the lists last, whatever was done elsewhere since.
    void takeBackInLists();
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
    std::vector<Placed> &steps(Way way) { return way == Way::Back ? m_done : m_undone; }
    bool isOwnNext(Way way);
    bool isChatNext(Way way) const;
    const UndoHistory *history() const;
    void showNext(Way way);
    void go(Way way);
    void carryOut(size_t place, Way way);

    const AppContext &m_app;
    QPointer<ChatSession> m_session;
    std::vector<Placed> m_done;
    std::vector<Placed> m_undone;
    quint64 m_made = 0; // steps of the chat, as far as they are known
    QPointer<QPlainTextEdit> m_draft;
    int m_draftThen = -1; // its revision when the last of them was made; -1: of another chat
    bool m_isRunning = false;
};

} // namespace snug

// Says what was done to the messages of the open chat, and offers to undo it, as long as that is the step
// that Undo would take back.
#pragma once

#include <QObject>
#include <QPointer>

namespace snug {

struct AppContext;
class ChatSession;
struct UndoStep;

class UndoOffers : public QObject
{
    Q_OBJECT

public:
    explicit UndoOffers(const AppContext &app, QObject *parent = nullptr);

    // What is said of such a step; empty for what shows itself: a message that was sent, a reply.
    static QString doneText(const UndoStep &step);

private:
    void follow();
    void historyMoved();
    void offerEdit(int row);

    const AppContext &m_app;
    QPointer<ChatSession> m_session;
    quint64 m_made = 0; // steps, as far as they are known
};

} // namespace snug

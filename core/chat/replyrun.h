// The reply under way, or the one that failed: assembled, sent, streamed, and seen by regex scripts before
// anybody stores it. What it does to the chat is for others.
#pragma once

#include "core/chat/arrivedreply.h"
#include "core/chat/retrywait.h"
#include "core/chat/sessionhooks.h"

#include <QObject>

#include <memory>

namespace snug {

class ReplyRun : public QObject
{
    Q_OBJECT

public:
    // Where a reply asks the user.
    enum class WayOn : quint8 {
        Again,         // after a failure: the same request once more, see again()
        WithoutNewest, // after ReplyState::canSendAnyway: the request goes out without the newest message
        Wait,          // while ReplyState::isQuiet: until nothing has come for as long again
    };
    // Both outlive this.
    ReplyRun(const SessionHooks &hooks, const Conversation &conversation, QObject *parent = nullptr);

    const SessionHooks &hooks() const { return m_hooks; } // nothing in them is null
    const ReplyState &state() const { return m_state; }
    const ReplyPlan &plan() const { return m_plan; }
    // Whether a reply that was refused for the moment is asked for again by itself.
    RetryWait &waiting() const { return *m_wait; }
    // What went out last, or is about to; nothing before the first request.
    const std::optional<PreparedPrompt> &lastSent() const { return m_sent; }
    // All has come; scripts are at work on it.
    bool isBeingScripted() const { return m_storing != nullptr; }
    // After ended().
    ArrivedReply arrived() const;

    // What the chat would become if the reply were stopped now, as far as it has come; scripts have not seen
    // it. Nothing, if there is nothing that is worth it, or it goes to the composer.
    UndoStep soFar() const;

    // From inputs to a reply under way, of the message with that id. `ready`: these very inputs, assembled
    // already.
    void begin(const ReplyPlan &plan, quint64 id, const PromptInputs &inputs, const ModelLink &link,
               const std::optional<PreparedPrompt> &ready);
    // There will be none, for this reason.
    void refuse(const ReplyPlan &plan, quint64 id, const Error &error);
    // The same request once more, or the same prompt through another connection.
    void again(const ModelLink &link);
    // False: that is no way on at the moment, and nothing changes.
    bool goOn(WayOn way);
    // Ends at once, from inside this call, with all that has arrived. What has not gone out yet is dropped,
    // and no end is told of it.
    void stop();

    // The chat is about to change so, by another program: the reply keeps its place. False, and nothing is
    // done, if its message is among those that change.
    bool follow(const ChatChange &change);

    void show(ReplyState state);
    // Not told by changed(): the row is the message from here on, and the state must not claim otherwise when
    // the chat's change is announced.
    void settle(ReplyState state);

Q_SIGNALS:
    void changed();
    // For the composer: the text so far of a reply that goes there.
    void draftGrown(const QString &text);
    // Its request has been made and goes out next.
    void leaving();
    void sent(const snug::PreparedPrompt &prepared);
    // Once for each request that was sent. A reply that the service has paused goes on by itself before.
    void ended();
    // Nothing could be sent; the state is about to say so.
    void stranded();
    // Regex scripts that could not be run.
    void warned(const QStringList &warnings);

private:
    void take(const PreparedPrompt &prepared);
    void launch(const PreparedPrompt &prepared);
    void beginTurn(const WireRequest &request);
    TurnState turnState() const;
    bool isGoingOn();
    void turnProgressed();
    void turnEnded();
    bool isLeftToScripts();
    bool startScripts(const QList<PlainScriptedText> &texts, std::optional<ScriptedTexts> &made);
    void fail(const Error &error, bool canSendAnyway = false);

    const SessionHooks &m_hooks;
    const Conversation &m_conversation;
    std::unique_ptr<RetryWait> m_wait;
    ReplyState m_state;
    ReplyPlan m_plan; // of m_state
    std::unique_ptr<PromptTask> m_task;
    std::unique_ptr<Turn> m_turn;
    std::optional<TurnState> m_before; // of the same reply, where the service paused
    int m_pauses = 0;
    std::optional<PreparedPrompt> m_sent;
    std::optional<PreparedPrompt> m_held;        // ReplyState::canSendAnyway
    ModelLink m_link;                            // of the reply under way, whatever is chosen meanwhile
    std::unique_ptr<ScriptTask> m_storing;       // at work on the reply that has come
    std::optional<ScriptedTexts> m_made;         // what it made of text and reasoning
    std::optional<ScriptedTexts> m_madeThoughts; // and of thoughts that were in the text
};

} // namespace snug

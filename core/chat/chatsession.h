// One open chat: what is said, what is being said, what can be taken back, what would be sent.
#pragma once

#include "core/chat/chatedits.h"
#include "core/chat/chatrecord.h"
#include "core/chat/privatechain.h"
#include "core/chat/repliers.h"
#include "core/chat/replyrun.h"
#include "core/chat/sessionhooks.h"
#include "core/chat/speakingorder.h"
#include "core/chat/upcomingprompt.h"

#include <QObject>

#include <functional>

namespace snug {

// Everything is asked here and answered by signals; nothing blocks. A request to do what makes no
// sense at the moment (continue an empty chat) gives false and changes nothing.
class ChatSession : public QObject
{
    Q_OBJECT

public:
    // `hasFile`: the chat was read from its file; otherwise the first change makes one. `store` may
    // be null (nothing is kept) and outlives the session.
    ChatSession(const Chat &chat, const SessionHooks &hooks, ChatStore *store, bool hasFile,
                QObject *parent = nullptr);
    // `saver` knows what the chat's file holds.
    ChatSession(const Chat &chat, const SessionHooks &hooks, std::unique_ptr<ChatSaver> saver,
                QObject *parent = nullptr);
    ~ChatSession() override; // a reply under way is cancelled

    const Conversation &conversation() const { return m_record.conversation(); }
    const Chat &chat() const { return m_record.chat(); }
    // Its file, and what can be taken back.
    ChatRecord &record() { return m_record; }
    const ReplyState &reply() const { return m_run.state(); }
    // The reply under way, or the one that failed, and what went out for it.
    const ReplyRun &run() const { return m_run; }
    // What would be sent, and whose prompt is shown. To be updated when what SessionHooks::inputs() returns
    // has changed.
    UpcomingPrompt &upcoming() { return m_upcoming; }
    const UpcomingPrompt &upcoming() const { return m_upcoming; }
    PromptPreview &preview() { return m_upcoming.preview(); }
    const PromptInputs &snapshot() const { return m_upcoming.snapshot(); }
    // Who speaks in a group, and in which order.
    SpeakingOrder &speaking() { return m_speaking; }
    // Who is still to answer what was said in private.
    const PrivateChain &chain() const { return m_chain; }
    // Where the chain has come to its limit: as many rounds again.
    bool extendChain();
    // What the user does to messages.
    ChatEdits &edits() { return m_edits; }

    void setLink(const ModelLink &link) { m_upcoming.setLink(link); }
    // What stands in the composer, with every keystroke.
    void setDraft(const QString &text);

    // The text becomes a message, and a reply is asked for. Empty text asks for a reply only. In a group
    // the members answer one after the other, or only the one with the picture `asked`, if not empty.
    bool send(const QString &text, const QString &asked = {});
    // Regenerate, Continue, Swipe (a new one, of the last message or the wished one), or Impersonate: that
    // reply goes to the composer, see draftOffered().
    bool generate(GenerationType type, const ReplyWish &wish = {});
    // To the neighbour on that side; past the last one of the last message a new one is generated.
    // A lone greeting's alternatives go round in a circle.
    bool swipe(qsizetype row, int direction);
    // Keeps what has arrived; nothing is asked for again by itself. In a group, nobody else speaks.
    void stop();
    // After a failure: the same request once more, but a new one where it was too long. Or another way on,
    // see ReplyRun::WayOn.
    bool retry(ReplyRun::WayOn way = ReplyRun::WayOn::Again);

    // A reply under way is stopped first; it is then the step that is undone.
    bool undo();
    bool redo();

Q_SIGNALS:
    void changed(const snug::ChatChange &change);
    void replyChanged();
    void historyChanged();
    // For the composer: text to show instead of what stands there.
    void draftOffered(const QString &text);
    void sent(const snug::PreparedPrompt &prepared);
    // Another program had changed the chat's file; what both did is here and there now. Conflicts are shown
    // as `mine`, in the messages with these ids (0: not there any more).
    void merged(const snug::ReconciledChat &reconciled, const QList<quint64> &conflicts);
    // Regex scripts that could not be run on what was stored.
    void warned(const QStringList &warnings);
    void snapshotChanged();
    void chainChanged();
    void globalVariablesChanged(const QMap<QString, snug::Json> &before,
                                const QMap<QString, snug::Json> &after);

private:
    EditHooks editHooks();
    void say(const PromptInputs &inputs);
    bool beginRound(const SpeakerQueue &queue, PromptInputs inputs,
                    const std::optional<PreparedPrompt> &ready);
    bool refuseRound(const PromptInputs &inputs);
    void continueRound();
    void endRound(bool byItself);
    bool lengthen(const ArrivedReply &arrived);
    void beginNextRound();
    std::optional<MemberTurn> nextOfRound();
    bool begin(const PromptInputs &given, const std::optional<PreparedPrompt> &ready);
    std::optional<ReplyPlan> planOf(const PromptInputs &inputs);
    std::optional<qsizetype> swipedRow() const;
    PromptInputs shared(PromptInputs inputs, const SpeakerQueue &queue) const;
    void replyEnded();
    void keepReply(const ArrivedReply &arrived, const ReplyState &after);
    bool perform(const UndoStep &step);
    bool replayed(const UndoStep &step, bool isUndo);
    void takeOver(const Chat &mine, const ReconciledChat &reconciled);
    void makeRoom(qsizetype first, bool rowsMove);
    TextExpansion greetingExpansion(qsizetype row) const;
    void sendIfReady();
    void takeBackWaiting();
    void noteReply();
    bool continuePrivately();
    void endChain();

    SessionHooks m_hooks;
    ChatRecord m_record;
    SpeakingOrder m_speaking;
    UpcomingPrompt m_upcoming;
    ReplyRun m_run;
    ChatEdits m_edits;
    PrivateChain m_chain;
    QString m_speaker;                 // of the reply in a group: the member's picture file
    quint64 m_swiped = 0;              // the message that the reply is a new swipe of
    std::function<void()> m_whenReady; // what was sent before its preview was there
    QString m_nextDraft;               // what is written meanwhile
};

} // namespace snug

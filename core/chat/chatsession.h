// One open chat: what is said, what is being said, what can be taken back, what would be sent.
#pragma once

#include "core/chat/chatsaver.h"
#include "core/chat/conversation.h"
#include "core/chat/privatechain.h"
#include "core/chat/promptpreview.h"
#include "core/chat/replyplan.h"
#include "core/chat/scripttask.h"
#include "core/chat/sessionhooks.h"
#include "core/chat/speakingorder.h"
#include "core/chat/undohistory.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

namespace snug {

// Everything is asked here and answered by signals; nothing blocks. A request to do what makes no
// sense at the moment (continue an empty chat) gives false and changes nothing.
class ChatSession : public QObject
{
    Q_OBJECT

public:
    // `hasFile`: the chat was read from its file; otherwise the first change makes one. `store` may
    // be null (nothing is kept) and outlives the session.
    ChatSession(Chat chat, SessionHooks hooks, ChatStore *store, bool hasFile, QObject *parent = nullptr);
    ~ChatSession() override; // a reply under way is cancelled

    const Conversation &conversation() const { return m_conversation; }
    const Chat &chat() const { return m_conversation.chat(); }
    const ReplyState &reply() const { return m_reply; }
    const UndoHistory &history() const { return m_history; }
    // What went out last, or is about to; nothing before the first request.
    const std::optional<PreparedPrompt> &lastSent() const { return m_sent; }
    PromptPreview &preview() { return m_preview; }
    // What the newest preview is, or will be, made from.
    const PromptInputs &snapshot() const { return m_snapshot; }
    // The same before SessionHooks::adjustInputs.
    const PromptInputs &untouched() const { return m_untouched; }
    ChatSaver &saver() { return m_saver; }
    // Who speaks in a group, and in which order.
    SpeakingOrder &speaking() { return m_speaking; }
    // Who is still to answer what was said in private.
    const PrivateChain &chain() const { return m_chain; }
    // Where the chain has come to its limit: as many rounds again.
    bool extendChain();
    // Whose prompt is shown, in a scene on one card; empty = who replies. In groups: SpeakingOrder::look().
    void lookAs(const QString &name);
    const QString &lookedAs() const { return m_lookedAs; }
    const QString &replier() const { return m_replier; } // to what stands in the composer

    void setLink(const ModelLink &link);
    // Something that inputs() returns has changed.
    void refresh();
    // What stands in the composer, with every keystroke.
    void setDraft(const QString &text);

    // The text becomes a message, and a reply is asked for. Empty text asks for a reply only. In a group
    // the members answer one after the other, or only the one with the picture `asked`, if not empty.
    bool send(const QString &text, const QString &asked = {});
    // Regenerate, Continue, Swipe (a new one, of the last message), or Impersonate: that reply goes to
    // the composer, see draftOffered().
    bool generate(GenerationType type);
    // To the neighbour on that side; past the last one of the last message a new one is generated.
    // A lone greeting's alternatives go round in a circle.
    bool swipe(qsizetype row, int direction);
    // Keeps what has arrived. In a group, nobody else speaks.
    void stop();
    // After a failure: the same request once more.
    bool retry();

    bool edit(qsizetype row, const QString &text);
    bool editReasoning(qsizetype row, const QString &reasoning);
    bool setHidden(qsizetype first, qsizetype last, bool hidden);
    // One step of changes that operations of conversation.h made of the chat as it is.
    bool change(UndoAction action, const QList<ChatChange> &changes);
    bool remove(qsizetype first, qsizetype count); // count reaching past the end: from there on
    // The chat goes on in a new file that ends with `row`; the old one stays as it is.
    bool branch(qsizetype row);
    // What this chat decides itself about who knows what, kept in its metadata.
    bool setKnowledge(const KnowledgeOverrides &overrides);

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
    // Regex scripts that could not be run on what was stored.
    void warned(const QStringList &warnings);
    void snapshotChanged();
    void chainChanged();
    void globalVariablesChanged(const QMap<QString, snug::Json> &before,
                                const QMap<QString, snug::Json> &after);

private:
    PromptInputs inputsFor(GenerationType type, const QString &text, const QString &speaker = {}) const;
    SpeakerQueue speakersFor(const PromptInputs &inputs, const QString &asked,
                             bool isAutomatic = false) const;
    bool beginRound(const SpeakerQueue &queue, PromptInputs inputs,
                    const std::optional<PreparedPrompt> &ready);
    bool refuseRound(const PromptInputs &inputs);
    void continueRound();
    void beginNextRound();
    bool begin(const PromptInputs &inputs, const std::optional<PreparedPrompt> &ready);
    void launch(const PreparedPrompt &prepared);
    void turnProgressed();
    void turnEnded();
    UndoStep stepOf(const TurnState &turn) const;
    void shareTemplate(PromptInputs &inputs, const SpeakerQueue &queue) const;
    QList<Message> messagesOf(Reply reply) const;
    std::optional<MemberTurn> nextOfRound();
    void showReply(ReplyState state);
    void failBeforeSending(const Error &error);
    bool perform(UndoStep step);
    QList<ChatChange> applyAll(const QList<ChatChange> &changes);
    bool replay(const UndoStep &step, bool isUndo);
    void takeOver(const Chat &fromDisk);
    void makeRoom(qsizetype first, bool rowsMove);
    TextExpansion greetingExpansion() const;
    bool mustWaitForScripts() const;
    bool sendWhenReady(std::function<void()> send);
    void sendIfReady();
    void takeBackWaiting();
    QString typedText(const PromptInputs &inputs) const;
    bool isReplyBeingScripted();
    void stopScripts();
    QStringList askedPrivately(const PromptInputs &inputs) const;
    static QString memberNamed(const PromptInputs &inputs, const QString &name);
    QString memberToAnswer(const PromptInputs &inputs) const;
    static GroupInputs playedGroup(const PromptInputs &inputs);
    void noteReply();
    void endChain();
    void showLookedAs();
    void chooseReplier(PromptInputs &inputs) const;
    static Message messageWithKnown(Message message, const KnowledgeSettings &settings);
    Json headerAfter(const PreparedPrompt &sent) const;
    ChatChange editedText(qsizetype row, const QString &text) const;
    bool continuePrivately();
    QString storedDraft(const QString &text) const;
    Message storedMessage(Message message) const;
    bool editScripted(qsizetype row, const QString &text, RegexScript::Placement placement,
                      const std::function<bool(qsizetype row, const QString &text)> &performEdit);

    SessionHooks m_hooks;
    Conversation m_conversation;
    UndoHistory m_history;
    ChatSaver m_saver;
    PromptPreview m_preview;
    SpeakingOrder m_speaking;
    PrivateChain m_chain;
    ModelLink m_link;
    QString m_draft;
    QString m_lookedAs;
    QString m_replier;
    PromptInputs m_snapshot; // of the newest preview
    PromptInputs m_untouched;
    quint64 m_snapshotGeneration = 0;
    quint64 m_seed = 0;
    QTimer m_minute; // {{time}} goes on while nobody types

    ReplyState m_reply;
    ReplyPlan m_plan;  // of m_reply
    QString m_speaker; // of m_reply in a group: the member's picture file
    std::unique_ptr<PromptTask> m_task;
    std::unique_ptr<Turn> m_turn;
    std::optional<PreparedPrompt> m_sent;
    std::function<void()> m_whenReady;     // what was sent before its preview was there
    QString m_nextDraft;                   // what is written meanwhile
    std::unique_ptr<ScriptTask> m_storing; // at work on the reply that has come
    std::optional<ScriptedTexts> m_stored; // what it made of text and reasoning
    ModelLink m_sentThrough;               // of the reply under way, whatever is chosen meanwhile
};

} // namespace snug

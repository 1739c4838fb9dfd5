#include "core/chat/chatsession.h"

#include "core/chat/turnfailure.h"
#include "core/prompt/groupinputs.h"
#include "core/prompt/stages/visibility.h"

#include <QRandomGenerator>
#include <QUuid>

#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug {

namespace {

SessionHooks completed(SessionHooks hooks)
{
    if (!hooks.now)
        hooks.now = [] { return QDateTime::currentDateTime(); };
    if (!hooks.seed)
        hooks.seed = [] { return QRandomGenerator::system()->generate64(); };
    if (!hooks.inputsForSpeaker)
        hooks.inputsForSpeaker = snug::inputsForSpeaker;
    return hooks;
}

} // namespace

ChatSession::ChatSession(Chat opened, SessionHooks hooks, ChatStore *store, bool hasFile, QObject *parent)
    : QObject(parent)
    , m_hooks(completed(std::move(hooks)))
    , m_conversation(std::move(opened))
    , m_saver(store, chat().name, hasFile)
    , m_preview(m_hooks.assemble)
    , m_seed(m_hooks.seed())
{
    m_minute.setInterval(60s);
    m_minute.setTimerType(Qt::VeryCoarseTimer);
    connect(&m_minute, &QTimer::timeout, this, &ChatSession::refresh);
    connect(&m_saver, &ChatSaver::reloaded, this, &ChatSession::takeOver);
    connect(&m_speaking, &SpeakingOrder::lookedChanged, this, &ChatSession::refresh);
    connect(&m_speaking, &SpeakingOrder::nextRoundDue, this, &ChatSession::beginNextRound);
    connect(&m_preview, &PromptPreview::ready, this, &ChatSession::sendIfReady);
    refresh();
}

ChatSession::~ChatSession() = default;

// What would be sent

PromptInputs ChatSession::inputsFor(GenerationType type, const QString &text, const QString &speaker) const
{
    PromptInputs inputs = m_hooks.inputs();
    inputs.chat = m_conversation.chat();
    inputs.type = type;
    inputs.userText = text;
    if (inputs.group)
        m_hooks.inputsForSpeaker(inputs, speaker);
    else if (type == GenerationType::Normal && text.isEmpty() && inputs.preset && !inputs.textCompletion)
        inputs.userText = inputs.preset->sendIfEmpty.trimmed();
    inputs.now = m_hooks.now();
    inputs.seed = m_seed;
    if (inputs.model.isEmpty())
        inputs.model = m_link.connection.model;
    if (m_link.connection.contextSize)
        inputs.contextSize = *m_link.connection.contextSize;
    chooseReplier(inputs);
    return inputs;
}

void ChatSession::refresh()
{
    m_snapshot = inputsFor(GenerationType::Normal, m_draft);
    m_speaking.update(m_snapshot.group, m_snapshot.group ? speakersFor(m_snapshot, {}) : SpeakerQueue());
    if (m_snapshot.group)
        m_hooks.inputsForSpeaker(m_snapshot, m_speaking.shown());
    showLookedAs();
    shareTemplate(m_snapshot, m_speaking.coming());
    m_untouched = m_snapshot;
    if (m_hooks.adjustInputs)
        m_hooks.adjustInputs(m_snapshot);
    m_snapshotGeneration = m_preview.update({m_snapshot, m_link});
    m_minute.start();
    Q_EMIT snapshotChanged();
}

void ChatSession::setLink(const ModelLink &link)
{
    if (m_link == link)
        return;
    m_link = link;
    refresh();
}

void ChatSession::setDraft(const QString &text)
{
    if (m_whenReady) { // the draft that is on its way out stays what it is
        m_nextDraft = text;
        return;
    }
    if (m_draft == text)
        return;
    m_draft = text;
    refresh();
}

// Replies

bool ChatSession::send(const QString &text, const QString &asked)
{
    if (m_reply.isUnderWay())
        return false;
    setDraft(text);
    if (mustWaitForScripts())
        return sendWhenReady([this, text, asked] { send(text, asked); });
    // What goes out is made from the inputs that the preview shows, and where the preview is ready
    // it is what goes out.
    PromptInputs inputs = m_snapshot;
    std::optional<PreparedPrompt> ready;
    if (m_preview.current().generation == m_snapshotGeneration)
        ready = m_preview.current();
    SpeakerQueue queue;
    if (inputs.group) {
        queue = speakersFor(inputs, asked);
        const QString first = queue.speakers.isEmpty() ? QString() : queue.speakers.first().avatar;
        if (first != inputs.avatar) { // another member's prompt was looked at
            m_hooks.inputsForSpeaker(inputs, first);
            ready.reset();
        }
        m_speaking.look({});
    } else if (!m_lookedAs.isEmpty()) {
        if (inputs.scene.replier != m_replier)
            ready.reset();
        inputs.scene.replier = m_replier;
        m_lookedAs.clear();
    }

    endChain();
    m_draft.clear();
    if (!inputs.userText.isEmpty()) {
        Speaker speaker{.name = writerOf(inputs), .forcedAvatar = {}, .originalAvatar = {}};
        if (inputs.persona && inputs.scene.writer.isEmpty())
            speaker.forcedAvatar = personaAvatarAddress(inputs.persona->avatar);
        const QString said = typedText(inputs);
        const Message message = messageWithKnown(userMessage(speaker, said, inputs.now), inputs.knowledge);
        perform({UndoAction::Send, 1, {appendMessage(chat(), message)}});
    } else {
        refresh();
    }
    if (!inputs.group)
        return begin(inputs, ready);
    // A message may stand alone: in manual order nobody answers unasked.
    return (queue.speakers.isEmpty() && !text.isEmpty()) || beginRound(queue, inputs, ready);
}

bool ChatSession::generate(GenerationType type)
{
    if (m_reply.isUnderWay())
        return false;
    const PromptInputs inputs = inputsFor(type, {});
    if (inputs.group)
        return beginRound(speakersFor(inputs, {}), inputs, {});
    return begin(inputs, {});
}

bool ChatSession::swipe(qsizetype row, int direction)
{
    if (row < 0 || row >= m_conversation.size() || direction == 0)
        return false;
    makeRoom(row, false);
    const Message &message = chat().messages.at(row);
    int target = message.activeSwipe + (direction > 0 ? 1 : -1);
    const bool isLoneGreeting = m_conversation.size() == 1 && !message.isUser;
    if (isLoneGreeting && message.swipes.size() > 1) {
        const int count = int(message.swipes.size());
        target = (target + count) % count;
    } else if (direction > 0 && !isLoneGreeting && row == m_conversation.size() - 1 &&
               target >= message.swipes.size()) {
        return generate(GenerationType::Swipe);
    }
    return perform({UndoAction::Swipe,
                    1,
                    {selectSwipe(chat(), row, target, row == 0 ? greetingExpansion() : TextExpansion())}});
}

// A greeting's alternatives keep {{user}} and {{char}} in the file.
TextExpansion ChatSession::greetingExpansion() const
{
    if (!m_hooks.substitute)
        return {};
    return [this](const QString &text) { return m_hooks.substitute(text, m_snapshot); };
}

// From inputs to a reply under way. `ready`: these very inputs, assembled already.
bool ChatSession::begin(const PromptInputs &inputs, const std::optional<PreparedPrompt> &ready)
{
    const std::optional<ReplyPlan> plan = planReply(chat(), inputs.type, inputs);
    if (!plan)
        return false;
    m_plan = *plan;
    m_plan.draft = m_draft;
    if (inputs.group) {
        m_speaker = inputs.avatar;
        m_plan.round = m_speaking.roundId();
    }
    m_sent.reset();
    m_sentThrough = m_link;
    m_reply.id = m_plan.row >= 0 && m_plan.row < m_conversation.size() ? m_conversation.idAt(m_plan.row)
                                                                       : m_conversation.reserveId();
    showReply(m_plan.shown(ReplyState::Phase::Preparing, {}));
    if (!m_link.isComplete()) {
        failBeforeSending(explainMissingLink());
    } else if (ready && (ready->request || ready->prompt.failure)) {
        launch(*ready);
    } else {
        m_task = std::make_unique<PromptTask>(m_hooks.assemble);
        connect(m_task.get(), &PromptTask::done, this, &ChatSession::launch);
        PromptInputs retouched = inputs;
        if (m_hooks.adjustInputs)
            m_hooks.adjustInputs(retouched);
        m_task->start({retouched, m_link}, 0);
    }
    return true;
}

void ChatSession::launch(const PreparedPrompt &prepared)
{
    if (prepared.prompt.failure) { // there is nothing that could be sent
        failBeforeSending(prepared.prompt.failure->error);
        return;
    }
    if (m_turn) // its stream may still run out; it has ended for everybody else
        m_turn.release()->deleteLater();
    m_sent = prepared;
    m_stored.reset();
    m_seed = m_hooks.seed(); // what is random falls anew for the next one
    m_turn = std::make_unique<Turn>(m_sentThrough, *prepared.request, m_hooks.now);
    m_turn->setSubject(m_plan.subject(prepared.prompt));
    connect(m_turn.get(), &Turn::progressed, this, &ChatSession::turnProgressed);
    connect(m_turn.get(), &Turn::ended, this, &ChatSession::turnEnded);
    m_turn->start();
    showReply(m_plan.shown(ReplyState::Phase::Waiting, m_turn->state()));
    Q_EMIT sent(prepared);
}

void ChatSession::turnProgressed()
{
    showReply(m_plan.shown(ReplyState::Phase::Streaming, m_turn->state()));
    if (m_plan.placement == ReplyPlan::Placement::Draft)
        Q_EMIT draftOffered(m_reply.text);
}

void ChatSession::turnEnded()
{
    if (isReplyBeingScripted())
        return;
    const TurnState turn = m_turn->state();
    const bool hasFailed = turn.phase == TurnState::Phase::Failed;
    ReplyState after = hasFailed ? m_plan.shown(ReplyState::Phase::Failed, turn) : ReplyState{};

    if (m_plan.placement == ReplyPlan::Placement::Draft) {
        if (!turn.text.isEmpty()) {
            setDraft(m_plan.draftWith(storedDraft(turn.text)));
            Q_EMIT draftOffered(m_draft);
        }
        showReply(after);
        m_speaking.end(false);
        return;
    }
    UndoStep step = stepOf(turn);
    // The row is the message from here on; the state must not claim otherwise when the change is
    // announced.
    after.id = m_reply.id;
    m_reply = after;
    if (!step.changes.isEmpty()) {
        step.changes = applyAll(step.changes);
        m_history.push(step);
        refresh();
        Q_EMIT historyChanged();
    }
    if (m_sent && !m_sent->inputs.knowledge.isEnabled &&
        m_sent->prompt.globalVariables != m_sent->inputs.globalVariables)
        Q_EMIT globalVariablesChanged(m_sent->inputs.globalVariables, m_sent->prompt.globalVariables);
    Q_EMIT replyChanged();
    if (turn.phase == TurnState::Phase::Finished)
        return continueRound();
    endChain();
    if (hasFailed) // it can be tried again, and then the others follow
        m_speaking.setGoesOn(false);
    else
        m_speaking.end(false);
}

void ChatSession::stop()
{
    endChain();
    if (!m_reply.isUnderWay())
        return;
    if (m_storing) {
        m_speaking.end(false);
        stopScripts();
    } else if (m_whenReady) {
        takeBackWaiting();
    } else if (m_reply.phase == ReplyState::Phase::Preparing) {
        m_task.reset();
        showReply({});
        m_speaking.end(false);
    } else {
        m_turn->stop();
    }
}

bool ChatSession::retry()
{
    if (!m_reply.hasFailed())
        return false;
    // Nothing went out, because there was no connection.
    if (!m_sent && m_speaking.isGroup() && m_speaker.isEmpty()) {
        showReply({});
        return generate(m_plan.type);
    }
    if (!m_sent) {
        PromptInputs inputs = inputsFor(m_reply.type, {}, m_speaker);
        inputs.userText.clear(); // the text is a message by now
        return begin(inputs, {});
    }
    if (!m_link.isComplete()) {
        failBeforeSending(explainMissingLink());
        return true;
    }
    PreparedPrompt again = *m_sent;
    if (m_link != m_sentThrough) {
        again.request = m_link.provider->encode(again.prompt, m_link.connection, m_link.key);
        m_sentThrough = m_link;
    }
    showReply(m_plan.shown(ReplyState::Phase::Preparing, {}));
    launch(again);
    return true;
}

void ChatSession::failBeforeSending(const Error &error)
{
    TurnState turn;
    turn.error = error;
    m_speaking.setGoesOn(false);
    showReply(m_plan.shown(ReplyState::Phase::Failed, turn));
}

void ChatSession::showReply(ReplyState state)
{
    state.id = m_reply.id;
    // The line about a failure stands in the transcript, also when the reply was not for it.
    if (state.hasFailed() && state.row == ReplyState::inComposer) {
        state.row = m_conversation.size();
        state.text.clear();
    }
    if (m_reply == state)
        return;
    m_reply = std::move(state);
    Q_EMIT replyChanged();
}

// Changes by the user

// Before rows from `first` on change. A reply under way that would lose its place is stopped, and
// keeps what has arrived; the line about a failed one goes.
void ChatSession::makeRoom(qsizetype first, bool rowsMove)
{
    const bool isInTheWay = m_reply.row >= 0 && (rowsMove || m_reply.row == first);
    if (m_reply.isUnderWay() && isInTheWay)
        stop();
    if (m_reply.hasFailed()) {
        showReply({});
        m_speaking.end(false);
    }
}

bool ChatSession::branch(qsizetype row)
{
    if (row < 0 || row >= m_conversation.size())
        return false;
    makeRoom(row, true);
    const QString name = branchName(chat().name, m_hooks.isChatNameTaken);
    const Chat branched = branchOf(chat(), row, name, QUuid::createUuid().toString(QUuid::WithoutBraces));
    // The parent learns of its branch in its own file, before the chat goes on in the other one.
    Conversation parent(chat());
    const ChatChange link = parent.apply(linkBranch(chat(), row, name));
    return perform({UndoAction::Branch, 1, {link, changeInto(parent.chat(), branched)}});
}

void ChatSession::takeOver(const Chat &fromDisk)
{
    stop();
    if (m_reply.hasFailed())
        showReply({});
    UndoStep step{UndoAction::Reload, 1, {}};
    if (ChatChange change = changeInto(chat(), fromDisk); !change.isEmpty()) {
        step.changes = {m_conversation.apply(std::move(change))};
        Q_EMIT changed(step.changes.first());
    }
    m_history.push(std::move(step));
    refresh();
    Q_EMIT historyChanged();
}

// Undo

bool ChatSession::undo()
{
    makeRoom(0, true);
    stop(); // also what is meant for the composer
    return replay(m_history.undo(), true);
}

bool ChatSession::redo()
{
    makeRoom(0, true);
    stop();
    return replay(m_history.redo(), false);
}

bool ChatSession::replay(const UndoStep &step, bool isUndo)
{
    if (step.changes.isEmpty())
        return false;
    const QList<ChatChange> applied = applyAll(step.changes);
    for (const ChatChange &change : applied) {
        // Leaving a branch by undo takes its file away; redo makes it again.
        if (isUndo && step.action == UndoAction::Branch && change.name)
            m_saver.discard(change.name->first);
    }
    // A message taken back is text to write on with, unless something else is being written.
    const ChatChange &first = applied.first();
    if (step.action == UndoAction::Send && isUndo && m_draft.isEmpty()) {
        m_draft = first.removed.first().text;
        Q_EMIT draftOffered(m_draft);
    } else if (step.action == UndoAction::Send && !isUndo && m_draft == first.inserted.first().text) {
        m_draft.clear();
        Q_EMIT draftOffered(m_draft);
    }
    refresh();
    Q_EMIT historyChanged();
    return true;
}

} // namespace snug

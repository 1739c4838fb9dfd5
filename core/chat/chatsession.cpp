#include "core/chat/chatsession.h"

#include "core/chat/knowledgerecord.h"
#include "core/chat/repliers.h"
#include "core/chat/takeover.h"
#include "core/chat/typedmessage.h"
#include "core/prompt/groupinputs.h"
#include "core/prompt/typedtext.h"

namespace snug {

ChatSession::ChatSession(const Chat &opened, const SessionHooks &hooks, ChatStore *store, bool hasFile,
                         QObject *parent)
    : ChatSession(opened, hooks, std::make_unique<ChatSaver>(store, opened, hasFile), parent)
{
}

ChatSession::ChatSession(const Chat &opened, const SessionHooks &hooks, std::unique_ptr<ChatSaver> saver,
                         QObject *parent)
    : QObject(parent)
    , m_hooks(completedHooks(hooks))
    , m_record(opened, std::move(saver))
    , m_upcoming(m_hooks, conversation(), m_speaking)
    , m_run(m_hooks, conversation())
    , m_edits(m_record, m_hooks, editHooks())
{
    connect(&m_record, &ChatRecord::changed, this, &ChatSession::changed);
    connect(&m_record.saver(), &ChatSaver::merged, this, &ChatSession::takeOver);
    connect(&m_speaking, &SpeakingOrder::nextRoundDue, this, &ChatSession::beginNextRound);
    connect(&m_upcoming, &UpcomingPrompt::changed, this, &ChatSession::snapshotChanged);
    connect(&preview(), &PromptPreview::ready, this, &ChatSession::sendIfReady);
    connect(&m_run, &ReplyRun::changed, this, &ChatSession::replyChanged);
    connect(&m_run, &ReplyRun::draftGrown, this, &ChatSession::draftOffered);
    connect(&m_run, &ReplyRun::leaving, &m_upcoming, &UpcomingPrompt::reseed);
    connect(&m_run, &ReplyRun::sent, this, &ChatSession::sent);
    connect(&m_run, &ReplyRun::ended, this, &ChatSession::replyEnded);
    connect(&m_run, &ReplyRun::stranded, this, [this] { m_speaking.setGoesOn(false); });
    connect(&m_run, &ReplyRun::warned, this, &ChatSession::warned);
    connect(&m_edits, &ChatEdits::warned, this, &ChatSession::warned);
    connect(this, &ChatSession::replyChanged, this, [this] { m_run.waiting().follow(reply()); });
    connect(&m_run.waiting(), &RetryWait::due, this, [this] { retry(); });
    m_upcoming.update();
}

ChatSession::~ChatSession() = default;

EditHooks ChatSession::editHooks()
{
    return {.makeRoom = [this](qsizetype first, bool rowsMove) { makeRoom(first, rowsMove); },
            .makeRoomWithin =
                [this](qsizetype first, qsizetype last) {
                    if (reply().row >= first && reply().row <= last)
                        makeRoom(reply().row, false);
                },
            .perform = [this](const UndoStep &step) { return perform(step); },
            .expansionAt = [this](qsizetype row) { return greetingExpansion(row); },
            .inputs = [this] { return m_upcoming.inputsFor(GenerationType::Normal, {}); }};
}

void ChatSession::setDraft(const QString &text)
{
    if (m_whenReady) // the draft that is on its way out stays what it is
        m_nextDraft = text;
    else
        m_upcoming.setDraft(text);
}

// Replies

bool ChatSession::send(const QString &text, const QString &asked)
{
    if (reply().isUnderWay())
        return false;
    setDraft(text);
    if (m_upcoming.isAwaited()) {
        m_whenReady = [this, text, asked] { send(text, asked); };
        ReplyState preparing;
        preparing.phase = ReplyState::Phase::Preparing;
        m_run.show(preparing);
        return true;
    }
    // What goes out is made from the inputs that the preview shows, and where the preview is ready
    // it is what goes out.
    PromptInputs inputs = snapshot();
    std::optional<PreparedPrompt> ready = m_upcoming.ready();
    SpeakerQueue queue;
    if (inputs.group) {
        inputs.userText = text; // not what is sent instead of an empty one
        queue = speakersFor(inputs, chat(), asked);
        if (!queue.speakers.isEmpty())
            fillEmptyText(inputs);
        const QString first = queue.speakers.isEmpty() ? QString() : queue.speakers.first().avatar;
        if (first != inputs.avatar) { // another member's prompt was looked at
            m_hooks.inputsForSpeaker(inputs, first);
            ready.reset();
        }
        m_speaking.look({});
    } else if (!m_upcoming.lookedAs().isEmpty()) {
        if (inputs.scene.replier != m_upcoming.replier())
            ready.reset();
        inputs.scene.replier = m_upcoming.replier();
        m_upcoming.lookAway();
    }

    endChain();
    m_upcoming.putDraft({});
    if (inputs.userText.isEmpty())
        m_upcoming.update();
    else
        say(inputs);
    if (!inputs.group)
        return begin(inputs, ready);
    // A message may stand alone: in manual order nobody answers unasked.
    return (queue.speakers.isEmpty() && !text.isEmpty()) || beginRound(queue, inputs, ready);
}

// The typed text becomes a message.
void ChatSession::say(const PromptInputs &inputs)
{
    const Message message = typedMessage(inputs, m_upcoming.typedText(inputs));
    if (m_hooks.saying)
        m_hooks.saying(inputs.userText, message);
    perform({UndoAction::Send, 1, {appendMessage(chat(), message)}});
}

void ChatSession::sendIfReady()
{
    if (!m_whenReady || !m_upcoming.ready())
        return;
    const std::function<void()> send = std::exchange(m_whenReady, nullptr);
    m_run.show({});
    send();
    setDraft(std::exchange(m_nextDraft, QString()));
}

// It goes back to where it was written.
void ChatSession::takeBackWaiting()
{
    m_whenReady = nullptr;
    const QString written = std::exchange(m_nextDraft, QString());
    const QString text =
        written.isEmpty() ? m_upcoming.draft() : QString(m_upcoming.draft() + u'\n' + written);
    m_run.show({});
    setDraft(text);
    Q_EMIT draftOffered(text);
}

bool ChatSession::generate(GenerationType type, const ReplyWish &wish)
{
    if (reply().isUnderWay())
        return false;
    const bool isOfRow = wish.row.has_value();
    if (isOfRow && (type != GenerationType::Swipe || *wish.row < 0 || *wish.row >= conversation().size()))
        return false;
    const PromptInputs inputs = wished(m_upcoming.inputsFor(type, {}, {}, wish.row), wish);
    if (inputs.group)
        return beginRound(speakersFor(inputs, inputs.chat, wish.member), inputs, {});
    return begin(inputs, {});
}

// A greeting's alternatives keep {{user}} and {{char}} in the file.
TextExpansion ChatSession::greetingExpansion(qsizetype row) const
{
    if (row != 0 || !m_hooks.substitute)
        return {};
    return [this](const QString &text) { return m_hooks.substitute(text, snapshot()); };
}

// Where nothing is sent, {{input}} is what stands in the composer. Who must not know all is not told.
static PromptInputs withComposer(PromptInputs inputs, const QString &written)
{
    if (!isTypedSent(inputs.type) && !inputs.knowledge.isEnabled)
        inputs.userText = written;
    return inputs;
}

// `ready`: these very inputs, assembled already.
bool ChatSession::begin(const PromptInputs &given, const std::optional<PreparedPrompt> &ready)
{
    const PromptInputs inputs = withComposer(given, m_upcoming.draft());
    std::optional<ReplyPlan> plan = planOf(inputs);
    if (!plan)
        return false;
    plan->draft = m_upcoming.draft();
    plan->keepGuest(inputs.avatar, snapshot().avatar);
    if (inputs.group) {
        m_speaker = inputs.avatar;
        plan->round = m_speaking.roundId();
    }
    const bool isOfMessage = plan->row >= 0 && plan->row < conversation().size();
    const quint64 id = isOfMessage ? conversation().idAt(plan->row) : m_record.reserveId();
    m_run.begin(*plan, id, inputs, m_upcoming.link(), ready);
    return true;
}

void ChatSession::replyEnded()
{
    const ArrivedReply arrived = m_run.arrived();
    const bool hasFailed = arrived.turn.phase == TurnState::Phase::Failed;
    const ReplyState after =
        hasFailed ? arrived.plan.shown(ReplyState::Phase::Failed, arrived.turn) : ReplyState{};
    if (arrived.plan.placement == ReplyPlan::Placement::Draft) {
        if (!arrived.turn.text.isEmpty()) {
            setDraft(arrived.draft());
            Q_EMIT draftOffered(m_upcoming.draft());
        }
        m_run.show(after);
        endRound(false);
        return;
    }
    keepReply(arrived, after);
    if (arrived.turn.phase == TurnState::Phase::Finished && !arrived.plan.isInside) {
        if (!lengthen(arrived))
            continueRound();
        return;
    }
    endChain();
    if (hasFailed) // it can be tried again, and then the others follow
        m_speaking.setGoesOn(false);
    else
        endRound(false);
}

void ChatSession::keepReply(const ArrivedReply &arrived, const ReplyState &after)
{
    const UndoStep step = arrived.step(conversation(), m_hooks.inputsForSpeaker);
    m_run.settle(after);
    if (!step.changes.isEmpty()) {
        m_record.add(step);
        m_upcoming.update();
        Q_EMIT historyChanged();
    }
    const auto &[before, variables] =
        std::pair(arrived.sent.inputs.globalVariables, arrived.sent.prompt.globalVariables);
    if (!arrived.plan.isInside && !arrived.sent.inputs.knowledge.isEnabled && variables != before)
        Q_EMIT globalVariablesChanged(before, variables);
    Q_EMIT replyChanged();
}

void ChatSession::stop()
{
    endChain();
    m_run.waiting().cancel();
    if (!reply().isUnderWay())
        return;
    if (m_whenReady)
        return takeBackWaiting();
    const bool isPreparing = reply().phase == ReplyState::Phase::Preparing;
    if (m_run.isBeingScripted())
        endRound(false);
    m_run.stop();
    if (isPreparing)
        endRound(false);
}

bool ChatSession::retry(ReplyRun::WayOn way)
{
    if (way != ReplyRun::WayOn::Again)
        return m_run.goOn(way);
    if (!reply().hasFailed())
        return false;
    // Nothing went out, because there was no connection.
    if (!m_run.lastSent() && m_speaking.isGroup() && m_speaker.isEmpty()) {
        m_run.show({});
        return generate(m_run.plan().type, {.row = swipedRow()});
    }
    if (!m_run.lastSent() || reply().isTooLong()) { // the same bytes are as long as before
        PromptInputs inputs = m_upcoming.inputsFor(reply().type, {}, m_speaker, swipedRow());
        inputs.userText.clear(); // the text is a message by now
        inputs.isAsked = false;
        return begin(inputs, {});
    }
    m_run.again(m_upcoming.link());
    return true;
}

// Changes by the user

bool ChatSession::perform(const UndoStep &step)
{
    if (reply().hasFailed())
        m_run.show({});
    if (!m_record.perform(step, m_hooks.alongside))
        return false;
    m_upcoming.update();
    Q_EMIT historyChanged();
    return true;
}

// Before rows from `first` on change. A reply under way that would lose its place is stopped, and
// keeps what has arrived; the line about a failed one goes.
void ChatSession::makeRoom(qsizetype first, bool rowsMove)
{
    const bool isInTheWay = reply().row >= 0 && (rowsMove || reply().row == first);
    if (reply().isUnderWay() && isInTheWay)
        stop();
    if (reply().hasFailed()) {
        m_run.show({});
        endRound(false);
    }
}

// A reply under way goes on, unless its message is among what another program changed.
void ChatSession::takeOver(const Chat &mine, const ReconciledChat &reconciled)
{
    ChatChange change = takeOverChange(chat(), mine, reconciled);
    if (!m_run.follow(change)) {
        stop();
        if (reply().hasFailed())
            m_run.show({});
        change = takeOverChange(chat(), mine, reconciled);
    }
    m_record.takeOver(change);
    if (chat() != reconciled.merge.chat) // something has been said meanwhile
        m_record.saver().rewrite(chat());
    m_upcoming.update();
    Q_EMIT historyChanged();
    Q_EMIT replyChanged();
    Q_EMIT merged(reconciled, conflictIds(conversation(), reconciled.merge.conflicts));
}

bool ChatSession::undo()
{
    makeRoom(0, true);
    stop(); // also what is meant for the composer
    return replayed(m_record.undo(), true);
}

bool ChatSession::redo()
{
    makeRoom(0, true);
    stop();
    return replayed(m_record.redo(), false);
}

bool ChatSession::replayed(const UndoStep &step, bool isUndo)
{
    if (step.changes.isEmpty())
        return false;
    // A message taken back is text to write on with, unless something else is being written.
    const ChatChange &first = step.changes.first();
    const QString &draft = m_upcoming.draft();
    if (step.action == UndoAction::Send && isUndo && draft.isEmpty()) {
        m_upcoming.putDraft(typedAgain(first.removed.first()));
        Q_EMIT draftOffered(draft);
    } else if (step.action == UndoAction::Send && !isUndo && !draft.isEmpty()) {
        // It is in the chat again, and not to be sent twice; what was added to it since is still unsent.
        if (const QString sent = typedAgain(first.inserted.first());
            !sent.isEmpty() && draft.startsWith(sent)) {
            m_upcoming.putDraft(draft.sliced(sent.size()));
            Q_EMIT draftOffered(draft);
        }
    }
    m_upcoming.update();
    Q_EMIT historyChanged();
    return true;
}

} // namespace snug

#include "core/chat/replyrun.h"

#include "core/chat/pausedturn.h"
#include "core/chat/turnfailure.h"
#include "core/prompt/stages/visibility.h"
#include "core/prompt/unsentnewest.h"
#include "core/wire/pausedreply.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

ReplyRun::ReplyRun(const SessionHooks &hooks, const Conversation &conversation, QObject *parent)
    : QObject(parent)
    , m_hooks(hooks)
    , m_conversation(conversation)
    , m_wait(std::make_unique<RetryWait>(hooks.limits))
{
}

void ReplyRun::begin(const ReplyPlan &plan, quint64 id, const PromptInputs &inputs, const ModelLink &link,
                     const std::optional<PreparedPrompt> &ready)
{
    m_plan = plan;
    m_sent.reset();
    m_held.reset();
    m_link = link;
    m_state.id = id;
    show(m_plan.shown(ReplyState::Phase::Preparing, {}));
    if (!link.isComplete()) {
        fail(explainMissingLink());
    } else if (ready && (ready->request || ready->prompt.failure)) {
        take(*ready);
    } else {
        m_task = std::make_unique<PromptTask>(m_hooks.assemble);
        connect(m_task.get(), &PromptTask::done, this, &ReplyRun::take);
        PromptInputs adjusted = inputs;
        if (m_hooks.adjustInputs)
            m_hooks.adjustInputs(adjusted);
        m_task->start({adjusted, link}, 0);
    }
}

void ReplyRun::refuse(const ReplyPlan &plan, quint64 id, const Error &error)
{
    m_plan = plan;
    m_sent.reset();
    m_held.reset();
    m_state.id = id;
    fail(error);
}

void ReplyRun::again(const ModelLink &link)
{
    if (!link.isComplete()) {
        fail(explainMissingLink());
        return;
    }
    PreparedPrompt prepared = *m_sent;
    if (link != m_link) {
        prepared.request = link.provider->encode(prepared.prompt, link.connection, link.key);
        m_link = link;
    }
    show(m_plan.shown(ReplyState::Phase::Preparing, {}));
    launch(prepared);
}

void ReplyRun::take(const PreparedPrompt &prepared)
{
    m_held.reset();
    if (prepared.prompt.failure) { // there is nothing that could be sent
        fail(prepared.prompt.failure->error);
    } else if (prepared.unsent) {
        m_held = prepared;
        fail(explainUnsentNewest(*prepared.unsent), true);
    } else {
        launch(prepared);
    }
}

bool ReplyRun::goOn(WayOn way)
{
    switch (way) {
    case WayOn::Again:
        break;
    case WayOn::WithoutNewest:
        if (!m_state.canSendAnyway || !m_held)
            return false;
        launch(*std::exchange(m_held, std::nullopt));
        return true;
    case WayOn::Wait:
        if (!m_state.isQuiet)
            return false;
        m_turn->waitOn();
        return true;
    }
    return false;
}

// What the ledger keeps says what variables held, changed by the prompt or not.
static AssembledPrompt withVariables(const PreparedPrompt &prepared)
{
    AssembledPrompt prompt = prepared.prompt;
    if (prompt.localVariables.isUndefined())
        prompt.localVariables =
            prepared.inputs.chat.metadata().value(recordKey(u"variables"_s, prepared.inputs));
    if (prompt.localVariables.isUndefined())
        prompt.localVariables = Json::object();
    return prompt;
}

void ReplyRun::launch(const PreparedPrompt &prepared)
{
    m_sent = prepared;
    m_made.reset();
    m_madeThoughts.reset();
    m_before.reset();
    m_pauses = 0;
    Q_EMIT leaving();
    beginTurn(*prepared.request);
    show(m_plan.shown(ReplyState::Phase::Waiting, turnState()));
    Q_EMIT sent(prepared);
}

void ReplyRun::beginTurn(const WireRequest &request)
{
    if (m_turn) // its stream may still run out; it has ended for everybody else
        m_turn.release()->deleteLater();
    m_turn = std::make_unique<Turn>(m_link, request, m_hooks.now);
    m_turn->setSubject(m_plan.subject(withVariables(*m_sent)));
    m_turn->setLimits(m_hooks.limits);
    connect(m_turn.get(), &Turn::progressed, this, &ReplyRun::turnProgressed);
    connect(m_turn.get(), &Turn::ended, this, &ReplyRun::turnEnded);
    connect(m_turn.get(), &Turn::quietChanged, this, [this] { show(m_state); });
    m_turn->start();
}

// Of the whole reply, whatever number of turns it takes.
TurnState ReplyRun::turnState() const
{
    return m_before ? joinedTurns(*m_before, m_turn->state()) : m_turn->state();
}

// True: the service has paused, and what came of the reply is on its way back.
bool ReplyRun::isGoingOn()
{
    if (m_made || m_turn->state().stopReason != StopReason::Pause || m_pauses >= MostPauses ||
        m_turn->received().size() >= m_hooks.limits.kept)
        return false;
    const std::optional<WireRequest> next = requestAfterPause(m_turn->request(), m_turn->received());
    if (!next)
        return false;
    ++m_pauses;
    m_before = turnState();
    beginTurn(*next);
    turnProgressed();
    return true;
}

void ReplyRun::turnProgressed()
{
    const TurnState turn = turnState();
    const bool isWaiting = turn.phase == TurnState::Phase::Waiting;
    show(m_plan.shown(isWaiting ? ReplyState::Phase::Waiting : ReplyState::Phase::Streaming, turn));
    if (!isWaiting && m_plan.placement == ReplyPlan::Placement::Draft)
        Q_EMIT draftGrown(m_state.text);
}

void ReplyRun::turnEnded()
{
    if (!isGoingOn() && !isLeftToScripts())
        Q_EMIT ended();
}

ArrivedReply ReplyRun::arrived() const
{
    return {.id = m_state.id,
            .plan = m_plan.placedAs(turnState()),
            .turn = turnState(),
            .sent = *m_sent,
            .connection = m_link.connection,
            .record = m_turn->recordId(),
            .made = m_made,
            .madeThoughts = m_madeThoughts};
}

UndoStep ReplyRun::soFar() const
{
    if (!m_state.isUnderWay() || !m_turn || !m_sent || m_plan.placement == ReplyPlan::Placement::Draft)
        return {};
    ArrivedReply reply = arrived();
    if (reply.turn.phase != TurnState::Phase::Finished)
        reply.turn.phase = TurnState::Phase::Stopped;
    reply.turn.finished = m_hooks.now();
    return reply.step(m_conversation, m_hooks.inputsForSpeaker);
}

// True: turnEnded() comes again after them. Thoughts in the text are found only in what its scripts have
// left.
bool ReplyRun::isLeftToScripts()
{
    if (!m_made && startScripts(arrived().textsForScripts(), m_made))
        return true;
    return !m_madeThoughts && startScripts(arrived().thoughtsForScripts(), m_madeThoughts);
}

bool ReplyRun::startScripts(const QList<PlainScriptedText> &texts, std::optional<ScriptedTexts> &made)
{
    if (texts.isEmpty())
        return false;
    m_storing = std::make_unique<ScriptTask>(ScriptJob{texts, ScriptPurpose::Store, m_sent->inputs});
    connect(m_storing.get(), &ScriptTask::done, this, [this, &made](const ScriptedTexts &scripted) {
        m_storing.release()->deleteLater();
        made = scripted;
        turnEnded();
        if (!scripted.warnings.isEmpty())
            Q_EMIT warned(scripted.warnings);
    });
    return true;
}

void ReplyRun::stop()
{
    if (m_storing) { // the reply stays as it came, or its thoughts
        m_storing.reset();
        if (!m_made)
            m_made = ScriptedTexts();
        m_madeThoughts = ScriptedTexts();
        turnEnded();
    } else if (m_state.phase == ReplyState::Phase::Preparing) {
        m_task.reset();
        show({});
    } else if (m_state.isUnderWay()) {
        m_turn->stop();
    }
}

void ReplyRun::fail(const Error &error, bool canSendAnyway)
{
    TurnState turn;
    turn.error = error;
    Q_EMIT stranded();
    ReplyState state = m_plan.shown(ReplyState::Phase::Failed, turn);
    state.canSendAnyway = canSendAnyway;
    show(state);
}

bool ReplyRun::follow(const ChatChange &change)
{
    const qsizetype end = change.index + change.removed.size();
    const qsizetype by = change.inserted.size() - change.removed.size();
    const auto isTouched = [&](qsizetype row) { return row >= change.index && row < end; };
    if (isTouched(m_plan.row) || isTouched(m_state.row))
        return false;
    for (qsizetype *row : {&m_plan.row, &m_state.row}) {
        if (*row >= end)
            *row += by;
    }
    return true;
}

void ReplyRun::show(ReplyState state)
{
    state.id = m_state.id;
    state.isQuiet = m_turn && m_turn->isQuiet() && state.isUnderWay();
    // The line about a failure stands in the transcript, also when the reply was not for it.
    if (state.hasFailed() && state.row == ReplyState::inComposer) {
        state.row = m_conversation.size();
        state.text.clear();
    }
    if (m_state == state)
        return;
    m_state = std::move(state);
    Q_EMIT changed();
}

void ReplyRun::settle(ReplyState state)
{
    state.id = m_state.id;
    m_state = std::move(state);
}

} // namespace snug

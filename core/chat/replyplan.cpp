#include "core/chat/replyplan.h"

#include "core/chat/conversation.h"
#include "core/prompt/stages/visibility.h"
#include "core/wire/goingback.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

Message ReplyPlan::message(const Reply &reply) const
{
    switch (placement) {
    case Placement::Swipe:
        return withNewSwipe(base, reply);
    case Placement::Continue:
        return continuedMessage(base, reply, postfix);
    case Placement::Append:
    case Placement::Replace:
    case Placement::Draft:
        break;
    }
    return replyMessage(speaker, reply);
}

bool ReplyPlan::isWorthKeeping(const TurnState &turn) const
{
    if (!isBlank(turn.text))
        return true;
    // Thoughts alone never push out a text that is there.
    return !isBlank(turn.reasoning) && (placement == Placement::Append || placement == Placement::Swipe);
}

ReplyPlan ReplyPlan::placedAs(const TurnState &turn) const
{
    ReplyPlan placed = *this;
    if (placement == Placement::Replace && isWorthKeeping(turn) && !turn.isWhole())
        placed.placement = Placement::Swipe;
    return placed;
}

ReplyState ReplyPlan::shown(ReplyState::Phase phase, const TurnState &turn) const
{
    ReplyState state;
    state.phase = phase;
    state.type = type;
    state.row = row;
    state.name = speaker.name;
    state.avatar = speaker.originalAvatar;
    state.text = turn.text;
    state.reasoning = turn.reasoning;
    state.error = turn.error;
    state.details = turn.details;
    state.fault = turn.fault;
    if (phase == ReplyState::Phase::Waiting)
        state.progress = turn.progress;
    state.hasArrived = phase == ReplyState::Phase::Failed && turn.hasArrived();
    switch (placement) {
    case Placement::Draft:
        state.text = draftWith(turn.text);
        break;
    case Placement::Append:
    case Placement::Replace:
        break;
    case Placement::Swipe:
        state.name = base.name;
        state.swipeIndex = std::max(1, int(base.swipes.size()));
        state.swipeCount = state.swipeIndex + 1;
        break;
    case Placement::Continue:
        state.name = base.name;
        state.text = turn.text.isEmpty() ? base.text : continuedText(base.text, postfix, turn.text);
        state.reasoning = turn.reasoning.isEmpty() ? base.reasoning() : turn.reasoning;
        state.swipeIndex = base.activeSwipe;
        state.swipeCount = std::max(1, int(base.swipes.size()));
        break;
    }
    return state;
}

void ReplyPlan::keepGuest(const QString &avatar, const QString &own)
{
    if (avatar == own || avatar.isEmpty() || !speaker.originalAvatar.isEmpty())
        return;
    speaker.originalAvatar = avatar;
    speaker.forcedAvatar = characterAvatarAddress(avatar);
}

QString ReplyPlan::draftWith(const QString &text) const
{
    if (draft.isEmpty() || text.isEmpty())
        return draft + text;
    return draft.endsWith(u'\n') ? QString(draft + text) : QString(draft + u'\n' + text);
}

TurnSubject ReplyPlan::subject(const AssembledPrompt &prompt) const
{
    const ReplyState reply = shown(ReplyState::Phase::Waiting, {});
    return {.kind = TurnSubject::Kind::Chat,
            .type = type,
            .prompt = std::make_shared<const AssembledPrompt>(prompt),
            .about = reply.name,
            .row = reply.row,
            .swipe = reply.swipeIndex};
}

std::optional<ReplyPlan> planReply(const Chat &chat, GenerationType type, const PromptInputs &inputs)
{
    ReplyPlan plan;
    plan.type = type;
    plan.row = chat.messages.size();
    plan.speaker.name = replierOf(inputs);
    if (inputs.group) {
        plan.speaker.originalAvatar = inputs.avatar;
        plan.speaker.forcedAvatar = characterAvatarAddress(inputs.avatar);
    }
    if (plan.speaker.name.isEmpty()) // a card without a name
        plan.speaker.name = inputs.model;

    const bool hasLast = !chat.messages.isEmpty();
    const Message last = hasLast ? chat.messages.last() : Message{};
    const auto atLast = [&](ReplyPlan::Placement placement, UndoAction action) {
        plan.placement = placement;
        plan.action = action;
        plan.row = chat.messages.size() - 1;
        plan.base = last;
    };
    switch (type) {
    case GenerationType::Normal:
        break;
    case GenerationType::Regenerate:
        // Behind the user's own message it is a reply like any other.
        if (hasLast && !last.isUser)
            atLast(ReplyPlan::Placement::Replace, UndoAction::Regenerate);
        break;
    case GenerationType::Swipe:
        if (!hasLast || last.isUser)
            return {};
        atLast(ReplyPlan::Placement::Swipe, UndoAction::Swipe);
        break;
    case GenerationType::Continue:
        if (!hasLast)
            return {};
        atLast(ReplyPlan::Placement::Continue, UndoAction::Continue);
        // A text that is completed brings its own blanks.
        plan.postfix = inputs.textCompletion ? QString()
                       : inputs.preset       ? inputs.preset->continuePostfix
                                             : u" "_s;
        break;
    case GenerationType::Impersonate:
        plan.placement = ReplyPlan::Placement::Draft;
        plan.row = ReplyState::inComposer;
        break;
    case GenerationType::Quiet:
        return {}; // answers go elsewhere than into the chat
    }
    return plan;
}

Reply replyOf(const TurnState &turn, const Connection &connection)
{
    return {.text = turn.text,
            .reasoning = turn.reasoning,
            .started = turn.started,
            .firstArrived = turn.firstArrived,
            .finished = turn.finished,
            .api = apiName(connection),
            .model = connection.model,
            .usage = turn.usage,
            .stopReason = turn.stopReason,
            .wasStopped = turn.phase == TurnState::Phase::Stopped,
            .opaque = turn.opaque};
}

} // namespace snug

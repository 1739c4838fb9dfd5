// Where a reply goes when it comes, decided before it is asked for.
#pragma once

#include "core/chat/chatmessage.h"
#include "core/chat/turn.h"
#include "core/chat/undohistory.h"
#include "core/prompt/promptinputs.h"

namespace snug {

// The reply under way, or the one that failed, as the transcript shows it.
struct ReplyState
{
    enum class Phase : quint8 {
        Idle,
        Preparing, // the prompt is being assembled
        Waiting,   // sent, nothing has come yet
        Streaming,
        Failed, // `error` says why; retry() is possible
    };
    static constexpr qsizetype inComposer = -1;

    Phase phase = Phase::Idle;
    GenerationType type = GenerationType::Normal;
    // Where it stands: a message's row (swipe, regenerate, continue), the row behind the last
    // message, or inComposer.
    qsizetype row = inComposer;
    quint64 id = 0; // of the message that it is or will be
    QString name;
    QString avatar; // in a group, the speaker's picture file
    QString text;   // as the row reads now; with `continue` the old text is part of it
    QString reasoning;
    int swipeIndex = 0;
    int swipeCount = 1;
    Error error;
    QString details;
    std::optional<TurnFault> fault = {};         // failed: what it was, where the service is the cause
    bool hasArrived = false;                     // failed: part of the reply has come, and is kept
    std::optional<ProgressReport> progress = {}; // waiting: see TurnState
    bool isQuiet = false;                        // nothing has come for a while, see Turn::isQuiet()
    bool canSendAnyway = false;                  // failed: see ReplyRun::WayOn

    bool isUnderWay() const { return phase >= Phase::Preparing && phase <= Phase::Streaming; }
    bool hasFailed() const { return phase == Phase::Failed; }
    bool isTooLong() const { return hasFailed() && fault && fault->kind == FaultKind::Context; }
    bool operator==(const ReplyState &) const = default;
};

struct ReplyPlan
{
    enum class Placement : quint8 { Append, Swipe, Replace, Continue, Draft };

    GenerationType type = GenerationType::Normal;
    Placement placement = Placement::Append;
    UndoAction action = UndoAction::Reply;
    qsizetype row = 0;
    Message base; // what stands at `row` now; empty for Append
    Speaker speaker;
    QString postfix;                  // between the old text and a continuation
    std::optional<qint64> round = {}; // Reply::round
    bool isInside = false;            // other messages follow: what it does beside the text is past
    QString draft;                    // what stands in the composer; a draft is written behind it

    // The message that the row becomes.
    Message message(const Reply &reply) const;
    // Whether there is anything that is worth changing the chat for.
    bool isWorthKeeping(const TurnState &turn) const;
    // Where this reply goes: one that was cut off never takes the place of another, it comes beside that.
    ReplyPlan placedAs(const TurnState &turn) const;
    ReplyState shown(ReplyState::Phase phase, const TurnState &turn) const;
    QString draftWith(const QString &text) const;
    // A message by another card than the chat's says whose picture it has.
    void keepGuest(const QString &avatar, const QString &own);
    TurnSubject subject(const AssembledPrompt &prompt) const;
};

// Nothing, if a reply of this type makes no sense here: nothing to continue, no reply to swipe.
std::optional<ReplyPlan> planReply(const Chat &chat, GenerationType type, const PromptInputs &inputs);
Reply replyOf(const TurnState &turn, const Connection &connection);

} // namespace snug

// The prompt, ready to encode and to inspect: the same value goes to both.
#pragma once

#include "core/lore/lorescan.h"
#include "core/model/generationtype.h"
#include "core/model/json.h"
#include "core/model/latelist.h"
#include "core/model/opaqueitem.h"
#include "core/model/preset.h"
#include "core/model/role.h"
#include "core/model/textpreset.h"
#include "core/prompt/promptinputs.h"
#include "core/prompt/tracedtext.h"
#include "core/result.h"
#include "core/tokens/tokencounter.h"

#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>

namespace snug {

struct OutboundMessage
{
    Role role = Role::System;
    QString name = {}; // empty = no name field
    TracedText content = {};
    int tokens = 0;         // as the budget counts it, overhead included
    Source source;          // of the message as a whole: the block, marker or chat message that made it
    Json sourceObject = {}; // the same in SmartTavern's words, {type, id, …}; framing only
    // What the service that wrote it wants back with it, at places of `content`; a reply in the chat only.
    OpaqueItems goesBack = {};
    int goesBackTokens = 0; // about, of `tokens`: what that fills

    bool operator==(const OutboundMessage &) const = default;
};

// Something that would have been sent but was not.
struct DroppedText
{
    enum class Cause : quint8 { NoRoom, Rule }; // a rule of the user's own, or of the form of prompt

    TracedText content;
    QString reason; // in the user's words: "over the context size by 31 tokens"
    int tokens = 0;
    Cause cause = Cause::NoRoom;
    bool operator==(const DroppedText &) const = default;
};

struct Trace
{
    QList<LoreTrace> lore;     // a row for each entry of each book in effect
    LoreEvidence loreEvidence; // rows are about its candidates, in this order; for nearest misses
    LateList<DroppedText> dropped;
    QStringList warnings;
    bool hasLayoutSwitch = false; // a switch of the layout changes what one of them is about
    QString modeReason;           // why Auto chose the mode it chose
    bool operator==(const Trace &) const = default;
};

// Tokens. used + reserved <= context, unless what must be sent does not fit.
struct Budget
{
    int context = 0;  // 0 = no limit
    int reserved = 0; // for the reply
    int used = 0;     // sum of the messages, or the text of a text completion
    CountKind kind = CountKind::Estimate;
    QString counterName;
    bool operator==(const Budget &) const = default;
};

// Why there is no prompt: a template that fails, macros that ask for too much. Nothing may be sent then,
// least of all an earlier prompt.
struct PromptFailure
{
    Error error;
    Source source = {};        // what is to be corrected; of templates the members below say it
    QString templateName = {}; // empty: the built-in one
    bool isSystemPrompt = false;
    int line = 0; // from 1; 0 = not about a line
    int column = 0;

    bool operator==(const PromptFailure &) const = default;
};

// What the step from these messages to a service's request asks beside them (docs/providers.md).
struct RequestWishes
{
    GenerationType type = GenerationType::Normal;
    QString userName = {};
    QString characterName = {};  // of the one who replies
    QStringList groupNames = {}; // of all members; empty outside groups
    // The preset's file as read: effort, prefill and what else only requests need; Undefined = none.
    Json preset = {};

    bool operator==(const RequestWishes &) const = default;
};

struct AssembledPrompt
{
    PromptMode mode = PromptMode::SillyTavern; // the one in effect, never Auto
    QList<OutboundMessage> messages;
    std::optional<PromptFailure> failure; // set: there are no messages
    std::optional<TracedText> prompt;     // of a text completion, which has no messages
    SamplerValues samplers;
    TextSamplers textSamplers; // of a text completion
    int maxTokens = 0;         // 0 = do not say
    bool stream = true;
    QStringList stop;
    RequestWishes wishes;
    Trace trace;
    Budget budget;
    // The user's new message as it is saved: after the scripts that change what is stored, macros resolved.
    QString typedText;
    Json localVariables; // chat variables after assembly; Undefined = unchanged
    Json timedLore;      // chat_metadata.timedWorldInfo once this is sent; Undefined = unchanged
    QMap<QString, Json> globalVariables;

    bool operator==(const AssembledPrompt &) const = default;
};

} // namespace snug

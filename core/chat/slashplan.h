// What a slash command does, as a value: changes of the chat that can be taken back, a request to the
// program, text for the next command (docs/sillytavern/commands.md). Nothing here does it.
#pragma once

#include "core/chat/chatchange.h"
#include "core/chat/slashcommand.h"
#include "core/chat/undohistory.h"
#include "core/prompt/promptinputs.h"

#include <functional>
#include <variant>

namespace snug {

// A reply of this type, with a hint that goes with this one request; in a group of that member, if any.
struct SlashReply
{
    GenerationType type = GenerationType::Normal;
    QString hint = {};
    QString member = {}; // picture file
    bool operator==(const SlashReply &) const = default;
};

struct SlashSwipe
{
    int direction = 1; // of the last message: -1 or 1
    bool operator==(const SlashSwipe &) const = default;
};

struct SlashPersona
{
    QString avatar;
    bool operator==(const SlashPersona &) const = default;
};

// The last chat of that character, or group.
struct SlashOpen
{
    QString file;
    bool isGroup = false;
    bool operator==(const SlashOpen &) const = default;
};

// Another character's card answers in this chat; what was said to it is among the plan's changes.
struct SlashAsk
{
    QString file;
    bool operator==(const SlashAsk &) const = default;
};

// The answer goes to the next command, or is shown.
struct SlashQuestion
{
    QString prompt;
    bool isRaw = false;  // without the chat
    QString system = {}; // of a raw one: said first, as system
    QString prefill = {};
    QStringList stops = {};
    int length = 0;          // tokens; 0 = as usual
    bool isTrimmed = false;  // to its last sentence; never a raw one's
    bool keepsNames = false; // of speakers in the answer; only a raw one's
    bool operator==(const SlashQuestion &) const = default;
};

struct SlashGlobals // variables of all chats
{
    QMap<QString, Json> before;
    QMap<QString, Json> after;
    bool operator==(const SlashGlobals &) const = default;
};

struct SlashNotice
{
    enum class Kind : quint8 { Hint, Done, Problem };
    Kind kind = Kind::Hint;
    QString text;
    bool operator==(const SlashNotice &) const = default;
};

using SlashRequest = std::variant<std::monostate, SlashReply, SlashSwipe, SlashPersona, SlashOpen, SlashAsk,
                                  SlashQuestion, SlashGlobals>;

struct SlashPlan
{
    UndoAction action = UndoAction::Edit; // of the changes
    QList<ChatChange> changes = {};
    SlashRequest request = {};
    QString result = {}; // for the next command; shown after the last one if nothing else tells
    std::optional<SlashNotice> notice = {};
    QString injectedOnce = {}; // id of a text that goes after the next reply
};

struct SlashContext
{
    struct Named
    {
        QString name;
        QString file; // a card's, a group's or a persona's picture
        bool isGroup = false;
    };
    PromptInputs inputs; // as they are now, the chat among them
    QList<Named> cast;   // cards and groups of the library
    QList<Named> personas;
    QString pipe = {}; // what the former command gave
    std::function<QString(const QString &text, const PromptInputs &inputs)> expand; // macros; null = none
};

// What is wrong with it is an error in the user's words; then nothing happens.
Result<SlashPlan> planSlashCommand(const SlashCall &call, const SlashContext &context);
// The arguments as they are after macros and the pipe.
SlashCall filledSlashCall(const SlashCall &call, const SlashContext &context);
// Regex scripts that see what the command stores, one kind after the other.
QList<RegexScript::Placement> slashPlacements(SlashId id);

// The families it is made of; `call` is filled.
Result<SlashPlan> planSlashMessages(const SlashCall &call, const SlashContext &context);
Result<SlashPlan> planSlashReplies(const SlashCall &call, const SlashContext &context);
Result<SlashPlan> planSlashState(const SlashCall &call, const SlashContext &context);
Result<SlashPlan> planSlashVariables(const SlashCall &call, const SlashContext &context);

// "true", "on", "1" …; a text that says neither is `otherwise`.
bool slashSwitch(const QString &text, bool otherwise = false);
// The one with that name, or file with or without ".png"; case and accents do not count. Those of `ownFiles`
// win over others of the same name.
std::optional<SlashContext::Named> slashNamed(const QList<SlashContext::Named> &list, const QString &name,
                                              const QStringList &ownFiles);
// The same, or else one whose name begins so.
std::optional<SlashContext::Named> slashNamedOrBegun(const QList<SlashContext::Named> &list,
                                                     const QString &name, const QStringList &ownFiles);
// Files of the cards that are in the open chat.
QStringList slashOwnCards(const SlashContext &context);

} // namespace snug

// How the messages of a prompt become those that a service takes: one value for what services want and for
// what a user picks as post-processing. The rules and their order are SillyTavern 1.19's (docs/providers.md).
#pragma once

#include "core/model/requestsettings.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace snug {

// Who speaks in the chat, for the names that rules put in front of texts.
struct SpeakerNames
{
    QString user;
    QString character;
    QStringList group; // all members; empty outside groups

    // The text begins with "Member: " for some member.
    bool startsWithMember(QStringView text) const;
    bool operator==(const SpeakerNames &) const = default;
};

struct MessageRules
{
    enum class LeadingSystem : quint8 {
        Keep,
        Hoist,        // all of them become the system text
        HoistButLast, // the same, but the last message of the prompt stays a message
        Join,         // one system message, joined with an empty line, trimmed
    };
    enum class LaterSystem : quint8 {
        Keep,
        User,               // all become user messages
        UserAfterAssistant, // those that follow an assistant message
        FirstAfterAssistant // only the first of them (SillyTavern's for Mistral)
    };
    enum class Names : quint8 {
        Keep,           // sent as they are
        Prefix,         // "Name: " in front, unless it is there
        PrefixRepeated, // in front even if it is there (SillyTavern's for Claude)
        PrefixCharacter // of assistants: the character's name; users keep theirs (SillyTavern's for xAI)
    };
    enum class Merging : quint8 {
        No,
        Texts,     // neighbours of one role: one text, joined with an empty line
        AllTexts,  // the same, also where a text is empty or a tool's (SillyTavern's for AI21)
        Parts,     // one message with the parts of all
        FirstText, // texts join the first text of the turn, other parts follow
    };

    // An assistant message at the end is the reply's beginning; not every model takes one.
    enum class Trailing : quint8 {
        Keep,
        User,       // it becomes the user's
        UserMerged, // and joins the user's message in front of it
        Instruct,   // it stays, and a user message asks to go on from there
    };

    LeadingSystem leadingSystem = LeadingSystem::Keep;
    LaterSystem laterSystem = LaterSystem::Keep;
    Names names = Names::Keep;
    Merging merging = Merging::No;
    bool namesExamples = false;      // example_user and example_assistant say who speaks
    bool namesExamplesOfAll = false; // whatever their role is
    bool namesLaterExamples = true;  // also behind the leading system messages
    bool namesSystem = true;         // other names stand in front of system texts, too
    bool namesEveryText = false;     // each text of a message gets the name, not only the first
    bool keepsUnusedNames = false;   // a name stays where no prefix was added
    bool removesNames = false;       // what is left of names goes
    bool isStrict = false;           // roles take turns: only the first message may be the system's
    bool wantsFirstUser = false;     // a placeholder where no user message follows the system text
    bool placeholderIfEmpty = false; // a placeholder where nothing is left
    bool asOneUser = false;          // all of it is one user message, speakers named
    bool keepsTools = true;
    bool keepsLaterCalls = true;      // of a message that joins the one in front of it
    bool toolsAreParts = false;       // calls and results are parts of messages
    bool movesAssistantMedia = false; // to the next user message
    bool leavesTurnForMedia = false;  // an empty user message where none follows (SillyTavern's for Claude)
    bool dropsEmpty = false;          // messages that say nothing
    bool fillsEmptyTexts =
        false;                  // an empty text in a list of parts becomes U+200B (SillyTavern's for Claude)
    bool trimsLast = false;     // white space at the end of a trailing assistant message
    bool toolsAreText = false;  // calls and results become text behind that
    bool dataMediaOnly = false; // media by address are left out
    bool picturesOnly = false;  // sounds and films are left out
    QString partSignature = {}; // of what the assistant said and drew, where it has none of its own
    bool signsTexts = false;    // texts keep the signature of the reasoning behind them
    Trailing trailing = Trailing::Keep;
    QString prefill = {};     // the reply begins with it
    QString placeholder = {}; // empty: "Let's get started."

    bool operator==(const MessageRules &) const = default;
};

// Nothing for None.
std::optional<MessageRules> postProcessingRules(PostProcessing mode, const QString &placeholder);

} // namespace snug

// The templates of a text completion: how the card, the chat and the model's own marks become one text.
// Keys and defaults: SillyTavern 1.19 (`context/`, `instruct/` and `sysprompt/`).
#pragma once

#include "core/model/json.h"
#include "core/model/role.h"

#include <QString>

namespace snug {

// Where the story string goes, and what stands between the parts.
struct ContextTemplate
{
    enum class Place : quint8 { Top = 0, InChat = 1, BeforePrompt = 2 }; // the last works like the first

    QString name;
    QString storyString; // Handlebars: {{#if wiBefore}}{{wiBefore}}{{/if}} …
    QString exampleSeparator = QStringLiteral("***");
    QString chatStart = QStringLiteral("***");
    bool usesStopStrings = true; // separator and chat start end a reply
    bool stopsAtNames = true;
    bool alwaysAddsName = true;  // without instruct sequences a reply begins behind "Name:"
    bool trimsSentences = false; // of the reply
    bool isSingleLine = false;   // a reply ends at its first line break
    Place storyPlace = Place::Top;
    int storyDepth = 1; // for InChat, messages
    Role storyRole = Role::System;
    Json source; // the document as read

    bool operator==(const ContextTemplate &) const = default;
};

// The marks around turns that a model was trained on.
struct InstructTemplate
{
    enum class Names : quint8 { None, Force, Always }; // Force: where it would be unclear who speaks

    QString name;
    QString inputSequence; // in front of the user's turns
    QString inputSuffix;
    QString outputSequence; // the character's
    QString outputSuffix;
    QString systemSequence; // narrators and injected system texts
    QString systemSuffix;
    QString firstInputSequence; // empty ones here and below: the common sequence
    QString lastInputSequence;
    QString firstOutputSequence;
    QString lastOutputSequence; // also the end of the prompt, where the reply begins
    QString lastSystemSequence; // the end of a quiet prompt
    QString storyPrefix;
    QString storySuffix;
    QString stopSequence;
    bool stopsAtSequences = true;
    bool wraps = true;         // a line break behind each sequence
    bool expandsMacros = true; // in sequences
    Names names = Names::Force;
    bool isSystemLikeUser = false;
    QString userAlignmentMessage; // in front of a history that does not begin with the user
    bool skipsExamples = false;   // examples stay as they are written
    QString activationPattern;    // an expression: models of such names take this template
    Json source;

    bool operator==(const InstructTemplate &) const = default;
};

struct SystemPrompt
{
    QString name;
    QString content;
    QString postHistory; // a user's turn behind the history
    Json source;

    bool operator==(const SystemPrompt &) const = default;
};

} // namespace snug

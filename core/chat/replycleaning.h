// What SillyTavern 1.19 does to a reply before it is stored (docs/sillytavern/replies.md): what it was to
// begin with goes in front, names and the model's own marks are taken off, and it is cut where somebody else
// begins to speak. What was cut is told.
#pragma once

#include "core/chat/turn.h"
#include "core/prompt/assembledprompt.h"
#include "core/prompt/promptinputs.h"

#include <QList>
#include <QString>

#include <optional>

namespace snug {

// A stretch that was taken off, with the rule that did it.
struct CutText
{
    enum class Rule : quint8 {
        StopString, // the beginning of a stop string, or a mark that ends a reply, and all behind it
        WrongName,  // somebody else speaks from there on
        Name,       // the speaker's own name in front of a line
        Mark,       // a mark of the instruct template
        Sentence,   // a sentence that does not end
    };

    Rule rule = Rule::Name;
    QString text;
    bool operator==(const CutText &) const = default;
};

struct CleanedReply
{
    QString text;
    QList<CutText> cut = {}; // blanks alone are not told

    bool operator==(const CleanedReply &) const = default;
};

// Whether replies to such a prompt are cleaned at all: those of other systems' layouts have rules of their
// own.
bool isCleaned(const PromptInputs &sent, PromptMode mode);

// The two halves, with the regex scripts that change what is stored between them. `text` is the whole
// message, where a reply is continued.
CleanedReply cleanedBeforeScripts(const QString &text, const PromptInputs &sent);
// `isWhole`: it came to its own end, so that a last sentence without one is cut where that is wanted. Without
// `cutsNames` the wrong name, and the speaker's own before the text, stay.
CleanedReply cleanedAfterScripts(const QString &text, const PromptInputs &sent, bool isWhole,
                                 bool cutsNames = true);

// What a reply goes on from that continues a message which has only thoughts so far: the settings' prefix,
// and the thoughts. Empty: it is no such reply.
QString openThoughts(const PromptInputs &sent);

// A reply that begins with thoughts between the marks of the settings, taken apart and both parts trimmed;
// nothing if it does not, or if that is not wanted (docs/sillytavern/replies.md#thoughts). One that goes on
// from open thoughts has them in front.
struct ThoughtfulReply
{
    QString reasoning;
    QString text;
};
std::optional<ThoughtfulReply> separatedReasoning(const QString &reply, const PromptInputs &sent);

// `extra.snug.cut` of a message, and back.
Json cutJson(const QList<CutText> &cut);
QList<CutText> cutFrom(const Json &json);
// "the character's name", for people.
QString cutRuleName(CutText::Rule rule);

} // namespace snug

// What a test says about a prompt, and whether it is so.
#pragma once

#include "core/formats/fields.h"
#include "core/prompt/assembledprompt.h"

#include <QMap>

#include <optional>

namespace snug {

struct ExpectedMessage
{
    QString role;
    QString name;
    QString content;
    QString source; // the path of what made it, for whoever reads a difference; never compared
    bool operator==(const ExpectedMessage &) const = default;
};

struct PromptExpectation
{
    std::optional<QList<ExpectedMessage>> golden; // all that is sent, in order; of a text completion one text
    QStringList fires;                            // "book/title" or "book/uid" of lore entries
    QStringList silent;
    QStringList contains; // anywhere in what is sent
    QStringList lacks;
    // At most so many tokens: "all", a role ("system"), or a source ("preset", "card", "persona", "lorebook",
    // "chat", "injection", "memory", "template").
    QMap<QString, int> tokens;
    // What stands before the end of the history stays the same when a message and a reply are added.
    bool keepsPrefix = false;

    bool operator==(const PromptExpectation &) const = default;
};

// {"golden", "fires", "silent", "contains", "lacks", "tokens", "keepsPrefix"}, each only where it says
// something.
Json expectationJson(const PromptExpectation &expected);
PromptExpectation expectationFrom(const Json &object, const Place &place, Warnings &warnings);

// What a prompt sends, as a golden record.
QList<ExpectedMessage> goldenOf(const AssembledPrompt &prompt);

// A line each, in the user's words; all but keepsPrefix, for which see prompttest.h. Tokens of a source are
// those of groupShares().
QStringList unmetExpectations(const PromptExpectation &expected, const AssembledPrompt &prompt);

// What was expected and is not sent ("-"), what is sent and was not expected ("+"), each with its source.
QStringList goldenDifferences(const QList<ExpectedMessage> &expected, const QList<ExpectedMessage> &sent);

} // namespace snug

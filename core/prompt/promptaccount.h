// What a prompt costs, taken apart so that nothing is left over: each stretch of text has whole tokens, each
// message an overhead, and together they are what the budget says. All lists, bars, maps, exports and
// comparisons take their numbers from here, so that a thing costs the same wherever it is shown.
#pragma once

#include "core/prompt/assembledprompt.h"

#include <QHash>
#include <QList>

#include <array>

namespace snug {

struct MessageAccount
{
    QList<int> spans; // tokens of each span of the message's content
    // Of role, name and the marks between messages (docs/sillytavern/budget.md#token-counts). A squashed
    // message has it once (docs/sillytavern/prompt-order.md#squashing).
    int overhead = 0;
    int thoughts = 0; // that go back with it: they are no part of its content
    bool operator==(const MessageAccount &) const = default;
};

// Adds up to message.tokens. `budget` is the prompt's. A tokenizer's tokens do not end where sources do:
// a message's count is shared out by what its stretches cost each by themselves, in tokens of a built-in
// vocabulary, and of an estimate, which goes by length, by characters.
MessageAccount messageAccount(const OutboundMessage &message, const Budget &budget);

// The overhead alone, for which no text is counted.
int overheadOf(const OutboundMessage &message, const Budget &budget);

// Of the model's own thoughts that go back with it.
int thoughtsOf(const OutboundMessage &message);

struct PromptAccount
{
    QList<MessageAccount> messages; // of promptBlocks()
    int things = 0;                 // tokens of blocks, fields, entries, messages of the chat
    int separators = 0;             // of what joins them
    int overhead = 0;
    int thoughts = 0; // of the model's own, that go back to it
    int total() const { return things + separators + overhead + thoughts; }
    bool operator==(const PromptAccount &) const = default;
};

// total() is what the prompt's messages cost, for prompts that were assembled Budget::used.
PromptAccount promptAccount(const AssembledPrompt &prompt);

// Whose a text is: the innermost lore entry's or memory's that it stands in, else the thing's (thingOf()).
Source ownerOf(const Source &source);

inline constexpr int sourceGroupCount = int(SourceGroup::Template) + 1;
// Places in GroupShares of what is of no group.
inline constexpr int separatorShare = sourceGroupCount;
inline constexpr int overheadShare = sourceGroupCount + 1;
inline constexpr int thoughtsShare = sourceGroupCount + 2;
// Tokens by SourceGroup of the owner, then of separators, of overhead and of thoughts that go back. Adds up
// to PromptAccount::total().
using GroupShares = std::array<int, sourceGroupCount + 3>;

GroupShares groupShares(const AssembledPrompt &prompt);

// Tokens of lore entries, memories among them, by "book.uid": all their text, wherever it stands.
QHash<QString, int> loreCosts(const AssembledPrompt &prompt);

// What an entry's row says: what it costs the prompt (`costs`), of one that is not in it, what it would have
// cost lore's own budget.
int loreRowTokens(const LoreTrace &row, const QHash<QString, int> &costs);
// loreReason(), which says of tokens that are no exact ones that they are about that many. `kind`: the
// prompt's.
QString loreRowReason(const LoreTrace &row, CountKind kind);

// Tokens of all other things, by the owner's kind: of a card's description, say.
QHash<SourceKind, int> kindCosts(const AssembledPrompt &prompt);

// A line break that joins things and belongs to none.
bool isSeparator(const Source &source);

} // namespace snug

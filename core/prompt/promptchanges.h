// What is different between two prompts: first which of the things that they are made of came, went, moved or
// changed, then where their texts differ.
#pragma once

#include "core/prompt/promptparts.h"

#include <QList>
#include <QString>

#include <optional>

namespace snug {

struct PromptChange
{
    enum class Kind : quint8 {
        HistoryTrimmed, // the chat's oldest messages are not sent any more; `count`
        HistoryReaches, // older messages than before are sent; `count`
        MessagesAdded,  // at the chat's end; `count`
        MessagesGone,   // from the chat's end; `count`
        Added,
        Removed,
        Moved, // stands elsewhere, its text may differ as well
        Edited,
        RoleChanged, // its text may differ as well
        Limit,       // the context size; `count` before, `tokens` now
        Counter,  // tokens are counted in another way, so that numbers differ: `before` and `after` say how
        Thoughts, // of no thing: the model's own that go back to it
        Overhead, // of no thing: what messages cost beside their text; last
    };
    Kind kind = Kind::Edited;
    Source source;  // of the thing, as thingOf() has it; of the first of several
    int count = 1;  // of messages
    int tokens = 0; // more or less than before
    std::optional<PromptPart> before;
    std::optional<PromptPart> after;
    QList<PromptPart> more = {}; // of several messages, those after the first
    // Of those that moved: what it stands behind now; unknown = at the front.
    Source behind = {};

    bool operator==(const PromptChange &) const = default;
};

// In the order of the prompt now, what is gone where it stood. Equal prompts give none. The tokens of all but
// Limit add up to the difference of the prompts.
QList<PromptChange> promptChanges(const AssembledPrompt &before, const AssembledPrompt &after);

// A sentence without its full stop: "Lore Harbour: Inn is new, +88 tokens". `kind`: of the less exact of the
// two prompts' counts.
QString changeText(const PromptChange &change, CountKind kind);
// "+12", "−3", "±0", with "~" in front where that is no exact number.
QString differenceText(int tokens, CountKind kind);

} // namespace snug

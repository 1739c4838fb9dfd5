// smelt's own rules (docs/systems/smelt.md): names in texts, trimming by estimate, the hint.
#pragma once

#include "core/prompt/tracedtext.h"

#include <QList>

namespace snug {

// How speech and action are to be written, for the reader's sake: the chat view shows them so. Under a
// heading of its own, it says the four things that smelt's own hint says: what quotes are for, what asterisks
// are for, that the rest is plain text, and that code blocks are for code.
inline constexpr QStringView formattingHint =
    u"# Formatting\n"
    u"Put spoken words between straight double quotes: \"like this\".\n"
    u"Put actions, gestures, thoughts and narration between asterisks: *like this*.\n"
    u"Write everything else as plain text. Use no code blocks, unless it is code that is quoted.";

// Knows exactly {{user}}, {{User}}, {{char}} and {{Char}}; every other spelling stays.
TracedText substituteNames(const TracedText &text, const QString &userName, const QString &characterName);

struct TrimItem
{
    qsizetype length = 0;  // of the content, UTF-16 units
    bool isSticky = false; // never dropped: system texts and the new turn
};

// The indices that stay when the oldest that may go are dropped until the rest fits. 0 = no limit.
QList<qsizetype> trimToContext(const QList<TrimItem> &items, int contextSize);

} // namespace snug

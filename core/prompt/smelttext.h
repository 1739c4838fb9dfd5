// smelt's own rules (docs/systems/smelt.md): names in texts, trimming by estimate, the hint.
#pragma once

#include "core/prompt/tracedtext.h"

#include <QList>

namespace snug {

// How speech and action are to be written, for the reader's sake: the chat view shows them so.
inline constexpr QStringView formattingHint =
    u"Write speech in straight double quotes, \"like this\". Put actions, thoughts and narration in "
    u"asterisks, "
    u"*like this*. Use code blocks for nothing but code that is quoted.";

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

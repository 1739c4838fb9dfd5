// Where a lore key stands in a text (docs/sillytavern/lore.md#keys).
#pragma once

#include "core/lore/loresettings.h"
#include "core/lore/lowercase.h"
#include "core/model/lorebook.h"

#include <QString>

namespace snug {

struct KeyOptions
{
    bool isCaseSensitive = false;
    bool matchesWholeWords = true;

    bool operator==(const KeyOptions &) const = default;
};

KeyOptions keyOptions(const LoreEntry &entry, const LoreSettings &settings);

// A key as it is looked for: in lower case unless its case counts. A single word is looked for as a
// whole word if so wanted; what has white space in it is looked for as it stands.
struct KeyLiteral
{
    QString text;
    bool isCaseSensitive = false;
    bool isWholeWord = true;

    bool operator==(const KeyLiteral &) const = default;
};
// Whether a key, in lower case if its case does not count, is looked for as a whole word.
bool isWholeWord(QStringView key, const KeyOptions &options);
KeyLiteral keyLiteral(QStringView key, const KeyOptions &options);
size_t qHash(const KeyLiteral &literal, size_t seed = 0);

// The first place in UTF-16 units of `text`; -1 = nowhere. An empty literal stands wherever it would be a
// word, or at the start.
qsizetype literalPosition(const KeyLiteral &literal, QStringView text);
// Likewise in a text that is in lower case already; the place is the original's. Not for literals
// whose case counts.
qsizetype literalPosition(const KeyLiteral &literal, const LoweredText &text);
inline qsizetype plainKeyPosition(QStringView key, QStringView text, const KeyOptions &options)
{
    return literalPosition(keyLiteral(key, options), text);
}

} // namespace snug

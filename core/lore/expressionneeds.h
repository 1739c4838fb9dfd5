// What a text must hold so that a key's expression can match in it, found by reading the expression. Most
// expressions of lorebooks are words with something around them: these need not be searched where the words
// are not.
#pragma once

#include "core/regex/regexpattern.h"

#include <QStringList>

namespace snug {

struct ExpressionNeeds
{
    // One of these at least stands in each match, compared as foldedUnits() has both. Empty: nothing is known
    // of the expression, perhaps it is none. With words it is one for certain.
    QStringList anyOf;
    // No match reaches from one scanned text into the next, and none depends on what lies beyond its own
    // text (docs/sillytavern/lore.md#scanned-text). Only with words.
    bool isLocal = false;

    bool operator==(const ExpressionNeeds &) const = default;
};

ExpressionNeeds needsOf(const RegexPattern &pattern);

// Unit by unit: what any JavaScript expression takes for the same, whatever its flags, becomes the same.
// What it tells apart may become the same too.
QString foldedUnits(QStringView text);

} // namespace snug

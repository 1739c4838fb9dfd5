// Does a lore key occur in a text (conformance NOTES for SillyTavern 1.19, section 10.3).
#pragma once

#include <QRegularExpression>
#include <QString>

#include <optional>

namespace snug {

struct KeyOptions
{
    bool isCaseSensitive = false;
    bool matchesWholeWords = true;
};

// "/pattern/flags" as the JavaScript expression it is; nothing for plain keys and for patterns that
// are not valid, which are taken as plain text.
std::optional<QRegularExpression> keyExpression(QStringView key);

// A plain, trimmed key in one text. A key with white space inside is looked for as it is; a single
// word must stand between characters that are no ASCII letters, digits or underscores.
bool plainKeyOccurs(QStringView key, QStringView text, const KeyOptions &options);

} // namespace snug

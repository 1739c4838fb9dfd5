// Where a paragraph's spoken stretches are: "so", “so”, «so» and 「so」, as smelt's formatting hint and
// SillyTavern's rendering have it.
#pragma once

#include <QList>
#include <QStringView>

namespace snug {

struct SpeechRange
{
    qsizetype start = 0; // UTF-16 units into the paragraph; the quotation marks are part of it
    qsizetype length = 0;
    bool operator==(const SpeechRange &) const = default;
};

// Paragraph: text without markup; line breaks inside it are U+2028. A mark after a letter or digit
// (6'2") opens nothing. Speech without its closing mark counts when it opens the paragraph or, with
// `unfinished`, when more text may come.
QList<SpeechRange> speechRanges(QStringView paragraph, bool unfinished = false);

} // namespace snug

// White space as JavaScript's trim() sees it: the files' texts were written for that rule, and it
// differs from QChar::isSpace() (U+FEFF is white, U+0085 is not).
#pragma once

#include <QString>
#include <QStringView>

namespace snug {

constexpr bool isJavaScriptSpace(char16_t unit)
{
    return (unit >= 0x09 && unit <= 0x0d) || unit == 0x20 || unit == 0xa0 || unit == 0x1680 ||
           (unit >= 0x2000 && unit <= 0x200a) || unit == 0x2028 || unit == 0x2029 || unit == 0x202f ||
           unit == 0x205f || unit == 0x3000 || unit == 0xfeff;
}

inline QStringView trimmedStart(QStringView text)
{
    qsizetype start = 0;
    while (start < text.size() && isJavaScriptSpace(text[start].unicode()))
        ++start;
    return text.sliced(start);
}

inline QStringView trimmedEnd(QStringView text)
{
    qsizetype end = text.size();
    while (end > 0 && isJavaScriptSpace(text[end - 1].unicode()))
        --end;
    return text.first(end);
}

inline QStringView javaScriptTrimmed(QStringView text)
{
    return trimmedStart(trimmedEnd(text));
}

// Each run of line feeds as one.
inline QString withSingleLineFeeds(QStringView text)
{
    QString result;
    result.reserve(text.size());
    for (const QChar unit : text) {
        if (unit != u'\n' || !result.endsWith(u'\n'))
            result.append(unit);
    }
    return result;
}

inline bool isBlank(QStringView text)
{
    return javaScriptTrimmed(text).isEmpty();
}

} // namespace snug

#include "core/lore/lowercase.h"

#include <algorithm>

namespace snug {

namespace {

constexpr char16_t capitalSigma = 0x3a3;
constexpr char16_t finalSigma = 0x3c2;
constexpr char16_t dottedI = 0x130;

struct Letter
{
    char32_t point = 0;
    qsizetype units = 1;
};

Letter letterBefore(QStringView text, qsizetype position)
{
    const QChar last = text[position - 1];
    if (last.isLowSurrogate() && position > 1 && text[position - 2].isHighSurrogate())
        return {QChar::surrogateToUcs4(text[position - 2], last), 2};
    return {last.unicode(), 1};
}

Letter letterAt(QStringView text, qsizetype position)
{
    const QChar first = text[position];
    if (first.isHighSurrogate() && position + 1 < text.size() && text[position + 1].isLowSurrogate())
        return {QChar::surrogateToUcs4(first, text[position + 1]), 2};
    return {first.unicode(), 1};
}

// Unicode's Cased.
bool isCased(char32_t point)
{
    switch (QChar::category(point)) {
    case QChar::Letter_Uppercase:
    case QChar::Letter_Lowercase:
    case QChar::Letter_Titlecase:
        return true;
    default:
        return point == 0xaa || point == 0xba || (point >= 0x2160 && point <= 0x217f) ||
               (point >= 0x24b6 && point <= 0x24e9) || (point >= 0x1f130 && point <= 0x1f149) ||
               (point >= 0x1f150 && point <= 0x1f169) || (point >= 0x1f170 && point <= 0x1f189);
    }
}

// Unicode's Case_Ignorable.
bool isCaseIgnorable(char32_t point)
{
    switch (QChar::category(point)) {
    case QChar::Mark_NonSpacing:
    case QChar::Mark_Enclosing:
    case QChar::Other_Format:
    case QChar::Letter_Modifier:
    case QChar::Symbol_Modifier:
        return true;
    default:
        break;
    }
    static constexpr char32_t insideWords[] = {u'\'',  u'.',   u':',   0xb7,   0x387,  0x55f,
                                               0x5f4,  0x2018, 0x2019, 0x2024, 0x2027, 0xfe13,
                                               0xfe52, 0xfe55, 0xff07, 0xff0e, 0xff1a};
    return std::ranges::find(insideWords, point) != std::end(insideWords);
}

// A cased letter before it and none behind it, what is ignorable not counted.
bool endsWord(QStringView text, qsizetype sigma)
{
    qsizetype position = sigma;
    Letter letter;
    do {
        if (position == 0)
            return false;
        letter = letterBefore(text, position);
        position -= letter.units;
    } while (isCaseIgnorable(letter.point));
    if (!isCased(letter.point))
        return false;
    for (position = sigma + 1; position < text.size(); position += letter.units) {
        letter = letterAt(text, position);
        if (!isCaseIgnorable(letter.point))
            return !isCased(letter.point);
    }
    return true;
}

QChar asciiLower(QChar c)
{
    return c >= u'A' && c <= u'Z' ? QChar(c.unicode() | 0x20) : c;
}

bool isAscii(QStringView text)
{
    char16_t units = 0;
    for (const QChar c : text)
        units |= c.unicode();
    return units < 0x80;
}

} // namespace

qsizetype LoweredText::originalPosition(qsizetype position) const
{
    return position - (std::ranges::upper_bound(added, position) - added.cbegin());
}

QStringView loweredInto(QStringView text, QString &buffer)
{
    if (!isAscii(text)) {
        buffer = lowered(text).text;
        return buffer;
    }
    buffer.resize(text.size());
    std::ranges::transform(text, buffer.begin(), asciiLower);
    return buffer;
}

LoweredText lowered(QStringView text)
{
    LoweredText result;
    if (isAscii(text)) { // most texts are, and nothing of the below is about them
        result.text = QString(text.size(), Qt::Uninitialized);
        std::ranges::transform(text, result.text.begin(), asciiLower);
        return result;
    }
    const QString original = text.toString();
    result.text = original.toLower();
    if (result.text.size() != original.size()) {
        for (qsizetype i = 0; i < text.size(); ++i) {
            if (text[i].unicode() == dottedI)
                result.added.append(i + 1 + result.added.size());
        }
    }
    for (qsizetype sigma = text.indexOf(QChar(capitalSigma)); sigma >= 0;
         sigma = text.indexOf(QChar(capitalSigma), sigma + 1)) {
        if (!endsWord(text, sigma))
            continue;
        const qsizetype moved =
            std::ranges::count_if(text.first(sigma), [](QChar c) { return c.unicode() == dottedI; });
        result.text[sigma + moved] = QChar(finalSigma);
    }
    return result;
}

} // namespace snug

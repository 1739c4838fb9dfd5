#include "core/model/unseencharacters.h"

#include <QChar>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr char32_t Tab = 0x09;
constexpr char32_t LineFeed = 0x0a;

bool isBetween(char32_t character, char32_t first, char32_t last)
{
    return character >= first && character <= last;
}

bool isVariationSelector(char32_t character)
{
    return isBetween(character, 0xfe00, 0xfe0f) || isBetween(character, 0xe0100, 0xe01ef) ||
           isBetween(character, 0x180b, 0x180f);
}

// Letters by their class that have no shape.
bool isFiller(char32_t character)
{
    return character == 0x034f || character == 0x115f || character == 0x1160 || character == 0x17b4 ||
           character == 0x17b5 || character == 0x3164 || character == 0xffa0;
}

// Calls `piece` with every character and its UTF-16 length; a lone surrogate is itself.
template <typename Piece> void eachCharacter(QStringView text, const Piece &piece)
{
    for (qsizetype at = 0; at < text.size();) {
        const bool isPair =
            text[at].isHighSurrogate() && at + 1 < text.size() && text[at + 1].isLowSurrogate();
        const char32_t character =
            isPair ? QChar::surrogateToUcs4(text[at], text[at + 1]) : char32_t(text[at].unicode());
        piece(character, text.sliced(at, isPair ? 2 : 1));
        at += isPair ? 2 : 1;
    }
}

} // namespace

bool isUnseen(char32_t character)
{
    if (isVariationSelector(character) || isFiller(character))
        return true;
    switch (QChar::category(character)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_Surrogate:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    case QChar::Other_NotAssigned:
        // Later versions of Unicode may show what is not assigned yet, but these never.
        return QChar::isNonCharacter(character) || isBetween(character, 0xe0000, 0xe0fff) ||
               isBetween(character, 0xfff0, 0xfff8) || character == 0x2065;
    default:
        return false;
    }
}

bool turnsDirection(char32_t character)
{
    return isBetween(character, 0x202a, 0x202e) || isBetween(character, 0x2066, 0x2069) ||
           character == 0x200e || character == 0x200f || character == 0x061c;
}

bool actsOnTerminal(char32_t character)
{
    return isUnseen(character) && !isVariationSelector(character) && !isFiller(character) &&
           character != 0x200c && character != 0x200d && character != 0x00ad;
}

QString spelledOut(QStringView text, bool (*unseen)(char32_t))
{
    QString spelled;
    spelled.reserve(text.size());
    eachCharacter(text, [&](char32_t character, QStringView piece) {
        if (unseen(character))
            spelled += u"\\u{%1}"_s.arg(uint(character), 0, 16);
        else
            spelled += piece;
    });
    return spelled;
}

QString withoutUnseen(QStringView text)
{
    QString seen;
    seen.reserve(text.size());
    eachCharacter(text, [&](char32_t character, QStringView piece) {
        if (!isUnseen(character))
            seen += piece;
    });
    return seen;
}

QByteArray forTerminal(QStringView text, TerminalText kind)
{
    if (kind == TerminalText::Line)
        return spelledOut(text, actsOnTerminal).toUtf8();
    return spelledOut(text,
                      [](char32_t character) {
                          return character != LineFeed && character != Tab && actsOnTerminal(character);
                      })
        .toUtf8();
}

QByteArray jsonForTerminal(const QByteArray &json)
{
    const QString text = QString::fromUtf8(json);
    QString safe;
    safe.reserve(text.size());
    eachCharacter(text, [&](char32_t character, QStringView piece) {
        // Line ends and tabs stand between values only; in strings they are escapes already.
        if (character == LineFeed || character == Tab || !actsOnTerminal(character)) {
            safe += piece;
            return;
        }
        for (const QChar unit : piece)
            safe += u"\\u%1"_s.arg(uint(unit.unicode()), 4, 16, QChar(u'0'));
    });
    return safe.toUtf8();
}

} // namespace snug

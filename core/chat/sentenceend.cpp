#include "core/chat/sentenceend.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

const QString Marks = u".!?*\")}`]$。！？”）】’」_"_s;
constexpr QChar ByteOrderMark = u'\ufeff'; // a blank for JavaScript

bool isBlank(QChar c)
{
    return c.isSpace() || c == ByteOrderMark;
}

bool isEmoji(QStringView character)
{
    static const QRegularExpression emoji(u"[\\p{Emoji_Presentation}\\p{Extended_Pictographic}]"_s,
                                          QRegularExpression::UseUnicodePropertiesOption);
    return character.front().unicode() > 0x7f && emoji.matchView(character).hasMatch();
}

QString withoutBlanksAtEnd(QStringView text)
{
    while (!text.isEmpty() && isBlank(text.back()))
        text.chop(1);
    return text.toString();
}

} // namespace

QString trimmedToSentence(const QString &text)
{
    qsizetype start = text.size();
    while (start > 0) {
        const qsizetype end = start;
        const bool isPair = end > 1 && text[end - 1].isLowSurrogate() && text[end - 2].isHighSurrogate();
        start -= isPair ? 2 : 1;
        const QStringView character = QStringView(text).sliced(start, end - start);
        if (isEmoji(character))
            return withoutBlanksAtEnd(QStringView(text).first(end));
        if (character.size() == 1 && Marks.contains(character.front()))
            return withoutBlanksAtEnd(
                QStringView(text).first(start > 0 && isBlank(text[start - 1]) ? start : end));
    }
    return withoutBlanksAtEnd(text);
}

QString finishedReply(const QString &text, const TurnState &turn, const PromptInputs &sent)
{
    if (!sent.textCompletion || !sent.textCompletion->context.trimsSentences ||
        turn.phase != TurnState::Phase::Finished)
        return text;
    const QString trimmed = trimmedToSentence(text);
    return trimmed.isEmpty() ? text : trimmed;
}

} // namespace snug

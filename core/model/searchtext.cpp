#include "core/model/searchtext.h"

#include <algorithm>

namespace snug {

// The marks of voiced kana make another letter.
static bool isAccent(QChar c)
{
    return c.category() == QChar::Mark_NonSpacing && c != u'\u3099' && c != u'\u309A';
}

QString foldedForSearch(const QString &text)
{
    const auto isPlain = [](QChar c) { return c.unicode() < 0x80; };
    if (std::ranges::all_of(text, isPlain))
        return text.toLower();
    QString folded;
    folded.reserve(text.size());
    for (const QChar c : text.toCaseFolded().normalized(QString::NormalizationForm_KD)) {
        if (!isAccent(c))
            folded.append(c);
    }
    return folded;
}

// Folded, the small letter at most is another one.
static bool keepsItsPlace(QChar c)
{
    const char16_t unit = c.unicode();
    const bool isDashOrQuote = (unit >= 0x2012 && unit <= 0x2015) || (unit >= 0x2018 && unit <= 0x201F);
    const bool isChinese = (unit >= 0x3000 && unit <= 0x3002) || (unit >= 0x4E00 && unit <= 0x9FFF);
    return unit < 0x80 || isDashOrQuote || isChinese;
}

namespace {

// A text with what each of its letters is folded to, and where that stood.
struct FoldedText
{
    explicit FoldedText(QStringView text)
    {
        letters.reserve(text.size());
        places.reserve(text.size() + 1);
        for (qsizetype i = 0; i < text.size();) {
            const QChar c = text[i];
            qsizetype length = 1;
            if (c.unicode() < 0x80) {
                letters.append(c.toLower());
            } else if (c.unicode() >= 0x2E80 && !c.isSurrogate() &&
                       c.decompositionTag() == QChar::NoDecomposition) {
                if (!isAccent(c))
                    letters.append(c.toCaseFolded());
            } else {
                if (c.isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate())
                    length = 2;
                letters.append(foldedForSearch(text.sliced(i, length).toString()));
            }
            places.resize(letters.size(), i);
            i += length;
        }
        places.append(text.size());
    }

    // A letter that was folded to several belongs to a place whole.
    TextPlace placeOf(qsizetype start, qsizetype length) const
    {
        qsizetype end = start + length;
        while (end < letters.size() && places[end] == places[end - 1])
            ++end;
        return {places[start], places[end] - places[start]};
    }

    QString letters;
    QList<qsizetype> places;
};

} // namespace

WordSearch::WordSearch(const QString &words)
    : m_words(foldedForSearch(words))
    , m_matcher(m_words, Qt::CaseInsensitive)
{
}

QList<TextPlace> WordSearch::places(QStringView text, qsizetype most) const
{
    QList<TextPlace> found;
    if (m_words.isEmpty())
        return found;
    if (std::ranges::all_of(text, keepsItsPlace)) {
        for (qsizetype at = m_matcher.indexIn(text); at >= 0 && found.size() < most;
             at = m_matcher.indexIn(text, at + m_words.size()))
            found.append({at, m_words.size()});
        return found;
    }
    const FoldedText folded(text);
    for (qsizetype at = folded.letters.indexOf(m_words); at >= 0 && found.size() < most;
         at = folded.letters.indexOf(m_words, at + m_words.size())) {
        const TextPlace place = folded.placeOf(at, m_words.size());
        if (found.isEmpty() || place.start >= found.last().end())
            found.append(place);
    }
    return found;
}

} // namespace snug

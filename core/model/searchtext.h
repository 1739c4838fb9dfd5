// Finding what somebody types: case and accents do not count.
#pragma once

#include <QList>
#include <QString>
#include <QStringMatcher>

namespace snug {

// A text to compare: "Café" and "cafe" are the same.
QString foldedForSearch(const QString &text);

struct TextPlace
{
    qsizetype start = -1; // negative: nowhere
    qsizetype length = 0;

    bool isFound() const { return start >= 0; }
    qsizetype end() const { return start + length; }
    bool operator==(const TextPlace &) const = default;
};

// Looks for the same words in many texts. Places are of the text as it is: "cafe" is found in "Cafe\u0301s"
// with the accent. Empty words are found nowhere.
class WordSearch
{
public:
    explicit WordSearch(const QString &words);

    bool isIn(QStringView text) const { return find(text).isFound(); }
    TextPlace find(QStringView text) const { return places(text, 1).value(0); }
    // One after the other, the first ones if there are more than `most`.
    QList<TextPlace> places(QStringView text, qsizetype most) const;

private:
    QString m_words; // folded
    QStringMatcher m_matcher;
};

} // namespace snug

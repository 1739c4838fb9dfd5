// A text that is too long to be laid out at once, cut into parts that are shown one at a time.
#pragma once

#include <QList>
#include <QString>

namespace snug {

// Where a growing text is cut never changes afterwards: only the last part grows, and gives off a part when
// it becomes longer than `longestWhole`. Lengths are UTF-16 units.
class TextParts
{
public:
    // A text up to this length is one part.
    static constexpr qsizetype longestWhole = 64'000;
    // What is cut off is at most this long, and at least half of it.
    static constexpr qsizetype longestCut = 32'000;

    // Costs what has been added, where the text goes on as before.
    void setText(const QString &text);
    int count() const { return int(m_starts.size()); } // at least 1
    // Cut between paragraphs, else lines, else words. A part within a fence begins with the line that
    // opens it.
    QString part(int index) const;
    // The part that stands at `position` of the text.
    int partAt(qsizetype position) const;

private:
    struct Start
    {
        qsizetype position = 0;
        QString fence = {}; // its line and the line's end
    };

    QString m_text;
    QList<Start> m_starts{Start{}};
};

} // namespace snug

// Many literals looked for in a text at once: one pass over the text, however many there are.
//
// Built once, then immutable. The first four units of a literal (all, of shorter ones) lead by a hash
// to the literals that begin so; these are sorted, and every further unit of the text narrows them
// down, so many literals with a common beginning cost no more than one.
#pragma once

#include <QList>
#include <QString>

#include <vector>

namespace snug {

// True for what JavaScript's \w matches.
constexpr bool isWordUnit(char16_t unit)
{
    return (unit >= u'a' && unit <= u'z') || (unit >= u'A' && unit <= u'Z') ||
           (unit >= u'0' && unit <= u'9') || unit == u'_';
}

struct PatternHit
{
    quint32 pattern = 0;
    qint32 start = 0; // UTF-16 units

    bool operator==(const PatternHit &) const = default;
};

class PatternSet
{
public:
    // `text` must not be empty; the numbers are the caller's. A whole word stands between units that
    // are no word units.
    void add(quint32 number, QStringView text, bool isWholeWord);
    void build();
    bool isEmpty() const { return m_anywhere.isEmpty && m_wholeWords.isEmpty; }

    // Each literal's first occurrence, in ascending order of their numbers.
    std::vector<PatternHit> find(QStringView text) const;

private:
    struct Literal
    {
        quint64 head = 0; // the first units
        quint32 offset = 0;
        quint32 length = 0;
        quint32 number = 0;
    };
    // All literals whose head has this many units.
    struct Heads
    {
        std::vector<Literal> literals; // sorted by head, then by the rest
        struct Run
        {
            quint64 head = 0;
            quint32 first = 0;
            quint32 last = 0; // behind the last; equal to `first`: the slot is empty
        };
        std::vector<Run> table;      // a power of two
        std::vector<quint64> filter; // bits by the first two units
    };
    struct Kind
    {
        Heads heads[4]; // by number of units, less one
        bool isEmpty = true;
    };

    static constexpr qsizetype headUnits = 4;
    void fill(Heads &heads);
    void findAt(const Kind &kind, QStringView text, qsizetype at, bool isWholeWord,
                std::vector<PatternHit> &hits) const;

    QString m_units; // all literals, one after the other
    Kind m_anywhere;
    Kind m_wholeWords;
};

} // namespace snug

#include "core/lore/patternset.h"

#include <algorithm>
#include <bit>

namespace snug {

namespace {

quint64 spread(quint64 head)
{
    head ^= head >> 31;
    head *= 0x9e3779b97f4a7c15ULL;
    return head ^ (head >> 29);
}

// Of 4096 bits, by the first one or two units.
constexpr quint32 filterBits = 4096;

quint32 filterBit(quint64 firstUnits)
{
    return static_cast<quint32>((firstUnits * 0x9e3779b97f4a7c15ULL) >> 52);
}

} // namespace

void PatternSet::add(quint32 number, QStringView text, bool isWholeWord)
{
    Q_ASSERT(!text.isEmpty());
    const qsizetype units = std::min(text.size(), headUnits);
    Literal literal;
    for (qsizetype i = 0; i < units; ++i)
        literal.head |= quint64(text[i].unicode()) << (16 * i);
    literal.offset = static_cast<quint32>(m_units.size());
    literal.length = static_cast<quint32>(text.size());
    literal.number = number;
    m_units += text;
    Kind &kind = isWholeWord ? m_wholeWords : m_anywhere;
    kind.isEmpty = false;
    kind.heads[units - 1].literals.push_back(literal);
}

void PatternSet::build()
{
    for (Kind *kind : {&m_anywhere, &m_wholeWords}) {
        for (Heads &heads : kind->heads)
            fill(heads);
    }
}

void PatternSet::fill(Heads &heads)
{
    if (heads.literals.empty())
        return;
    const auto rest = [this](const Literal &literal) {
        return QStringView(m_units).sliced(literal.offset, literal.length);
    };
    std::ranges::sort(heads.literals, [&](const Literal &a, const Literal &b) {
        return a.head != b.head ? a.head < b.head : rest(a) < rest(b);
    });
    const size_t count = std::bit_ceil(heads.literals.size() * 2);
    heads.table.assign(count, {});
    heads.filter.assign(filterBits / 64, 0);
    const quint64 firstTwo =
        &heads == &m_anywhere.heads[0] || &heads == &m_wholeWords.heads[0] ? 0xffff : 0xffffffff;
    for (size_t i = 0; i < heads.literals.size();) {
        const quint64 head = heads.literals[i].head;
        size_t end = i + 1;
        while (end < heads.literals.size() && heads.literals[end].head == head)
            ++end;
        size_t slot = spread(head) & (count - 1);
        while (heads.table[slot].first != heads.table[slot].last)
            slot = (slot + 1) & (count - 1);
        heads.table[slot] = {head, static_cast<quint32>(i), static_cast<quint32>(end)};
        const quint32 bit = filterBit(head & firstTwo);
        heads.filter[bit / 64] |= 1ULL << (bit % 64);
        i = end;
    }
}

void PatternSet::findAt(const Kind &kind, QStringView text, qsizetype at, bool isWholeWord,
                        std::vector<PatternHit> &hits) const
{
    quint64 head = 0;
    const qsizetype most = std::min(headUnits, text.size() - at);
    quint32 bit = 0;
    for (qsizetype units = 1; units <= most; ++units) {
        head |= quint64(text[at + units - 1].unicode()) << (16 * (units - 1));
        if (units <= 2)
            bit = filterBit(head);
        const Heads &heads = kind.heads[units - 1];
        if (heads.literals.empty() || !(heads.filter[bit / 64] & (1ULL << (bit % 64))))
            continue;
        const size_t mask = heads.table.size() - 1;
        size_t slot = spread(head) & mask;
        while (heads.table[slot].first != heads.table[slot].last && heads.table[slot].head != head)
            slot = (slot + 1) & mask;
        auto first = heads.literals.begin() + heads.table[slot].first;
        auto last = heads.literals.begin() + heads.table[slot].last;
        // Of the literals that begin with the text so far, the one that ends here comes first.
        for (qsizetype length = units; first != last; ++length) {
            for (; first != last && first->length == length; ++first) {
                const qsizetype end = at + length;
                if (!isWholeWord || end == text.size() || !isWordUnit(text[end].unicode()))
                    hits.push_back({first->number, static_cast<qint32>(at)});
            }
            if (at + length == text.size() || units < headUnits)
                break;
            const char16_t next = text[at + length].unicode();
            const auto unit = [&](const Literal &literal) {
                return m_units[static_cast<qsizetype>(literal.offset) + length].unicode();
            };
            const auto range = std::ranges::equal_range(first, last, next, {}, unit);
            first = range.begin();
            last = range.end();
        }
    }
}

std::vector<PatternHit> PatternSet::find(QStringView text) const
{
    std::vector<PatternHit> hits;
    for (qsizetype at = 0; at < text.size(); ++at) {
        if (!m_anywhere.isEmpty)
            findAt(m_anywhere, text, at, false, hits);
        if (!m_wholeWords.isEmpty && (at == 0 || !isWordUnit(text[at - 1].unicode())))
            findAt(m_wholeWords, text, at, true, hits);
    }
    std::ranges::sort(hits, [](const PatternHit &a, const PatternHit &b) {
        return a.pattern != b.pattern ? a.pattern < b.pattern : a.start < b.start;
    });
    const auto repeated = std::ranges::unique(hits, {}, &PatternHit::pattern);
    hits.erase(repeated.begin(), repeated.end());
    return hits;
}

} // namespace snug

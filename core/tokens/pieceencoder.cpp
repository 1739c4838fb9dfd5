#include "core/tokens/pieceencoder.h"

#include "core/tokens/pairmerge.h"
#include "core/tokens/piececounts.h"

#include <array>
#include <atomic>

namespace snug {

// Above this a piece is no word; remembering it would only push words out.
static constexpr qsizetype longestRemembered = 48;

static void appendIds(const Symbols &symbols, QList<int> *ids)
{
    for (const Symbol &symbol : symbols)
        ids->append(symbol.id);
}

namespace {

class RankEncoder final : public PieceEncoder
{
public:
    explicit RankEncoder(Vocabulary vocabulary)
        : m_vocabulary(std::move(vocabulary))
        , m_pairs(65536)
    {
        for (int byte = 0; byte < 256; ++byte) {
            const char c = char(byte);
            m_bytes[size_t(byte)] = m_vocabulary.find(QByteArrayView(&c, 1));
        }
    }

    bool knowsEveryByte() const { return !std::ranges::contains(m_bytes, Vocabulary::none); }
    const Vocabulary &vocabulary() const override { return m_vocabulary; }

    int encode(QByteArrayView piece, QList<int> *ids) const override
    {
        const quint64 hash = byteHash(piece);
        const int whole = piece.size() <= m_vocabulary.longest() ? m_vocabulary.find(piece, hash) : -1;
        if (whole != Vocabulary::none) {
            if (ids)
                ids->append(whole);
            return 1;
        }
        if (!ids) {
            if (const int known = m_counts.find(hash))
                return known;
        }
        Symbols symbols(piece.size());
        for (qsizetype i = 0; i < piece.size(); ++i)
            symbols[i] = {quint32(i), 1, m_bytes[quint8(piece[i])]};
        mergePairs(symbols,
                   [&](const Symbol &left, const Symbol &right) { return merge(piece, left, right); });
        if (ids)
            appendIds(symbols, ids);
        else if (piece.size() <= longestRemembered)
            m_counts.insert(hash, int(symbols.size()));
        return int(symbols.size());
    }

private:
    static size_t pairIndex(const char *bytes) { return size_t(quint8(bytes[0])) << 8 | quint8(bytes[1]); }

    Merge merge(QByteArrayView piece, const Symbol &left, const Symbol &right) const
    {
        const qsizetype length = qsizetype(left.length) + right.length;
        if (length == 2)
            return mergeOfTwo(piece.data() + left.start);
        if (length > m_vocabulary.longest())
            return {};
        const int id = m_vocabulary.find(piece.sliced(left.start, length));
        return id == Vocabulary::none ? Merge() : Merge{quint32(id), id};
    }

    // Asked most often of all, so remembered: several threads that ask at once find the same.
    Merge mergeOfTwo(const char *bytes) const
    {
        std::atomic<quint32> &remembered = m_pairs[pairIndex(bytes)];
        quint32 known = remembered.load(std::memory_order_relaxed);
        if (known == 0) {
            known = quint32(m_vocabulary.find(QByteArrayView(bytes, 2)) + 2);
            remembered.store(known, std::memory_order_relaxed);
        }
        return known == 1 ? Merge() : Merge{known - 2, int(known) - 2};
    }

    Vocabulary m_vocabulary;
    std::array<int, 256> m_bytes = {};
    // Of tokens of two bytes the id + 2; 1: there is none, 0: not asked yet.
    mutable std::vector<std::atomic<quint32>> m_pairs;
    mutable PieceCounts m_counts;
};

class MergeEncoder final : public PieceEncoder
{
public:
    MergeEncoder(Vocabulary vocabulary, MergeTable merges, const MergeRules &rules)
        : m_vocabulary(std::move(vocabulary))
        , m_merges(std::move(merges))
        , m_rules(rules)
    {
        for (int byte = 0; byte < 256; ++byte) {
            const char c = char(byte);
            m_bytes[size_t(byte)] = m_vocabulary.find(rules.bytes ? QByteArray(1, c) : byteTokenName(byte));
        }
    }

    const Vocabulary &vocabulary() const override { return m_vocabulary; }

    int encode(QByteArrayView piece, QList<int> *ids) const override
    {
        const quint64 hash = byteHash(piece);
        if (m_rules.wholePieceFirst) {
            const int whole = m_vocabulary.find(piece, hash);
            if (whole != Vocabulary::none) {
                if (ids)
                    ids->append(whole);
                return 1;
            }
        }
        if (!ids) {
            if (const int known = m_counts.find(hash))
                return known;
        }
        Symbols symbols;
        if (m_rules.bytes)
            beginWithBytes(piece, symbols);
        else
            beginWithCharacters(piece, symbols);
        mergePairs(symbols,
                   [&](const Symbol &left, const Symbol &right) { return m_merges.find(left.id, right.id); });
        if (ids)
            appendIds(symbols, ids);
        else if (piece.size() <= longestRemembered)
            m_counts.insert(hash, int(symbols.size()));
        return int(symbols.size());
    }

private:
    void beginWithBytes(QByteArrayView piece, Symbols &symbols) const
    {
        symbols.reserve(piece.size());
        for (qsizetype i = 0; i < piece.size(); ++i) {
            const int id = m_bytes[quint8(piece[i])];
            if (id != Vocabulary::none)
                symbols.append({quint32(i), 1, id});
            else
                appendUnknown(i, 1, symbols);
        }
    }

    void beginWithCharacters(QByteArrayView piece, Symbols &symbols) const
    {
        qsizetype length = 0;
        for (qsizetype i = 0; i < piece.size(); i += length) {
            length = 1;
            while (i + length < piece.size() && (quint8(piece[i + length]) & 0xC0) == 0x80)
                ++length;
            const int id = m_vocabulary.find(piece.sliced(i, length));
            if (id != Vocabulary::none)
                symbols.append({quint32(i), quint32(length), id});
            else if (!m_rules.byteFallback || !appendBytes(piece, i, length, symbols))
                appendUnknown(i, length, symbols);
        }
    }

    bool appendBytes(QByteArrayView piece, qsizetype start, qsizetype length, Symbols &symbols) const
    {
        const auto known = [&](char byte) { return m_bytes[quint8(byte)] != Vocabulary::none; };
        if (!std::ranges::all_of(piece.sliced(start, length), known))
            return false;
        for (qsizetype i = start; i < start + length; ++i)
            symbols.append({quint32(i), 1, m_bytes[quint8(piece[i])]});
        return true;
    }

    void appendUnknown(qsizetype start, qsizetype length, Symbols &symbols) const
    {
        if (m_rules.unknown == Vocabulary::none)
            return;
        if (m_rules.fuseUnknown && !symbols.isEmpty() && symbols.last().id == m_rules.unknown)
            symbols.last().length += quint32(length);
        else
            symbols.append({quint32(start), quint32(length), m_rules.unknown});
    }

    Vocabulary m_vocabulary;
    MergeTable m_merges;
    MergeRules m_rules;
    std::array<int, 256> m_bytes = {};
    mutable PieceCounts m_counts;
};

} // namespace

std::unique_ptr<PieceEncoder> rankEncoder(Vocabulary vocabulary)
{
    auto encoder = std::make_unique<RankEncoder>(std::move(vocabulary));
    if (!encoder->knowsEveryByte())
        return nullptr;
    return encoder;
}

QByteArray byteTokenName(int byte)
{
    return "<0x" + QByteArray::number(byte, 16).toUpper().rightJustified(2, '0') + '>';
}

std::unique_ptr<PieceEncoder> mergeEncoder(Vocabulary vocabulary, MergeTable merges, const MergeRules &rules)
{
    return std::make_unique<MergeEncoder>(std::move(vocabulary), std::move(merges), rules);
}

} // namespace snug

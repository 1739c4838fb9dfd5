// The tokens of a tokenizer: bytes by id, id by bytes.
#pragma once

#include "core/tokens/bytehash.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

#include <span>
#include <vector>

namespace snug {

// How the tokens lie in memory.
struct VocabularyParts
{
    // By hash, a power of two. High half: the hash's high half, low half: id + 1; 0 is free.
    std::span<const quint64> slots;
    std::span<const quint32> starts; // of each token in `bytes`, by id, and where the last one ends
    QByteArrayView bytes;
};

// Ids may have holes (an empty token is a hole). Filled once, then only read.
class Vocabulary
{
public:
    static constexpr int none = -1;

    Vocabulary() = default;
    // Made before; these must outlive the vocabulary, which nothing is added to. `longest`: in bytes.
    Vocabulary(const VocabularyParts &made, qsizetype longest)
        : m_made(made)
        , m_bytes(made.bytes)
        , m_longest(longest)
    {
    }

    void reserve(qsizetype tokens, qsizetype bytes);
    // Ids must come in ascending order; holes in between are filled. False if these bytes are known
    // already (the first id stays the one that find() gives).
    bool append(int id, QByteArrayView bytes);
    // Tokens 0, 1, 2 … as they stand one after another in `bytes`, which must outlive the vocabulary
    // and must not repeat one.
    void adopt(QByteArrayView bytes, QByteArrayView lengths);

    int size() const { return int(starts().size()) - 1; }
    QByteArrayView bytes(int id) const; // empty for a hole and for what is out of range
    qsizetype longest() const { return m_longest; }

    int find(QByteArrayView bytes) const { return find(bytes, byteHash(bytes)); }
    int find(QByteArrayView bytes, quint64 hash) const;
    VocabularyParts parts() const { return {table(), starts(), m_bytes}; }

private:
    std::span<const quint64> table() const
    {
        return m_made.slots.empty() ? std::span<const quint64>(m_slots) : m_made.slots;
    }
    std::span<const quint32> starts() const
    {
        return m_made.slots.empty() ? std::span<const quint32>(m_starts) : m_made.starts;
    }
    void insert(int id, quint64 hash);
    void grow();

    VocabularyParts m_made; // empty: what follows counts
    std::vector<quint64> m_slots = std::vector<quint64>(16);
    std::vector<quint32> m_starts = {0};
    QByteArray m_owned;
    QByteArrayView m_bytes;
    qsizetype m_longest = 0;
    qsizetype m_used = 0;
};

} // namespace snug

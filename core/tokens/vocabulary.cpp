#include "core/tokens/vocabulary.h"

#include <bit>

namespace snug {

static constexpr quint64 highHalf = ~quint64(0) << 32;

void Vocabulary::reserve(qsizetype tokens, qsizetype bytes)
{
    m_slots.assign(std::bit_ceil(size_t(tokens) * 2 + 16), 0);
    m_starts.reserve(size_t(tokens) + 1);
    m_owned.reserve(bytes);
}

bool Vocabulary::append(int id, QByteArrayView bytes)
{
    m_starts.resize(size_t(id) + 1, m_starts.back());
    m_owned.append(bytes);
    m_bytes = m_owned;
    m_starts.push_back(quint32(m_owned.size()));
    m_longest = qMax(m_longest, bytes.size());
    const quint64 hash = byteHash(bytes);
    if (bytes.isEmpty() || find(bytes, hash) != none)
        return false;
    insert(id, hash);
    return true;
}

void Vocabulary::adopt(QByteArrayView bytes, QByteArrayView lengths)
{
    reserve(lengths.size(), 0);
    m_bytes = bytes;
    quint32 start = 0;
    for (int id = 0; id < lengths.size(); ++id) {
        const auto length = quint8(lengths[id]);
        insert(id, byteHash(bytes.sliced(start, length)));
        start += length;
        m_starts.push_back(start);
        m_longest = qMax(m_longest, qsizetype(length));
    }
}

QByteArrayView Vocabulary::bytes(int id) const
{
    if (id < 0 || id >= size())
        return {};
    const std::span<const quint32> places = starts();
    const quint32 start = places[size_t(id)];
    return m_bytes.sliced(start, places[size_t(id) + 1] - start);
}

int Vocabulary::find(QByteArrayView bytes, quint64 hash) const
{
    const std::span<const quint64> all = table();
    const std::span<const quint32> places = starts();
    const size_t mask = all.size() - 1;
    for (size_t slot = size_t(hash) & mask; all[slot]; slot = (slot + 1) & mask) {
        if ((all[slot] ^ hash) & highHalf)
            continue;
        const int id = int(quint32(all[slot])) - 1;
        const quint32 start = places[size_t(id)];
        if (places[size_t(id) + 1] - start == size_t(bytes.size()) &&
            std::memcmp(m_bytes.data() + start, bytes.data(), size_t(bytes.size())) == 0)
            return id;
    }
    return none;
}

void Vocabulary::insert(int id, quint64 hash)
{
    if (size_t(m_used) * 2 >= m_slots.size())
        grow();
    const size_t mask = m_slots.size() - 1;
    size_t slot = size_t(hash) & mask;
    while (m_slots[slot])
        slot = (slot + 1) & mask;
    m_slots[slot] = (hash & highHalf) | quint32(id + 1);
    ++m_used;
}

void Vocabulary::grow()
{
    const std::vector<quint64> old = std::exchange(m_slots, std::vector<quint64>(m_slots.size() * 2));
    const size_t mask = m_slots.size() - 1;
    for (const quint64 entry : old) {
        if (!entry)
            continue;
        size_t slot = size_t(byteHash(bytes(int(quint32(entry)) - 1))) & mask;
        while (m_slots[slot])
            slot = (slot + 1) & mask;
        m_slots[slot] = entry;
    }
}

} // namespace snug

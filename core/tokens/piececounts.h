// Remembers how many tokens a piece has; text repeats its words.
#pragma once

#include <QtTypes>

#include <array>
#include <atomic>
#include <memory>

namespace snug {

// Any number of threads may use it at once and none ever waits: an entry is one word, a half-written
// one cannot be seen, a newer entry may push out an older one. Pieces are known by 56 bits of hash
// only, so two are taken for the same about once in 10^16 comparisons.
class PieceCounts
{
public:
    // 0: not known.
    int find(quint64 hash) const
    {
        const quint64 entry = slot(hash).load(std::memory_order_relaxed);
        return (entry ^ hash) & ~countBits ? 0 : int(entry & countBits);
    }

    void insert(quint64 hash, int count)
    {
        if (count > 0 && count <= int(countBits))
            slot(hash).store((hash & ~countBits) | quint64(count), std::memory_order_relaxed);
    }

private:
    using Slots = std::array<std::atomic<quint64>, 65536>;
    static constexpr quint64 countBits = 0xff;

    std::atomic<quint64> &slot(quint64 hash) const { return (*m_slots)[hash >> 48]; }

    std::unique_ptr<Slots> m_slots = std::make_unique<Slots>();
};

} // namespace snug

// Which two tokens merge into which, and how early: the "merges" of a Hugging Face tokenizer.
#pragma once

#include "core/tokens/bytehash.h"
#include "core/tokens/pairmerge.h"

#include <vector>

namespace snug {

class MergeTable
{
public:
    void reserve(qsizetype merges);
    // A pair that is known already keeps its earlier, lower rank.
    void insert(int left, int right, Merge merge);
    Merge find(int left, int right) const
    {
        if (m_slots.empty())
            return {};
        const quint64 key = keyOf(left, right);
        const size_t mask = m_slots.size() - 1;
        for (size_t slot = size_t(mixed(key, multiplier)) & mask; m_slots[slot].key;
             slot = (slot + 1) & mask) {
            if (m_slots[slot].key == key)
                return m_slots[slot].merge;
        }
        return {};
    }

private:
    struct Slot
    {
        quint64 key = 0; // 0 is free
        Merge merge;
    };
    static constexpr quint64 multiplier = 0x9E3779B97F4A7C15u;
    static quint64 keyOf(int left, int right) { return quint64(quint32(left) + 1) << 32 | quint32(right); }

    std::vector<Slot> m_slots;
    size_t m_used = 0;
};

} // namespace snug

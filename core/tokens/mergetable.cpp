#include "core/tokens/mergetable.h"

#include <bit>

namespace snug {

void MergeTable::reserve(qsizetype merges)
{
    const size_t wanted = std::bit_ceil(size_t(merges) * 2 + 16);
    if (wanted <= m_slots.size())
        return;
    const std::vector<Slot> old = std::exchange(m_slots, std::vector<Slot>(wanted));
    m_used = 0;
    for (const Slot &slot : old) {
        if (slot.key)
            insert(int(quint32(slot.key >> 32) - 1), int(quint32(slot.key)), slot.merge);
    }
}

void MergeTable::insert(int left, int right, Merge merge)
{
    if (m_used * 2 >= m_slots.size())
        reserve(qsizetype(m_slots.size()));
    const quint64 key = keyOf(left, right);
    const size_t mask = m_slots.size() - 1;
    size_t slot = size_t(mixed(key, multiplier)) & mask;
    for (; m_slots[slot].key; slot = (slot + 1) & mask) {
        if (m_slots[slot].key == key)
            return;
    }
    m_slots[slot] = {key, merge};
    ++m_used;
}

} // namespace snug

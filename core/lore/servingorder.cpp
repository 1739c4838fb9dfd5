#include "core/lore/servingorder.h"

#include "core/model/lorebook.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace snug {

double servingOrderOf(const LoreEntry &entry)
{
    // Once an editor has given it one, that counts.
    const bool hasNone = entry.source.isObject() && !entry.source.contains(u"order") &&
                         !entry.source.contains(u"insertion_order") && entry.order == LoreEntry().order;
    return hasNone ? std::numeric_limits<double>::quiet_NaN() : entry.order;
}

namespace {

// V8's sort (third_party/v8/builtins/array-sort.tq): runs that are there, short ones made longer by
// insertion, then merged. Its merges leap where one side goes on winning, which orders without a number may
// show from 64 entries on; these do not.
class RunSort
{
public:
    explicit RunSort(const std::vector<double> &orders)
        : m_orders(orders)
        , m_places(orders.size())
    {
        std::iota(m_places.begin(), m_places.end(), 0);
    }

    std::vector<qsizetype> sorted()
    {
        const size_t shortest = shortestRun(m_places.size());
        std::vector<size_t> starts;
        for (size_t start = 0; start < m_places.size();) {
            const size_t end = std::min(m_places.size(), start + shortest);
            const size_t runEnd = findRun(start);
            if (runEnd < end)
                insertInto(start, runEnd, end);
            starts.push_back(start);
            start = std::max(end, runEnd);
        }
        // From the end, as they are on V8's stack of runs where these are of one length.
        for (; starts.size() > 1; starts.pop_back())
            merge(starts[starts.size() - 2], starts.back());
        return m_places;
    }

private:
    bool isBefore(qsizetype one, qsizetype other) const // false with what is no number, both ways
    {
        return m_orders[static_cast<size_t>(one)] > m_orders[static_cast<size_t>(other)];
    }

    static size_t shortestRun(size_t count)
    {
        size_t rest = 0;
        for (; count >= 64; count >>= 1)
            rest |= count & 1;
        return std::max<size_t>(count + rest, 1);
    }

    // Where the run that begins at `start` ends; one that descends is turned round.
    size_t findRun(size_t start)
    {
        size_t end = start + 1;
        if (end == m_places.size())
            return end;
        const bool isDescending = isBefore(m_places[end], m_places[start]);
        for (++end; end < m_places.size() && isBefore(m_places[end], m_places[end - 1]) == isDescending;)
            ++end;
        if (isDescending)
            std::reverse(m_places.begin() + static_cast<qsizetype>(start),
                         m_places.begin() + static_cast<qsizetype>(end));
        return end;
    }

    void insertInto(size_t start, size_t runEnd, size_t end)
    {
        const auto at = [this](size_t place) { return m_places.begin() + static_cast<qsizetype>(place); };
        for (size_t next = runEnd; next < end; ++next) {
            size_t low = start;
            for (size_t high = next; low < high;) {
                const size_t middle = low + (high - low) / 2;
                if (isBefore(m_places[next], m_places[middle]))
                    high = middle;
                else
                    low = middle + 1;
            }
            std::rotate(at(low), at(next), at(next + 1));
        }
    }

    void merge(size_t start, size_t middle)
    {
        const auto begin = m_places.begin();
        std::vector<qsizetype> merged;
        size_t one = start;
        size_t other = middle;
        while (one < middle && other < m_places.size())
            merged.push_back(isBefore(m_places[other], m_places[one]) ? m_places[other++] : m_places[one++]);
        merged.insert(merged.end(), begin + static_cast<qsizetype>(one),
                      begin + static_cast<qsizetype>(middle));
        std::ranges::copy(merged, begin + static_cast<qsizetype>(start));
    }

    const std::vector<double> &m_orders;
    std::vector<qsizetype> m_places;
};

} // namespace

std::vector<qsizetype> servingOrder(const std::vector<double> &orders)
{
    if (std::ranges::any_of(orders, [](double order) { return std::isnan(order); }))
        return RunSort(orders).sorted();
    std::vector<qsizetype> places(orders.size());
    std::iota(places.begin(), places.end(), 0);
    std::ranges::stable_sort(places, std::ranges::greater(),
                             [&](qsizetype place) { return orders[static_cast<size_t>(place)]; });
    return places;
}

} // namespace snug

// How one step of a document's history is kept, so that it can be taken back and done again.
#pragma once

#include "core/model/lorebook.h"

#include <QList>

#include <algorithm>

namespace snug {

// Both states. Costs next to nothing for values whose large parts are shared.
template <typename T> class WholeStep
{
public:
    WholeStep(const T &before, const T &after)
        : m_before(before)
        , m_after(after)
    {
    }

    T undone(const T &) const { return m_before; }
    T redone(const T &) const { return m_after; }

private:
    T m_before;
    T m_after;
};

// For documents that are mostly one long list: what is equal at both ends of the list is not kept, so a step
// that changes one of 10,000 items keeps one item.
template <typename T, auto List> class ListStep
{
    using Items = std::remove_cvref_t<decltype(std::declval<T>().*List)>;

public:
    ListStep(const T &before, const T &after)
        : m_before(before)
        , m_after(after)
    {
        const Items &old = before.*List;
        const Items &now = after.*List;
        const qsizetype shorter = std::min(old.size(), now.size());
        m_from = std::ranges::mismatch(old, now).in1 - old.begin();
        qsizetype same = 0;
        while (same < shorter - m_from && old[old.size() - 1 - same] == now[now.size() - 1 - same])
            ++same;
        m_before.*List = old.mid(m_from, old.size() - same - m_from);
        m_after.*List = now.mid(m_from, now.size() - same - m_from);
    }

    T undone(const T &now) const { return exchanged(now, m_after, m_before); }
    T redone(const T &now) const { return exchanged(now, m_before, m_after); }
    // Items that this step holds on to, both states together.
    qsizetype keptItems() const { return (m_before.*List).size() + (m_after.*List).size(); }

private:
    T exchanged(const T &now, const T &from, const T &to) const
    {
        T result = to;
        const Items &items = now.*List;
        const qsizetype count = (to.*List).size();
        if (count == (from.*List).size()) { // one copy instead of three
            result.*List = items;
            std::ranges::copy(to.*List, (result.*List).begin() + m_from);
            return result;
        }
        result.*List = items.first(m_from) + to.*List + items.mid(m_from + (from.*List).size());
        return result;
    }

    T m_before; // the list: only what differs, here and below
    T m_after;
    qsizetype m_from = 0; // where it differs
};

template <typename T> struct StepOf
{
    using Type = WholeStep<T>;
};

template <> struct StepOf<Lorebook>
{
    using Type = ListStep<Lorebook, &Lorebook::entries>;
};

} // namespace snug

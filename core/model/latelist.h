// A list of which a stretch is only made when somebody looks at it: of a long chat nearly every message is
// left out of the prompt, with each key, and nobody reads about it.
#pragma once

#include <QList>

#include <iterator>
#include <memory>

namespace snug {

template <typename T> class LateItems
{
public:
    virtual ~LateItems() = default;
    virtual qsizetype size() const = 0;
    virtual T at(qsizetype index) const = 0; // from any thread
    // Known without a look at the items; false says nothing.
    virtual bool isSameAs(const LateItems &other) const { return this == &other; }
};

// Values, as the items of the stretch are nowhere; it takes one stretch.
template <typename T> class LateList
{
public:
    LateList() = default;
    LateList(QList<T> items)
        : m_before(std::move(items))
    {
    }
    LateList(std::initializer_list<T> items)
        : m_before(items)
    {
    }

    qsizetype size() const { return m_before.size() + lateSize() + m_behind.size(); }
    bool isEmpty() const { return size() == 0; }
    T at(qsizetype index) const
    {
        if (index < m_before.size())
            return m_before.at(index);
        index -= m_before.size();
        return index < lateSize() ? m_late->at(index) : m_behind.at(index - lateSize());
    }
    T operator[](qsizetype index) const { return at(index); }
    T first() const { return at(0); }
    T last() const { return at(size() - 1); }
    QList<T> all() const { return QList<T>(begin(), end()); }

    void append(T item) { (m_late ? m_behind : m_before).append(std::move(item)); }
    void appendLate(std::shared_ptr<const LateItems<T>> items)
    {
        Q_ASSERT(!m_late);
        if (items->size() > 0)
            m_late = std::move(items);
    }

    // The three parts.
    const QList<T> &before() const { return m_before; }
    const LateItems<T> *late() const { return m_late.get(); }
    const QList<T> &behind() const { return m_behind; }

    class const_iterator // NOLINT(readability-identifier-naming): the name that containers have for it
    {
    public:
        using iterator_concept = std::forward_iterator_tag;
        using iterator_category = std::input_iterator_tag;
        using difference_type = qsizetype;
        using value_type = T;
        using reference = T;
        using pointer = void;

        const_iterator() = default;
        const_iterator(const LateList *list, qsizetype index)
            : m_list(list)
            , m_index(index)
        {
        }
        T operator*() const { return m_list->at(m_index); }
        const_iterator &operator++()
        {
            ++m_index;
            return *this;
        }
        const_iterator operator++(int) { return {m_list, m_index++}; }
        bool operator==(const const_iterator &) const = default;

    private:
        const LateList *m_list = nullptr;
        qsizetype m_index = 0;
    };
    const_iterator begin() const { return {this, 0}; }
    const_iterator end() const { return {this, size()}; }

    bool operator==(const LateList &other) const
    {
        if (size() != other.size())
            return false;
        if (m_before.size() == other.m_before.size() && m_late && other.m_late &&
            m_late->isSameAs(*other.m_late))
            return m_before == other.m_before && m_behind == other.m_behind;
        for (qsizetype i = 0; i < size(); ++i) {
            if (!(at(i) == other.at(i)))
                return false;
        }
        return true;
    }

private:
    qsizetype lateSize() const { return m_late ? m_late->size() : 0; }

    QList<T> m_before;
    std::shared_ptr<const LateItems<T>> m_late;
    QList<T> m_behind;
};

} // namespace snug

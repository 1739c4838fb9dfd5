// What open editors hold of one sort of documents, and files do not have yet.
#pragma once

#include "core/library/library.h"

#include <QMap>

#include <functional>
#include <optional>

namespace snug {

// Whoever has saved is ahead of those who read the file: a value that is let go counts on until every read
// that was asked for before has been done.
template <typename Key, typename T> class EditedValues
{
public:
    // `library` outlives this, which is a part of `owner`. `changed` is called after each change.
    EditedValues(Library *library, QObject *owner, std::function<void()> changed)
        : m_library(library)
        , m_owner(owner)
        , m_changed(std::move(changed))
    {
    }

    // nullopt: the file counts again.
    void set(const Key &key, const std::optional<T> &edited)
    {
        if (edited) {
            m_going.remove(key);
            m_values.insert(key, *edited);
            m_changed();
        } else if (m_values.contains(key) && !m_going.contains(key)) {
            const quint64 change = ++m_change;
            m_going.insert(key, change);
            m_library->afterPendingReads(m_owner, [this, key, change] { letGo(key, change); });
        }
    }

    std::optional<T> value(const Key &key) const
    {
        const auto found = m_values.constFind(key);
        return found == m_values.cend() ? std::nullopt : std::optional(*found);
    }

    bool contains(const Key &key) const { return m_values.contains(key); }
    QList<Key> keys() const { return m_values.keys(); }
    const QMap<Key, T> &values() const { return m_values; }

    // Tells nobody.
    void clear()
    {
        m_values.clear();
        m_going.clear();
    }

private:
    void letGo(const Key &key, quint64 change)
    {
        if (m_going.value(key) != change) // held again meanwhile
            return;
        m_going.remove(key);
        m_values.remove(key);
        m_changed();
    }

    Library *m_library;
    QObject *m_owner;
    std::function<void()> m_changed;
    QMap<Key, T> m_values;
    QMap<Key, quint64> m_going; // what is about to be let go, and since which change
    quint64 m_change = 0;
};

} // namespace snug

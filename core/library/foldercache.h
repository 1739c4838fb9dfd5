// Summaries of the files in one folder, read again only when a file changed.
#pragma once

#include "core/library/fileversion.h"

#include <QDir>
#include <QHash>
#include <QList>
#include <QtConcurrentMap>

#include <algorithm>
#include <functional>

namespace snug {

template <typename T> class FolderCache
{
public:
    struct Look
    {
        QList<T> values;     // in the order of the file names
        QStringList changed; // file names that came, went or changed since the last look
    };
    using Reader = std::function<T(const QString &path)>;
    struct Entry
    {
        FileStamp stamp;
        T value;
    };

    // Reads what is new, in parallel. Names that begin with a dot are no files of the library. With a suffix,
    // whatever bears it is one: folders, pipes and links to nothing too, so that `read` can say what is
    // wrong.
    Look look(const QString &folder, const QString &suffix, const Reader &read)
    {
        Look result;
        struct Fresh
        {
            QString name;
            FileStamp stamp;
        };
        QList<Fresh> fresh;
        QHash<QString, Entry> next;
        QStringList names = QDir(folder).entryList(
            suffix.isEmpty() ? QDir::Files : QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot,
            QDir::Unsorted);
        names.removeIf([&](const QString &name) { return !name.endsWith(suffix, Qt::CaseInsensitive); });
        std::ranges::sort(names);
        for (const QString &name : std::as_const(names)) {
            const FileStamp stamp = stampOf(folder + u'/' + name);
            const auto known = m_entries.constFind(name);
            const auto kept = m_kept.constFind(name);
            if (known != m_entries.cend() && isSame(known->stamp, stamp)) {
                next.insert(name, *known);
            } else if (kept != m_kept.cend() && isSame(kept->stamp, stamp)) {
                next.insert(name, *kept);
                result.changed.append(name);
            } else {
                fresh.append({name, stamp});
            }
        }
        const QList<T> values = QtConcurrent::blockingMapped<QList<T>>(
            fresh, [&](const Fresh &file) { return read(folder + u'/' + file.name); });
        for (qsizetype i = 0; i < fresh.size(); ++i) {
            next.insert(fresh[i].name, {fresh[i].stamp, values[i]});
            result.changed.append(fresh[i].name);
        }
        for (auto gone = m_entries.cbegin(); gone != m_entries.cend(); ++gone) {
            if (!next.contains(gone.key()))
                result.changed.append(gone.key());
        }
        m_entries = next;
        m_kept.clear();
        m_isLookedAt = true;
        result.values.reserve(names.size());
        for (const QString &name : std::as_const(names))
            result.values.append(m_entries[name].value);
        return result;
    }

    // As a look at an empty folder.
    Look clear()
    {
        Look result;
        result.changed = m_entries.keys();
        m_entries.clear();
        return result;
    }

    // For a writer that knows what a file looks like now.
    void set(const QString &name, const FileStamp &stamp, const T &value)
    {
        m_entries.insert(name, {stamp, value});
    }
    std::optional<T> value(const QString &name) const
    {
        const auto known = m_entries.constFind(name);
        return known == m_entries.cend() ? std::nullopt : std::optional(known->value);
    }

    QList<T> values() const
    {
        QStringList names = m_entries.keys();
        std::ranges::sort(names);
        QList<T> list;
        for (const QString &name : std::as_const(names))
            list.append(m_entries[name].value);
        return list;
    }

    // What an earlier run knew: the first look takes it in the place of reading, where the stamps are the
    // same.
    void setKept(const QHash<QString, Entry> &kept) { m_kept = kept; }
    // What a later run may know.
    QHash<QString, Entry> entriesToKeep() const { return m_isLookedAt ? m_entries : m_kept; }

private:
    static bool isSame(const FileStamp &a, const FileStamp &b) { return a == b && a.changed == b.changed; }

    QHash<QString, Entry> m_entries; // as last seen
    QHash<QString, Entry> m_kept;
    bool m_isLookedAt = false;
};

} // namespace snug

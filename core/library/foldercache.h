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

    // Reads what is new, in parallel. Names that begin with a dot are no files of the library.
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
        QStringList names = QDir(folder).entryList(QDir::Files, QDir::Unsorted);
        names.removeIf([&](const QString &name) { return !name.endsWith(suffix, Qt::CaseInsensitive); });
        std::ranges::sort(names);
        for (const QString &name : std::as_const(names)) {
            const FileStamp stamp = stampOf(folder + u'/' + name);
            const auto known = m_entries.constFind(name);
            if (known != m_entries.cend() && known->stamp == stamp)
                next.insert(name, *known);
            else
                fresh.append({name, stamp});
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
        result.values.reserve(names.size());
        for (const QString &name : std::as_const(names))
            result.values.append(m_entries[name].value);
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

private:
    struct Entry
    {
        FileStamp stamp;
        T value;
    };
    QHash<QString, Entry> m_entries;
};

} // namespace snug

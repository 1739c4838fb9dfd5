// What the lists of a library show, kept between two runs, so that opening reads only what changed. Files
// that could not be read are kept with what was wrong. It can be thrown away at any time; one of another
// machine, another place or another version counts as none.
#pragma once

#include "core/library/foldercache.h"
#include "core/library/librarycontents.h"

namespace snug {

// For one folder after the other; `folder` is relative to the library.
class SummaryCache
{
public:
    SummaryCache() = default;
    // Bytes that make no sense are as none. `root` is where the library is.
    SummaryCache(const QByteArray &bytes, const QString &root);

    QStringList folders() const;
    template <typename T> void fill(FolderCache<T> &cache, const QString &folder) const
    {
        QHash<QString, typename FolderCache<T>::Entry> entries;
        const Json files = m_folders.value(folder);
        for (const Json::Member &file : files.members()) {
            const FileStamp stamp = stampIn(file.value);
            T summary;
            if (stamp.exists() && readSummary(file.key, stamp, file.value, summary))
                entries.insert(file.key, {stamp, summary});
        }
        cache.setKept(entries);
    }

    // Those that were written a moment ago are left out: within one tick of the clock two contents look
    // alike. So are those that could not even be opened: that may be over when the file is the same.
    template <typename T> void add(const FolderCache<T> &cache, const QString &folder, qint64 now)
    {
        const auto entries = cache.entriesToKeep();
        QStringList names = entries.keys();
        std::ranges::sort(names);
        Json files = Json::object();
        QList<Json::Member> members;
        for (const QString &name : std::as_const(names)) {
            const auto &entry = *entries.constFind(name);
            if (entry.stamp.exists() && wasRead(entry.value.problem) &&
                std::max(entry.stamp.modified, entry.stamp.changed) < now - Settling)
                members.append({.key = name, .value = written(entry.stamp, writtenSummary(entry.value))});
        }
        if (!members.isEmpty())
            m_folders.set(folder, Json::object(std::move(members)));
    }
    QByteArray bytes(const QString &root) const;

private:
    static constexpr qint64 Settling = 2'000'000'000; // nanoseconds

    static bool wasRead(const std::optional<Error> &problem);
    static FileStamp stampIn(const Json &file);
    static Json written(const FileStamp &stamp, Json summary);
    static bool readSummary(const QString &name, const FileStamp &stamp, const Json &file,
                            CardSummary &summary);
    static bool readSummary(const QString &name, const FileStamp &stamp, const Json &file,
                            ChatSummary &summary);
    static bool readSummary(const QString &name, const FileStamp &stamp, const Json &file,
                            LorebookSummary &summary);
    static bool readSummary(const QString &name, const FileStamp &stamp, const Json &file,
                            PresetSummary &summary);
    static Json writtenSummary(const CardSummary &summary);
    static Json writtenSummary(const ChatSummary &summary);
    static Json writtenSummary(const LorebookSummary &summary);
    static Json writtenSummary(const PresetSummary &summary);

    Json m_folders = Json::object();
};

} // namespace snug

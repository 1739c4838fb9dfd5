#include "core/library/versionedfiles.h"

#include "core/library/appendlog.h"
#include "core/library/atomicwrite.h"
#include "core/library/fileaccess.h"

namespace snug {

namespace {

// Enough for any queue of saves; the oldest fall out.
constexpr qsizetype AncestorLimit = 1'000;

// For a file that is touched all the time, and holds the same bytes each time.
constexpr int AttemptLimit = 20;

Result<FileVersion> versionOnDisk(const QString &path)
{
    if (!stampOf(path).exists())
        return FileVersion{};
    return readVersioned(path, ArchiveFileLimit).transform([](const Loaded<QByteArray> &loaded) {
        return loaded.version;
    });
}

// The stamp that goes with what we have just written. If somebody else was quicker than this look,
// a stamp that fits no file makes the next comparison go by the bytes.
FileStamp stampAfterWriting(const QString &path, qint64 size)
{
    const FileStamp stamp = stampOf(path);
    return stamp.size == size ? stamp : FileStamp{.size = size, .modified = 0, .node = 0};
}

} // namespace

// Nothing if there is no conflict; then `current` is the state of the file as it is now.
Result<std::optional<FileVersion>> VersionedFiles::conflictWith(const QString &path, const FileVersion &base,
                                                                FileVersion &current)
{
    const auto lineage = m_lineages.constFind(path);
    // Who wants a new file never means one that is there, ours or not.
    const bool isOurs = base.exists() && lineage != m_lineages.cend() &&
                        (lineage->current == base || lineage->ancestors.contains(base.checksum));
    const FileVersion &expected = isOurs ? lineage->current : base;
    const FileStamp stamp = stampOf(path);
    if (stamp == expected.stamp) {
        current = expected;
        return std::nullopt;
    }
    const auto onDisk = versionOnDisk(path);
    if (!onDisk)
        return std::unexpected(onDisk.error());
    current = *onDisk;
    if (onDisk->exists() && expected.exists() && onDisk->stamp.size == expected.stamp.size &&
        onDisk->checksum == expected.checksum)
        return std::nullopt;
    return *onDisk;
}

void VersionedFiles::remember(const QString &path, const FileVersion &base, const FileVersion &before,
                              const FileVersion &after)
{
    Lineage &lineage = m_lineages[path];
    const bool goesOn = before.exists() && lineage.current.checksum == before.checksum;
    if (!goesOn)
        lineage.ancestors.clear();
    for (const FileVersion &version : {base, before}) {
        if (version.exists() && !lineage.ancestors.contains(version.checksum))
            lineage.ancestors.append(version.checksum);
    }
    while (lineage.ancestors.size() > AncestorLimit)
        lineage.ancestors.removeFirst();
    lineage.current = after;
}

// False: somebody has been at it since, and is met at the next look.
static Result<bool> replaceAs(const QString &path, const QByteArray &bytes, const FileVersion &before,
                              int attempt)
{
    if (before.exists() && attempt < AttemptLimit)
        return replaceFileDurably(path, bytes, before.stamp);
    const auto written = before.exists() ? writeFileDurably(path, bytes) : writeNewFileDurably(path, bytes);
    return written.transform([] { return true; });
}

SaveResult VersionedFiles::replace(const QString &path, const QByteArray &bytes, const FileVersion &base)
{
    FileVersion before;
    bool isWritten = false;
    for (int attempt = 0; !isWritten; ++attempt) {
        const auto conflict = conflictWith(path, base, before);
        if (!conflict)
            return std::unexpected(conflict.error());
        if (*conflict)
            return SaveOutcome{before, *conflict};
        const auto written = replaceAs(path, bytes, before, attempt);
        if (!written)
            return std::unexpected(written.error());
        isWritten = *written;
    }
    const FileVersion after{.stamp = stampAfterWriting(path, bytes.size()),
                            .checksum = continueChecksum(EmptyChecksum, bytes)};
    remember(path, base, before, after);
    return SaveOutcome{after, std::nullopt};
}

SaveResult VersionedFiles::append(const QString &path, const QList<QByteArray> &lines,
                                  const FileVersion &base)
{
    FileVersion before;
    const auto conflict = conflictWith(path, base, before);
    if (!conflict)
        return std::unexpected(conflict.error());
    if (*conflict)
        return SaveOutcome{before, *conflict};
    const auto appended = appendLinesDurably(path, lines);
    if (!appended)
        return std::unexpected(appended.error());
    FileVersion after{.stamp = stampAfterWriting(path, appended->start + appended->bytes.size()),
                      .checksum = continueChecksum(before.checksum, appended->bytes)};
    if (appended->start != before.stamp.size) // somebody was at it since: the next save has to look
        after.stamp = {.size = after.stamp.size, .modified = 0, .node = 0};
    remember(path, base, before, after);
    return SaveOutcome{after, std::nullopt};
}

} // namespace snug

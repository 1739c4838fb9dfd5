// Writing files that other programs write too, without overwriting what they wrote.
#pragma once

#include "core/library/fileversion.h"

#include <QHash>
#include <QList>
#include <QString>

namespace snug {

// Knows which versions of a file are our own work, so that saves that were queued one behind the
// other from the same starting point do not look like a conflict. Lives on the disk thread.
class VersionedFiles
{
public:
    // Both refuse with a conflict when the file is not in the state `base` (a default `base`:
    // when there is a file), nor in one that our own writes made out of it. Touching a file without
    // changing its bytes is no change.
    SaveResult replace(const QString &path, const QByteArray &bytes, const FileVersion &base);
    SaveResult append(const QString &path, const QList<QByteArray> &lines, const FileVersion &base);

    // Forgets, when a file was moved away.
    void forget(const QString &path) { m_lineages.remove(path); }

private:
    struct Lineage
    {
        FileVersion current;      // the last version that we wrote
        QList<quint64> ancestors; // checksums of the versions it came from
    };

    Result<std::optional<FileVersion>> conflictWith(const QString &path, const FileVersion &base,
                                                    FileVersion &current);
    void remember(const QString &path, const FileVersion &base, const FileVersion &before,
                  const FileVersion &after);

    QHash<QString, Lineage> m_lineages;
};

} // namespace snug

#include "core/editing/versions.h"

#include "core/library/fileaccess.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString versionsFolderPath(const LibraryLayout &layout, const DocumentKey &key)
{
    return layout.snugFolder() + u"/versions/"_s + folderOf(key);
}

} // namespace

Result<void> keepVersion(const LibraryLayout &layout, const DocumentKey &key, const QByteArray &bytes,
                         const QDateTime &saved, const VersionLimits &limits)
{
    return keepVersionIn(versionsFolderPath(layout, key), bytes, saved, limits);
}

QList<KeptVersion> listVersions(const LibraryLayout &layout, const DocumentKey &key)
{
    return listVersionsIn(versionsFolderPath(layout, key));
}

Result<QByteArray> readVersion(const LibraryLayout &layout, const DocumentKey &key, const QString &id)
{
    return readVersionIn(versionsFolderPath(layout, key), id);
}

Result<void> moveVersions(const LibraryLayout &layout, const DocumentKey &from, const DocumentKey &to)
{
    const QString source = versionsFolderPath(layout, from);
    const QString target = versionsFolderPath(layout, to);
    if (source == target || !QFileInfo::exists(source))
        return {};
    if (!QFileInfo::exists(target))
        return movePath(source, target);
    const QStringList files = QDir(source).entryList(QDir::Files);
    for (const QString &file : files) {
        if (QFileInfo::exists(target + u'/' + file))
            continue;
        if (const auto moved = movePath(source + u'/' + file, target + u'/' + file); !moved)
            return moved;
    }
    QDir().rmdir(source); // stays where something is left in it
    return {};
}

} // namespace snug

#include "core/editing/versions.h"

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

} // namespace snug

#include "core/library/statefile.h"

#include "core/library/atomicwrite.h"
#include "core/library/fileaccess.h"

namespace snug {

Result<QByteArray> readStateFile(const QString &path)
{
    if (!stampOf(path).exists())
        return QByteArray();
    return readVersioned(path, ArchiveFileLimit).transform([](const Loaded<QByteArray> &loaded) {
        return loaded.value;
    });
}

Result<void> writeStateFile(const QString &path, const QByteArray &bytes)
{
    return writeFileDurably(path, bytes);
}

} // namespace snug

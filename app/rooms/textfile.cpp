#include "app/rooms/textfile.h"

#include "core/library/atomicwrite.h"
#include "core/library/fileversion.h"

#include <QDir>
#include <QFileInfo>

namespace snug {

Result<QByteArray> readTextFile(const QString &path)
{
    if (!QFileInfo::exists(path))
        return QByteArray();
    return readVersioned(path).transform([](const Loaded<QByteArray> &loaded) { return loaded.value; });
}

Result<void> writeTextFile(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    return writeFileDurably(path, bytes);
}

} // namespace snug

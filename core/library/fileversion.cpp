#include "core/library/fileversion.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#ifdef Q_OS_UNIX
#include <sys/stat.h>
#else
#include <QDateTime>
#endif

namespace snug {

FileStamp stampOf(const QString &path)
{
#ifdef Q_OS_UNIX
    struct stat status = {};
    if (::stat(QFile::encodeName(path).constData(), &status) != 0)
        return {};
    return {.size = status.st_size,
            .modified = qint64(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec,
            .node = status.st_ino};
#else
    const QFileInfo info(path);
    if (!info.exists())
        return {};
    return {.size = info.size(), .modified = info.lastModified().toMSecsSinceEpoch() * 1'000'000, .node = 0};
#endif
}

quint64 continueChecksum(quint64 checksum, QByteArrayView bytes)
{
    for (const char byte : bytes) {
        checksum ^= static_cast<unsigned char>(byte);
        checksum *= 0x100000001b3;
    }
    return checksum;
}

Result<Loaded<QByteArray>> readVersioned(const QString &path, qint64 sizeLimit)
{
    const QString name = QFileInfo(path).fileName();
    const auto cannotRead = [&](const QString &reason) {
        return failure(QCoreApplication::translate("Library", "could not be read: %1").arg(reason), {}, name);
    };
    // A writer that replaces the file between the two looks makes the stamps differ: look again.
    for (int attempt = 0; attempt < 3; ++attempt) {
        Loaded<QByteArray> loaded;
        loaded.version.stamp = stampOf(path);
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return cannotRead(file.errorString());
        if (file.size() > sizeLimit) {
            return cannotRead(QCoreApplication::translate("Library", "it is larger than %1 MB")
                                  .arg(sizeLimit / (qint64(1) << 20)));
        }
        loaded.value = file.readAll();
        if (file.error() != QFileDevice::NoError)
            return cannotRead(file.errorString());
        loaded.version.checksum = continueChecksum(EmptyChecksum, loaded.value);
        if (loaded.value.size() == loaded.version.stamp.size && stampOf(path) == loaded.version.stamp)
            return loaded;
    }
    return cannotRead(QCoreApplication::translate("Library", "another program keeps writing to it"));
}

} // namespace snug

#include "core/library/fileversion.h"

#include "core/library/fileaccess.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

namespace snug {

FileStamp stampFrom(const struct stat &status)
{
    const auto nanoseconds = [](const timespec &time) {
        return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
    };
    return {.size = status.st_size,
            .modified = nanoseconds(status.st_mtim),
            .node = status.st_ino,
            .changed = nanoseconds(status.st_ctim)};
}

FileStamp stampOf(const QString &path)
{
    struct stat status = {};
    if (::stat(QFile::encodeName(path).constData(), &status) != 0)
        return {};
    return stampFrom(status);
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
    // A writer that replaces the file between the two looks makes the stamps differ: look again.
    for (int attempt = 0; attempt < 3; ++attempt) {
        const auto file = openForReading(path, sizeLimit);
        if (!file)
            return std::unexpected(file.error());
        Loaded<QByteArray> loaded;
        loaded.version.stamp = file->stamp();
        // A byte more than there should be: a file that grows is never read to its end.
        auto bytes = file->read(0, file->size() + 1);
        if (!bytes)
            return std::unexpected(bytes.error());
        loaded.value = *std::move(bytes);
        if (loaded.value.size() != file->size() || stampOf(path) != loaded.version.stamp)
            continue;
        loaded.version.checksum = continueChecksum(EmptyChecksum, loaded.value);
        return loaded;
    }
    return failure(QCoreApplication::translate("Library", "could not be read: %1")
                       .arg(QCoreApplication::translate("Library", "another program keeps writing to it")),
                   {}, QFileInfo(path).fileName());
}

} // namespace snug

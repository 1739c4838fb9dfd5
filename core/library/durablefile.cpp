#include "core/library/durablefile.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#ifdef Q_OS_UNIX
#include <fcntl.h>
#include <unistd.h>
#endif

#include <cerrno>

namespace snug {

namespace {

bool syncHandle([[maybe_unused]] int handle)
{
#ifdef Q_OS_UNIX
    int result = 0;
    do
        result = ::fsync(handle);
    while (result != 0 && errno == EINTR);
    // Pipes, and file systems without the notion, answer EINVAL: the bytes are where they can be.
    return result == 0 || errno == EINVAL || errno == EROFS;
#else
    return true;
#endif
}

} // namespace

Error saveError(const QString &path, const QString &reason)
{
    return Error{
        QCoreApplication::translate("Library", "could not be saved: %1").arg(reason),
        QFileInfo(path).fileName(),
        {},
        QCoreApplication::translate(
            "Library", "Check whether the disk is full or the folder is write-protected, then retry.")};
}

Result<void> writeAllAndSync(QFileDevice &device, const QByteArray &bytes, const QString &shownPath)
{
    qint64 written = 0;
    while (written < bytes.size()) {
        const qint64 count = device.write(bytes.constData() + written, bytes.size() - written);
        if (count <= 0) {
            // After a short write a second one tells the reason (disk full, quota, …).
            return std::unexpected(saveError(shownPath, device.errorString()));
        }
        written += count;
    }
    if (!device.flush() || device.error() != QFileDevice::NoError)
        return std::unexpected(saveError(shownPath, device.errorString()));
    if (!syncHandle(device.handle()))
        return std::unexpected(saveError(shownPath, qt_error_string(errno)));
    return {};
}

void syncFolder([[maybe_unused]] const QString &folder)
{
#ifdef Q_OS_UNIX
    const int handle = ::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0)
        return;
    syncHandle(handle);
    ::close(handle);
#endif
}

void syncFolder([[maybe_unused]] int folder)
{
#ifdef Q_OS_UNIX
    const int handle = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0)
        return;
    syncHandle(handle);
    ::close(handle);
#endif
}

} // namespace snug

#include "core/library/fileaccess.h"

#include "core/library/atomicwrite.h"
#include "core/library/durablefile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QByteArray nameOf(const QString &path)
{
    return QFile::encodeName(QFileInfo(path).fileName());
}

QString folderOf(const QString &path)
{
    return QFileInfo(path).path();
}

std::unexpected<Error> cannotRead(const QString &path, const QString &reason)
{
    return failure(QCoreApplication::translate("Library", "could not be read: %1").arg(reason), {},
                   QFileInfo(path).fileName());
}

// Why not: an errno, or what lies there that is no regular file.
struct Refusal
{
    int code = 0;
    mode_t mode = 0;
    QString reason() const { return mode != 0 ? whatItIs(mode) : qt_error_string(code); }
};

std::expected<OpenedFile, Refusal> opened(const QString &path, int flags)
{
    // O_NONBLOCK: a pipe has nobody at the other end. It means nothing for regular files.
    OpenedFile file{.handle = openWithin(path, flags | O_NONBLOCK | O_NOCTTY), .path = path};
    if (file.handle.get() < 0) {
        // A folder cannot be opened to write, a pipe not without a reader.
        const mode_t mode = errno == EISDIR ? S_IFDIR : errno == ENXIO ? S_IFIFO : 0;
        return std::unexpected(Refusal{errno, mode});
    }
    if (::fstat(file.handle.get(), &file.status) != 0)
        return std::unexpected(Refusal{errno, 0});
    if (!S_ISREG(file.status.st_mode))
        return std::unexpected(Refusal{0, file.status.st_mode});
    return file;
}

// Their parents are opened, so that no link in between counts.
Result<FileHandle> parentOf(const QString &path)
{
    FileHandle folder = openWithin(folderOf(path), O_PATH | O_DIRECTORY);
    if (folder.get() < 0)
        return std::unexpected(openError(folderOf(path), errno));
    return folder;
}

// False with errno. What cannot be opened as a folder, links among it, is removed as it is.
bool removeBelow(int parent, const QByteArray &name, int depth = 0)
{
    constexpr int depthLimit = 64; // a descriptor each
    const int folder =
        ::openat(parent, name.constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (folder < 0)
        return ::unlinkat(parent, name.constData(), 0) == 0 || errno == ENOENT;
    DIR *const list = ::fdopendir(folder); // closes it
    bool isEmpty = depth < depthLimit;
    while (const dirent *entry = isEmpty ? ::readdir(list) : nullptr) {
        const QByteArray inside(entry->d_name);
        if (inside != "." && inside != "..")
            isEmpty = removeBelow(folder, inside, depth + 1);
    }
    const int reason = depth < depthLimit ? errno : ELOOP;
    ::closedir(list);
    errno = reason;
    return isEmpty && ::unlinkat(parent, name.constData(), AT_REMOVEDIR) == 0;
}

Result<void> copyToOtherDisk(const QString &from, const QString &to)
{
    return readVersioned(from, ArchiveFileLimit)
        .and_then([&](const Loaded<QByteArray> &file) { return writeNewFileDurably(to, file.value); })
        .and_then([&] { return removeFile(from); });
}

} // namespace

QString whatItIs(mode_t mode)
{
    if (S_ISDIR(mode))
        return QCoreApplication::translate("Library", "it is a folder, not a file");
    if (S_ISLNK(mode))
        return QCoreApplication::translate("Library", "it is a link that leads nowhere");
    if (S_ISFIFO(mode) || S_ISSOCK(mode))
        return QCoreApplication::translate("Library", "it is a pipe between programs, not a file");
    return QCoreApplication::translate("Library", "it is a device, not a file");
}

bool renameWithoutReplacing(int from, const QByteArray &oldName, int to, const QByteArray &newName)
{
#ifdef RENAME_NOREPLACE
    if (::renameat2(from, oldName.constData(), to, newName.constData(), RENAME_NOREPLACE) == 0)
        return true;
    if (errno != EINVAL && errno != ENOSYS)
        return false;
#endif
    struct stat taken = {};
    if (::fstatat(to, newName.constData(), &taken, AT_SYMLINK_NOFOLLOW) == 0) {
        errno = EEXIST;
        return false;
    }
    return ::renameat(from, oldName.constData(), to, newName.constData()) == 0;
}

FileStamp OpenedFile::stamp() const
{
    return stampFrom(status);
}

Result<QByteArray> OpenedFile::read(qint64 position, qint64 length) const
{
    QByteArray bytes(length, Qt::Uninitialized);
    qint64 filled = 0;
    while (filled < length) {
        const ssize_t count =
            ::pread(handle.get(), bytes.data() + filled, std::size_t(length - filled), position + filled);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return cannotRead(path, qt_error_string(errno));
        if (count == 0)
            break;
        filled += count;
    }
    bytes.truncate(filled);
    return bytes;
}

Result<OpenedFile> openForReading(const QString &path, qint64 sizeLimit)
{
    auto file = opened(path, O_RDONLY);
    if (!file && file.error().code == EXDEV)
        return std::unexpected(openError(path, EXDEV));
    if (!file)
        return cannotRead(path, file.error().reason());
    if (file->size() > sizeLimit)
        return cannotRead(path, QCoreApplication::translate("Library", "it is larger than %1 MB")
                                    .arg(sizeLimit / (qint64(1) << 20)));
    return *std::move(file);
}

Result<OpenedFile> openForChanging(const QString &path)
{
    auto file = opened(path, O_RDWR);
    if (!file && file.error().code == EXDEV)
        return std::unexpected(openError(path, EXDEV));
    if (!file)
        return std::unexpected(saveError(path, file.error().reason()));
    const mode_t mode = file->status.st_mode & 07777;
    if (isPrivate(path) && (mode & 077) != 0 && file->status.st_uid == ::geteuid())
        static_cast<void>(::fchmod(file->handle.get(), mode & 0700));
    return *std::move(file);
}

Result<FileHandle> makeFolder(const QString &path)
{
    FileHandle folder = openWithin(path, O_PATH | O_DIRECTORY);
    if (folder.get() >= 0)
        return folder;
    const int reason = errno;
    const auto cannotMake = [&](int code) {
        Error error = saveError(
            path, QCoreApplication::translate("Library", "the folder %1 could not be made").arg(path));
        if (code == EXDEV)
            error = openError(path, code);
        return std::unexpected(error);
    };
    if (reason != ENOENT || folderOf(path) == path || path.isEmpty())
        return cannotMake(reason);
    // Somebody has moved it away: half of one in its place would be taken for it.
    if (isLibraryRoot(path)) {
        return failure(
            QCoreApplication::translate("Library", "the library's folder is gone"), {}, path,
            QCoreApplication::translate("Library", "Put it back where it was, or open it where it is now."));
    }
    const auto parent = makeFolder(folderOf(path));
    if (!parent)
        return std::unexpected(parent.error());
    const mode_t mode = isPrivate(path) ? 0700 : 0777;
    if (::mkdirat(parent->get(), nameOf(path).constData(), mode) != 0 && errno != EEXIST)
        return cannotMake(errno);
    syncFolder(parent->get());
    folder = openWithin(path, O_PATH | O_DIRECTORY);
    if (folder.get() < 0)
        return cannotMake(errno);
    return folder;
}

Result<FileHandle> openFolder(const QString &path)
{
    FileHandle folder = openWithin(path, O_RDONLY | O_DIRECTORY | O_NONBLOCK);
    if (folder.get() < 0)
        return std::unexpected(openError(path, errno));
    return folder;
}

Result<void> checkFolder(const QString &path)
{
    const FileHandle folder = openWithin(path, O_PATH | O_DIRECTORY);
    if (folder.get() >= 0 || errno == ENOENT)
        return {};
    return std::unexpected(openError(path, errno));
}

Result<void> movePath(const QString &from, const QString &to)
{
    const auto cannotMove = [&](const QString &reason) {
        return failure(
            QCoreApplication::translate("Library", "could not be moved to %1: %2").arg(to, reason), {}, from,
            QCoreApplication::translate("Library", "Check whether the folder is write-protected."));
    };
    const auto source = parentOf(from);
    if (!source)
        return std::unexpected(source.error());
    const auto target = makeFolder(folderOf(to));
    if (!target)
        return std::unexpected(target.error());
    if (!renameWithoutReplacing(source->get(), nameOf(from), target->get(), nameOf(to))) {
        const int reason = errno;
        struct stat status = {};
        const bool isFile =
            ::fstatat(source->get(), nameOf(from).constData(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(status.st_mode);
        // Where letter case makes no difference, what is there is the file itself.
        struct stat taken = {};
        if (reason == EEXIST && from.compare(to, Qt::CaseInsensitive) == 0 &&
            ::fstatat(target->get(), nameOf(to).constData(), &taken, AT_SYMLINK_NOFOLLOW) == 0 &&
            taken.st_ino == status.st_ino && taken.st_nlink == 1 &&
            ::renameat(source->get(), nameOf(from).constData(), target->get(), nameOf(to).constData()) == 0)
            return {};
        if (reason == EXDEV && isFile)
            return copyToOtherDisk(from, to);
        return cannotMove(qt_error_string(reason));
    }
    syncFolder(target->get());
    syncFolder(source->get());
    return {};
}

Result<void> removeFile(const QString &path)
{
    const auto parent = parentOf(path);
    if (!parent) {
        return QFileInfo::exists(folderOf(path)) ? Result<void>(std::unexpected(parent.error()))
                                                 : Result<void>();
    }
    if (::unlinkat(parent->get(), nameOf(path).constData(), 0) != 0 && errno != ENOENT)
        return failure(
            QCoreApplication::translate("Library", "could not be removed: %1").arg(qt_error_string(errno)),
            {}, QFileInfo(path).fileName());
    syncFolder(parent->get());
    return {};
}

Result<void> removeFolder(const QString &path)
{
    const auto parent = parentOf(path);
    if (!parent)
        return std::unexpected(parent.error());
    if (!removeBelow(parent->get(), nameOf(path)))
        return failure(
            QCoreApplication::translate("Library", "could not be removed: %1").arg(qt_error_string(errno)),
            {}, path);
    syncFolder(parent->get());
    return {};
}

bool isPrivate(const QString &path)
{
    const QString inside = pathInLibrary(path);
    const auto isIn = [&](QLatin1StringView folder) {
        return inside == folder || (inside.startsWith(folder) && inside[folder.size()] == u'/');
    };
    if (isIn("snug"_L1))
        return true;
    if (!isIn("chats"_L1) && !isIn("group chats"_L1))
        return false;
    struct stat folder = {};
    const bool isForAGroup = ::stat(QFile::encodeName(folderOf(path)).constData(), &folder) == 0 &&
                             (folder.st_mode & S_ISGID) != 0;
    return !isForAGroup;
}

Result<QString> targetOfLink(const QString &path)
{
    const QString target = QFileInfo(path).canonicalFilePath();
    if (target.isEmpty())
        return std::unexpected(
            saveError(path, QCoreApplication::translate("Library", "it is a link that leads nowhere")));
    if (pathInLibrary(path).isEmpty())
        return target;
    // By its name in the library, where there is one: only there it is known what may be written.
    const QString inside = truePathInLibrary(path);
    if (inside.isEmpty())
        return std::unexpected(openError(path, EXDEV));
    return inside;
}

} // namespace snug

#include "core/library/atomicwrite.h"

#include "core/library/durablefile.h"
#include "core/library/fileaccess.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>

#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <stdio.h>
#include <sys/xattr.h>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// A file that has no name worth speaking of yet; it goes with this unless it was given one.
class FileBeside
{
public:
    FileBeside(int folder, mode_t mode)
        : m_folder(folder)
    {
        for (int attempt = 0; attempt < 100 && m_handle.get() < 0; ++attempt) {
            m_name = ".snug-" + QByteArray::number(QRandomGenerator::system()->generate64(), 36);
            m_handle = FileHandle(::openat(folder, m_name.constData(),
                                           O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
            if (m_handle.get() < 0 && errno != EEXIST)
                break;
        }
    }
    ~FileBeside()
    {
        if (m_handle.get() >= 0 && !m_isNamed)
            ::unlinkat(m_folder, m_name.constData(), 0);
    }
    Q_DISABLE_COPY_MOVE(FileBeside)

    int handle() const { return m_handle.get(); }

    Result<void> write(const QByteArray &bytes, const QString &shownPath) const
    {
        QFile file;
        if (!file.open(m_handle.get(), QIODevice::WriteOnly | QIODevice::Unbuffered,
                       QFileDevice::DontCloseHandle))
            return std::unexpected(saveError(shownPath, file.errorString()));
        return writeAllAndSync(file, bytes, shownPath);
    }

    bool replace(const QByteArray &name)
    {
        m_isNamed = ::renameat(m_folder, m_name.constData(), m_folder, name.constData()) == 0;
        return m_isNamed;
    }

    // Fails with EEXIST where there is anything of that name.
    bool claim(const QByteArray &name)
    {
        if (::linkat(m_folder, m_name.constData(), m_folder, name.constData(), 0) == 0)
            return true;
        // FAT and some network folders have no hard links.
        if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS && errno != EMLINK)
            return false;
        m_isNamed = renameWithoutReplacing(m_folder, m_name, m_folder, name);
        return m_isNamed;
    }

private:
    int m_folder;
    QByteArray m_name;
    FileHandle m_handle;
    bool m_isNamed = false;
};

// As the old file; for what is the user's alone without others.
void takePermissions(int folder, const QByteArray &name, const struct stat &old, int handle,
                     bool isForTheUserAlone)
{
    if (isForTheUserAlone) {
        ::fchmod(handle, old.st_mode & 0600);
        return;
    }
    ::fchmod(handle, old.st_mode & 0777);
    constexpr auto accessList = "system.posix_acl_access";
    const FileHandle before(
        ::openat(folder, name.constData(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC));
    char list[4096];
    const ssize_t size = before.get() < 0 ? -1 : ::fgetxattr(before.get(), accessList, list, sizeof(list));
    if (size > 0)
        ::fsetxattr(handle, accessList, list, std::size_t(size), 0);
}

mode_t modeOf(const QString &path)
{
    return isPrivate(path) ? 0600 : 0666;
}

enum class Links : quint8 { Followed, Refused };

// False: it is not `expected` any more.
Result<bool> replaceFile(const QString &path, const QByteArray &bytes, Links links,
                         const std::optional<FileStamp> &expected)
{
    const auto folder = makeFolder(QFileInfo(path).path());
    if (!folder)
        return std::unexpected(folder.error());
    const QByteArray name = QFile::encodeName(QFileInfo(path).fileName());
    struct stat old = {};
    const bool isThere = ::fstatat(folder->get(), name.constData(), &old, AT_SYMLINK_NOFOLLOW) == 0;
    if (isThere && S_ISLNK(old.st_mode) && links == Links::Followed) {
        // One that is a link still leads in a circle, or somebody is playing with it.
        const auto target = targetOfLink(path);
        return target ? replaceFile(*target, bytes, Links::Refused, expected)
                      : std::unexpected(target.error());
    }
    if (isThere && !S_ISREG(old.st_mode))
        return std::unexpected(saveError(path, whatItIs(old.st_mode)));
    FileBeside fresh(folder->get(), isThere ? 0600 : modeOf(path));
    if (fresh.handle() < 0)
        return std::unexpected(saveError(path, qt_error_string(errno)));
    if (const auto written = fresh.write(bytes, path); !written)
        return std::unexpected(written.error());
    // Waiting for the disk has taken its time.
    struct stat present = {};
    if (expected && (::fstatat(folder->get(), name.constData(), &present, AT_SYMLINK_NOFOLLOW) != 0 ||
                     stampFrom(present) != *expected))
        return false;
    if (isThere)
        takePermissions(folder->get(), name, old, fresh.handle(), isPrivate(path));
    if (!fresh.replace(name))
        return std::unexpected(saveError(path, qt_error_string(errno)));
    syncFolder(folder->get());
    return true;
}

} // namespace

Result<void> writeFileDurably(const QString &path, const QByteArray &bytes)
{
    return replaceFile(path, bytes, Links::Followed, {}).transform([](bool) {});
}

Result<bool> replaceFileDurably(const QString &path, const QByteArray &bytes, const FileStamp &expected)
{
    return replaceFile(path, bytes, Links::Followed, expected);
}

Result<void> writeNewFileDurably(const QString &path, const QByteArray &bytes)
{
    const auto folder = makeFolder(QFileInfo(path).path());
    if (!folder)
        return std::unexpected(folder.error());
    FileBeside fresh(folder->get(), modeOf(path));
    if (fresh.handle() < 0)
        return std::unexpected(saveError(path, qt_error_string(errno)));
    if (const auto written = fresh.write(bytes, path); !written)
        return written;
    if (!fresh.claim(QFile::encodeName(QFileInfo(path).fileName())))
        return std::unexpected(saveError(path, qt_error_string(errno)));
    syncFolder(folder->get());
    return {};
}

} // namespace snug

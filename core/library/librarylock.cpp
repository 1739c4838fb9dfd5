#include "core/library/librarylock.h"

#include "core/library/fileaccess.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QSysInfo>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <optional>
#include <sys/file.h>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// As QLockFile writes it, which earlier versions used and go by: process, program, machine, its id, its run.
struct Holder
{
    qint64 process = 0;
    QString machine;
    QByteArray machineId;

    bool isHere() const
    {
        return machineId.isEmpty() ? machine == QSysInfo::machineHostName()
                                   : machineId == QSysInfo::machineUniqueId();
    }
};

QByteArray ownLine()
{
    return QByteArray::number(QCoreApplication::applicationPid()) + '\n' +
           QCoreApplication::applicationName().toUtf8() + '\n' + QSysInfo::machineHostName().toUtf8() + '\n' +
           QSysInfo::machineUniqueId() + '\n' + QSysInfo::bootUniqueId() + '\n';
}

// Nothing where it makes no sense.
std::optional<Holder> holderIn(const QByteArray &bytes)
{
    const QList<QByteArray> lines = bytes.split('\n');
    bool isNumber = false;
    const qint64 process = lines.first().toLongLong(&isNumber);
    if (!isNumber || process <= 0 || lines.size() < 3 || lines[2].trimmed().isEmpty())
        return {};
    return Holder{.process = process,
                  .machine = QString::fromUtf8(lines[2].trimmed()),
                  .machineId = lines.value(3).trimmed()};
}

std::optional<Holder> holderIn(int file)
{
    char bytes[2048];
    const ssize_t count = ::pread(file, bytes, sizeof(bytes), 0);
    return count > 0 ? holderIn(QByteArray(bytes, count)) : std::nullopt;
}

Error heldError(const std::optional<Holder> &holder, const LibraryLayout &layout)
{
    const QString close =
        QCoreApplication::translate("Library", "Go to the other window, or close it and retry.");
    if (!holder) {
        return {QCoreApplication::translate(
                    "Library", "is already open in another Snug; which one cannot be read from %1")
                    .arg(layout.relative(layout.lockFile())),
                layout.root(),
                {},
                close};
    }
    if (holder->isHere()) {
        return {QCoreApplication::translate("Library", "is already open in another Snug (process %1)")
                    .arg(holder->process),
                layout.root(),
                {},
                close};
    }
    return {QCoreApplication::translate("Library", "is already open in Snug on %1 (process %2)")
                .arg(holder->machine)
                .arg(holder->process),
            layout.root(),
            {},
            QCoreApplication::translate("Library",
                                        "Close it there. If Snug no longer runs there, delete %1 and retry.")
                .arg(layout.lockFile())};
}

// Where the system has no locks, the file alone tells.
std::optional<Error> heldByFile(const std::optional<Holder> &holder, bool isEmpty,
                                const LibraryLayout &layout)
{
    if (isEmpty)
        return {};
    if (!holder) {
        return Error{
            QCoreApplication::translate("Library", "may be open in another Snug: %1 is damaged")
                .arg(layout.relative(layout.lockFile())),
            layout.root(),
            {},
            QCoreApplication::translate("Library", "If it is open nowhere else, delete %1 and retry.")
                .arg(layout.lockFile())};
    }
    const bool isAlive = ::kill(pid_t(holder->process), 0) == 0 || errno == EPERM;
    return isAlive && holder->process != QCoreApplication::applicationPid()
               ? std::optional(heldError(holder, layout))
               : std::nullopt;
}

bool isStillThere(int folder, const QByteArray &name, const struct stat &opened)
{
    struct stat present = {};
    return ::fstatat(folder, name.constData(), &present, AT_SYMLINK_NOFOLLOW) == 0 &&
           present.st_ino == opened.st_ino && present.st_dev == opened.st_dev;
}

// That it cannot be written leaves those who find the library taken without a name.
void sign(int file)
{
    const QByteArray line = ownLine();
    if (::ftruncate(file, 0) == 0)
        static_cast<void>(::pwrite(file, line.constData(), std::size_t(line.size()), 0));
}

QByteArray lockName(const LibraryLayout &layout)
{
    return QFile::encodeName(QFileInfo(layout.lockFile()).fileName());
}

} // namespace

LibraryLock::LibraryLock(FileHandle folder, FileHandle file)
    : m_folder(std::move(folder))
    , m_file(std::move(file))
{
}

LibraryLock::~LibraryLock()
{
    if (m_file.get() >= 0)
        ::unlinkat(m_folder.get(), lockName({}).constData(), 0);
}

Result<LibraryLock> LibraryLock::acquire(const LibraryLayout &layout)
{
    const auto cannotWrite = [&] {
        return failure(
            QCoreApplication::translate("Library", "cannot be written"), {}, layout.root(),
            QCoreApplication::translate("Library", "Allow writing to the folder, or open a copy of it."));
    };
    auto folder = makeFolder(layout.snugFolder());
    if (!folder) {
        if (QFileInfo(layout.snugFolder()).isSymLink())
            return std::unexpected(folder.error());
        return cannotWrite();
    }
    const QByteArray name = lockName(layout);
    // One that ends just now takes its file with it; then there is a new one to be made.
    for (int attempt = 0; attempt < 100; ++attempt) {
        FileHandle file(::openat(folder->get(), name.constData(),
                                 O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
        struct stat status = {};
        const bool isOpen = file.get() >= 0 && ::fstat(file.get(), &status) == 0;
        if (isOpen ? !S_ISREG(status.st_mode) : errno == ELOOP || errno == EISDIR || errno == ENXIO)
            return failure(QCoreApplication::translate("Library", "is not a file that Snug has made"), {},
                           layout.lockFile(),
                           QCoreApplication::translate("Library", "Delete it, then retry."));
        if (!isOpen)
            return cannotWrite();
        const std::optional<Holder> holder = holderIn(file.get());
        if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
            if (errno == EINTR)
                continue;
            if (errno == EWOULDBLOCK)
                return std::unexpected(heldError(holder, layout));
            if (const auto held = heldByFile(holder, status.st_size == 0, layout))
                return std::unexpected(*held);
        }
        if (holder && !holder->isHere())
            return std::unexpected(heldError(holder, layout));
        if (!isStillThere(folder->get(), name, status))
            continue;
        ::fchmod(file.get(), 0600);
        sign(file.get());
        return LibraryLock(*std::move(folder), std::move(file));
    }
    return std::unexpected(heldError({}, layout));
}

} // namespace snug

#include "core/library/atomicwrite.h"

#include "core/library/durablefile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSaveFile>
#include <QTemporaryFile>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

#include <cerrno>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

Result<void> makeFolderOf(const QString &path)
{
    const QString folder = QFileInfo(path).path();
    if (QFileInfo(folder).isDir())
        return {};
    if (!QDir().mkpath(folder)) {
        return std::unexpected(saveError(
            path, QCoreApplication::translate("Library", "the folder %1 could not be made").arg(folder)));
    }
    syncFolder(QFileInfo(folder).path());
    return {};
}

// Puts the finished file under its name unless that name is taken.
bool claimName(const QString &temporary, const QString &path)
{
#ifdef Q_OS_UNIX
    if (::link(QFile::encodeName(temporary).constData(), QFile::encodeName(path).constData()) == 0)
        return true;
    // FAT and some network folders have no hard links.
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS && errno != EMLINK)
        return false;
#endif
    if (QFileInfo::exists(path) || QFileInfo(path).isSymLink()) {
        errno = EEXIST;
        return false;
    }
    return QFile::copy(temporary, path);
}

} // namespace

Result<void> writeFileDurably(const QString &path, const QByteArray &bytes)
{
    if (const auto made = makeFolderOf(path); !made)
        return made;
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return std::unexpected(saveError(path, file.errorString()));
    if (const auto written = writeAllAndSync(file, bytes, path); !written) {
        file.cancelWriting();
        return written;
    }
    if (!file.commit())
        return std::unexpected(saveError(path, file.errorString()));
    // The rename happened where the link points to.
    const QFileInfo info(path);
    syncFolder(QFileInfo(info.isSymLink() ? info.canonicalFilePath() : path).path());
    return {};
}

Result<void> writeNewFileDurably(const QString &path, const QByteArray &bytes)
{
    if (const auto made = makeFolderOf(path); !made)
        return made;
    const QFileInfo info(path);
    QTemporaryFile file(info.path() + u"/.snug-XXXXXX"_s);
    if (!file.open())
        return std::unexpected(saveError(path, file.errorString()));
    if (const auto written = writeAllAndSync(file, bytes, path); !written)
        return written;
    // QTemporaryFile is for its owner's eyes only; a library's files have the folder's habits.
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther);
    if (!claimName(file.fileName(), path))
        return std::unexpected(saveError(path, qt_error_string(errno)));
    syncFolder(info.path());
    return {};
}

} // namespace snug

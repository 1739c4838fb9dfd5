#include "core/library/librarybounds.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QReadWriteLock>

#ifdef Q_OS_LINUX
#include <linux/openat2.h>
#include <sys/syscall.h>
#endif
#include <algorithm>
#include <cerrno>
#include <fcntl.h>

using namespace Qt::StringLiterals;

namespace snug {

struct LibraryBounds::Place
{
    QString root;
    QList<OutsideFolder> allowed;
};

namespace {

using Places = QList<std::shared_ptr<const LibraryBounds::Place>>;

QReadWriteLock &placesLock()
{
    static QReadWriteLock lock;
    return lock;
}

Places &places()
{
    static Places all;
    return all;
}

bool isBelow(const QString &path, const QString &folder)
{
    return path.startsWith(folder) && (path.size() == folder.size() || path[folder.size()] == u'/');
}

// The innermost library that the path is in, by its letters.
std::shared_ptr<const LibraryBounds::Place> placeOf(const QString &path)
{
    const QReadLocker locker(&placesLock());
    std::shared_ptr<const LibraryBounds::Place> innermost;
    for (const auto &place : std::as_const(places())) {
        if (isBelow(path, place->root) && (!innermost || place->root.size() > innermost->root.size()))
            innermost = place;
    }
    return innermost;
}

// Relative to `folder`; "." for itself.
QString relativeTo(const QString &path, const QString &folder)
{
    QStringView rest = QStringView(path).sliced(folder.size());
    while (rest.startsWith(u'/'))
        rest = rest.sliced(1);
    return rest.isEmpty() ? u"."_s : rest.toString();
}

int openRaw(const QString &path, int flags)
{
    int descriptor = -1;
    do
        descriptor = ::open(QFile::encodeName(path).constData(), flags | O_CLOEXEC);
    while (descriptor < 0 && errno == EINTR);
    return descriptor;
}

// -1 with ENOSYS where there is no such call.
int openBeneath([[maybe_unused]] int folder, [[maybe_unused]] const QString &relative,
                [[maybe_unused]] int flags)
{
#ifdef SYS_openat2
    open_how how = {};
    how.flags = quint64(flags | O_CLOEXEC);
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    long descriptor = -1;
    // EAGAIN: something was moved on the way. Somebody who moves without end gets no file.
    for (int attempt = 0; attempt < 32; ++attempt) {
        descriptor =
            ::syscall(SYS_openat2, folder, QFile::encodeName(relative).constData(), &how, sizeof(how));
        if (descriptor >= 0 || (errno != EINTR && errno != EAGAIN))
            break;
    }
    return int(descriptor);
#else
    errno = ENOSYS;
    return -1;
#endif
}

FileHandle openBelow(const QString &root, const QString &relative, int flags)
{
    const FileHandle folder(openRaw(root, O_PATH | O_DIRECTORY));
    if (folder.get() < 0)
        return {};
    FileHandle opened(openBeneath(folder.get(), relative, flags));
    if (opened.get() >= 0)
        return opened;
    // EPERM: sandboxes that do not know the call.
    if (errno == ENOSYS || errno == EPERM || errno == EINVAL)
        return openByTruePath(root, relative, flags);
    if (errno != EXDEV)
        return {};
    // A link by its full path, back into the library.
    const QString trueRoot = QFileInfo(root).canonicalFilePath();
    const QString truePath = QFileInfo(root + u'/' + relative).canonicalFilePath();
    if (trueRoot.isEmpty() || truePath.isEmpty() || !isBelow(truePath, trueRoot)) {
        errno = EXDEV;
        return {};
    }
    return FileHandle(openBeneath(folder.get(), relativeTo(truePath, trueRoot), flags));
}

} // namespace

LibraryBounds::LibraryBounds(const QString &root, const QList<OutsideFolder> &allowed)
{
    auto place = std::make_shared<Place>();
    place->root = QDir::cleanPath(QDir(root).absolutePath());
    for (const OutsideFolder &outside : allowed) {
        if (QFileInfo(place->root + u'/' + outside.folder).canonicalFilePath() == outside.target)
            place->allowed.append(outside);
    }
    m_place = place;
    const QWriteLocker locker(&placesLock());
    places().append(m_place);
}

LibraryBounds::LibraryBounds(LibraryBounds &&other) noexcept = default;

LibraryBounds &LibraryBounds::operator=(LibraryBounds &&other) noexcept
{
    std::swap(m_place, other.m_place);
    return *this;
}

LibraryBounds::~LibraryBounds()
{
    const QWriteLocker locker(&placesLock());
    places().removeOne(m_place);
}

FileHandle openByTruePath(const QString &root, const QString &relative, int flags)
{
    const QString trueRoot = QFileInfo(root).canonicalFilePath();
    const QString truePath = QFileInfo(root + u'/' + relative).canonicalFilePath();
    if (trueRoot.isEmpty() || truePath.isEmpty()) {
        errno = ENOENT;
        return {};
    }
    if (!isBelow(truePath, trueRoot)) {
        errno = EXDEV;
        return {};
    }
    FileHandle opened(openRaw(truePath, flags | O_NOFOLLOW));
    if (opened.get() < 0)
        return {};
    // A folder on the way may have become a link since.
    const QString link = u"/proc/self/fd/%1"_s.arg(opened.get());
    const QString now = QFile::symLinkTarget(link);
    if (QFileInfo(link).isSymLink() && !isBelow(now, trueRoot)) {
        errno = EXDEV;
        return {};
    }
    return opened;
}

FileHandle openWithin(const QString &path, int flags)
{
    const auto place = placeOf(path);
    if (!place)
        return FileHandle(openRaw(path, flags));
    const QString relative = relativeTo(path, place->root);
    for (const OutsideFolder &outside : place->allowed) {
        if (isBelow(relative, outside.folder))
            return openBelow(outside.target, relativeTo(relative, outside.folder), flags);
    }
    return openBelow(place->root, relative, flags);
}

QString pathInLibrary(const QString &path)
{
    const auto place = placeOf(path);
    return place ? relativeTo(path, place->root) : QString();
}

bool isLibraryRoot(const QString &path)
{
    const auto place = placeOf(path);
    return place && path.size() == place->root.size();
}

QString truePathInLibrary(const QString &path)
{
    const auto place = placeOf(path);
    const QString truePath = QFileInfo(path).canonicalFilePath();
    if (!place || truePath.isEmpty())
        return {};
    const QString trueRoot = QFileInfo(place->root).canonicalFilePath();
    if (isBelow(truePath, trueRoot))
        return place->root + u'/' + relativeTo(truePath, trueRoot);
    for (const OutsideFolder &outside : place->allowed) {
        if (isBelow(truePath, outside.target))
            return place->root + u'/' + outside.folder + u'/' + relativeTo(truePath, outside.target);
    }
    return {};
}

QString targetOutside(const QString &path)
{
    return !pathInLibrary(path).isEmpty() && truePathInLibrary(path).isEmpty()
               ? QFileInfo(path).canonicalFilePath()
               : QString();
}

Error openError(const QString &path, int code)
{
    const QString name = QFileInfo(path).fileName();
    if (code != EXDEV || pathInLibrary(path).isEmpty())
        return Error{
            QCoreApplication::translate("Library", "could not be read: %1").arg(qt_error_string(code)), name};
    const QString target = QFileInfo(path).canonicalFilePath();
    const QString what =
        target.isEmpty()
            ? QCoreApplication::translate("Library", "leads out of the library through a link")
            : QCoreApplication::translate("Library", "leads out of the library through a link, to %1")
                  .arg(target);
    return Error{what,
                 name,
                 {},
                 QCoreApplication::translate("Library", "Put what it leads to there instead of the link.")};
}

} // namespace snug

// Where a library ends. Folders that strangers made may hold links that lead anywhere.
#pragma once

#include "core/library/filehandle.h"
#include "core/result.h"

#include <QList>
#include <QString>

#include <memory>
#include <sys/types.h>

namespace snug {

// A folder of a library that is a link out of it, and that the user wants all the same.
struct OutsideFolder
{
    QString folder; // relative to the library: "characters"
    QString target; // where it leads, without links
    bool operator==(const OutsideFolder &) const = default;
};

// While one lives, a path below its root is only opened where it really is below that root, or in one of the
// allowed folders: a property of the process, as its umask is, so that no reader or writer can forget it. The
// root itself may be a link.
class LibraryBounds
{
public:
    // `allowed` folders that lead elsewhere by now are not allowed any more.
    explicit LibraryBounds(const QString &root, const QList<OutsideFolder> &allowed = {});
    LibraryBounds(LibraryBounds &&) noexcept;
    LibraryBounds &operator=(LibraryBounds &&) noexcept;
    ~LibraryBounds();

    struct Place;

private:
    std::shared_ptr<const Place> m_place;
};

// open(2), with O_CLOEXEC, within the bounds that the path is in; a path in none is opened as it is. On
// failure errno tells: EXDEV where it leads out. Never makes a file through a link.
FileHandle openWithin(const QString &path, int flags);

// The way of kernels and file systems without openat2(): what was opened has to lie below `root`.
FileHandle openByTruePath(const QString &root, const QString &relative, int flags);

// The path relative to the library that it is in; nothing outside of all.
QString pathInLibrary(const QString &path);

// Whether this is an open library's own folder.
bool isLibraryRoot(const QString &path);

// Where a path of a library leads in the end, spelt from the library's root; nothing where that is out
// of it.
QString truePathInLibrary(const QString &path);

// Where a path of a library leads that leads out of it, without links; nothing for others.
QString targetOutside(const QString &path);

// The sentence for errno after a failure to open `path`. Names what a link leads to.
Error openError(const QString &path, int code);

} // namespace snug

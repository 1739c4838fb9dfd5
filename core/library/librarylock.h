// One Snug a library: a second one would write the same files with an older view of them.
#pragma once

#include "core/library/filehandle.h"
#include "core/library/librarylayout.h"
#include "core/result.h"

#include <QByteArray>

namespace snug {

// Held while it lives: a lock of the system's (flock) on a file that names the process and the machine for
// those who find it taken. The system's lock ends with its process, however that ends, so a file that was
// left behind, or that makes no sense, keeps nobody out. What another machine wrote is respected, for its
// lock may not be seen here. (SillyTavern knows no locks: what it changes is noticed by the watcher instead.)
class LibraryLock
{
public:
    // Makes "snug/" if need be. Fails with who holds the library, or why the folder cannot be
    // written.
    static Result<LibraryLock> acquire(const LibraryLayout &layout);

    LibraryLock(LibraryLock &&) noexcept = default;
    LibraryLock &operator=(LibraryLock &&) = delete;
    // Removes the file.
    ~LibraryLock();

private:
    LibraryLock(FileHandle folder, FileHandle file);
    FileHandle m_folder;
    FileHandle m_file;
};

} // namespace snug

// One Snug a library: a second one would write the same files with an older view of them.
#pragma once

#include "core/library/librarylayout.h"
#include "core/result.h"

#include <memory>

class QLockFile;

namespace snug {

// Held while it lives. The lock names the process and the machine; one left behind by a process
// that has died on this machine is taken over. (SillyTavern knows no locks: what it changes is
// noticed by the watcher instead.)
class LibraryLock
{
public:
    // Makes "snug/" if need be. Fails with who holds the library, or why the folder cannot be
    // written.
    static Result<LibraryLock> acquire(const LibraryLayout &layout);

    LibraryLock(LibraryLock &&) noexcept;
    LibraryLock &operator=(LibraryLock &&) noexcept;
    ~LibraryLock();

private:
    explicit LibraryLock(std::unique_ptr<QLockFile> file);
    std::unique_ptr<QLockFile> m_file;
};

} // namespace snug

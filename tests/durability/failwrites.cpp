// A library to be preloaded: lets the n-th call of a sort fail below a folder, as the plan says that
// SNUG_FAILURE_PLAN names (failureplan.h). Without a plan all calls go through.
#include "tests/durability/failureplan.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace snug::durability;

namespace {

template <typename Function> Function next(const char *name)
{
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

FailurePlan *plan()
{
    static FailurePlan *const mapped = []() -> FailurePlan * {
        const char *file = std::getenv(failurePlanVariable);
        if (!file)
            return nullptr;
        const int descriptor = next<int (*)(const char *, int, ...)>("open64")(file, O_RDWR | O_CLOEXEC);
        if (descriptor < 0)
            return nullptr;
        void *memory =
            ::mmap(nullptr, sizeof(FailurePlan), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
        ::close(descriptor);
        return memory == MAP_FAILED ? nullptr : static_cast<FailurePlan *>(memory);
    }();
    return mapped;
}

// What the name is, in `folder` (a descriptor, or AT_FDCWD).
bool isBelow(int folder, const char *name, const char *below)
{
    char path[4096 + 1024];
    if (name[0] == '/') {
        std::snprintf(path, sizeof(path), "%s", name);
    } else {
        char link[64];
        char place[4096];
        std::snprintf(link, sizeof(link), folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", folder);
        const ssize_t length = ::readlink(link, place, sizeof(place) - 1);
        if (length <= 0)
            return false;
        place[length] = '\0';
        std::snprintf(path, sizeof(path), "%s/%s", place, name);
    }
    return std::strncmp(path, below, std::strlen(below)) == 0;
}

bool isBelow(int descriptor, const char *below)
{
    char link[64];
    char path[4096];
    std::snprintf(link, sizeof(link), "/proc/self/fd/%d", descriptor);
    const ssize_t length = ::readlink(link, path, sizeof(path) - 1);
    if (length <= 0)
        return false;
    path[length] = '\0';
    return std::strncmp(path, below, std::strlen(below)) == 0;
}

// Whether this call of that sort is to fail; errno is set then.
bool fails(FailingCall call)
{
    FailurePlan *const now = plan();
    const int number = ++now->seen;
    const int first = now->first;
    const int count = now->count;
    if (number < first || (count >= 0 && number >= first + count))
        return false;
    ++now->failed;
    errno = now->error;
    return call != FailingCall::None;
}

bool isPlanned(FailingCall call)
{
    const FailurePlan *const now = plan();
    return now && now->call == int(call) && now->below[0] != '\0';
}

bool failsAt(FailingCall call, int folder, const char *name)
{
    return isPlanned(call) && isBelow(folder, name, plan()->below) && fails(call);
}

bool failsAt(FailingCall call, int descriptor)
{
    return isPlanned(call) && isBelow(descriptor, plan()->below) && fails(call);
}

bool isForWriting(int flags)
{
    return (flags & (O_WRONLY | O_RDWR | O_CREAT)) != 0;
}

// 0: as asked; otherwise so many bytes of it.
size_t shortened(int descriptor, size_t size)
{
    return size > 1 && failsAt(FailingCall::Short, descriptor) ? size / 2 : 0;
}

} // namespace

extern "C" {

ssize_t write(int descriptor, const void *bytes, size_t size)
{
    static const auto real = next<ssize_t (*)(int, const void *, size_t)>("write");
    if (failsAt(FailingCall::Write, descriptor))
        return -1;
    const size_t part = shortened(descriptor, size);
    return real(descriptor, bytes, part > 0 ? part : size);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t position)
{
    static const auto real = next<ssize_t (*)(int, const void *, size_t, off64_t)>("pwrite64");
    if (failsAt(FailingCall::Write, descriptor))
        return -1;
    const size_t part = shortened(descriptor, size);
    return real(descriptor, bytes, part > 0 ? part : size, position);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t position)
{
    return pwrite64(descriptor, bytes, size, position);
}

int fsync(int descriptor)
{
    static const auto real = next<int (*)(int)>("fsync");
    return failsAt(FailingCall::Sync, descriptor) ? -1 : real(descriptor);
}

int fdatasync(int descriptor)
{
    static const auto real = next<int (*)(int)>("fdatasync");
    return failsAt(FailingCall::Sync, descriptor) ? -1 : real(descriptor);
}

int rename(const char *from, const char *to)
{
    static const auto real = next<int (*)(const char *, const char *)>("rename");
    return failsAt(FailingCall::Rename, AT_FDCWD, to) ? -1 : real(from, to);
}

int renameat(int fromFolder, const char *from, int toFolder, const char *to)
{
    static const auto real = next<int (*)(int, const char *, int, const char *)>("renameat");
    return failsAt(FailingCall::Rename, toFolder, to) ? -1 : real(fromFolder, from, toFolder, to);
}

int renameat2(int fromFolder, const char *from, int toFolder, const char *to, unsigned flags)
{
    static const auto real = next<int (*)(int, const char *, int, const char *, unsigned)>("renameat2");
    return failsAt(FailingCall::Rename, toFolder, to) ? -1 : real(fromFolder, from, toFolder, to, flags);
}

int link(const char *from, const char *to)
{
    static const auto real = next<int (*)(const char *, const char *)>("link");
    return failsAt(FailingCall::Link, AT_FDCWD, to) ? -1 : real(from, to);
}

int linkat(int fromFolder, const char *from, int toFolder, const char *to, int flags)
{
    static const auto real = next<int (*)(int, const char *, int, const char *, int)>("linkat");
    return failsAt(FailingCall::Link, toFolder, to) ? -1 : real(fromFolder, from, toFolder, to, flags);
}

int ftruncate64(int descriptor, off64_t size)
{
    static const auto real = next<int (*)(int, off64_t)>("ftruncate64");
    return failsAt(FailingCall::Truncate, descriptor) ? -1 : real(descriptor, size);
}

int ftruncate(int descriptor, off_t size)
{
    return ftruncate64(descriptor, size);
}

int unlink(const char *path)
{
    static const auto real = next<int (*)(const char *)>("unlink");
    return failsAt(FailingCall::Unlink, AT_FDCWD, path) ? -1 : real(path);
}

int unlinkat(int folder, const char *path, int flags)
{
    static const auto real = next<int (*)(int, const char *, int)>("unlinkat");
    return failsAt(FailingCall::Unlink, folder, path) ? -1 : real(folder, path, flags);
}

int mkdir(const char *path, mode_t mode)
{
    static const auto real = next<int (*)(const char *, mode_t)>("mkdir");
    return failsAt(FailingCall::MakeFolder, AT_FDCWD, path) ? -1 : real(path, mode);
}

int mkdirat(int folder, const char *path, mode_t mode)
{
    static const auto real = next<int (*)(int, const char *, mode_t)>("mkdirat");
    return failsAt(FailingCall::MakeFolder, folder, path) ? -1 : real(folder, path, mode);
}

int open64(const char *path, int flags, ...)
{
    static const auto real = next<int (*)(const char *, int, ...)>("open64");
    va_list more;
    va_start(more, flags);
    const mode_t mode = va_arg(more, mode_t);
    va_end(more);
    return isForWriting(flags) && failsAt(FailingCall::Open, AT_FDCWD, path) ? -1 : real(path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...)
{
    static const auto real = next<int (*)(int, const char *, int, ...)>("openat64");
    va_list more;
    va_start(more, flags);
    const mode_t mode = va_arg(more, mode_t);
    va_end(more);
    return isForWriting(flags) && failsAt(FailingCall::Open, folder, path) ? -1
                                                                           : real(folder, path, flags, mode);
}

int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    const mode_t mode = va_arg(more, mode_t);
    va_end(more);
    return open64(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    const mode_t mode = va_arg(more, mode_t);
    va_end(more);
    return openat64(folder, path, flags, mode);
}

} // extern "C"

// What was freed goes back to the system. glibc keeps more the larger the pieces that a program frees: after
// one chat of a hundred thousand messages tens of megabytes that nobody uses.
#pragma once

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace snug {

// At the start of a program whose window stays open for long.
inline void keepLittleFreedMemory()
{
#ifdef __GLIBC__
    constexpr int megabyte = 1024 * 1024;
    mallopt(M_MMAP_THRESHOLD, megabyte);
    mallopt(M_TRIM_THRESHOLD, megabyte);
#endif
}

// Behind work that made and freed many small things.
inline void giveBackFreedMemory()
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

} // namespace snug

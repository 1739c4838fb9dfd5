#include "app/confined/confinement.h"

#include <cerrno>
#include <cstddef>
#include <iterator>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace snug {

#if defined(__x86_64__)
static constexpr unsigned ownArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
static constexpr unsigned ownArchitecture = AUDIT_ARCH_AARCH64;
#else
static constexpr unsigned ownArchitecture = 0; // limits only, no filter
#endif

static bool limit(__rlimit_resource what, rlim_t most)
{
    const rlimit value{most, most};
    return setrlimit(what, &value) == 0;
}

// Sanitizers map terabytes and look into /proc.
#ifndef SNUG_SANITIZED
// A list of the system calls that remain; any other fails with EPERM.
static bool filterSystemCalls()
{
    constexpr unsigned short load = BPF_LD | BPF_W | BPF_ABS;
    constexpr unsigned short isEqual = BPF_JMP | BPF_JEQ | BPF_K;
    constexpr unsigned short hasBits = BPF_JMP | BPF_JSET | BPF_K;
    constexpr unsigned short give = BPF_RET | BPF_K;
    constexpr unsigned numberAt = offsetof(seccomp_data, nr);
    constexpr unsigned protectionAt =
        offsetof(seccomp_data, args) + 2 * sizeof(std::size_t); // third argument
    static constexpr unsigned calls[] = {SYS_read,          SYS_write,      SYS_exit,  SYS_exit_group,
                                         SYS_munmap,        SYS_mremap,     SYS_brk,   SYS_madvise,
                                         SYS_clock_gettime, SYS_setitimer,  SYS_futex, SYS_getrandom,
                                         SYS_rt_sigreturn,  SYS_sched_yield};
    constexpr unsigned count = std::size(calls);

    sock_filter filter[10 + count];
    unsigned size = 0;
    const auto add = [&](unsigned short code, unsigned value, unsigned yes = 0, unsigned no = 0) {
        filter[size++] = {code, static_cast<unsigned char>(yes), static_cast<unsigned char>(no), value};
    };
    // Jumps count the steps they skip.
    add(load, offsetof(seccomp_data, arch));
    add(isEqual, ownArchitecture, 1, 0);
    add(give, SECCOMP_RET_KILL_PROCESS);
    add(load, numberAt);
    for (unsigned i = 0; i < count; ++i)
        add(isEqual, calls[i], count - i + 4, 0); // to "allow"
    // Memory may be mapped, but never to run code in it.
    add(isEqual, SYS_mmap, 1, 0);
    add(isEqual, SYS_mprotect, 0, 2); // else to "refuse"
    add(load, protectionAt);
    add(hasBits, PROT_EXEC, 0, 1);        // without the bit to "allow"
    add(give, SECCOMP_RET_ERRNO | EPERM); // refuse
    add(give, SECCOMP_RET_ALLOW);         // allow
    const sock_fprog program{static_cast<unsigned short>(size), filter};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
#endif

bool confineProcess()
{
    bool isDone = close_range(3, ~0u, 0) == 0;
    isDone = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && isDone;
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    isDone = limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, 0) && limit(RLIMIT_NOFILE, 0) &&
             limit(RLIMIT_NPROC, 0) && isDone;
#ifndef SNUG_SANITIZED
    isDone = limit(RLIMIT_AS, rlim_t(1) << 30) && isDone;
    // A kernel without filters still has the limits; where there are filters this one must hold.
    if (ownArchitecture != 0 && prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0)
        isDone = filterSystemCalls() && isDone;
#endif
    return isDone;
}

void allowProcessorSeconds(int seconds)
{
    const itimerval timer{{0, 0}, {seconds, 0}};
    setitimer(ITIMER_PROF, &timer, nullptr);
}

} // namespace snug

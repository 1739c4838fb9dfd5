#include "tests/durability/qtthreads.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SNUG_THREAD_SANITIZER
#endif
#endif

#ifdef SNUG_THREAD_SANITIZER

#include <dlfcn.h>

extern "C" void __tsan_acquire(void *address);
extern "C" void __tsan_release(void *address);

namespace {

char carried; // whose address stands for all that Qt carries from thread to thread

void send()
{
    __tsan_release(&carried);
}

void receive()
{
    __tsan_acquire(&carried);
}

// Seven words are more than any of the functions below takes, and all of them take words.
using Function = long (*)(long, long, long, long, long, long, long);

} // namespace

// A function of Qt's libraries, with something before it and after it. The program's calls come here first.
#define SNUG_AROUND(name, symbol, before, after)                                                             \
    extern "C" long name(long a, long b, long c, long d, long e, long f, long g) asm(symbol);                \
    extern "C" long name(long a, long b, long c, long d, long e, long f, long g)                             \
    {                                                                                                        \
        static const auto next = reinterpret_cast<Function>(dlsym(RTLD_NEXT, symbol));                       \
        before;                                                                                              \
        const long result = next(a, b, c, d, e, f, g);                                                       \
        after;                                                                                               \
        return result;                                                                                       \
    }

SNUG_AROUND(snugPostEvent, "_ZN16QCoreApplication9postEventEP7QObjectP6QEventi", send(), )
SNUG_AROUND(
    snugInvoke,
    "_ZN11QMetaObject16invokeMethodImplEP7QObjectPN9QtPrivate15QSlotObjectBaseEN2Qt14ConnectionTypeExPK"
    "PKvPKPKcPKPKNS2_18QMetaTypeInterfaceE",
    send(), receive())
SNUG_AROUND(snugActivate, "_ZN11QMetaObject8activateEP7QObjectPKS_iPPv", send(), )
SNUG_AROUND(snugStart, "_ZN11QThreadPool5startEP9QRunnablei", send(), )
SNUG_AROUND(snugIsCanceled, "_ZNK20QFutureInterfaceBase10isCanceledEv", , receive())
SNUG_AROUND(snugDerefT, "_ZNK20QFutureInterfaceBase6derefTEv", send(), receive())
SNUG_AROUND(snugReportFinished, "_ZN20QFutureInterfaceBase14reportFinishedEv", send(), )
SNUG_AROUND(snugRunContinuation, "_ZNK20QFutureInterfaceBase15runContinuationEv", send(), )
SNUG_AROUND(snugWatch,
            "_ZN9QtPrivate21watchContinuationImplEPK7QObjectPNS_15QSlotObjectBaseER20QFutureInterfaceBase",
            send(), receive())

#undef SNUG_AROUND

#endif

namespace snug::durability {

void seeWhatWasSent()
{
#ifdef SNUG_THREAD_SANITIZER
    receive();
#endif
}

} // namespace snug::durability

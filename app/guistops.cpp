#include "app/guistops.h"

#include <QEvent>
#include <QMetaEnum>
#include <QThread>

#include <bit>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <memory>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int LongestStack = 64;
constexpr int OwnFrames = 2; // the handler, and what called it

// The handler's: it may do little more than to look at the stack.
std::array<void *, LongestStack> sampledStack;
volatile std::sig_atomic_t sampledFrames = 0;
volatile std::sig_atomic_t ticks = 0;

int stopSignal()
{
    return SIGRTMIN + 4;
}

// Looks after 1, 2, 4, … ticks: the last look is in the later half of the stop.
extern "C" void lookAtStack(int)
{
    const int before = errno;
    ticks = ticks + 1;
    if (std::has_single_bit(unsigned(ticks)))
        sampledFrames = ::backtrace(sampledStack.data(), LongestStack);
    errno = before;
}

double now()
{
    timespec time = {};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

QString frameName(void *address)
{
    Dl_info place = {};
    if (::dladdr(address, &place) == 0)
        return u"?"_s;
    const QString file = QString::fromLocal8Bit(place.dli_fname).section(u'/', -1);
    if (!place.dli_sname) {
        // For addr2line.
        const auto offset = reinterpret_cast<quintptr>(address) - reinterpret_cast<quintptr>(place.dli_fbase);
        return u"%1+0x%2"_s.arg(file).arg(offset, 0, 16);
    }
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> name(
        abi::__cxa_demangle(place.dli_sname, nullptr, nullptr, &status), &std::free);
    return u"%1 (%2)"_s.arg(QString::fromLocal8Bit(name ? name.get() : place.dli_sname), file);
}

QString eventName(int type, const char *receiver)
{
    const char *name = QMetaEnum::fromType<QEvent::Type>().valueToKey(type);
    return u"%1 to %2"_s.arg(name ? QLatin1StringView(name).toString() : QString::number(type),
                             QLatin1StringView(receiver));
}

} // namespace

StopWatch::StopWatch(double limit)
    : m_limit(limit)
{
    ::backtrace(sampledStack.data(), 1); // the first call allocates
    const QByteArray account = "/proc/self/task/" + QByteArray::number(::gettid()) + "/schedstat";
    m_schedule = ::open(account.constData(), O_RDONLY | O_CLOEXEC);
    struct sigaction action = {};
    action.sa_handler = lookAtStack;
    action.sa_flags = int(SA_RESTART);
    ::sigaction(stopSignal(), &action, nullptr);
    sigevent to = {};
    to.sigev_notify = SIGEV_THREAD_ID;
    to.sigev_signo = stopSignal();
    to._sigev_un._tid = ::gettid();
    m_hasTimer = ::timer_create(CLOCK_MONOTONIC, &to, &m_timer) == 0;
}

StopWatch::~StopWatch()
{
    if (m_hasTimer)
        ::timer_delete(m_timer);
    ::signal(stopSignal(), SIG_IGN); // one may be under way
    if (m_schedule >= 0)
        ::close(m_schedule);
}

double StopWatch::waited() const
{
    std::array<char, 96> text{};
    if (m_schedule < 0 || ::pread(m_schedule, text.data(), text.size() - 1, 0) <= 0)
        return 0;
    char *rest = nullptr;
    std::strtoull(text.data(), &rest, 10); // what it ran
    return double(std::strtoull(rest, nullptr, 10)) / 1e6;
}

void StopWatch::begin()
{
    sampledFrames = 0;
    ticks = 0;
    m_waitedBefore = waited();
    m_began = now();
    constexpr timespec tick{.tv_sec = 0, .tv_nsec = long(picture * 1e6)};
    const itimerspec ticking{.it_interval = tick, .it_value = tick};
    if (m_hasTimer)
        ::timer_settime(m_timer, 0, &ticking, nullptr);
}

std::optional<GuiStop> StopWatch::end()
{
    const itimerspec never = {};
    if (m_hasTimer)
        ::timer_settime(m_timer, 0, &never, nullptr);
    const double wall = now() - m_began;
    if (wall <= m_limit)
        return {};
    const double own = wall - (waited() - m_waitedBefore);
    if (own <= m_limit)
        return {};
    GuiStop stop{.milliseconds = own, .event = {}, .stack = {}};
    for (int i = OwnFrames; i < sampledFrames; ++i)
        stop.stack.append(frameName(sampledStack.at(size_t(i))));
    return stop;
}

WatchedApplication::WatchedApplication(int &argc, char **argv, Listener listener)
    : QApplication(argc, argv)
    , m_listener(std::move(listener))
{
}

bool WatchedApplication::notify(QObject *receiver, QEvent *event)
{
    if (QThread::currentThread() != thread() || m_depth > 0) // other threads' events come here too
        return QApplication::notify(receiver, event);
    const int type = event->type(); // both may be gone afterwards
    const char *name = receiver->metaObject()->className();
    ++m_depth;
    m_watch.begin();
    const bool handled = QApplication::notify(receiver, event);
    std::optional<GuiStop> stop = m_watch.end();
    --m_depth;
    if (stop) {
        stop->event = eventName(type, name);
        m_listener(*stop);
    }
    return handled;
}

void WatchedApplication::sayStop(const GuiStop &stop)
{
    qWarning("The window stood still for %.0f ms: %s\n    %s", stop.milliseconds, qPrintable(stop.event),
             qPrintable(stop.stack.join(u"\n    "_s)));
}

} // namespace snug

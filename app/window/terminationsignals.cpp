#include "app/window/terminationsignals.h"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace snug {

namespace {

constexpr std::array EndingSignals{SIGTERM, SIGHUP, SIGINT};

// What the handler writes to; a handler may do little else.
volatile std::sig_atomic_t writingEnd = -1;

extern "C" void noteEndingSignal(int)
{
    const char byte = 1;
    static_cast<void>(!::write(writingEnd, &byte, 1));
}

void handleEndingSignals(void (*handler)(int), int flags)
{
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = flags;
    for (const int number : EndingSignals)
        ::sigaction(number, &action, nullptr);
}

} // namespace

TerminationSignals::TerminationSignals(QObject *parent)
    : QObject(parent)
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return; // then they end the program as ever
    m_reading = ends[0];
    writingEnd = ends[1];
    m_notifier = std::make_unique<QSocketNotifier>(m_reading, QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] {
        char byte = 0;
        while (::read(m_reading, &byte, 1) == 1) {
        }
        Q_EMIT requested();
    });
    handleEndingSignals(noteEndingSignal, int(SA_RESTART | SA_RESETHAND));
}

TerminationSignals::~TerminationSignals()
{
    if (m_reading < 0)
        return;
    handleEndingSignals(SIG_DFL, 0);
    m_notifier.reset();
    ::close(m_reading);
    ::close(writingEnd);
    writingEnd = -1;
}

} // namespace snug

#include "core/regex/confinedprocess.h"

#include <QCoreApplication>
#include <QFile>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace std::chrono_literals;

namespace snug {

static constexpr std::chrono::milliseconds slice = 20ms; // between two looks at the stop token

ConfinedProcess::ConfinedProcess(pid_t process, int socket, std::string_view greeting,
                                 std::uint32_t longestFrame)
    : m_process(process)
    , m_socket(socket)
    , m_wanted(greeting)
    , m_incoming(longestFrame)
{
}

ConfinedProcess::~ConfinedProcess()
{
    close(m_socket);
    kill(m_process, SIGKILL);
    while (waitpid(m_process, nullptr, 0) < 0 && errno == EINTR) {
    }
}

// The program with `socket` as its input and output and with nothing else of ours: no environment, no
// open files, no blocked signals.
static int spawn(const QByteArray &program, int socket, pid_t &process)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    // A group of its own: an interrupt typed at Snug's terminal is not for it.
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    QByteArray name = program;
    std::array<char *, 2> arguments{name.data(), nullptr};
    std::array<char *, 1> environment{nullptr};
    const int problem = posix_spawn(&process, program.constData(), &actions, &attributes, arguments.data(),
                                    environment.data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return problem;
}

Result<std::unique_ptr<ConfinedProcess>>
ConfinedProcess::start(const QString &program, std::string_view greeting, std::uint32_t longestFrame)
{
    const auto words = [](int number) { return QString::fromLocal8Bit(std::strerror(number)); };
    std::array<int, 2> sockets{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0)
        return failure(words(errno));
    pid_t process = 0;
    const int problem = spawn(QFile::encodeName(program), sockets[1], process);
    close(sockets[1]);
    if (problem != 0) {
        close(sockets[0]);
        return failure(words(problem));
    }
    fcntl(sockets[0], F_SETFL, O_NONBLOCK);
    std::unique_ptr<ConfinedProcess> started(
        new ConfinedProcess(process, sockets[0], greeting, longestFrame));
    const auto deadline = Clock::now() + 5s;
    while (!started->isGreeted()) {
        const bool isOther = !greeting.starts_with(started->m_greeting);
        if (Clock::now() > deadline || isOther || started->exchange(slice) == Progress::End)
            return failure(QCoreApplication::translate("Regex", "it does not answer as expected"));
    }
    return started;
}

bool ConfinedProcess::isQuiet()
{
    return exchange(0ms) == Progress::None && m_incoming.isEmpty();
}

void ConfinedProcess::send(std::string_view frame)
{
    if (m_sent == m_outgoing.size()) {
        m_outgoing.clear();
        m_sent = 0;
    }
    m_outgoing.append(frame);
}

ConfinedProcess::Progress ConfinedProcess::exchange(std::chrono::milliseconds wait)
{
    const bool isSending = m_sent < m_outgoing.size();
    pollfd waiting{m_socket, short(POLLIN | (isSending ? POLLOUT : 0)), 0};
    const int ready = poll(&waiting, 1, int(wait.count()));
    if (ready == 0 || (ready < 0 && errno == EINTR))
        return Progress::None;
    if (ready < 0)
        return Progress::End;
    if ((waiting.revents & POLLIN) != 0) {
        std::array<char, 1 << 16> buffer; // NOLINT: filled by recv
        const ssize_t count = recv(m_socket, buffer.data(), buffer.size(), 0);
        if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
            return Progress::End;
        std::string_view bytes(buffer.data(), std::size_t(std::max<ssize_t>(count, 0)));
        if (!isGreeted()) {
            const std::size_t rest = std::min(bytes.size(), m_wanted.size() - m_greeting.size());
            m_greeting.append(bytes.substr(0, rest));
            bytes.remove_prefix(rest);
        }
        m_incoming.append(bytes);
        return m_incoming.isBroken() ? Progress::End : Progress::Some;
    }
    if (isSending && (waiting.revents & POLLOUT) != 0) {
        const ssize_t count =
            ::send(m_socket, m_outgoing.data() + m_sent, m_outgoing.size() - m_sent, MSG_NOSIGNAL);
        if (count < 0 && errno != EAGAIN && errno != EINTR)
            return Progress::End;
        m_sent += std::size_t(std::max<ssize_t>(count, 0));
        return Progress::Some;
    }
    return Progress::End; // an error or a hangup, and nothing left to read
}

ConfinedProcess::Event ConfinedProcess::receive(std::string &contents, std::chrono::milliseconds silence,
                                                const std::stop_token &stop, Clock::time_point deadline)
{
    auto heard = Clock::now();
    for (;;) {
        if (std::optional<std::string> frame = m_incoming.next()) {
            contents = std::move(*frame);
            return Event::Frame;
        }
        if (m_incoming.isBroken())
            return Event::Death;
        if (stop.stop_requested())
            return Event::Stop;
        if (Clock::now() >= deadline)
            return Event::Late;
        switch (exchange(std::min(slice, silence))) {
        case Progress::Some:
            heard = Clock::now();
            break;
        case Progress::None:
            if (Clock::now() - heard >= silence)
                return Event::Silence;
            break;
        case Progress::End:
            return Event::Death;
        }
    }
}

} // namespace snug

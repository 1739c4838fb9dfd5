#include "core/regex/regexworker.h"

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

RegexWorker::RegexWorker(pid_t process, int socket)
    : m_process(process)
    , m_socket(socket)
{
}

RegexWorker::~RegexWorker()
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

static std::unexpected<Error> cannotStart(const QString &program, const QString &why)
{
    return failure(
        QCoreApplication::translate("Regex", "The program for regular expressions cannot be started: %1")
            .arg(why),
        {}, program, QCoreApplication::translate("Regex", "Install Snug again."));
}

Result<std::unique_ptr<RegexWorker>> RegexWorker::start(const QString &program)
{
    const auto words = [](int number) { return QString::fromLocal8Bit(std::strerror(number)); };
    std::array<int, 2> sockets{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0)
        return cannotStart(program, words(errno));
    pid_t process = 0;
    const int problem = spawn(QFile::encodeName(program), sockets[1], process);
    close(sockets[1]);
    if (problem != 0) {
        close(sockets[0]);
        return cannotStart(program, words(problem));
    }
    fcntl(sockets[0], F_SETFL, O_NONBLOCK);
    std::unique_ptr<RegexWorker> worker(new RegexWorker(process, sockets[0]));
    const auto deadline = std::chrono::steady_clock::now() + 5s;
    while (!worker->isGreeted()) {
        const bool isLate = std::chrono::steady_clock::now() > deadline;
        const bool isOther = !workerGreeting.starts_with(worker->m_greeting.substr(0, workerGreeting.size()));
        if (isLate || isOther || worker->exchange(slice) == Progress::End)
            return cannotStart(program,
                               QCoreApplication::translate("Regex", "it does not answer as expected"));
    }
    return worker;
}

bool RegexWorker::isGreeted()
{
    return m_greeting == workerGreeting;
}

void RegexWorker::send(std::string_view frame)
{
    if (m_sent == m_outgoing.size()) {
        m_outgoing.clear();
        m_sent = 0;
    }
    m_outgoing.append(frame);
}

RegexWorker::Progress RegexWorker::exchange(std::chrono::milliseconds wait)
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
            const std::size_t rest = std::min(bytes.size(), workerGreeting.size() - m_greeting.size());
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

RegexWorker::Event RegexWorker::receive(WorkerReply &reply, std::chrono::milliseconds silence,
                                        const std::stop_token &stop)
{
    auto heard = std::chrono::steady_clock::now();
    for (;;) {
        if (const std::optional<std::string> contents = m_incoming.next()) {
            std::optional<WorkerReply> decoded = decodeReply(*contents);
            if (!decoded)
                return Event::Death;
            reply = std::move(*decoded);
            return Event::Reply;
        }
        if (m_incoming.isBroken())
            return Event::Death;
        if (stop.stop_requested())
            return Event::Stop;
        switch (exchange(std::min(slice, silence))) {
        case Progress::Some:
            heard = std::chrono::steady_clock::now();
            break;
        case Progress::None:
            if (std::chrono::steady_clock::now() - heard >= silence)
                return Event::Silence;
            break;
        case Progress::End:
            return Event::Death;
        }
    }
}

} // namespace snug

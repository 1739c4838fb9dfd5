// Stands in for snug-regex when it has been taken over: what it does depends on the pattern. Other patterns
// are looked for as they are written.
#include "core/regex/workerprotocol.h"

#include <chrono>
#include <thread>
#include <unistd.h>

using namespace snug;

namespace {

void say(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (written <= 0)
            _exit(1);
        bytes.remove_prefix(std::size_t(written));
    }
}

void answer(const WorkerSearch &search, const std::u16string &text)
{
    WorkerReply reply{.id = search.id};
    const std::u16string &pattern = search.pattern;
    if (pattern.starts_with(u"die"))
        _exit(1);
    if (pattern == u"trickle") {
        say(std::string_view("\0\0\0\1", 4)); // 16 MB, of which a byte comes now and then
        for (;;) {
            say(" ");
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    }
    if (pattern == u"words" || pattern == u"shout") {
        reply.status = WorkerStatus::InvalidPattern;
        reply.problem = std::string(pattern == u"words" ? 8'000 : 60'000'000, 'w');
    } else if (pattern == u"number") {
        reply.id += 7;
    } else if (pattern == u"names") {
        reply.names.resize(100'000);
    } else if (const std::size_t at = text.find(pattern); at != std::u16string::npos) {
        reply.ranges = {{std::uint32_t(at), std::uint32_t(pattern.size())}};
    }
    say(encodeReply(reply));
    if (pattern == u"twice") { // the other one as if it were about what is asked next
        reply.ranges = {};
        say(encodeReply(reply));
    }
}

} // namespace

int main()
{
    say(workerGreeting);
    FrameReader frames;
    std::u16string text;
    static char buffer[1 << 16];
    for (;;) {
        const ssize_t count = read(STDIN_FILENO, buffer, sizeof buffer);
        if (count <= 0)
            return 0;
        frames.append({buffer, std::size_t(count)});
        while (const auto contents = frames.next()) {
            const auto request = decodeRequest(*contents);
            if (!request)
                return 1;
            if (const auto *said = std::get_if<WorkerText>(&*request))
                text = said->text;
            else
                answer(std::get<WorkerSearch>(*request), text);
        }
    }
}

// snug-regex: searches texts for Snug with regular expressions that strangers wrote. It starts,
// gives up every right that it does not need, and answers requests until its input ends.

#include "app/regexworker/confinement.h"
#include "app/regexworker/javascriptregex.h"

#include <cerrno>
#include <cstdlib>
#include <unistd.h>

using namespace snug;

static bool writeAll(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes.remove_prefix(std::size_t(written));
    }
    return true;
}

// False: nobody can make sense of what comes, or nobody listens.
static bool answer(JavaScriptRegex &regex, std::string_view contents)
{
    std::optional<WorkerRequest> request = decodeRequest(contents);
    if (!request)
        return false;
    if (auto *text = std::get_if<WorkerText>(&*request)) {
        regex.setText(std::move(text->text));
        return true;
    }
    const auto &search = std::get<WorkerSearch>(*request);
    allowProcessorSeconds(int(search.milliseconds / 1000) + 10);
    return writeAll(encodeReply(regex.search(search)));
}

int main()
{
    if (!confineProcess() || !writeAll(workerGreeting))
        _exit(EXIT_FAILURE);
    JavaScriptRegex regex;
    FrameReader frames;
    static char buffer[1 << 16];
    for (;;) {
        const ssize_t count = read(STDIN_FILENO, buffer, sizeof buffer);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            _exit(count == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
        frames.append({buffer, std::size_t(count)});
        while (const std::optional<std::string> contents = frames.next()) {
            if (!answer(regex, *contents))
                _exit(EXIT_FAILURE);
        }
        if (frames.isBroken())
            _exit(EXIT_FAILURE);
    }
}

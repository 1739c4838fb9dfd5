#include "app/confined/answerframes.h"

#include "app/confined/confinement.h"
#include "core/regex/workerprotocol.h"

#include <cerrno>
#include <cstdlib>
#include <unistd.h>

namespace snug {

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

void answerFrames(std::string_view greeting, const FrameAnswer &answer)
{
    if (!confineProcess() || !writeAll(greeting))
        _exit(EXIT_FAILURE);
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
            const std::optional<std::string> reply = answer(*contents);
            if (!reply || !writeAll(*reply))
                _exit(EXIT_FAILURE);
        }
        if (frames.isBroken())
            _exit(EXIT_FAILURE);
    }
}

} // namespace snug

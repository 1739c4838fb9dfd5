// `snug`: starts the program that does what was asked for. It links nothing but the C library, so that a
// script that asks for the version, or counts tokens, does not wait until the libraries of a window are
// loaded. What follows is the same process: its id, its terminal and its signals stay.
#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <unistd.h>

namespace {

// With its last slash; empty: unknown.
std::string ownFolder()
{
    std::array<char, PATH_MAX> path{};
    const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
    if (length <= 0 || size_t(length) == path.size())
        return {};
    const std::string_view whole(path.data(), size_t(length));
    return std::string(whole.substr(0, whole.rfind('/') + 1));
}

// Returns only where it cannot be started.
void start(const std::string &program, char **argv)
{
    const std::string folder = ownFolder();
    for (const char *place : {"", "../libexec/snug/", "../lib/snug/"})
        execv((folder + place + program).c_str(), argv);
}

// Counting needs Qt's core alone; explaining itself is the other program's.
bool countsTokens(int argc, char **argv)
{
    if (argc < 2 || std::string_view(argv[1]) != "tokens")
        return false;
    for (int i = 2; i < argc && std::string_view(argv[i]) != "--"; ++i) {
        if (std::string_view(argv[i]) == "--help" || std::string_view(argv[i]) == "-h")
            return false;
    }
    return true;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc > 1 && std::string_view(argv[1]) == "--version") {
        std::printf("snug %s\n", SNUG_VERSION);
        return 0;
    }
    if (countsTokens(argc, argv))
        start("snug-tokens", argv);
    start("snug-window", argv);
    std::fprintf(stderr, "snug: its program snug-window cannot be started: %s\n", std::strerror(errno));
    return 1;
}

// Runs the one test of its folder that the first argument names: snug_tests_core_chat tst_turn [QTEST
// ARGUMENTS].

#include "tests/testregistry.h"

#include <QList>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <optional>

namespace snug::test {

static QList<RegisteredTest> &registered()
{
    static QList<RegisteredTest> tests;
    return tests;
}

int registerTest(const RegisteredTest &test)
{
    registered().append(test);
    return int(registered().size());
}

} // namespace snug::test

int main(int argc, char **argv)
{
    using namespace snug::test;
    const char *wanted = argc > 1 ? argv[1] : "";
    const auto found = std::ranges::find_if(
        registered(), [&](const RegisteredTest &test) { return std::strcmp(test.name, wanted) == 0; });
    if (found == registered().end()) {
        std::fprintf(stderr, "usage: %s TEST [QTEST ARGUMENTS], where TEST is one of\n", argv[0]);
        for (const RegisteredTest &test : registered())
            std::fprintf(stderr, "  %s\n", test.name);
        return 2;
    }
    // The test sees its own arguments only; argv[0] stays the program's path.
    std::copy(argv + 2, argv + argc, argv + 1);
    --argc;
    argv[argc] = nullptr;
    std::optional<QCoreApplication> core;
    std::optional<WindowsApplication> windows;
    if (found->around == Around::Core)
        core.emplace(argc, argv);
    if (found->around == Around::Windows) {
        windows.emplace(argc, argv);
        QCoreApplication::setAttribute(Qt::AA_Use96Dpi, true); // the same layout on every display
    }
    return found->run(argc, argv);
}

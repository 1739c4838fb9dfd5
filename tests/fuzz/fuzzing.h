// What every fuzz target here needs: a name, bytes in, and a way to say that a promise was broken.
//
//     FUZZ_TARGET(json)
//     {
//         promise(writeJson(*parseJson(bytes)) == bytes);
//     }
#pragma once

#include <QByteArray>

#include <cstdio>
#include <cstdlib>
#include <source_location>

// Targets of the program in a list; main.cpp runs the one that is asked for by its name.
struct FuzzTarget
{
    using Function = void (*)(const QByteArray &bytes);

    FuzzTarget(const char *targetName, Function function)
        : name(targetName)
        , run(function)
        , next(first)
    {
        first = this;
    }

    const char *name;
    Function run;
    const FuzzTarget *next;

    inline static const FuzzTarget *first = nullptr;
};

#define FUZZ_TARGET(name)                                                                                    \
    static void fuzz_##name(const QByteArray &bytes);                                                        \
    static const FuzzTarget target_##name(#name, fuzz_##name);                                               \
    static void fuzz_##name(const QByteArray &bytes)

// Ends the run, so that libFuzzer keeps the input.
inline void promise(bool isKept, const std::source_location &place = std::source_location::current())
{
    if (isKept)
        return;
    std::fprintf(stderr, "%s:%u: a promise was broken\n", place.file_name(), unsigned(place.line()));
    std::abort();
}

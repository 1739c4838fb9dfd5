// Bounds for one search; a long text adds a millisecond of time for every thousand characters.
#pragma once

#include <chrono>

namespace snug {

struct RegexLimits
{
    std::chrono::milliseconds time{200}; // of processor time; the worker keeps to it
    // Beyond that time, for the whole reply: then the worker is ended from outside.
    std::chrono::milliseconds silence{5000};
};

} // namespace snug

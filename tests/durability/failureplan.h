// Which call fails, and how often: memory that a driver shares with the process in which failwrites.cpp
// stands before the C library. Plain C++, for that library must not need anything.
#pragma once

#include <atomic>

namespace snug::durability {

enum class FailingCall : int {
    None,
    Write,    // write(2), pwrite(2)
    Short,    // half of the bytes are written, and the next write says it
    Sync,     // fsync(2), fdatasync(2)
    Rename,   // the renameat(2) family
    Open,     // openat(2) and open(2), where the file is to be written
    Link,     // linkat(2), link(2)
    Truncate, // ftruncate(2)
    Unlink,   // unlinkat(2), unlink(2)
    MakeFolder,
};

struct FailurePlan
{
    std::atomic<int> call;  // FailingCall
    std::atomic<int> first; // the n-th of these calls, from 1, fails
    std::atomic<int> count; // and so many in all; -1: all from then on
    std::atomic<int> error; // errno
    std::atomic<int> seen;  // calls so far
    std::atomic<int> failed;
    // Only files below this folder; a path that ends with "/".
    char below[1024];
};

// The variable that names the file with the plan in it.
inline constexpr char failurePlanVariable[] = "SNUG_FAILURE_PLAN";

} // namespace snug::durability

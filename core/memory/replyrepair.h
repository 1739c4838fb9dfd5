// A reader for answers that are nearly JSON: what it makes of them is offered, never taken unasked
// (docs/systems/memory-books.md#repair).
#pragma once

#include "core/memory/memoryreply.h"

namespace snug {

// The memory that the answer was probably meant to be, with quotes of any kind, bare member names,
// missing commas and closing brackets, raw line breaks and comments forgiven, and looked for inside
// another object or a list. Nothing if no object with the fields of a memory can be read.
std::optional<MemoryReply> repairedReply(const QString &text);

} // namespace snug

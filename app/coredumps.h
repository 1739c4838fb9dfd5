// No picture of this program's memory on the disk: it holds keys and chats.
#pragma once

namespace snug {

// Nobody but this program may read its memory, and the system keeps none of it after a crash. For whoever
// looks for the cause of one: builds with SNUG_CORE_DUMPS (the preset dev) keep theirs, and so does
// SNUG_KEEP_CORE_DUMPS=1 in the environment. False when it stays as it was.
bool forbidCoreDumps();

} // namespace snug

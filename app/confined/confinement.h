// After this the process can compute, read its input, write its output and end; nothing else.
#pragma once

namespace snug {

// No files, no network, no other programs, bounded memory. Returns false if the system refused a part of
// it that this build relies on.
bool confineProcess();

// Ends the process if it computes longer than this, whatever holds it up.
void allowProcessorSeconds(int seconds);

} // namespace snug

// The assembler: what goes out, and why, as a pure function of its inputs.
#pragma once

#include "core/prompt/assembledprompt.h"
#include "core/prompt/promptinputs.h"

#include <stop_token>

namespace snug {

// No I/O, no clock, no global state; may run on any thread and be called for every keystroke.
// Malformed parts of the inputs are skipped with a warning in the trace. When `stop` is requested
// the result is incomplete and must be thrown away.
AssembledPrompt assemble(const PromptInputs &inputs, const std::stop_token &stop = {});

// How the prompt is laid out: what was chosen, or what Auto picks.
PromptMode modeInEffect(const PromptInputs &inputs);

} // namespace snug

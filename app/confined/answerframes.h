// All that a confined program does: it takes frames and answers them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace snug {

// The reply to a frame's contents, a whole frame itself; empty for none. Nothing: no sense can be made of it.
using FrameAnswer = std::function<std::optional<std::string>(std::string_view contents)>;

// Gives up every right that is not needed, greets, and answers until the input ends. Ends the process then,
// and with a failure when it cannot be confined, when a frame makes no sense or when nobody listens.
[[noreturn]] void answerFrames(std::string_view greeting, const FrameAnswer &answer);

} // namespace snug

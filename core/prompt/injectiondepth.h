// How deep in the chat texts can be injected: what is meant for deeper places is never sent
// (SillyTavern 1.19).
#pragma once

namespace snug {

inline constexpr int deepestInjection = 10'000; // messages from the newest

} // namespace snug

// A prompt that would go out without what the user said last: the context size has no room for it, scripts
// leave nothing of it, or the preset has a place for nothing.
#pragma once

#include "core/prompt/assembledprompt.h"

namespace snug {

struct UnsentNewest
{
    enum class Cause : quint8 { NoRoom, Scripts, EmptyOrder };
    Cause cause = Cause::NoRoom;
    // Where there is no room:
    QString largest = {};  // what takes most of it, as the user calls it: "Description (card Mira)"
    int largestTokens = 0; // roughly, where nobody counted
    int context = 0;       // tokens
    int reserved = 0;      // of them, for the reply

    bool operator==(const UnsentNewest &) const = default;
};

// Nothing, if that message is sent, or left out as somebody wished: hidden, a rule of the template, a preset
// that sends other things than the chat.
// Nor where something that was said later is sent: then it is no more than old.
std::optional<UnsentNewest> unsentNewest(const PromptInputs &inputs, const AssembledPrompt &prompt);

// In the user's words, with what can be done about it.
Error explainUnsentNewest(const UnsentNewest &unsent);
// The same while one still types.
QString unsentNewestWarning(const UnsentNewest &unsent);

} // namespace snug

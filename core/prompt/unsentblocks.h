// Blocks of the preset that are not in the prompt, and why not.
#pragma once

#include "core/prompt/assembledprompt.h"

namespace snug {

struct UnsentBlock
{
    enum class Why : quint8 {
        Off,        // in the preset's order, switched off
        NotOrdered, // the order does not list it
        Trigger,    // not for this kind of reply
        Empty,      // nothing to say: no text, or what it stands for has none
        NoPlace,    // its text went into another prompt's form, or was cut: see Trace::dropped
    };
    QString identifier;
    QString name; // what the user calls it
    Why why = Why::Off;
    bool isMarker = false;

    // Whether switching it on could bring it into the prompt.
    bool canBeOn() const { return why == Why::Off || why == Why::NotOrdered; }
    bool operator==(const UnsentBlock &) const = default;
};

// In the order of the preset's list, then of its blocks. Empty where the prompt is not laid out by a preset's
// order.
QList<UnsentBlock> unsentBlocks(const PromptInputs &inputs, const AssembledPrompt &prompt);
// In the user's words.
QString unsentReason(const UnsentBlock &block);

} // namespace snug

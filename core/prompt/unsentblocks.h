// Blocks of the preset that are not in the prompt, and why not.
#pragma once

#include "core/prompt/assembledprompt.h"

#include <QStringList>

namespace snug {

struct UnsentBlock
{
    enum class Why : quint8 {
        Off,        // in the preset's order, switched off
        NotOrdered, // the order does not list it
        PassedOver, // see isPassedOver()
        Trigger,    // not for this kind of reply
        Empty,      // nothing to say: no text, or what it stands for has none
        Sets,       // only sets variables, which others read
        NoPlace,    // its text went into another prompt's form, or was cut: see Trace::dropped
    };
    QString identifier;
    QString name; // what the user calls it
    Why why = Why::Off;
    bool isMarker = false;
    QStringList sets = {}; // variables

    // Whether switching it on could bring it into the prompt.
    bool canBeOn() const { return why == Why::Off || why == Why::NotOrdered; }
    bool operator==(const UnsentBlock &) const = default;
};

// In the order of the preset's list, then of its blocks. Empty where the prompt is not laid out by a preset's
// order.
QList<UnsentBlock> unsentBlocks(const PromptInputs &inputs, const AssembledPrompt &prompt);
// The variables that a text sets, in its order, if that is all it does: what is left of it is white space.
// Else empty.
QStringList onlySets(const QString &text);
// In the user's words.
QString unsentReason(const UnsentBlock &block);

} // namespace snug

// What the framing frame takes, from what every frame takes: SmartTavern's files as they are, and
// SillyTavern's in their SmartTavern reading (docs/systems/together.md#smarttavern-readings).
#pragma once

#include "core/macros/framing/framingmacros.h"
#include "core/prompt/frames/framing/framedmessage.h"
#include "core/prompt/stages/draft.h"

namespace snug::framing {

// An entry and where the inspector says it is from.
struct TracedEntry
{
    Json entry;
    Source source;
};

struct FramingInputs
{
    QList<TracedEntry> relative; // presets around the chat
    QList<TracedEntry> inChat;   // presets inside it
    QList<TracedEntry> lore;
    QList<TracedEntry> history; // {role, content}
    QList<Json> rules;
    Json character;
    Json persona;
    Source characterSource;
    Source personaSource;
    MacroContext context; // with the variables that SmartTavern's macros read

    static QList<Json> entriesOf(const QList<TracedEntry> &list);
};

// Needs the identity and history stages; runs the lore stage for books of SillyTavern's.
FramingInputs framingInputs(const PromptInputs &inputs, Draft &draft);

// The variables that are the chat's own, without those that framingInputs() put there.
Json ownVariables(const Json &variables);

} // namespace snug::framing

// Where the user finds what a stretch of the prompt came from.
#pragma once

#include "core/prompt/source.h"

namespace snug {

enum class SourcePlace : quint8 {
    Nowhere, // it can only be told what it is
    Within,  // in what it stands in: a macro's own text, a separator
    Name,    // in what it stands in; else where the name is written
    Composer,
    Message,
    Preset,
    Card,
    Persona,
    Lorebook,
    Script,
    Rules, // SmartTavern's
    ContextTemplate,
    InstructTemplate,
    SystemPrompt,
    ChatTemplate,
};

// Every kind has an answer: a new one does not compile without.
SourcePlace sourcePlaceOf(SourceKind kind);

// The innermost link that has a place, and that place: never Within or Name.
struct PlacedSource
{
    SourcePlace place = SourcePlace::Nowhere;
    Source link;
};
PlacedSource placedSource(const Source &source);

} // namespace snug

// Documents that are made from nothing, or of another kind of document. Plain values; nothing here looks at
// the disk.
#pragma once

#include "core/model/card.h"
#include "core/model/persona.h"
#include "core/model/preset.h"

namespace snug {

// The usual blocks in the usual order (builtInPromptOrder()), with words in those that need some.
Preset newPreset(const QString &name);

Card newCharacter(const QString &name, const QString &description = {}, const QString &greeting = {});

// The user as a character, and a character as the user: name, description and lorebook. Pictures are the
// caller's matter.
Card characterOf(const Persona &persona);
Persona personaOf(const Card &card);

} // namespace snug

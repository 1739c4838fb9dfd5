// What a text-completion sampler preset says, one field at a time: for forms and for undo's words.
#pragma once

#include "core/library/texttemplatefields.h"
#include "core/model/textpreset.h"

namespace snug {

// What the file does not say is nothing, and is not sent; set to nothing, its key goes. The name is not among
// them: that is the file's.
QList<TextTemplateField<TextPreset>> textPresetFields();

// To begin with: temperature 1 and everything else off, but for what `inEffect` says. That may be a part of
// the settings, which hold more than samplers.
TextPreset newTextPreset(const Json &inEffect = {});

} // namespace snug

// Text-completion sampler presets (`TextGen Settings/*.json`).
#pragma once

#include "core/formats/fields.h"
#include "core/model/textpreset.h"

namespace snug {

struct TextPresetReading
{
    TextPreset preset;
    Warnings warnings;
};

// `name` is the file's name without ".json". An unchanged preset is written as the same bytes.
Result<TextPresetReading> readTextPreset(const QByteArray &bytes, const QString &name = {});
QByteArray writeTextPreset(const TextPreset &preset);

// The same values inside SillyTavern's settings (`textgenerationwebui_settings`).
TextPreset textPresetOf(const Json &object);

} // namespace snug

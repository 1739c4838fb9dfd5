// Chat-completion presets (`OpenAI Settings/*.json`), prompt exports, and the same values inside
// SillyTavern's settings under their other names.
#pragma once

#include "core/formats/fields.h"
#include "core/model/preset.h"

namespace snug {

struct PresetReading
{
    Preset preset;
    Warnings warnings; // also keys that would send prompts somewhere else
};

// The sampler keys differ: "temperature" in files, "temp_openai" in settings.json.
enum class PresetKeys : quint8 { File, Settings };

// `name` is the file's name without ".json". Keys of older versions are read by their new meaning;
// a preset without prompts gets the built-in blocks.
Result<PresetReading> readPreset(const QByteArray &bytes, const QString &name = {});
QByteArray writePreset(const Preset &preset);

PresetReading presetFromJson(const Json &object, PresetKeys keys, const Place &place = {});
Json writtenPreset(const Preset &preset, PresetKeys keys);

// Keys with which a foreign preset would send prompts, or add words to them, elsewhere. Snug does not use
// them.
QStringList presetConnectionKeys();

// The blocks every preset has (their texts empty) and their usual order.
QList<PromptBlock> builtInPromptBlocks();
PromptOrder builtInPromptOrder();

} // namespace snug

// Presets in SmartTavern's form: {name, api_config, prompts: [{identifier, enabled, role, position, …}],
// regex_rules} (docs/systems/smarttavern.md#files). Their prompts stand in the order in which
// they are used and say themselves whether they are on; as a Preset they have one prompt order that
// says the same.
#pragma once

#include "core/formats/preset.h"

namespace snug {

// Some prompt says its position by a word, and no prompt order is there.
bool isFramingPreset(const Json &document);
// The same of a preset that was read, whatever became of it since.
bool isFramingPreset(const Preset &preset);

PresetReading framingPresetFromJson(const Json &document, const Place &place = {});

// The document with the changed keys set, the same value if nothing changed. A preset of another form is
// turned into this one: markers get their names here, what is off stays off.
Json writtenFramingPreset(const Preset &preset);

// A block as an entry of `prompts`: its source with the changed keys set. `isEnabled`: as its order says.
Json framingPrompt(const PromptBlock &block, bool isEnabled);

// The blocks in the order in which they are used, each with whether it is on.
struct OrderedBlock
{
    PromptBlock block;
    bool isEnabled = true;
};
QList<OrderedBlock> orderedBlocks(const Preset &preset);

} // namespace snug

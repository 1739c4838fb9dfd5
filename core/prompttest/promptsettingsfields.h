// The settings that shape a prompt as JSON, for snapshots of prompts: each by Snug's own name, defaults left
// out.
#pragma once

#include "core/formats/fields.h"
#include "core/prompt/promptinputs.h"

namespace snug {

Json promptSettingsJson(const PromptSettings &settings);
PromptSettings promptSettingsFrom(const Json &object, const Place &place, Warnings &warnings);

} // namespace snug

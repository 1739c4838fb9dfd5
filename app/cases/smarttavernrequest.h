// A request document of SmartTavern's as it stands: {history, world_books, presets, character, persona}, or
// the parts of it that one of its modules takes (docs/systems/smarttavern.md#whole-assembly).
#pragma once

#include "core/model/json.h"
#include "core/result.h"

namespace snug {

// {messages: [{role, content, source}]}. Which module it is for is said by `presets` (the whole),
// `presets_relative` or `presets_doc` (the frame), `presets_in_chat` (the injection), or by `function` beside
// `args`.
Result<Json> answerSmartTavernRequest(const Json &document);

} // namespace snug

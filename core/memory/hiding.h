// Which messages are hidden once a memory holds them (docs/systems/memory-books.md#hiding).
#pragma once

#include "core/memory/messagerange.h"
#include "core/model/json.h"

namespace snug {

enum class HideMode : quint8 { None, All, LastScene };

struct HidingSettings
{
    HideMode mode = HideMode::None;
    int keptVisible = 0;             // messages before the scene's end
    bool unhideBeforeMemory = false; // the scene is shown again before it is compiled
    bool operator==(const HidingSettings &) const = default;
};

// autoHideMode, or the on/off settings of older versions; unhiddenEntriesCount, unhideBeforeMemory.
HidingSettings hidingSettingsFrom(const Json &settings);

// The messages to hide; nothing if there are none.
std::optional<MessageRange> rangeToHide(const MessageRange &scene, const HidingSettings &settings);

} // namespace snug

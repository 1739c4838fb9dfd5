// What SillyTavern makes of a preset's blocks and their order before it uses them
// (docs/sillytavern/prompt-order.md#the-order-list).
#pragma once

#include "core/model/generationtype.h"
#include "core/model/layoutsettings.h"
#include "core/model/preset.h"

namespace snug {

// Whether a file says by more than prompts and their order that it is a preset of SillyTavern's: by its other
// texts and sizes, or by what its prompts say of themselves. What smelt writes has neither.
bool hasMarksOfSillyTavern(const Preset &preset);

struct OrderInEffect
{
    QList<PromptOrderItem> items;
    bool isDefault = false; // the preset has no list 100001
};

OrderInEffect orderInEffect(const Preset &preset,
                            LayoutSettings::Order order = LayoutSettings::Order::ByForm);

// Whether SillyTavern sends what the item names: it takes any text for a switch that is on, "false" too. The
// layout may have such texts read.
bool isSwitchedOn(const PromptOrderItem &item, const LayoutSettings &layout);
// Likewise of two switches of the preset itself.
bool squashesSystemMessages(const Preset &preset, const LayoutSettings &layout);
bool continuesByPrefill(const Preset &preset, const LayoutSettings &layout);

// The list of smelt's merged form; nothing if the preset has none.
const PromptOrder *mergedOrder(const Preset &preset, LayoutSettings::Order order);

// The preset's blocks, of two with one identifier the first, and the built-in ones that are missing among
// them, with SillyTavern's own words.
QList<PromptBlock> blocksInEffect(const Preset &preset);

// A block of the user's own that a file has without the key `system_prompt` stands in no list of
// SillyTavern's and is not sent; in the chat it is.
bool isPassedOver(const PromptBlock &block);

// Whether its triggers, which are compared letter by letter, let it into requests of this kind.
bool isTriggered(const PromptBlock &block, GenerationType type);

} // namespace snug

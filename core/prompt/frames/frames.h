// The ways to lay out a prompt (docs/systems/together.md#modes): each runs the stages it needs.
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

// SillyTavern's: every block of the preset a message of its own, in the preset's order.
void presetFrame(const PromptInputs &inputs, Draft &draft);

// smelt's merged form: the preset's blocks before the history are one system message, those behind
// it another.
void smeltFrame(const PromptInputs &inputs, Draft &draft);

// smelt's without a preset: persona, card and formatting hint in front, post-history text behind.
void fallbackFrame(const PromptInputs &inputs, Draft &draft);

// SillyTavern's for text completions: one text of story string, examples, history and last line
// (docs/sillytavern/text-completion.md). Needs PromptInputs::textCompletion.
void storyFrame(const PromptInputs &inputs, Draft &draft);

// What a template writes, whatever it makes of card, lore and chat.
void templateFrame(const PromptInputs &inputs, Draft &draft);

// SmartTavern's: blocks stay apart, each with its role and its source object; its own macros and rules.
void framingFrame(const PromptInputs &inputs, Draft &draft);
// The history as SmartTavern shows it, by row of the chat.
QHash<int, QString> framingUserView(const PromptInputs &inputs, Draft &draft);

} // namespace snug

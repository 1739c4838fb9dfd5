// Prompts to look at and to test with.
#pragma once

#include "core/prompt/assembledprompt.h"
#include "core/wire/wirerequest.h"

namespace snug::fixture {

OutboundMessage message(Role role, const QString &type, const QString &id, const QString &label,
                        const QString &text, int tokens);
// A chat message: user when `index` is even.
OutboundMessage chatMessage(int index, const QString &text);

// One evening with Mira: preset, macros in macros, persona, lore, an author's note, chat.
AssembledPrompt harbourPrompt();
// The same with so many chat messages.
AssembledPrompt longPrompt(int messages);
// More than fits, and what was left out because of it.
AssembledPrompt overBudgetPrompt();
// Arabic, Hebrew, Japanese, Chinese, emoji, and an unbroken word.
AssembledPrompt manyScriptsPrompt();
// One block of so many paragraphs.
AssembledPrompt longMessagePrompt(int paragraphs);
// What a preset of SmartTavern's makes of the evening, as assembled.
AssembledPrompt framingPrompt();

// An OpenAI-shaped request for this prompt, with a key.
WireRequest requestFor(const AssembledPrompt &prompt);

} // namespace snug::fixture

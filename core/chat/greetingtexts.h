// A card's greetings on their way into a chat (docs/sillytavern/cards.md#greetings).
#pragma once

#include "core/chat/scripttask.h"
#include "core/library/chatfiles.h"
#include "core/model/card.h"

#include <optional>

namespace snug {

// The scripts that change replies as they are stored, on the first message and the alternates. Nothing: none
// acts.
std::optional<ScriptJob> greetingScripts(const Card &card, const PromptInputs &inputs);
// What they made of them.
Card withGreetings(const Card &card, const ScriptedTexts &scripted);

// Whether the card has to greet in a chat that was opened: nothing is said in it, and nothing of its file was
// unreadable. In groups members greet when the chat is made.
bool isGreetingMissing(const ChatReference &reference, const LoadedChat &loaded);

// SillyTavern puts the greeting into a chat without messages as it opens, and so does Snug; but it is written
// with the first thing that is said.
Chat greetedChat(const Chat &chat, const Card &card, const PromptInputs &inputs, const QDateTime &date);

} // namespace snug

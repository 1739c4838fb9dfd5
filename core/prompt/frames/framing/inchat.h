// The in-chat constructor: presets and lore at depths of the chat
// (docs/systems/smarttavern.md#in-chat-injection).
#pragma once

#include "core/macros/framing/framingmacros.h"
#include "core/prompt/frames/framing/framedmessage.h"

#include <QStringList>

namespace snug::framing {

// `presets` and `lore` may hold anything; what is no object is skipped. Conditions read `context`;
// chat_history_text is the caller's to set. What cannot be read is skipped and said in `warnings`.
QList<FramedMessage> withInChat(const QList<FramedMessage> &history, const QList<Json> &presets,
                                const QList<Json> &lore, const MacroContext &context, QStringList &warnings);

// An assembly's prompts that are injected: `position` "in-chat" in any letter case; the constructor
// itself takes the exact spelling only.
QList<Json> inChatPresets(const Json &document);

} // namespace snug::framing

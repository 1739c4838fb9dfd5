// Some messages of a chat as a file of their own, for others to read or to go on with.
#pragma once

#include "core/model/chat.h"
#include "core/result.h"

namespace snug {

// Who says what, with an empty line between messages.
QString messagesAsText(const QList<Message> &messages);
// Likewise, with the names in bold above; texts are Markdown as they are.
QString messagesAsMarkdown(const QList<Message> &messages);

// The end of the target's name says in which form: .jsonl is a chat, .md is Markdown, all else text.
Result<void> exportMessages(const Chat &chat, const QList<Message> &messages, const QString &target);

} // namespace snug

// A chat's line in a list, without reading its messages.
#pragma once

#include "core/library/librarycontents.h"
#include "core/model/chat.h"

namespace snug {

// Counts lines and parses only the first and the last one.
ChatSummary readChatSummary(const QString &path);
ChatSummary summarizeChat(const QString &name, const QByteArray &bytes);
// The same of a chat that is open, whether or not it has a file.
ChatSummary summarizeChat(const Chat &chat);

} // namespace snug

// A chat's line in a list, without reading its messages.
#pragma once

#include "core/library/librarycontents.h"

namespace snug {

// Counts lines and parses only the first and the last one.
ChatSummary readChatSummary(const QString &path);
ChatSummary summarizeChat(const QString &name, const QByteArray &bytes);

} // namespace snug

// Messages to the clipboard.
#pragma once

#include "core/prompt/assembledprompt.h"

namespace snug {

// AllWithSources: segment by segment. AllWithSource: one object a message, as SmartTavern has it.
enum class CopyForm : quint8 { Text, Json, AllWithSources, AllWithSource, Source };

// Puts it on the clipboard and returns what was copied, in the user's words.
QString copyMessages(const QList<OutboundMessage> &all, int row, CopyForm form);

} // namespace snug

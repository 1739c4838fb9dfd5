// Messages to the clipboard.
#pragma once

#include <QString>

namespace snug {

class OutboundModel;

// AllWithSources: segment by segment. AllWithSource: one object a message, as SmartTavern has it.
enum class CopyForm : quint8 { Text, Json, AllWithSources, AllWithSource, Source };

// Puts it on the clipboard and returns what was copied, in the user's words. Text and source are the row's
// own; as JSON a message is copied as it goes.
QString copyRow(const OutboundModel &model, int row, CopyForm form);

} // namespace snug

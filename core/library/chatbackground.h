// The picture behind a chat, where SillyTavern has it: docs/sillytavern/library.md#backgrounds
#pragma once

#include "core/model/json.h"

#include <QString>

namespace snug {

// The file that chat_metadata.custom_background names, relative to the library's folder. Empty: there is
// none, or it is from elsewhere.
QString chatBackground(const Json &metadata);

} // namespace snug

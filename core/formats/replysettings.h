// SillyTavern 1.19's user settings about replies, thinking and summaries
// (docs/sillytavern/settings.md#replies).
#pragma once

#include "core/model/json.h"
#include "core/model/replysettings.h"

namespace snug {

// `power_user`. What it lacks has the value of a new profile.
ReplySettings replySettingsOf(const Json &powerUser);
// One of its keys, which changes `settings`; false: the key says nothing about replies.
bool readReplySetting(const QString &key, const Json &value, ReplySettings &settings);
// `extension_settings.memory`: of the Summarize extension.
SummarySettings summarySettingsOf(const Json &memory);

} // namespace snug

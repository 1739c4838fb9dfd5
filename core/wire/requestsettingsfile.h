// What a connection says about its requests, as members of its object in connections.json. Members that
// say nothing are not written, unless they were there.
//
//   "postProcessing": "semi", "extraHeaders", "extraBody", "leftOutBody": as the user wrote them, "prefill",
//   "effort": "high", "verbosity": "low", "showsThoughts": false,
//   "turnsThinkingOff": true, "isCompatible": true,
//   "cache": {"system", "depth", "forAnHour", "geminiSystem"}, "refused": [{"model", "key"}, …],
//   "options": {"providers", "quantizations", "allowsFallbacks", "middleOut", "region", "project",
//   "keepAliveSeconds", …}
#pragma once

#include "core/model/json.h"
#include "core/model/requestsettings.h"

namespace snug {

RequestSettings readRequestSettings(const Json &item);
// Credentials among the extra headers and body keys are left out: keys live in the keyring only.
void writeRequestSettings(Json &item, const RequestSettings &settings);

// The extras without credentials, and what those are called.
RequestExtras withoutCredentials(const RequestExtras &extras);
QStringList credentialsIn(const RequestExtras &extras);

} // namespace snug

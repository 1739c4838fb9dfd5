// BroughtChoices as the member "brings" of a connection in snug/connections.json:
//
//   {"off": true, "preset", "context", "instruct", "systemPrompt", "stopStrings": […], "startReplyWith",
//    "notTaken": […]}
#pragma once

#include "core/model/broughtchoices.h"
#include "core/model/json.h"

namespace snug {

BroughtChoices readBroughtChoices(const Json &object);
// `stored` with the choices; what is not said is removed, unknown members stay.
Json withBroughtChoices(const Json &stored, const BroughtChoices &choices);

} // namespace snug

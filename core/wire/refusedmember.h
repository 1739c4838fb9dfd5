// A member of a request's body by the name that a server has for it, where it refuses it:
// "reasoning.summary", "frequencyPenalty", "generation_config.thinking_config.thinking_level".
#pragma once

#include "core/model/connection.h"
#include "core/model/json.h"

namespace snug {

// Where it stands, as the body spells it: "generationConfig.topK". Of an object that says nothing without the
// member, the object. Empty if it is not there, or if a request would be none without it.
QString memberPath(const Json &body, const QString &named);

// The body without all that the server refuses of this model. The reply's limit has two names: it goes under
// the other one.
void leaveOutRefused(Json &body, const Connection &connection);
// The name that the limit goes under where this one is refused; empty for all else.
QString otherLimitName(QStringView key);

} // namespace snug

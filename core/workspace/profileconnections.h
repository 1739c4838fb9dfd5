// The connections that SillyTavern's settings name: its connection profiles, and what is set at present
// (docs/formats/settings.md#connection-profiles). Keys are not in that file.
#pragma once

#include "core/model/connection.h"
#include "core/model/json.h"

#include <QList>

namespace snug {

// `settings`: the whole of settings.json. Each has an id that stays the same from reading to reading. What
// leads nowhere (no address, a service that nobody here knows) is left out, and so is a twin: a profile that
// says the same as another, and what is set at present where a profile leads there.
QList<Connection> profileConnections(const Json &settings);

} // namespace snug

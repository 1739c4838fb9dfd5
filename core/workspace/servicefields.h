// What SillyTavern's settings say of the service of a chat connection: where it is, and what only this
// service knows (docs/formats/settings.md#connection-profiles). Keys and passwords are not taken.
#pragma once

#include "core/formats/connectionprofiles.h"
#include "core/model/connection.h"

namespace snug {

// Of a connection whose service is set: address, options, extra fields, and whether a key is needed.
// `settings`: the whole of settings.json.
void takeServiceFields(Connection &connection, const ConnectionProfile &profile, const Json &settings);

} // namespace snug

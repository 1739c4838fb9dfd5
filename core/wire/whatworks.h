// What a connection does as it is set up now, in a line: read off the request that it would send.
#pragma once

#include "core/model/connection.h"

#include <QString>

namespace snug {

// How replies come, how many stop texts are sent, who counts tokens. A whole sentence.
QString whatWorks(const Connection &connection);

} // namespace snug

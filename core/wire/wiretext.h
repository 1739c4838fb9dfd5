// A request as people read it. Keys are never shown: dots stand for them, or a shell variable.
#pragma once

#include "core/wire/wirerequest.h"

#include <QString>

namespace snug {

// "Bearer ••••"
QString maskedValue(const WireHeader &header);

// Method and URL, one header a line, an empty line, the body as it is. Credentials in the URL
// are dots.
QString wireText(const WireRequest &request);

// A command for a POSIX shell that sends the same request, with "$SNUG_API_KEY" for the key.
QString curlCommand(const WireRequest &request);

// `text` as one word of a POSIX shell.
QString shellQuoted(const QString &text);

} // namespace snug

// Where a connection's calls go, and the headers that all of them carry.
#pragma once

#include "core/wire/wirerequest.h"

#include <QUrl>

namespace snug {

// `base` as the user gave it, with `path` ("/chat/completions") behind it. People paste addresses
// with a call's path at the end; `superfluous` endings are taken off first. A query stays.
QUrl endpoint(const QUrl &base, QStringView path, const QStringList &superfluous);

enum class Answer : quint8 { Json, EventStream };

// Everything that goes out but Host, Content-Length and Connection, which belong to the socket.
// Names in lower case, because Qt sends them so and what is shown is what is sent.
QList<WireHeader> requestHeaders(Answer answer, bool hasBody, const Secret &key);

// Whether a stream of events is asked for.
bool wantsEventStream(const WireRequest &request);

} // namespace snug

// Requests and answers as they may be written down: without keys.
//
// A key is what the request's headers hold as a Secret. Wherever its bytes stand elsewhere (address, other
// headers, body, answer), also spelt for JSON or for an address, dots stand in their place. An address's user
// information and the values of its query items, and headers that carry credentials by their names, are dots
// whether or not they hold a known key: an address may bring its own.
#pragma once

#include "core/wire/wirerequest.h"

namespace snug {

// What stands where a key stood: four dots, UTF-8.
QByteArray keyDots();
// A Secret that says only that there was one.
Secret keptSecret();

WireRequest withoutKeys(const WireRequest &request);
// Of the answer to `request`, which has its keys. Cookies are left out.
WireHeaders withoutKeys(const WireHeaders &headers, const WireRequest &request);
QByteArray withoutKeys(const QByteArray &text, const WireRequest &request);
QString withoutKeys(const QString &text, const WireRequest &request);

// A kept request with what its connection has now in place of the dots in the address and the headers, ready
// to be sent. `address`: the connection's; it goes to that server, for a key is nobody else's business. The
// body stays as it was kept.
WireRequest withKey(WireRequest kept, const Secret &key, const QUrl &address);

} // namespace snug

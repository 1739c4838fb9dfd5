// Requests, answers and addresses as they may be shown and written down: without keys. The one rule for all
// of them: wire view, commands for a shell, files, the ledger, messages.
//
// A key is what the request's headers hold as a Secret. Wherever its bytes stand elsewhere (address, other
// headers, body, answer), also spelt for JSON, for an address or in Base64, dots stand in their place. An
// address's user information and the values of its query items, and headers that carry credentials by their
// names, are dots whether or not they hold a known key: an address may bring its own.
#pragma once

#include "core/wire/wirerequest.h"

namespace snug {

// What stands where a key stood: four dots, UTF-8.
QByteArray keyDots();
// A Secret that says only that there was one.
Secret keptSecret();

// Credentials of an address: its user information, and query items whose name or value looks like one.
enum class AddressPart : quint8 { Dots, Nothing };
QUrl withoutCredentials(const QUrl &address, AddressPart instead);
// What they are called: "sig"; of user information the user's name.
QStringList credentialsIn(const QUrl &address);
// A header that carries a credential by its name: "x-api-key", "cookie".
bool isCredentialHeader(const QByteArray &name);
// The request's address for people.
QString shownAddress(const WireRequest &request);

WireRequest withoutKeys(const WireRequest &request);
// Of the answer to `request`, which has its keys. Cookies are left out.
WireHeaders withoutKeys(const WireHeaders &headers, const WireRequest &request);
QByteArray withoutKeys(const QByteArray &text, const WireRequest &request);
QString withoutKeys(const QString &text, const WireRequest &request);
// What a server or the system says about `request`, for the screen: pieces of a key are dots, too (8 bytes
// and more), for whoever repeats a key may cut it.
QString wordsWithoutKeys(const QString &words, const WireRequest &request);
// The same for the bytes of an answer as they came: events cut what they carry anywhere.
QByteArray answerWithoutKeys(const QByteArray &bytes, const WireRequest &request);
// What withoutKeys() looks for, longest first; for texts that come piece by piece.
QStringList keySpellings(const WireRequest &request);

// A kept request with what its connection has now in place of the dots in the address and the headers, ready
// to be sent. `address`: the connection's; it goes to that server, for a key is nobody else's business. The
// body stays as it was kept.
WireRequest withKey(WireRequest kept, const Secret &key, const QUrl &address);

} // namespace snug

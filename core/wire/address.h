// A connection's address: as people type it, whom it reaches, and whether it is encrypted on the way.
#pragma once

#include <QString>
#include <QUrl>

namespace snug {

// What somebody typed or pasted. Without a scheme it is https, but http where isNearby(). Empty when no
// address can be made of it.
QUrl addressFromText(const QString &typed);

// This computer: 127.0.0.0/8, ::1, "localhost".
bool isLoopback(const QString &host);
// This computer or its own network: loopback, private and link-local ranges, "*.local", names without a dot.
bool isNearby(const QString &host);

// Scheme, host and port: whom a key is given to. "https://api.example.com", "http://[::1]:8080"; host in
// lower case and Punycode, the scheme's own port left out. Empty for what is no http or https address.
QString originOf(const QUrl &address);

// Http to somewhere else than nearby: everybody on the way can read along.
bool isOpenToAll(const QUrl &address);

} // namespace snug

// Connections as the user's connections.json and snug/connections.json in a library keep them. Never a key
// (those are in the keyring), and never what the user allowed a connection: a library can come from anybody.
//
//   {"active": "<id>", "connections": [{"id", "name", "kind": "understudy|openai|llama-server|
//     openai-completion|llama-completion|chat-service|text-service", "service": of the last two,
//     SillyTavern's word, "baseUrl", "model", "contextSize", "needsKey", "tokenizerFile",
//     "silenceTimeoutSeconds", and what core/wire/requestsettingsfile.h lists}, …]}
#pragma once

#include "core/model/connection.h"
#include "core/model/json.h"
#include "core/result.h"

#include <QByteArray>
#include <QList>

namespace snug {

struct ConnectionsFile
{
    QList<Connection> connections; // in file order
    QString activeId;              // may name a connection that is not there
    Json document;                 // as read: unknown members, and connections of kinds not known here
    QStringList warnings;          // what was skipped, one line each

    bool operator==(const ConnectionsFile &) const = default;
};

// An empty file is an empty list. Fails when it is not JSON or not this shape at all.
Result<ConnectionsFile> readConnections(const QByteArray &bytes);

// The document with `connections` and `activeId` in it. Passwords and keys that stand in an address
// are left out.
QByteArray writeConnections(const ConnectionsFile &file);

// The word for a kind in the file.
QString connectionKindName(Connection::Kind kind);
std::optional<Connection::Kind> connectionKindFromName(QStringView name);

} // namespace snug

// The user's own connections as connections.json beside his settings keeps them: the same as in a library
// (core/wire/connectionsfile.h), where `active` is the one that he used last, and
//
//   "left": [{"id", "origin"}, …]   where one of them led before it was edited or deleted
//
// so that what a library still says of it is known for an old word, and not for another connection.
#pragma once

#include "core/wire/connectionsfile.h"

namespace snug {

struct LeftPlace
{
    QString connection; // its id
    QString origin;     // see originOf()
    bool operator==(const LeftPlace &) const = default;
};

struct OwnConnectionsFile
{
    ConnectionsFile list;
    QList<LeftPlace> left; // the last at the end; the oldest go when there are many

    const Connection *find(const QString &id) const;
    // Whether the one of that id leads there, or did.
    bool hasBeen(const QString &id, const QString &origin) const;
    // Beside what the file's document says.
    bool saysTheSame(const OwnConnectionsFile &other) const;
};

// As readConnections().
Result<OwnConnectionsFile> readOwnConnections(const QByteArray &bytes);
QByteArray writeOwnConnections(const OwnConnectionsFile &file);

// What the user has done, to be done to the file as it is by then: two programs may write it.
struct OwnChange
{
    QList<Connection> put = {}; // new, or in place of what has the same id
    QStringList removed = {};
    std::optional<QString> usedLast = {};

    bool isEmpty() const { return put.isEmpty() && removed.isEmpty() && !usedLast; }
};

OwnConnectionsFile withChange(OwnConnectionsFile file, const OwnChange &change);

} // namespace snug

// What a library's file of connections means for the user of this computer: which of its entries are his own
// connections, which of them move into his list, and which are offered, being somebody else's word.
//
// An entry is the user's own connection where its id is one of his and leads where that leads, or did. The
// same id with another address is another connection, and gets another id: what was allowed for the one holds
// for nothing else.
#pragma once

#include "core/workspace/connectionconsents.h"
#include "core/workspace/ownconnectionsfile.h"

#include <QHash>

namespace snug {

struct LibraryConnections
{
    // As it was read; entries and the choice with the ids that they have here.
    ConnectionsFile file;
    // Neither the user's own, nor allowed on this computer; or without an address.
    QList<Connection> offered;
    // Made by this user, in this library, before connections were his own: they are from now on.
    QList<Connection> moving;
    QHash<QString, QString> formerIds; // of those that have another id here
    QString chosen;                    // empty: nobody, or one that is not there any more
    bool hasChoice = false;            // the file says who answers, be it nobody

    bool isOffered(const QString &id) const;
    // Of what the library brought, as it is now; in the file as well.
    void put(const Connection &offered);
    // In the file alone: so that it can be known again elsewhere.
    void record(const Connection &own);
    // Out of everything; nobody takes its place.
    void remove(const QString &id);
};

LibraryConnections libraryConnections(const ConnectionsFile &file, const OwnConnectionsFile &own,
                                      const ConnectionConsents &consents);

// As the connection with this id and address is called where another one has the id. Always the same.
QString idBesideAnother(const QString &id, const QUrl &address);

QString understudyId();
// The Understudy is always there to be chosen. It never answers unasked: what it says is in the chat for
// good.
QList<Connection> withUnderstudy(QList<Connection> connections);

} // namespace snug

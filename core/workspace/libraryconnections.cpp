#include "core/workspace/libraryconnections.h"

#include "core/wire/address.h"

#include <QCoreApplication>
#include <QSet>
#include <QUuid>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Answer = ConnectionConsents::Answer;

bool isFree(const Connection &entry, const OwnConnectionsFile &own)
{
    if (entry.id == understudyId())
        return false;
    const QString origin = originOf(entry.baseUrl);
    return !own.find(entry.id) || origin.isEmpty() || own.hasBeen(entry.id, origin);
}

// The user's only connection to the same model at the same address: from another computer of his, say.
QString twinOf(const Connection &entry, const OwnConnectionsFile &own)
{
    QStringList twins;
    for (const Connection &each : own.list.connections) {
        if (each.kind == entry.kind && each.service == entry.service &&
            each.textService == entry.textService && each.baseUrl == entry.baseUrl &&
            each.model == entry.model)
            twins.append(each.id);
    }
    return twins.size() == 1 ? twins.first() : QString();
}

Connection understudyConnection()
{
    Connection connection;
    connection.id = understudyId();
    //: A connection's name. The Understudy answers without a network and without a model.
    connection.name = QCoreApplication::translate("Connections", "Understudy (offline stand-in)");
    connection.kind = Connection::Kind::Understudy;
    connection.model = u"understudy"_s;
    return connection;
}

} // namespace

QString understudyId()
{
    return u"understudy"_s;
}

QList<Connection> withUnderstudy(QList<Connection> connections)
{
    const auto present = std::ranges::find(connections, understudyId(), &Connection::id);
    Connection understudy = understudyConnection();
    if (present != connections.end()) {
        const bool hasFormerName = present->name == u"Understudy"; // of versions that said no more of it
        understudy.name = hasFormerName || present->name.isEmpty() ? understudy.name : present->name;
        connections.erase(present);
    }
    connections.prepend(understudy);
    return connections;
}

QString idBesideAnother(const QString &id, const QUrl &address)
{
    static const QUuid names(u"{5b0ed0c4-3d31-4a4c-9d3b-6f6a3d6b7c11}"_s);
    return QUuid::createUuidV5(names, QString(id + u' ' + originOf(address))).toString(QUuid::WithoutBraces);
}

bool LibraryConnections::isOffered(const QString &id) const
{
    return std::ranges::contains(offered, id, &Connection::id);
}

void LibraryConnections::put(const Connection &connection)
{
    if (const auto old = std::ranges::find(offered, connection.id, &Connection::id); old != offered.end())
        *old = connection;
    record(connection);
}

void LibraryConnections::record(const Connection &own)
{
    QList<Connection> &entries = file.connections;
    const auto old = std::ranges::find(entries, own.id, &Connection::id);
    if (old == entries.end())
        entries.append(own);
    else
        *old = own;
}

void LibraryConnections::remove(const QString &id)
{
    const auto isIt = [&id](const Connection &connection) { return connection.id == id; };
    offered.removeIf(isIt);
    file.connections.removeIf(isIt);
    if (file.activeId == id)
        file.activeId.clear();
}

LibraryConnections libraryConnections(const ConnectionsFile &file, const OwnConnectionsFile &own,
                                      const ConnectionConsents &consents)
{
    LibraryConnections here;
    here.file = file;
    here.hasChoice = file.document.value(u"active").isString();
    QSet<QString> taken; // a stranger's file may have very many
    // Who is meant by an entry; empty: a connection that the user has deleted.
    const auto meaning = [&](Connection &entry) {
        if (entry.kind == Connection::Kind::Understudy)
            return understudyId();
        const QString origin = originOf(entry.baseUrl);
        Answer answer = consents.answerFor(entry);
        if (!isFree(entry, own)) {
            const QString former = std::exchange(entry.id, idBesideAnother(entry.id, entry.baseUrl));
            here.formerIds.insert(entry.id, former);
            if (consents.answerFor(entry) != Answer::None)
                answer = consents.answerFor(entry);
        }
        if (own.find(entry.id) || taken.contains(entry.id))
            return entry.id;
        if (own.hasBeen(entry.id, origin))
            return QString();
        const QString twin = answer == Answer::None ? twinOf(entry, own) : QString();
        if (!twin.isEmpty())
            return twin;
        taken.insert(entry.id);
        (answer == Answer::Allowed && !origin.isEmpty() ? here.moving : here.offered).append(entry);
        return entry.id;
    };
    const QString chosen = file.activeId;
    here.chosen = chosen == understudyId() || own.find(chosen) ? chosen : QString();
    for (Connection &entry : here.file.connections) {
        const QString id = entry.id;
        const QString meant = meaning(entry);
        if (id == chosen)
            here.chosen = here.file.activeId = meant;
    }
    return here;
}

} // namespace snug

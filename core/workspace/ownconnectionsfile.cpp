#include "core/workspace/ownconnectionsfile.h"

#include "core/formats/jsontext.h"
#include "core/wire/address.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype mostLeftPlaces = 500;

Json jsonOf(const QList<LeftPlace> &left)
{
    Json list = Json::array();
    for (const LeftPlace &place : left)
        list.append(Json::object({{u"id"_s, Json(place.connection)}, {u"origin"_s, Json(place.origin)}}));
    return list;
}

void leave(QList<LeftPlace> &left, const Connection &connection)
{
    const LeftPlace place{.connection = connection.id, .origin = originOf(connection.baseUrl)};
    if (place.origin.isEmpty())
        return;
    left.removeAll(place);
    left.append(place);
    left.remove(0, std::max<qsizetype>(0, left.size() - mostLeftPlaces));
}

} // namespace

const Connection *OwnConnectionsFile::find(const QString &id) const
{
    const auto found = std::ranges::find(list.connections, id, &Connection::id);
    return found != list.connections.end() ? &*found : nullptr;
}

bool OwnConnectionsFile::hasBeen(const QString &id, const QString &origin) const
{
    const Connection *connection = find(id);
    return (connection && originOf(connection->baseUrl) == origin) ||
           left.contains(LeftPlace{.connection = id, .origin = origin});
}

bool OwnConnectionsFile::saysTheSame(const OwnConnectionsFile &other) const
{
    return list.connections == other.list.connections && list.activeId == other.list.activeId &&
           left == other.left;
}

Result<OwnConnectionsFile> readOwnConnections(const QByteArray &bytes)
{
    Result<ConnectionsFile> list = readConnections(bytes);
    if (!list)
        return std::unexpected(list.error());
    OwnConnectionsFile file{.list = *std::move(list), .left = {}};
    for (const Json &item : file.list.document.value(u"left").items()) {
        const LeftPlace place{.connection = item.value(u"id").toText(),
                              .origin = item.value(u"origin").toText()};
        if (!place.connection.isEmpty() && !place.origin.isEmpty())
            file.left.append(place);
    }
    file.left.remove(0, std::max<qsizetype>(0, file.left.size() - mostLeftPlaces));
    return file;
}

QByteArray writeOwnConnections(const OwnConnectionsFile &file)
{
    ConnectionsFile list = file.list;
    if (!list.document.isObject())
        list.document = Json::object();
    if (const Json left = jsonOf(file.left); !file.left.isEmpty() || list.document.contains(u"left"))
        list.document.set(u"left"_s, left);
    return writeConnections(list);
}

OwnConnectionsFile withChange(OwnConnectionsFile file, const OwnChange &change)
{
    QList<Connection> &all = file.list.connections;
    for (Connection connection : change.put) {
        connection.countsTokens.reset(); // kept with the consents
        connection.measuresTexts = false;
        const auto old = std::ranges::find(all, connection.id, &Connection::id);
        if (old != all.end() && originOf(old->baseUrl) != originOf(connection.baseUrl))
            leave(file.left, *old);
        file.left.removeAll(LeftPlace{.connection = connection.id, .origin = originOf(connection.baseUrl)});
        if (old != all.end())
            *old = connection;
        else
            all.append(connection);
    }
    for (const QString &id : change.removed) {
        if (const Connection *gone = file.find(id))
            leave(file.left, *gone);
        all.removeIf([&id](const Connection &connection) { return connection.id == id; });
        if (file.list.activeId == id)
            file.list.activeId.clear();
    }
    if (change.usedLast)
        file.list.activeId = *change.usedLast;
    return file;
}

} // namespace snug

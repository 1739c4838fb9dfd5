// Connections of a library that a stranger made: written once, the file stays as it is; no password in an
// address gets into it.
#include "core/formats/jsontext.h"
#include "core/wire/connectionsfile.h"
#include "core/wire/endpoint.h"
#include "core/wire/wiretext.h"
#include "tests/fuzz/fuzzing.h"

#include <QSet>

using namespace Qt::StringLiterals;
using namespace snug;

FUZZ_TARGET(connections)
{
    const Result<ConnectionsFile> read = readConnections(bytes);
    if (!read) {
        promise(!read.error().what.isEmpty());
        return;
    }
    QSet<QString> ids;
    for (const Connection &connection : read->connections) {
        promise(!connection.id.isEmpty() && !ids.contains(connection.id));
        ids.insert(connection.id);
        promise(connection.silenceTimeoutSeconds >= 0 && connection.contextSize.value_or(1) > 0);
        const QUrl address = endpoint(connection.baseUrl, u"/chat/completions", {u"/completions"_s});
        promise(!wireText({"POST", address, {}, {}}).isEmpty());
    }
    const QByteArray written = writeConnections(*read);
    const Result<ConnectionsFile> again = readConnections(written);
    promise(again && again->connections.size() == read->connections.size());
    promise(again->activeId == read->activeId);
    promise(writeConnections(*again) == written);
    for (const Connection &connection : again->connections)
        promise(connection.baseUrl.userInfo().isEmpty());
    for (const Json::Member &member : read->document.members())
        promise(again->document.contains(member.key));
}

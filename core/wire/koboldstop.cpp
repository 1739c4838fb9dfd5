#include "core/wire/koboldstop.h"

#include "core/formats/jsontext.h"
#include "core/wire/serviceask.h"

#include <QCryptographicHash>

using namespace Qt::StringLiterals;

namespace snug {

bool isKobold(const Connection &connection)
{
    if (connection.kind == Connection::Kind::TextService)
        return connection.textService == TextService::KoboldCpp;
    return !connection.completesText() && chatServiceOf(connection) == ChatService::KoboldCpp;
}

void nameForStopping(ServiceCall &call, const Connection &connection)
{
    if (!isKobold(connection) || connection.request.isCompatible)
        return;
    const QByteArray whose = QCryptographicHash::hash(connection.id.toUtf8(), QCryptographicHash::Sha256);
    call.body.set(u"genkey"_s, Json(u"SNUG"_s + QString::fromLatin1(whose.toHex().first(8))));
}

std::optional<WireRequest> koboldStopRequest(const WireRequest &sent, const Connection &connection,
                                             const Secret &key)
{
    const Result<Json> body = parseJson(sent.body);
    const QString name = body ? body->value(u"genkey").toText() : QString();
    if (!isKobold(connection) || name.isEmpty())
        return {};
    const QString path = u"/api/extra/abort"_s;
    WireRequest request = questionOf(connection, key, path, RequestPurpose::Stopping);
    QString root = callBase(connection).path(QUrl::FullyEncoded);
    if (root.endsWith(u"/v1"))
        root.chop(3);
    request.url.setPath(root + path, QUrl::StrictMode);
    request.method = "POST";
    request.headers.append(WireHeader{"content-type", "application/json"});
    request.body = writeJsonLine(Json::object({{u"genkey"_s, Json(name)}}));
    return request;
}

} // namespace snug

#include "core/wire/llamaserver.h"

#include "core/wire/endpoint.h"
#include "core/wire/jsonbody.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct LlamaServerText
{
    Q_DECLARE_TR_FUNCTIONS(LlamaServer)
};

QUrl callUrl(const Connection &connection, QStringView path)
{
    return endpoint(connection.baseUrl, path, {u"/completions"_s, u"/chat"_s, u"/models"_s, u"/v1"_s});
}

WireRequest get(const Connection &connection, QStringView path, const Secret &key, RequestPurpose purpose)
{
    return {"GET", callUrl(connection, path), requestHeaders(Answer::Json, false, key), {}, purpose};
}

} // namespace

WireRequest llamaPropsRequest(const Connection &connection, const Secret &key)
{
    return get(connection, u"/props", key, RequestPurpose::ServerFacts);
}

Result<LlamaProps> parseLlamaProps(const QByteArray &body)
{
    const QJsonObject object = QJsonDocument::fromJson(body).object();
    const QJsonValue settings = object.value(u"default_generation_settings");
    if (!settings.isObject())
        return failure(LlamaServerText::tr("The server's answer does not look like llama-server's"),
                       u"/props"_s, {}, LlamaServerText::tr("Check the kind of the connection."));
    LlamaProps props;
    props.contextSize = qMax(0, settings[u"n_ctx"].toInt());
    props.slotCount = qMax(0, object.value(u"total_slots").toInt());
    props.chatTemplate = object.value(u"chat_template").toString();
    props.model = object.value(u"model_alias").toString();
    if (props.model.isEmpty()) {
        const QString path = object.value(u"model_path").toString();
        props.model = path.sliced(path.lastIndexOf(u'/') + 1);
    }
    return props;
}

WireRequest llamaHealthRequest(const Connection &connection)
{
    return get(connection, u"/health", {}, RequestPurpose::ServerFacts);
}

bool isLlamaHealthy(int status, const QByteArray &body)
{
    return status == 200 && QJsonDocument::fromJson(body).object().value(u"status").toString() == u"ok";
}

WireRequest llamaTokenizeRequest(const Connection &connection, const Secret &key, QStringView text,
                                 bool withBeginning)
{
    JsonBody body;
    body.beginObject();
    body.member("content", text);
    body.key("add_special");
    body.boolean(withBeginning);
    body.key("parse_special");
    body.boolean(true);
    body.endObject();
    return {"POST", callUrl(connection, u"/tokenize"), requestHeaders(Answer::Json, true, key), body.take(),
            RequestPurpose::Counting};
}

Result<QList<int>> parseLlamaTokens(const QByteArray &body)
{
    const QJsonValue tokens = QJsonDocument::fromJson(body).object().value(u"tokens");
    if (!tokens.isArray())
        return failure(LlamaServerText::tr("The server's answer is not a list of tokens"), u"/tokenize"_s);
    QList<int> ids;
    for (const QJsonValue &token : tokens.toArray()) {
        const QJsonValue id = token.isObject() ? token[u"id"] : token; // with_pieces gives objects
        if (!id.isDouble())
            return failure(LlamaServerText::tr("The server's answer is not a list of tokens"),
                           u"/tokenize"_s);
        ids << id.toInt();
    }
    return ids;
}

} // namespace snug

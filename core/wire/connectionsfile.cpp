#include "core/wire/connectionsfile.h"

#include "core/formats/jsontext.h"
#include "core/wire/broughtchoicesfile.h"
#include "core/wire/requestsettingsfile.h"
#include "core/wire/withoutkeys.h"

#include <QSet>

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr std::array kinds{
    std::pair{Connection::Kind::Understudy, QLatin1StringView("understudy")},
    std::pair{Connection::Kind::OpenAiChat, QLatin1StringView("openai")},
    std::pair{Connection::Kind::LlamaServer, QLatin1StringView("llama-server")},
    std::pair{Connection::Kind::OpenAiCompletion, QLatin1StringView("openai-completion")},
    std::pair{Connection::Kind::LlamaCompletion, QLatin1StringView("llama-completion")},
    std::pair{Connection::Kind::ChatService, QLatin1StringView("chat-service")},
    std::pair{Connection::Kind::TextService, QLatin1StringView("text-service")}};

bool isKnown(const Json &item)
{
    const auto kind = connectionKindFromName(item.value(u"kind").toText());
    if (!item.isObject() || item.value(u"id").toText().isEmpty() || !kind)
        return false;
    const QString service = item.value(u"service").toText();
    return (kind != Connection::Kind::ChatService || chatServiceNamed(service)) &&
           (kind != Connection::Kind::TextService || textServiceNamed(service));
}

Connection connectionOf(const Json &item)
{
    Connection connection;
    connection.id = item.value(u"id").toText();
    connection.name = item.value(u"name").toText();
    connection.kind = *connectionKindFromName(item.value(u"kind").toText());
    const QString service = item.value(u"service").toText();
    if (connection.kind == Connection::Kind::ChatService)
        connection.service = chatServiceNamed(service).value_or(ChatService::Custom);
    else if (connection.kind == Connection::Kind::TextService)
        connection.textService = textServiceNamed(service).value_or(TextService::Generic);
    connection.baseUrl = QUrl(item.value(u"baseUrl").toText());
    connection.model = item.value(u"model").toText();
    connection.embeddingModel = item.value(u"embeddingModel").toText();
    if (const int size = item.value(u"contextSize").toInt(); size > 0)
        connection.contextSize = size;
    connection.needsKey = item.value(u"needsKey").toBool();
    connection.tokenizerFile = item.value(u"tokenizerFile").toText();
    connection.silenceTimeoutSeconds = qMax(0, item.value(u"silenceTimeoutSeconds").toInt());
    connection.request = readRequestSettings(item);
    connection.brings = readBroughtChoices(item.value(u"brings"));
    return connection;
}

// Sets a member only when it says something else than before, so that untouched ones keep their spelling.
void put(Json &item, const QString &key, const Json &value)
{
    if (item.value(key) != value)
        item.set(key, value);
}

Json itemOf(const Connection &connection, Json item)
{
    put(item, u"id"_s, connection.id);
    put(item, u"name"_s, connection.name);
    put(item, u"kind"_s, connectionKindName(connection.kind));
    if (connection.kind == Connection::Kind::ChatService)
        put(item, u"service"_s, factsOf(connection.service).id);
    else if (connection.kind == Connection::Kind::TextService)
        put(item, u"service"_s, factsOf(connection.textService).id);
    put(item, u"baseUrl"_s,
        withoutCredentials(connection.baseUrl, AddressPart::Nothing).toString(QUrl::FullyEncoded));
    put(item, u"model"_s, connection.model);
    if (!connection.embeddingModel.isEmpty() || item.contains(u"embeddingModel"))
        put(item, u"embeddingModel"_s, connection.embeddingModel);
    put(item, u"contextSize"_s, connection.contextSize ? Json(*connection.contextSize) : Json());
    put(item, u"needsKey"_s, connection.needsKey);
    put(item, u"tokenizerFile"_s, connection.tokenizerFile);
    put(item, u"silenceTimeoutSeconds"_s, connection.silenceTimeoutSeconds);
    writeRequestSettings(item, connection.request);
    const Json brings = withBroughtChoices(item.value(u"brings"), connection.brings);
    if (item.contains(u"brings") || brings.size() > 0)
        put(item, u"brings"_s, brings);
    return item;
}

} // namespace

QString connectionKindName(Connection::Kind kind)
{
    for (const auto &[known, name] : kinds) {
        if (known == kind)
            return name;
    }
    return {};
}

std::optional<Connection::Kind> connectionKindFromName(QStringView name)
{
    for (const auto &[kind, known] : kinds) {
        if (known == name)
            return kind;
    }
    return {};
}

Result<ConnectionsFile> readConnections(const QByteArray &bytes)
{
    ConnectionsFile file;
    if (bytes.trimmed().isEmpty())
        return file;
    Result<Json> document = parseJson(bytes);
    if (!document)
        return std::unexpected(document.error());
    if (!document->isObject())
        return failure(u"expected an object, found "_s + document->typeName());
    const Json list = document->value(u"connections");
    if (!list.isUndefined() && !list.isArray())
        return failure(u"expected an array, found "_s + list.typeName(), u"connections"_s);
    QSet<QString> ids;
    for (qsizetype i = 0; i < list.size(); ++i) {
        const Json item = list.at(i);
        if (!isKnown(item)) {
            file.warnings << u"connections.%1: not a connection of a known kind; kept as it is"_s.arg(i);
        } else if (ids.contains(item.value(u"id").toText())) {
            file.warnings << u"connections.%1.id: used twice; the second is skipped"_s.arg(i);
        } else {
            file.connections << connectionOf(item);
            ids << file.connections.last().id;
        }
    }
    file.activeId = document->value(u"active").toText();
    file.document = *document;
    return file;
}

QByteArray writeConnections(const ConnectionsFile &file)
{
    Json document = file.document.isObject() ? file.document : Json::object();
    const Json before = document.value(u"connections");
    Json list = Json::array();
    for (const Connection &connection : file.connections) {
        Json item = Json::object();
        for (const Json &old : before.items()) {
            if (isKnown(old) && old.value(u"id").toText() == connection.id) {
                item = old;
                break;
            }
        }
        list.append(itemOf(connection, item));
    }
    for (const Json &old : before.items()) {
        if (!isKnown(old))
            list.append(old);
    }
    put(document, u"active"_s, file.activeId);
    put(document, u"connections"_s, list);
    return writeJson(document);
}

} // namespace snug

#include "core/wire/modellists.h"

#include "core/formats/jsontext.h"
#include "core/wire/modelpage.h"
#include "core/wire/provider.h"
#include "core/wire/serviceask.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct ModelListCall
{
    QString path;
    QList<QueryItem> query = {};
};

ModelListCall chatListCall(const Connection &connection)
{
    switch (chatServiceOf(connection)) {
    case ChatService::Claude:
        return {u"/models"_s, {{u"limit"_s, u"1000"_s}}};
    case ChatService::Gemini:
        return {u"/v1beta/models"_s, {{u"pageSize"_s, u"1000"_s}}};
    case ChatService::Vertex:
        return {u"/v1beta1/publishers/google/models"_s, {{u"pageSize"_s, u"100"_s}}};
    case ChatService::Ollama:
        return {u"/api/tags"_s};
    case ChatService::LlamaCpp:
        return {u"/v1/models"_s};
    case ChatService::Azure:
        return {u"/openai/models"_s, {{u"api-version"_s, connection.request.options.apiVersion}}};
    default:
        return {u"/models"_s};
    }
}

ModelListCall textListCall(TextService service)
{
    switch (service) {
    case TextService::Ollama:
        return {u"/api/tags"_s};
    case TextService::Mancer:
        return {u"/oai/v1/models"_s};
    case TextService::DreamGen:
        return {u"/api/openai/v1/models"_s};
    case TextService::Horde:
        return {u"/v2/status/models"_s, {{u"type"_s, u"text"_s}}};
    default:
        return {u"/v1/models"_s};
    }
}

} // namespace

WireRequest modelListRequest(const Connection &connection, const Secret &key)
{
    const bool isText = connection.kind == Connection::Kind::TextService;
    ModelListCall call = isText ? textListCall(connection.textService) : chatListCall(connection);
    WireRequest request = questionOf(connection, key, call.path, RequestPurpose::ModelList, call.query);
    // The lists of these two lie beside the API that answers chats.
    const ChatService service = chatServiceOf(connection);
    if (!isText && service == ChatService::Cohere) {
        request.url.setPath(u"/v1/models"_s);
        request.url.setQuery(u"page_size=1000&endpoint=chat"_s);
    } else if (!isText && service == ChatService::WorkersAi) {
        request.url.setPath(u"/client/v4/accounts/"_s + connection.request.options.account +
                            u"/ai/models/search"_s);
        request.url.setQuery(u"task=Text%20Generation&per_page=100"_s);
    }
    return request;
}

std::optional<WireRequest> nextModelListRequest(const Connection &connection, const Secret &key,
                                                const QString &cursor)
{
    QString name;
    if (connection.completesText())
        return {};
    switch (chatServiceOf(connection)) {
    case ChatService::Claude:
        name = u"after_id"_s;
        break;
    case ChatService::Gemini:
    case ChatService::Vertex:
        name = u"pageToken"_s;
        break;
    case ChatService::Cohere:
        name = u"page_token"_s;
        break;
    default:
        return {};
    }
    WireRequest request = modelListRequest(connection, key);
    const QString query = request.url.query(QUrl::FullyEncoded);
    request.url.setQuery(query + (query.isEmpty() ? QString() : u"&"_s) + name + u'=' +
                         QString::fromLatin1(QUrl::toPercentEncoding(cursor)));
    return request;
}

AssembledPrompt triedPrompt(const Connection &connection)
{
    const Source source(SourceKind::PromptText, u"1"_s);
    const TracedText words(u"Hello?"_s, source);
    AssembledPrompt prompt;
    if (connection.completesText())
        prompt.prompt = words;
    else
        prompt.messages = {{.role = Role::User, .content = words, .source = source}};
    return prompt;
}

std::optional<WireRequest> keyTryRequest(const Connection &connection, const Secret &key)
{
    if (connection.completesText() || chatServiceOf(connection) != ChatService::Vertex)
        return {};
    Connection asked = connection;
    if (asked.model.isEmpty())
        asked.model = knownModels(connection).value(0);
    WireRequest request = providerFor(asked).encode(triedPrompt(asked), asked, key);
    const Result<Json> body = parseJson(request.body);
    QString path = request.url.path(QUrl::FullyEncoded);
    const qsizetype verb = path.lastIndexOf(u':');
    if (!body || verb < 0)
        return {};
    path.truncate(verb);
    request.url.setPath(path + u":countTokens"_s, QUrl::StrictMode);
    request.url.setQuery(QString());
    request.body = writeJsonLine(Json::object({{u"contents"_s, body->value(u"contents")}}));
    request.purpose = RequestPurpose::ServerFacts;
    for (WireHeader &header : request.headers) {
        if (header.name == "accept")
            header.value = "application/json";
    }
    return request;
}

Result<QStringList> parseModelList(const QByteArray &body)
{
    return parseModelPage(body).transform(&ModelPage::chatIds);
}

QStringList knownModels(const Connection &connection)
{
    if (connection.kind != Connection::Kind::ChatService)
        return {};
    switch (connection.service) {
    case ChatService::Ai21:
        return {u"jamba-large"_s, u"jamba-mini"_s};
    case ChatService::Perplexity:
        return {u"sonar"_s, u"sonar-pro"_s, u"sonar-reasoning-pro"_s, u"sonar-deep-research"_s};
    case ChatService::MiniMax:
        return {u"MiniMax-M2"_s, u"M2-her"_s};
    case ChatService::Vertex:
        return {u"gemini-3.8-flash"_s, u"gemini-3.1-pro-preview"_s, u"gemini-3.5-flash-lite"_s};
    default:
        return {};
    }
}

} // namespace snug

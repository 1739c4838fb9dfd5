#include "core/wire/servicefacts.h"

#include "core/formats/jsontext.h"
#include "core/wire/serviceask.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Behind the server's root, whatever API the connection speaks.
WireRequest atRoot(const Connection &connection, const Secret &key, const QString &path)
{
    WireRequest request = questionOf(connection, key, path, RequestPurpose::ServerFacts);
    QString root = callBase(connection).path(QUrl::FullyEncoded);
    for (const QString &ending : {u"/v1"_s, u"/beta"_s}) {
        if (root.endsWith(ending))
            root.chop(ending.size());
    }
    request.url.setPath(root + path, QUrl::StrictMode);
    return request;
}

QList<ServiceQuestion> ofKobold(const Connection &connection, const Secret &key)
{
    using enum ServiceQuestion::About;
    return {{Context, atRoot(connection, key, u"/api/extra/true_max_context_length"_s)},
            {Queue, atRoot(connection, key, u"/api/extra/perf"_s)}};
}

QList<ServiceQuestion> ofTabby(const Connection &connection, const Secret &key)
{
    return {{ServiceQuestion::About::Context, atRoot(connection, key, u"/v1/model"_s)}};
}

QList<ServiceQuestion> ofOllama(const Connection &connection, const Secret &key)
{
    if (connection.model.isEmpty())
        return {};
    WireRequest request = atRoot(connection, key, u"/api/show"_s);
    request.method = "POST";
    request.headers.append(WireHeader{"content-type", "application/json"});
    request.body = writeJsonLine(Json::object({{u"model"_s, Json(connection.model)}}));
    return {{ServiceQuestion::About::Context, request}};
}

QList<ServiceQuestion> ofTextService(const Connection &connection, const Secret &key)
{
    switch (connection.textService) {
    case TextService::KoboldCpp:
        return ofKobold(connection, key);
    case TextService::Tabby:
        return ofTabby(connection, key);
    case TextService::Ollama:
        return ofOllama(connection, key);
    case TextService::Horde:
        if (key.isEmpty()) // nobody's kudos
            return {};
        return {{ServiceQuestion::About::Balance,
                 questionOf(connection, key, u"/v2/find_user"_s, RequestPurpose::ServerFacts)}};
    default:
        return {};
    }
}

} // namespace

QList<ServiceQuestion> serviceQuestions(const Connection &connection, const Secret &key)
{
    if (connection.kind == Connection::Kind::TextService)
        return ofTextService(connection, key);
    if (connection.completesText())
        return {};
    switch (chatServiceOf(connection)) {
    case ChatService::KoboldCpp:
        return ofKobold(connection, key);
    case ChatService::Tabby:
        return ofTabby(connection, key);
    case ChatService::Ollama:
        return ofOllama(connection, key);
    case ChatService::DeepSeek:
        return {{ServiceQuestion::About::Balance, atRoot(connection, key, u"/user/balance"_s)}};
    case ChatService::OpenRouter:
        return {{ServiceQuestion::About::Balance,
                 questionOf(connection, key, u"/key"_s, RequestPurpose::ServerFacts)}};
    default:
        return {};
    }
}

} // namespace snug

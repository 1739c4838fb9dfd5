#include "core/wire/countcalls.h"

#include "core/formats/jsontext.h"
#include "core/wire/endpoint.h"
#include "core/wire/llamaserver.h"
#include "core/wire/serviceask.h"

#include <optional>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Who counts there, by the name of its chat service.
std::optional<ChatService> countingService(const Connection &connection)
{
    if (connection.isLlamaServer())
        return ChatService::LlamaCpp;
    if (connection.kind == Connection::Kind::TextService) {
        switch (connection.textService) {
        case TextService::LlamaCpp:
            return ChatService::LlamaCpp;
        case TextService::KoboldCpp:
            return ChatService::KoboldCpp;
        case TextService::Tabby:
            return ChatService::Tabby;
        case TextService::TextGenerationWebUi:
            return ChatService::TextGenerationWebUi;
        case TextService::Vllm:
        case TextService::Aphrodite:
            return ChatService::Vllm;
        default:
            return {};
        }
    }
    switch (chatServiceOf(connection)) {
    case ChatService::LlamaCpp:
    case ChatService::KoboldCpp:
    case ChatService::Tabby:
    case ChatService::TextGenerationWebUi:
    case ChatService::Vllm:
    case ChatService::Gemini:
    case ChatService::Cohere:
        return chatServiceOf(connection);
    default:
        return {};
    }
}

struct CountCall
{
    QString path; // behind the server's root
    Json body;
};

CountCall callOf(ChatService service, const QString &text, const QString &model)
{
    switch (service) {
    case ChatService::KoboldCpp:
        return {u"/api/extra/tokencount"_s,
                Json::object({{u"prompt"_s, Json(text)}, {u"special"_s, Json(false)}})};
    case ChatService::Tabby:
        return {u"/v1/token/encode"_s, Json::object({{u"text"_s, Json(text)},
                                                     {u"add_bos_token"_s, Json(false)},
                                                     {u"encode_special_tokens"_s, Json(true)}})};
    case ChatService::TextGenerationWebUi:
        return {u"/v1/internal/token-count"_s, Json::object({{u"text"_s, Json(text)}})};
    case ChatService::Vllm:
        return {u"/tokenize"_s, Json::object({{u"model"_s, Json(model)},
                                              {u"prompt"_s, Json(text)},
                                              {u"add_special_tokens"_s, Json(false)}})};
    case ChatService::Gemini: {
        const Json part = Json::object({{u"text"_s, Json(text)}});
        const Json content = Json::object({{u"role"_s, Json(u"user"_s)}, {u"parts"_s, Json::array({part})}});
        return {u"/v1beta/models/"_s + model.section(u'/', -1) + u":countTokens"_s,
                Json::object({{u"contents"_s, Json::array({content})}})};
    }
    case ChatService::Cohere:
        return {u"/v1/tokenize"_s, Json::object({{u"text"_s, Json(text)}, {u"model"_s, Json(model)}})};
    default:
        return {u"/tokenize"_s, Json::object({{u"content"_s, Json(text)},
                                              {u"add_special"_s, Json(false)},
                                              {u"parse_special"_s, Json(true)}})};
    }
}

} // namespace

bool mayCountTexts(const Connection &connection)
{
    return countingService(connection).has_value();
}

bool mayCountText(const Connection &connection, QStringView text)
{
    constexpr qsizetype longestAtCohere = 65536;
    return countingService(connection) != ChatService::Cohere || text.size() <= longestAtCohere;
}

WireRequest countRequest(const Connection &connection, const Secret &key, QStringView text)
{
    if (connection.isLlamaServer())
        return llamaTokenizeRequest(connection, key, text, false);
    const ChatService service = countingService(connection).value_or(ChatService::LlamaCpp);
    const CountCall call = callOf(service, text.toString(), connection.model);
    WireRequest request = questionOf(connection, key, call.path, RequestPurpose::Counting);
    QString root = callBase(connection).path(QUrl::FullyEncoded);
    if (root.endsWith(u"/v1") || root.endsWith(u"/v2")) // of Cohere's chats
        root.chop(3);
    request.url.setPath(root + call.path, QUrl::StrictMode);
    request.method = "POST";
    request.headers.append(WireHeader{"content-type", "application/json"});
    request.body = writeJsonLine(call.body);
    return request;
}

} // namespace snug

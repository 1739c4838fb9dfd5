// Which models the stand-ins have, and how many tokens they count, each in its service's own shape.
#include "tests/fakes/servicemockparts.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

static std::optional<RawAnswer> mockedList(MockedService service, const QByteArray &path)
{
    const auto is = [&](const char *wanted) { return path == wanted; };
    switch (service) {
    case MockedService::Gemini:
        if (is("/v1beta/models"))
            return RawAnswer::json(
                R"({"models":[{"name":"models/m","inputTokenLimit":4096,"outputTokenLimit":512,)"
                R"("supportedGenerationMethods":["generateContent"],"thinking":true}]})");
        return {};
    case MockedService::Anthropic:
        if (is("/v1/models"))
            return RawAnswer::json(R"({"data":[{"type":"model","id":"m","max_input_tokens":4096,)"
                                   R"("max_tokens":512,"capabilities":{"thinking":{"supported":true},)"
                                   R"("image_input":{"supported":false}}}],"has_more":false})");
        return {};
    case MockedService::Ollama:
        if (is("/api/tags"))
            return RawAnswer::json(R"({"models":[{"name":"m","model":"m"}]})");
        if (is("/api/show"))
            return RawAnswer::json(
                R"({"model_info":{"llama.context_length":4096},"capabilities":["completion"]})");
        return {};
    case MockedService::Cohere:
        if (is("/v1/models"))
            return RawAnswer::json(R"({"models":[{"name":"m","endpoints":["chat"],"context_length":4096}]})");
        return {};
    case MockedService::Horde:
    case MockedService::Vertex: // a key of its express mode sees none
    case MockedService::NovelAiTexts:
        return {};
    default:
        if (path.endsWith("/models"))
            return RawAnswer::json(R"({"object":"list","data":[{"id":"m","context_length":4096}]})");
        return {};
    }
}

static std::optional<RawAnswer> mockedCount(MockedService service, const QByteArray &path,
                                            const QJsonObject &body)
{
    using enum MockedService;
    const auto answers = [&](MockedService wanted, const char *ending, const QString &member) {
        return service == wanted && path.endsWith(ending) && !body.value(member).isUndefined();
    };
    if (answers(Anthropic, "/v1/messages/count_tokens", u"messages"_s))
        return body.contains(u"max_tokens")
                   ? mockedRefusal(400, u"max_tokens: Extra inputs are not permitted"_s)
                   : RawAnswer::json(R"({"input_tokens":2})");
    if (answers(Gemini, ":countTokens", u"contents"_s) || answers(Vertex, ":countTokens", u"contents"_s))
        return RawAnswer::json(R"({"totalTokens":2})");
    if (answers(Cohere, "/v1/tokenize", u"text"_s))
        return RawAnswer::json(R"({"tokens":[7,8],"token_strings":["a","b"]})");
    if (answers(KoboldCpp, "/api/extra/tokencount", u"prompt"_s))
        return RawAnswer::json(R"({"value":2,"ids":[7,8]})");
    if (answers(Tabby, "/v1/token/encode", u"text"_s))
        return RawAnswer::json(R"({"tokens":[7,8],"length":2})");
    if (answers(TextGenerationWebUi, "/v1/internal/token-count", u"text"_s))
        return RawAnswer::json(R"({"length":2})");
    if (answers(Vllm, "/tokenize", u"prompt"_s))
        return RawAnswer::json(R"({"count":2,"max_model_len":4096,"tokens":[7,8]})");
    if (answers(LlamaCpp, "/tokenize", u"content"_s))
        return RawAnswer::json(R"({"tokens":[7,8]})");
    return {};
}

std::optional<RawAnswer> mockedBesides(MockedService service, const RecordedRequest &request,
                                       const QJsonObject &body)
{
    const QByteArrayList words = request.startLine.split(' ');
    const QByteArray path = words.value(1).split('?').first();
    if (words.first() != "GET" && !path.endsWith("/show"))
        return mockedCount(service, path, body);
    return mockedList(service, path);
}

} // namespace snug

#include "tests/fakes/servicemockparts.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace snug {

RawAnswer mockedRefusal(int status, const QString &message, const QString &parameter)
{
    QJsonObject error{{u"message"_s, message}, {u"type"_s, u"invalid_request_error"_s}};
    if (!parameter.isEmpty()) {
        error[u"code"] = u"unsupported_parameter"_s;
        error[u"param"] = parameter;
    }
    return RawAnswer::json(QJsonDocument(QJsonObject{{u"error"_s, error}}).toJson(QJsonDocument::Compact),
                           status);
}

QString unknownMember(const QJsonObject &object, const QStringList &known)
{
    for (const QString &name : object.keys()) {
        if (!known.contains(name))
            return name;
    }
    return {};
}

RawAnswer mockedEvents(const QByteArrayList &data, bool withDone)
{
    QByteArrayList pieces;
    for (const QByteArray &line : data)
        pieces << "data: " + line + "\n\n";
    if (withDone)
        pieces << "data: [DONE]\n\n";
    return RawAnswer::eventStream(pieces);
}

RawAnswer openAiReply()
{
    return mockedEvents(
        {R"({"choices":[{"index":0,"delta":{"role":"assistant","content":"Mira "}}]})",
         R"({"choices":[{"index":0,"delta":{"content":"waves."}}]})",
         R"({"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})",
         R"({"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":3,"total_tokens":12}})"},
        true);
}

bool hasMockedKey(const RecordedRequest &request)
{
    return request.header("authorization") == QByteArray("Bearer ") + mockedKey;
}

namespace {

RawAnswer openAi(const RecordedRequest &request, const QJsonObject &body)
{
    if (request.header("authorization") != QByteArray("Bearer ") + mockedKey)
        return mockedRefusal(401, u"Incorrect API key provided"_s);
    const QString unknown =
        unknownMember(body, {u"model"_s, u"messages"_s, u"max_tokens"_s, u"max_completion_tokens"_s,
                             u"stream"_s, u"stream_options"_s, u"temperature"_s, u"top_p"_s, u"stop"_s,
                             u"seed"_s, u"reasoning_effort"_s, u"verbosity"_s});
    if (!unknown.isEmpty())
        return mockedRefusal(400, u"Unsupported parameter: '%1'"_s.arg(unknown), unknown);
    if (const MockedComplaint about = openAiComplaint(body); !about.message.isEmpty())
        return mockedRefusal(400, about.message, about.parameter);
    return openAiReply();
}

RawAnswer anthropic(const RecordedRequest &request, const QJsonObject &body)
{
    if (request.header("x-api-key") != mockedKey || !request.header("authorization").isEmpty())
        return mockedRefusal(401, u"invalid x-api-key"_s);
    if (request.header("anthropic-version").isEmpty())
        return mockedRefusal(400, u"anthropic-version: header is required"_s);
    const QString unknown = unknownMember(body, {u"model"_s, u"messages"_s, u"system"_s, u"max_tokens"_s,
                                                 u"stream"_s, u"stop_sequences"_s, u"temperature"_s,
                                                 u"top_p"_s, u"top_k"_s, u"thinking"_s, u"output_config"_s});
    if (!unknown.isEmpty() || !body.contains(u"max_tokens"))
        return mockedRefusal(400, u"%1: Extra inputs are not permitted"_s.arg(unknown));
    const QJsonArray messages = body[u"messages"].toArray();
    QString before;
    for (const QJsonValue &message : messages) {
        const QString role = message[u"role"].toString();
        if ((role != u"user" && role != u"assistant") || role == before)
            return mockedRefusal(400, u"messages: unexpected role"_s);
        before = role;
        for (const QJsonValue &block : message[u"content"].toArray()) {
            if (block[u"type"].toString() == u"text" && block[u"text"].toString().isEmpty())
                return mockedRefusal(400, u"messages: text content blocks must be non-empty"_s);
        }
    }
    if (const QString refused = claudeComplaint(body, before); !refused.isEmpty())
        return mockedRefusal(400, refused);
    if (before == u"assistant") {
        const QString text = messages.last()[u"content"].toArray().last()[u"text"].toString();
        if (text.back().isSpace())
            return mockedRefusal(400,
                                 u"messages: final assistant content cannot end with trailing whitespace"_s);
    }
    return RawAnswer::eventStream(
        {"event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"role\":\"assistant\","
         "\"usage\":{\"input_tokens\":9,\"output_tokens\":1}}}\n\n",
         "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,"
         "\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n",
         "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":"
         "{\"type\":\"text_delta\",\"text\":\"Mira waves.\"}}\n\n",
         "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n",
         "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},"
         "\"usage\":{\"output_tokens\":3}}\n\n",
         "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"});
}

RawAnswer gemini(const RecordedRequest &request, const QJsonObject &body)
{
    if (request.header("x-goog-api-key") != mockedKey || request.startLine.contains("key="))
        return mockedRefusal(400, u"API key not valid"_s);
    const QString unknown = unknownMember(body, {u"contents"_s, u"systemInstruction"_s, u"safetySettings"_s,
                                                 u"generationConfig"_s, u"tools"_s});
    const QString inner =
        unknownMember(body[u"generationConfig"].toObject(),
                      {u"candidateCount"_s, u"maxOutputTokens"_s, u"temperature"_s, u"topP"_s, u"topK"_s,
                       u"stopSequences"_s, u"thinkingConfig"_s, u"seed"_s});
    if (!unknown.isEmpty() || !inner.isEmpty())
        return mockedRefusal(400,
                             u"Invalid JSON payload received. Unknown name \"%1\""_s.arg(unknown + inner));
    if (body[u"contents"].toArray().isEmpty())
        return mockedRefusal(400, u"contents is not specified"_s);
    for (const QJsonValue &content : body[u"contents"].toArray()) {
        if (const QString role = content[u"role"].toString(); role != u"user" && role != u"model")
            return mockedRefusal(400, u"Please use a valid role: user, model."_s);
    }
    const QString model =
        QString::fromLatin1(request.startLine).section(u"/models/"_s, 1).section(u':', 0, 0);
    if (const QString refused = geminiComplaint(model, body); !refused.isEmpty())
        return mockedRefusal(400, refused);
    return mockedEvents(
        {R"({"candidates":[{"content":{"role":"model","parts":[{"text":"Mira "}]},"index":0}]})",
         R"({"candidates":[{"content":{"role":"model","parts":[{"text":"waves."}]},)"
         R"("finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":9,)"
         R"("candidatesTokenCount":3,"totalTokenCount":12}})"},
        false);
}

RawAnswer vertex(const RecordedRequest &request, const QJsonObject &body)
{
    if (!request.startLine.contains("/publishers/google/models/"))
        return mockedRefusal(404, u"Not found"_s);
    return gemini(request, body);
}

RawAnswer geminiAsOpenAi(const RecordedRequest &request, const QJsonObject &body)
{
    const auto refused = [](int status, const QString &message) {
        const QJsonObject error{
            {u"code"_s, status}, {u"message"_s, message}, {u"status"_s, u"INVALID_ARGUMENT"_s}};
        return RawAnswer::json(
            QJsonDocument(QJsonArray{QJsonObject{{u"error"_s, error}}}).toJson(QJsonDocument::Compact),
            status);
    };
    if (request.header("authorization") != QByteArray("Bearer ") + mockedKey)
        return refused(400, u"API key not valid"_s);
    const QString unknown =
        unknownMember(body, {u"model"_s, u"messages"_s, u"max_tokens"_s, u"stream"_s, u"stream_options"_s,
                             u"temperature"_s, u"top_p"_s, u"stop"_s, u"reasoning_effort"_s});
    if (!unknown.isEmpty())
        return refused(
            400, u"Invalid JSON payload received. Unknown name \"%1\": Cannot find field."_s.arg(unknown));
    return openAiReply();
}

RawAnswer xai(const RecordedRequest &request, const QJsonObject &body)
{
    if (request.header("authorization") != QByteArray("Bearer ") + mockedKey)
        return mockedRefusal(400, u"Incorrect API key provided"_s);
    if (const QString name = xaiComplaint(body); !name.isEmpty()) {
        const QJsonObject refused{{u"code"_s, u"Client specified an invalid argument"_s},
                                  {u"error"_s, QString(u"Argument not supported on this model: "_s + name)}};
        return RawAnswer::json(QJsonDocument(refused).toJson(QJsonDocument::Compact), 400);
    }
    return openAiReply();
}

RawAnswer mistral(const RecordedRequest &request, const QJsonObject &body)
{
    if (request.header("authorization") != QByteArray("Bearer ") + mockedKey)
        return mockedRefusal(401, u"Unauthorized"_s);
    QString unknown = unknownMember(body, {u"model"_s, u"messages"_s, u"max_tokens"_s, u"stream"_s,
                                           u"temperature"_s, u"top_p"_s, u"stop"_s, u"random_seed"_s,
                                           u"safe_prompt"_s, u"presence_penalty"_s, u"frequency_penalty"_s});
    const QJsonArray messages = body[u"messages"].toArray();
    for (const QJsonValue &message : messages) {
        if (unknown.isEmpty())
            unknown = unknownMember(message.toObject(), {u"role"_s, u"content"_s, u"prefix"_s});
    }
    const QJsonValue last = messages.last();
    if (last[u"role"].toString() == u"assistant" && !last[u"prefix"].toBool())
        return mockedRefusal(
            400, u"Expected last role User or Tool (or Assistant with prefix True) for serving"_s);
    if (!unknown.isEmpty()) {
        const QJsonObject detail{{u"type"_s, u"extra_forbidden"_s},
                                 {u"loc"_s, QJsonArray{u"body"_s, unknown}},
                                 {u"msg"_s, u"Extra inputs are not permitted"_s}};
        return RawAnswer::json(
            QJsonDocument(QJsonObject{{u"detail"_s, QJsonArray{detail}}}).toJson(QJsonDocument::Compact),
            422);
    }
    return openAiReply();
}

RawAnswer cohere(const RecordedRequest &request, const QJsonObject &body)
{
    if (request.header("authorization") != QByteArray("Bearer ") + mockedKey)
        return mockedRefusal(401, u"invalid api token"_s);
    const QString unknown =
        unknownMember(body, {u"model"_s, u"messages"_s, u"max_tokens"_s, u"stream"_s, u"temperature"_s,
                             u"k"_s, u"p"_s, u"stop_sequences"_s, u"seed"_s, u"safety_mode"_s,
                             u"presence_penalty"_s, u"frequency_penalty"_s});
    if (!unknown.isEmpty())
        return mockedRefusal(422, u"unknown field: parameter '%1' is not a valid field"_s.arg(unknown));
    return RawAnswer::eventStream(
        {"event: message-start\ndata: {\"type\":\"message-start\",\"delta\":{\"message\":{\"role\":"
         "\"assistant\"}}}\n\n",
         "event: content-delta\ndata: {\"type\":\"content-delta\",\"index\":0,\"delta\":{\"message\":"
         "{\"content\":{\"text\":\"Mira waves.\"}}}}\n\n",
         "event: message-end\ndata: {\"type\":\"message-end\",\"delta\":{\"finish_reason\":\"COMPLETE\","
         "\"usage\":{\"tokens\":{\"input_tokens\":9,\"output_tokens\":3}}}}\n\n"});
}

RawAnswer ollama(const QJsonObject &body)
{
    if (body[u"options"][u"num_ctx"].toInt() < 1)
        return RawAnswer::json(R"({"error":"the prompt was cut"})", 400);
    return {.pieces = {"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n",
                       "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"Mira "
                       "waves.\"},\"done\":false}\n",
                       "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done\":true,"
                       "\"done_reason\":\"stop\",\"prompt_eval_count\":9,\"eval_count\":3}\n"}};
}

RawAnswer strictTemplate(const QJsonObject &body)
{
    const QJsonArray messages = body[u"messages"].toArray();
    QString wanted = u"user"_s;
    for (qsizetype i = 0; i < messages.size(); ++i) {
        const QString role = messages.at(i)[u"role"].toString();
        if (i == 0 && role == u"system")
            continue;
        if (role != wanted)
            return mockedRefusal(500,
                                 u"Conversation roles must alternate user/assistant/user/assistant/..."_s);
        wanted = role == u"user" ? u"assistant"_s : u"user"_s;
    }
    return openAiReply();
}

} // namespace

RawAnswer mockedAnswer(MockedService service, const RecordedRequest &request)
{
    const QJsonObject body = QJsonDocument::fromJson(request.body).object();
    if (const std::optional<RawAnswer> besides = mockedBesides(service, request, body))
        return *besides;
    switch (service) {
    case MockedService::OpenAi:
        return openAi(request, body);
    case MockedService::Anthropic:
        return anthropic(request, body);
    case MockedService::Gemini:
        return gemini(request, body);
    case MockedService::Vertex:
        return vertex(request, body);
    case MockedService::GeminiAsOpenAi:
        return geminiAsOpenAi(request, body);
    case MockedService::Xai:
        return xai(request, body);
    case MockedService::Mistral:
        return mistral(request, body);
    case MockedService::Cohere:
        return cohere(request, body);
    case MockedService::Ollama:
        return ollama(body);
    case MockedService::DeepSeek:
        return mockedDeepSeek(request, body);
    case MockedService::Responses:
        return mockedResponses(request, body);
    case MockedService::OpenRouter:
        return mockedOpenRouter(request, body);
    case MockedService::KoboldCpp:
        return mockedKoboldCpp(body);
    case MockedService::Tabby:
        return mockedTabby(request, body);
    case MockedService::Vllm:
        return mockedVllm(body);
    case MockedService::TextGenerationWebUi:
        return mockedTextGenerationWebUi(body);
    case MockedService::LlamaCpp:
        return mockedLlamaCpp(body);
    case MockedService::LmStudio:
        return mockedLmStudio(body);
    case MockedService::NovelAi:
        return mockedNovelAi(request, body);
    case MockedService::NovelAiTexts:
        return mockedNovelAiTexts(request, body);
    case MockedService::Horde:
        return mockedHorde(request, body);
    case MockedService::StrictTemplate:
        return strictTemplate(body);
    }
    return {};
}

} // namespace snug

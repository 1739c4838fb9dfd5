// Services that are somewhere else: what they refuse, by their references.
#include "tests/fakes/servicemockparts.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace snug {

RawAnswer mockedDeepSeek(const RecordedRequest &request, const QJsonObject &body)
{
    if (!hasMockedKey(request))
        return mockedRefusal(401, u"Authentication Fails"_s);
    QString before;
    for (const QJsonValue &message : body[u"messages"].toArray()) {
        const QString role = message[u"role"].toString();
        if (role == before && role != u"system")
            return mockedRefusal(400, u"does not support successive user or assistant messages"_s);
        before = role;
    }
    const QString thinking = body[u"thinking"][u"type"].toString();
    if (thinking != u"enabled" && thinking != u"disabled")
        return mockedRefusal(400, u"thinking: unknown variant"_s);
    if (thinking == u"enabled" && body.contains(u"logprobs"))
        return mockedRefusal(400, u"logprobs is not supported while thinking"_s, u"logprobs"_s);
    static const QStringList levels{u"low"_s, u"medium"_s, u"high"_s, u"max"_s};
    if (const QString level = body[u"reasoning_effort"].toString();
        !level.isEmpty() && !levels.contains(level))
        return mockedRefusal(400, u"reasoning_effort: unknown variant"_s);
    return openAiReply();
}

static QString refusedItem(const QJsonArray &input)
{
    for (const QJsonValue &item : input) {
        if (item[u"type"].toString() != u"message")
            continue;
        const QString wanted = item[u"role"].toString() == u"assistant" ? u"output_text"_s : u"input_text"_s;
        for (const QJsonValue &part : item[u"content"].toArray()) {
            if (part[u"type"].toString() != wanted || item.toObject().contains(u"name"))
                return u"Invalid value in input"_s;
        }
    }
    return input.isEmpty() ? u"Missing required parameter: 'input'."_s : QString();
}

RawAnswer mockedResponses(const RecordedRequest &request, const QJsonObject &body)
{
    if (!hasMockedKey(request) || !request.startLine.contains("/responses"))
        return mockedRefusal(401, u"Incorrect API key provided"_s);
    const QString unknown =
        unknownMember(body, {u"model"_s, u"input"_s, u"instructions"_s, u"stream"_s, u"store"_s, u"include"_s,
                             u"max_output_tokens"_s, u"reasoning"_s, u"text"_s, u"top_logprobs"_s});
    if (!unknown.isEmpty())
        return mockedRefusal(400, u"Unsupported parameter: '%1'"_s.arg(unknown), unknown);
    if (const QString refused = refusedItem(body[u"input"].toArray()); !refused.isEmpty())
        return mockedRefusal(400, refused);
    // Of an organisation that has not shown who it is.
    if (body[u"reasoning"].toObject().contains(u"summary"))
        return mockedRefusal(400, u"Your organization must be verified to generate reasoning summaries."_s,
                             u"reasoning.summary"_s);
    return RawAnswer::eventStream(
        {"event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\","
         "\"delta\":\"Mira waves.\"}\n\n",
         "event: response.completed\ndata: {\"type\":\"response.completed\",\"response\":{\"status\":"
         "\"completed\",\"usage\":{\"input_tokens\":9,\"output_tokens\":3}}}\n\n"});
}

RawAnswer mockedOpenRouter(const RecordedRequest &request, const QJsonObject &body)
{
    if (!hasMockedKey(request) || request.header("x-title").isEmpty())
        return mockedRefusal(401, u"No auth credentials found"_s);
    const QString unknown = unknownMember(body, {u"model"_s,
                                                 u"messages"_s,
                                                 u"max_tokens"_s,
                                                 u"stream"_s,
                                                 u"temperature"_s,
                                                 u"top_p"_s,
                                                 u"top_k"_s,
                                                 u"min_p"_s,
                                                 u"top_a"_s,
                                                 u"repetition_penalty"_s,
                                                 u"presence_penalty"_s,
                                                 u"frequency_penalty"_s,
                                                 u"stop"_s,
                                                 u"seed"_s,
                                                 u"reasoning"_s,
                                                 u"provider"_s,
                                                 u"plugins"_s,
                                                 u"verbosity"_s,
                                                 u"logprobs"_s,
                                                 u"top_logprobs"_s,
                                                 u"max_completion_tokens"_s});
    static const QStringList levels{u"none"_s, u"minimal"_s, u"low"_s, u"medium"_s, u"high"_s, u"xhigh"_s};
    const QString level = body[u"reasoning"][u"effort"].toString();
    if (!unknown.isEmpty())
        return mockedRefusal(400, u"Unrecognized key: %1"_s.arg(unknown), unknown);
    if (!level.isEmpty() && !levels.contains(level))
        return mockedRefusal(400, u"reasoning.effort: Invalid option"_s, u"reasoning.effort"_s);
    return openAiReply();
}

RawAnswer mockedNovelAi(const RecordedRequest &request, const QJsonObject &body)
{
    if (!hasMockedKey(request))
        return mockedRefusal(401, u"Unauthorized"_s);
    const QString unknown = unknownMember(body, {u"model"_s, u"messages"_s, u"max_tokens"_s, u"stream"_s,
                                                 u"temperature"_s, u"top_p"_s, u"top_k"_s, u"min_p"_s,
                                                 u"presence_penalty"_s, u"frequency_penalty"_s, u"stop"_s});
    return unknown.isEmpty() ? openAiReply() : mockedRefusal(400, u"unknown key"_s, unknown);
}

// Its older models, which complete texts.
RawAnswer mockedNovelAiTexts(const RecordedRequest &request, const QJsonObject &body)
{
    const auto refused = [](int status, const char *message) {
        return RawAnswer::json(QByteArray(R"({"statusCode":)") + QByteArray::number(status) +
                                   R"(,"message":")" + message + "\"}",
                               status);
    };
    if (!hasMockedKey(request))
        return refused(401, "Unauthorized");
    if (!request.startLine.contains("/ai/generate-stream"))
        return refused(404, "Not found");
    const QJsonObject parameters = body[u"parameters"].toObject();
    if (!unknownMember(body, {u"input"_s, u"model"_s, u"parameters"_s}).isEmpty() ||
        body[u"input"].toString().isEmpty() || parameters.isEmpty())
        return refused(400, "input must be a string");
    const int length = parameters[u"max_length"].toInt();
    if (length < 1 || length > 250)
        return refused(400, "max_length must not be greater than 250");
    for (const QString &list : {u"order"_s, u"stop_sequences"_s, u"bad_words_ids"_s}) {
        if (parameters.contains(list) && !parameters[list].isArray() && !parameters[list].isNull())
            return refused(400, "a list is wanted");
    }
    return RawAnswer::eventStream(
        {"event: newToken\nid: 0\ndata: {\"token\":\"Mira \",\"ptr\":0,\"final\":false}\n\n",
         "event: newToken\nid: 1\ndata: {\"token\":\"waves.\",\"ptr\":1,\"final\":true}\n\n"});
}

RawAnswer mockedHorde(const RecordedRequest &request, const QJsonObject &body)
{
    if (request.startLine.startsWith("GET"))
        return RawAnswer::json(R"({"done":true,"faulted":false,"is_possible":true,"generations":[{"text":)"
                               R"("Mira waves.","model":"m","state":"ok"}],"kudos":3})");
    const QJsonObject params = body[u"params"].toObject();
    const int length = params[u"max_length"].toInt();
    if (request.header("apikey").isEmpty())
        return RawAnswer::json(R"({"message":"No API key sent.","rc":"InvalidAPIKey"})", 401);
    if (length < 16 || length > 1024 || params[u"max_context_length"].toInt() < 80)
        return RawAnswer::json(R"({"message":"Input payload validation failed"})", 400);
    if (params[u"top_a"].toDouble() > 0.5) // drops nearly all that could be said
        return RawAnswer::json(R"({"message":"Input payload validation failed"})", 400);
    return RawAnswer::json(R"({"id":"job-1","kudos":3})", 202);
}

} // namespace snug

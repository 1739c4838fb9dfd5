// Servers that people run: what they refuse, by their sources. Keys that they do not know they pass over.
#include "tests/fakes/servicemockparts.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace snug {

// Those that begin a new message behind the last one, unless they are told to go on.
static bool isBegun(const QJsonObject &body)
{
    return body[u"messages"].toArray().last()[u"role"].toString() == u"assistant";
}

RawAnswer mockedKoboldCpp(const QJsonObject &body)
{
    if (body[u"messages"].toArray().isEmpty())
        return RawAnswer::json(R"({"detail":{"msg":"no messages","type":"bad_input"}})", 400);
    for (const QString &key : {u"dry_sequence_breakers"_s, u"stop"_s}) {
        if (body.contains(key) && !body[key].isArray())
            return RawAnswer::json(R"({"detail":{"msg":"a list is wanted","type":"bad_input"}})", 500);
    }
    if (isBegun(body) && !body[u"continue_assistant_turn"].isBool()) // who goes on by itself must be told
        return RawAnswer::json(R"({"detail":{"msg":"whose turn is it","type":"bad_input"}})", 400);
    return openAiReply();
}

RawAnswer mockedTabby(const RecordedRequest &request, const QJsonObject &body)
{
    const auto refused = [](int status, const QString &message) {
        return RawAnswer::json(("{\"detail\":\"" + message.toUtf8() + "\"}"), status);
    };
    if (!hasMockedKey(request) && request.header("x-api-key") != mockedKey)
        return refused(401, u"Please provide an API key"_s);
    // The template begins a new message behind the last one.
    if (isBegun(body) && !body.contains(u"response_prefix"))
        return refused(400, u"whose turn is it"_s);
    for (const QString &key : {u"temperature"_s, u"top_k"_s, u"min_p"_s, u"max_tokens"_s}) {
        if (body.contains(key) && !body[key].isDouble())
            return refused(422, u"a number is wanted"_s);
    }
    if (body.contains(u"response_prefix") && body[u"response_prefix"].toString().isEmpty())
        return refused(422, u"a text is wanted"_s);
    return openAiReply();
}

RawAnswer mockedVllm(const QJsonObject &body)
{
    const bool begins = body[u"add_generation_prompt"].toBool(true);
    const bool goesOn = body[u"continue_final_message"].toBool();
    if (begins && goesOn)
        return mockedRefusal(400, u"Cannot set both `continue_final_message` and `add_generation_prompt`"_s);
    if (goesOn != isBegun(body))
        return mockedRefusal(400, u"the last message is not the one to go on with"_s);
    if (body.contains(u"top_k") && body[u"top_k"].toInt() == 0)
        return mockedRefusal(400, u"top_k must be -1 (disable), or at least 1, got 0."_s, u"top_k"_s);
    if (body[u"temperature"].toDouble() < 0)
        return mockedRefusal(400, u"temperature must be non-negative"_s, u"temperature"_s);
    return openAiReply();
}

// Of the types that the servers check, the first that is wrong; empty = none.
static QString wrongType(const QJsonObject &body)
{
    for (const QString &key :
         {u"temperature"_s, u"top_p"_s, u"top_k"_s, u"min_p"_s, u"max_tokens"_s, u"seed"_s}) {
        if (body.contains(key) && !body[key].isDouble())
            return key;
    }
    for (const QString &key : {u"stream"_s, u"continue_"_s}) {
        if (body.contains(key) && !body[key].isBool())
            return key;
    }
    return {};
}

RawAnswer mockedTextGenerationWebUi(const QJsonObject &body)
{
    if (const QString key = wrongType(body); !key.isEmpty()) {
        const QByteArray detail = R"([{"type":"type_error","loc":["body",")" + key.toLatin1() +
                                  R"("],"msg":"Input should be valid"}])";
        return RawAnswer::json("{\"detail\":" + detail + "}", 422);
    }
    if (body[u"messages"].toArray().isEmpty())
        return RawAnswer::json(R"({"detail":"messages is required"})", 400);
    if (isBegun(body) && !body[u"continue_"].toBool()) // a new turn would begin behind it
        return RawAnswer::json(R"({"detail":"whose turn is it"})", 400);
    return openAiReply();
}

RawAnswer mockedLlamaCpp(const QJsonObject &body)
{
    const QJsonArray messages = body[u"messages"].toArray();
    if (const QString key = wrongType(body); !key.isEmpty())
        return mockedRefusal(500, u"[json.exception.type_error.302] type must be number: %1"_s.arg(key));
    if (messages.isEmpty())
        return mockedRefusal(400, u"'messages' is required"_s);
    if (isBegun(body) && messages.size() > 1 &&
        messages.at(messages.size() - 2)[u"role"].toString() == u"assistant")
        return mockedRefusal(400, u"Cannot have 2 or more assistant messages at the end of the list."_s);
    if (isBegun(body) && body[u"chat_template_kwargs"][u"enable_thinking"].toBool())
        return mockedRefusal(400, u"Assistant response prefill is incompatible with enable_thinking."_s);
    return openAiReply();
}

RawAnswer mockedLmStudio(const QJsonObject &body)
{
    if (body.contains(u"stop") && !body[u"stop"].isArray())
        return RawAnswer::json(R"({"error":"'stop' must be an array of strings"})", 400);
    if (body[u"messages"].toArray().isEmpty())
        return RawAnswer::json(R"({"error":"'messages' array is empty"})", 400);
    return openAiReply();
}

} // namespace snug

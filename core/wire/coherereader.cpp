// docs/wire.md#cohere
#include "core/wire/logprobshapes.h"
#include "core/wire/replyreader.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

class CohereReader : public ReplyReader
{
public:
    bool read(const QJsonObject &object, QByteArrayView bytes, ReplyBuilder &reply) override;
};

void readCohereContent(const QJsonValue &content, ReplyBuilder &reply)
{
    reply.addReasoning(content[u"thinking"].toString());
    reply.addText(content[u"text"].toString());
}

// `tokens` is what the model saw; `billed_units` is smaller.
void readCohereUsage(TokenUsage &usage, const QJsonValue &value)
{
    const QJsonValue counted = value[u"tokens"].isObject() ? value[u"tokens"] : value[u"billed_units"];
    readCount(usage.prompt, counted[u"input_tokens"]);
    readCount(usage.completion, counted[u"output_tokens"]);
    readCount(usage.cached, value[u"cached_tokens"]);
}

void readCohereEnd(const QJsonValue &end, ReplyBuilder &reply)
{
    readCohereUsage(reply.usage(), end[u"usage"]);
    const QString word = end[u"finish_reason"].toString();
    if (!word.isEmpty())
        reply.stop(word);
    if (const QJsonValue error = end[u"error"]; !error.toString().isEmpty()) {
        ServerFault fault = faultOf(error);
        if (reply.stopped() == StopReason::ContentFilter)
            fault.kind = FaultKind::Content;
        reply.setFault(fault);
    }
}

bool CohereReader::read(const QJsonObject &object, QByteArrayView, ReplyBuilder &reply)
{
    const QString type = object.value(u"type").toString();
    const QJsonValue delta = object.value(u"delta");
    if (type == u"content-start" || type == u"content-delta") {
        readCohereContent(delta[u"message"][u"content"], reply);
        reply.addLogProbs(cohereLogProbsIn(object.value(u"logprobs")));
    } else if (type == u"message-end") {
        readCohereEnd(delta, reply);
        reply.close();
    } else if (const QJsonValue message = object.value(u"message");
               message.isObject() && object.value(u"finish_reason").isString()) {
        for (const QJsonValue &content : message[u"content"].toArray())
            readCohereContent(content, reply);
        reply.addLogProbs(cohereLogProbsIn(object.value(u"logprobs")));
        readCohereEnd(object, reply);
    } else {
        return type == u"message-start" || type == u"content-end";
    }
    return true;
}

} // namespace

std::unique_ptr<ReplyReader> cohereReader()
{
    return std::make_unique<CohereReader>();
}

} // namespace snug

// docs/wire.md#responses
#include "core/wire/logprobshapes.h"
#include "core/wire/replyreader.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

class ResponsesReader : public ReplyReader
{
public:
    bool read(const QJsonObject &object, QByteArrayView bytes, ReplyBuilder &reply) override;

private:
    void readDelta(QStringView type, const QJsonObject &event, ReplyBuilder &reply);
    void readReasoning(const QJsonObject &event, ReplyBuilder &reply);
    void keepItem(Json item, ReplyBuilder &reply);
    void readResponse(const Json &spelt, const QJsonObject &response, ReplyBuilder &reply);
    void readOutput(const Json &spelt, const QJsonArray &output, ReplyBuilder &reply);

    QString m_part;            // whose reasoning came last: item and part
    bool m_isStreamed = false; // some of the output has come piece by piece
};

void readResponsesUsage(TokenUsage &usage, const QJsonValue &value)
{
    if (!value.isObject())
        return;
    readCount(usage.prompt, value[u"input_tokens"]);
    readCount(usage.completion, value[u"output_tokens"]);
    const QJsonValue input = value[u"input_tokens_details"];
    readCount(usage.cached, input[u"cached_tokens"]);
    readCount(usage.cacheWrite, input[u"cache_write_tokens"]);
    readCount(usage.reasoning, value[u"output_tokens_details"][u"reasoning_tokens"]);
    if (value[u"cost"].isDouble())
        usage.cost = value[u"cost"].toDouble();
    if (value[u"cost_in_usd_ticks"].isDouble())
        usage.cost = value[u"cost_in_usd_ticks"].toDouble() / 1e10;
}

bool ResponsesReader::read(const QJsonObject &object, QByteArrayView bytes, ReplyBuilder &reply)
{
    const QString type = object.value(u"type").toString();
    if (object.value(u"object").toString() == u"response") {
        readResponse(speltEvent(bytes), object, reply);
        return true;
    }
    if (!type.startsWith(u"response."))
        return false;
    if (type == u"response.completed" || type == u"response.incomplete" || type == u"response.failed") {
        readResponse(speltEvent(bytes).value(u"response"), object.value(u"response").toObject(), reply);
        reply.close();
    } else if (type == u"response.output_item.done") {
        m_isStreamed = true;
        if (object.value(u"item")[u"type"].toString() == u"reasoning")
            keepItem(speltEvent(bytes).value(u"item"), reply);
    } else {
        readDelta(type, object, reply);
    }
    return true;
}

void ResponsesReader::readDelta(QStringView type, const QJsonObject &event, ReplyBuilder &reply)
{
    const QString delta = event.value(u"delta").toString();
    m_isStreamed = m_isStreamed || !delta.isEmpty();
    if (type == u"response.output_text.delta") {
        reply.addText(delta);
        reply.addLogProbs(logProbsIn(event.value(u"logprobs")));
    } else if (type == u"response.reasoning_summary_text.delta" || type == u"response.reasoning_text.delta") {
        readReasoning(event, reply);
    } else if (type == u"response.refusal.delta") {
        reply.addRefusal(delta);
    }
}

void ResponsesReader::readReasoning(const QJsonObject &event, ReplyBuilder &reply)
{
    const QString part =
        event.value(u"item_id").toString() + u' ' + QString::number(event.value(u"summary_index").toInt());
    if (reply.hasReasoning() && part != m_part)
        reply.addReasoning(u"\n\n"_s);
    m_part = part;
    reply.addReasoning(event.value(u"delta").toString());
}

// What goes back: a reasoning item with its encrypted content, without its state.
void ResponsesReader::keepItem(Json item, ReplyBuilder &reply)
{
    if (item.value(u"encrypted_content").toText().isEmpty())
        return;
    item.remove(u"status");
    reply.addOpaque({item, reply.textSize()});
}

void ResponsesReader::readResponse(const Json &spelt, const QJsonObject &response, ReplyBuilder &reply)
{
    if (!m_isStreamed || reply.textSize() == 0)
        readOutput(spelt, response.value(u"output").toArray(), reply);
    readResponsesUsage(reply.usage(), response.value(u"usage"));
    const QString status = response.value(u"status").toString();
    const bool isOnlyRefusal = !reply.refusal().isEmpty() && reply.textSize() == 0;
    if (status == u"failed") {
        const QJsonValue error = response.value(u"error");
        reply.fail(faultOf(error.isNull() ? QJsonValue(QJsonObject()) : error));
    } else if (isOnlyRefusal) {
        reply.stop(StopReason::ContentFilter, u"refusal"_s);
    } else if (status == u"incomplete") {
        reply.stop(response.value(u"incomplete_details")[u"reason"].toString());
    } else if (status == u"completed") {
        reply.stop(StopReason::Stop, status);
    }
}

void ResponsesReader::readOutput(const Json &spelt, const QJsonArray &output, ReplyBuilder &reply)
{
    for (qsizetype i = 0; i < output.size(); ++i) {
        const QJsonValue &item = output[i];
        const QString type = item[u"type"].toString();
        if (type == u"reasoning" && !m_isStreamed) {
            QStringList parts;
            const QJsonArray summary = item[u"summary"].toArray();
            // Open models show their thoughts themselves.
            for (const QJsonValue &part : summary.isEmpty() ? item[u"content"].toArray() : summary)
                parts << part[u"text"].toString();
            const QString text = parts.join(u"\n\n"_s);
            if (reply.hasReasoning() && !text.isEmpty())
                reply.addReasoning(u"\n\n"_s);
            reply.addReasoning(text);
            keepItem(spelt.value(u"output").at(i), reply);
        }
        if (type != u"message")
            continue;
        for (const QJsonValue &part : item[u"content"].toArray()) {
            if (part[u"type"].toString() == u"output_text")
                reply.addText(part[u"text"].toString());
            else if (reply.refusal().isEmpty() && part[u"type"].toString() == u"refusal")
                reply.addRefusal(part[u"refusal"].toString());
            reply.addLogProbs(logProbsIn(part[u"logprobs"]));
        }
    }
}

} // namespace

std::unique_ptr<ReplyReader> responsesReader()
{
    return std::make_unique<ResponsesReader>();
}

} // namespace snug

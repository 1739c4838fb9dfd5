// docs/wire.md#gemini
#include "core/wire/logprobshapes.h"
#include "core/wire/replyreader.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

class GeminiReader : public ReplyReader
{
public:
    bool read(const QJsonObject &object, QByteArrayView bytes, ReplyBuilder &reply) override;

private:
    static void readUsage(const QJsonValue &usage, TokenUsage &known);
    static void readParts(const QJsonArray &parts, const Json &candidate, ReplyBuilder &reply);
    static void readEnd(const QJsonValue &candidate, ReplyBuilder &reply);
};

bool GeminiReader::read(const QJsonObject &object, QByteArrayView bytes, ReplyBuilder &reply)
{
    const QJsonValue usage = object.value(u"usageMetadata");
    const QJsonValue candidates = object.value(u"candidates");
    const QJsonValue feedback = object.value(u"promptFeedback");
    readUsage(usage, reply.usage());
    const QJsonArray list = candidates.toArray();
    for (qsizetype i = 0; i < list.size(); ++i) {
        const QJsonValue &candidate = list[i];
        if (candidate[u"index"].toInt(0) != 0)
            continue;
        const QJsonArray parts = candidate[u"content"][u"parts"].toArray();
        const bool isSigned = bytes.contains("thoughtSignature");
        readParts(parts, isSigned ? speltEvent(bytes).value(u"candidates").at(i) : Json(), reply);
        reply.addLogProbs(geminiLogProbsIn(candidate[u"logprobsResult"]));
        readEnd(candidate, reply);
    }
    if (const QString reason = feedback[u"blockReason"].toString(); !reason.isEmpty()) {
        reply.setFault({.kind = FaultKind::Content, .message = reason});
        reply.stop(StopReason::ContentFilter, reason);
        reply.end().blockMessage = feedback[u"blockReasonMessage"].toString();
    }
    return candidates.isArray() || usage.isObject() || feedback.isObject();
}

// The newest value counts; `completion` is without the thoughts.
void GeminiReader::readUsage(const QJsonValue &usage, TokenUsage &known)
{
    readCount(known.prompt, usage[u"promptTokenCount"]);
    readCount(known.completion, usage[u"candidatesTokenCount"]);
    readCount(known.cached, usage[u"cachedContentTokenCount"]);
    readCount(known.reasoning, usage[u"thoughtsTokenCount"]);
    known.isReasoningBeside = known.reasoning.has_value();
}

// A part with a signature goes back as it came, as a part of its own.
void GeminiReader::readParts(const QJsonArray &parts, const Json &candidate, ReplyBuilder &reply)
{
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const QJsonValue &part = parts[i];
        const QString text = part[u"text"].toString();
        const qsizetype textAt = reply.textSize();
        if (part[u"inlineData"].isObject() && !part[u"thought"].toBool())
            ++reply.end().pictures;
        if (part[u"thought"].toBool())
            reply.addReasoning(text);
        else
            reply.addText(text);
        if (!part[u"thoughtSignature"].toString().isEmpty())
            reply.addOpaque(
                {candidate.value(u"content").value(u"parts").at(i), textAt, reply.textSize() - textAt});
    }
}

void GeminiReader::readEnd(const QJsonValue &candidate, ReplyBuilder &reply)
{
    const QString word = candidate[u"finishReason"].toString();
    if (word.isEmpty() || word == u"FINISH_REASON_UNSPECIFIED") // it goes on
        return;
    const StopReason reason = stopReasonOf(word).value_or(StopReason::Error);
    reply.stop(reason, word);
    if (reason != StopReason::Error)
        return;
    ServerFault fault = faultOf(candidate[u"finishMessage"].toString(word));
    fault.kind = FaultKind::Server;
    reply.setFault(fault);
}

} // namespace

std::unique_ptr<ReplyReader> geminiReader()
{
    return std::make_unique<GeminiReader>();
}

} // namespace snug

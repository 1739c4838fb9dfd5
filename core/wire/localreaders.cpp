// The shapes of servers at home that are none of OpenAI's: Ollama, KoboldCpp, and NovelAI's, which resembles
// it. docs/wire.md#ollama, docs/wire.md#koboldcpp
#include "core/wire/logprobshapes.h"
#include "core/wire/replyreader.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

class OllamaReader : public ReplyReader
{
public:
    bool read(const QJsonObject &object, QByteArrayView bytes, ReplyBuilder &reply) override;
    bool endsUnsaid() const override { return false; }
};

bool OllamaReader::read(const QJsonObject &object, QByteArrayView, ReplyBuilder &reply)
{
    const QJsonValue message = object.value(u"message");
    const QJsonValue response = object.value(u"response");
    const bool isDone = object.value(u"done").toBool();
    if (!message.isObject() && !response.isString() && !isDone) {
        const QJsonValue status = object.value(u"status"); // of a pull
        if (!status.isString())
            return false;
        const auto size = [&](QStringView member) -> std::optional<qint64> {
            const QJsonValue value = object.value(member);
            return value.isDouble() ? std::optional(value.toInteger()) : std::nullopt;
        };
        reply.addProgress({status.toString(), size(u"completed"), size(u"total")});
        if (status.toString() == u"success")
            reply.stop(StopReason::Stop, status.toString());
        return true;
    }
    reply.addReasoning(message.isObject() ? message[u"thinking"].toString()
                                          : object.value(u"thinking").toString());
    reply.addText(message.isObject() ? message[u"content"].toString() : response.toString());
    reply.addLogProbs(logProbsIn(object.value(u"logprobs")));
    if (isDone) {
        readCount(reply.usage().prompt, object.value(u"prompt_eval_count"));
        readCount(reply.usage().completion, object.value(u"eval_count"));
        const QString word = object.value(u"done_reason").toString();
        reply.stop(word.isEmpty() ? u"stop"_s : word);
    }
    return true;
}

class KoboldReader : public ReplyReader
{
public:
    bool read(const QJsonObject &object, QByteArrayView bytes, ReplyBuilder &reply) override;
};

bool KoboldReader::read(const QJsonObject &object, QByteArrayView, ReplyBuilder &reply)
{
    const auto readPiece = [&reply](const QJsonValue &piece, QStringView textMember) {
        reply.addText(piece[textMember].toString());
        if (const QString word = piece[u"finish_reason"].toString(); !word.isEmpty())
            reply.stop(word);
    };
    if (object.value(u"token").isString()) {
        readPiece(object, u"token");
        if (object.value(u"final").toBool()) // NovelAI
            reply.stop(StopReason::Stop, u"final"_s);
        return true;
    }
    if (object.value(u"output").isString()) { // NovelAI, whole
        reply.addText(object.value(u"output").toString());
        return true;
    }
    const QJsonValue results = object.value(u"results");
    for (const QJsonValue &result : results.toArray()) {
        readPiece(result, u"text");
        readCount(reply.usage().prompt, result[u"prompt_tokens"]);
        readCount(reply.usage().completion, result[u"completion_tokens"]);
        reply.addLogProbs(logProbsIn(result[u"logprobs"]));
    }
    return results.isArray();
}

} // namespace

std::unique_ptr<ReplyReader> ollamaReader()
{
    return std::make_unique<OllamaReader>();
}

std::unique_ptr<ReplyReader> koboldReader()
{
    return std::make_unique<KoboldReader>();
}

} // namespace snug

#include "core/wire/openaichat.h"

#include "core/wire/chatbody.h"
#include "core/wire/endpoint.h"
#include "core/wire/openaidecoder.h"
#include "core/wire/statuswords.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype mostChatStopTexts = 4;

struct OpenAiChatText
{
    Q_DECLARE_TR_FUNCTIONS(OpenAiChat)
};

QUrl chatCallUrl(const Connection &connection, QStringView path)
{
    return endpoint(connection.baseUrl, path, {u"/completions"_s, u"/chat"_s, u"/models"_s});
}

} // namespace

bool isOpenAiReasoningModel(QStringView model)
{
    const QString name = model.sliced(model.lastIndexOf(u'/') + 1).toString().toLower();
    if (name.startsWith(u"gpt-5"_s))
        return !name.contains(u"-chat"_s);
    return name.size() >= 2 && name[0] == u'o' && name[1].isDigit();
}

WireRequest OpenAiChat::encode(const AssembledPrompt &prompt, const Connection &connection,
                               const Secret &key) const
{
    const SamplerValues &samplers = prompt.samplers;
    const bool isReasoningModel = isOpenAiReasoningModel(connection.model);
    JsonBody body = beginChatBody(prompt, connection.model);
    if (!isReasoningModel) {
        writeSampler(body, "temperature", samplers.temperature);
        writeSampler(body, "top_p", samplers.topP);
        writeSampler(body, "presence_penalty", samplers.presencePenalty);
        writeSampler(body, "frequency_penalty", samplers.frequencyPenalty);
    }
    if (prompt.maxTokens > 0) {
        body.key(isReasoningModel ? "max_completion_tokens" : "max_tokens");
        body.integer(prompt.maxTokens);
    }
    if (!isReasoningModel)
        writeStop(body, prompt.stop, mostChatStopTexts);
    if (samplers.seed) {
        body.key("seed");
        body.integer(*samplers.seed);
    }
    body.endObject();
    return {"POST", chatCallUrl(connection, u"/chat/completions"),
            requestHeaders(prompt.stream ? Answer::EventStream : Answer::Json, true, key), body.take()};
}

QStringList OpenAiChat::leftOut(const AssembledPrompt &prompt, const Connection &connection) const
{
    const SamplerValues &samplers = prompt.samplers;
    QStringList list;
    qsizetype stopSent = qMin(prompt.stop.size(), mostChatStopTexts);
    if (isOpenAiReasoningModel(connection.model)) {
        noteLeftOut(list, u"temperature", samplers.temperature, 1);
        noteLeftOut(list, u"top_p", samplers.topP, 1);
        noteLeftOut(list, u"presence_penalty", samplers.presencePenalty, 0);
        noteLeftOut(list, u"frequency_penalty", samplers.frequencyPenalty, 0);
        stopSent = 0;
    }
    noteLeftOut(list, u"top_k", samplers.topK, 0);
    noteLeftOut(list, u"top_a", samplers.topA, 0);
    noteLeftOut(list, u"min_p", samplers.minP, 0);
    noteLeftOut(list, u"repetition_penalty", samplers.repetitionPenalty, 1);
    if (const qsizetype rest = prompt.stop.size() - stopSent; rest > 0)
        list << OpenAiChatText::tr("%n stop text(s)", nullptr, static_cast<int>(rest));
    return list;
}

std::unique_ptr<StreamDecoder> OpenAiChat::decoder() const
{
    return std::make_unique<OpenAiDecoder>(OpenAiDecoder::Tags::Split);
}

Error OpenAiChat::explainStatus(int status, const QByteArray &body, const Connection &connection,
                                const WireHeaders &headers) const
{
    return explainHttpStatus(status, body, connection, headers);
}

WireRequest OpenAiChat::modelsRequest(const Connection &connection, const Secret &key) const
{
    return {"GET",
            chatCallUrl(connection, u"/models"),
            requestHeaders(Answer::Json, false, key),
            {},
            RequestPurpose::ModelList};
}

Result<QStringList> OpenAiChat::parseModels(const QByteArray &body) const
{
    return parseModelList(body);
}

Result<QStringList> parseModelList(const QByteArray &body)
{
    QJsonParseError parseError;
    const QJsonDocument document = QJsonDocument::fromJson(body, &parseError);
    QJsonValue list = document.isArray() ? QJsonValue(document.array()) : document.object().value(u"data");
    if (!list.isArray())
        list = document.object().value(u"models");
    if (!list.isArray()) {
        Error error = explainStrangeAnswer(body);
        error.what = OpenAiChatText::tr("The server's answer is not a list of models");
        return std::unexpected(error);
    }
    QStringList models;
    for (const QJsonValue &item : list.toArray()) {
        QString name = item.isString() ? item.toString() : item[u"id"].toString();
        if (name.isEmpty())
            name = item[u"name"].toString();
        if (!name.isEmpty() && !models.contains(name))
            models << name;
    }
    return models;
}

} // namespace snug

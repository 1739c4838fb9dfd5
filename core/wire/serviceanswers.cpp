#include "core/wire/serviceanswers.h"

#include "core/wire/logprobshapes.h"
#include "core/wire/replyreader.h"
#include "core/wire/servertext.h"
#include "core/wire/statuswords.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QJsonObject answerObject(const QByteArray &body)
{
    return QJsonDocument::fromJson(body).object();
}

std::unexpected<Error> notThat(const QByteArray &body)
{
    return std::unexpected(explainStrangeAnswer(body));
}

std::optional<int> countIn(const QJsonValue &value)
{
    std::optional<int> count;
    readCount(count, value);
    return count;
}

// Some servers write booleans as texts.
bool isTrue(const QJsonValue &value)
{
    return value.toBool() || value.toString() == u"true";
}

} // namespace

Result<TokenCount> parseTokenCount(const QByteArray &body)
{
    const QJsonObject object = answerObject(body);
    // Anthropic and Responses; Gemini; vLLM; TabbyAPI and text-generation-webui; KoboldCpp.
    for (const QStringView member : {u"input_tokens", u"totalTokens", u"count", u"length", u"value"}) {
        if (const std::optional<int> count = countIn(object.value(member)))
            return TokenCount{*count, countIn(object.value(u"max_model_len"))};
    }
    if (const QJsonValue list = object.value(u"tokens"); list.isArray()) { // Cohere, llama-server
        const QJsonArray tokens = list.toArray();
        if (std::ranges::all_of(
                tokens, [](const QJsonValue &token) { return token.isDouble() || token[u"id"].isDouble(); }))
            return TokenCount{int(tokens.size())};
    }
    return notThat(body);
}

Result<ContextFacts> parseContextFacts(const QByteArray &body)
{
    const QJsonObject object = answerObject(body);
    ContextFacts facts;
    for (const QJsonValue &word : object.value(u"capabilities").toArray())
        facts.capabilities << word.toString();
    std::optional<int> size = countIn(object.value(u"value")); // KoboldCpp
    if (!size)
        size = countIn(object.value(u"default_generation_settings")[u"n_ctx"]);
    if (!size)
        size = countIn(object.value(u"parameters")[u"max_seq_len"]); // TabbyAPI
    const QJsonObject info = object.value(u"model_info").toObject(); // Ollama, "gptoss.context_length"
    for (auto it = info.begin(); it != info.end() && !size; ++it) {
        if (it.key().endsWith(u".context_length"))
            size = countIn(it.value());
    }
    if (!size)
        size = countIn(object.value(u"models")[0][u"context_length"]); // Ollama's loaded ones
    if (!size)
        size = countIn(object.value(u"max_model_len"));
    if (!size && facts.capabilities.isEmpty())
        return notThat(body);
    facts.contextSize = size.value_or(0);
    return facts;
}

Result<QList<Balance>> parseBalances(const QByteArray &body)
{
    const QJsonObject object = answerObject(body);
    const auto amount = [](const QJsonValue &value) {
        return value.isString() ? value.toString() : QString::number(value.toDouble(), 'g', 12);
    };
    QList<Balance> list;
    const QJsonValue infos = object.value(u"balance_infos"); // DeepSeek
    for (const QJsonValue &info : infos.toArray())
        list.append({info[u"currency"].toString(), amount(info[u"total_balance"])});
    const QJsonValue data = object.value(u"data"); // OpenRouter, dollars
    if (data[u"limit_remaining"].isDouble())
        list.append({u"USD"_s, amount(data[u"limit_remaining"])});
    else if (data[u"total_credits"].isDouble())
        list.append({u"USD"_s, amount(data[u"total_credits"].toDouble() - data[u"total_usage"].toDouble())});
    if (object.value(u"username").isString() && object.value(u"kudos").isDouble()) // AI Horde
        list.append({QString(), amount(object.value(u"kudos"))});
    if (list.isEmpty() && !infos.isArray() && !data.isObject())
        return notThat(body);
    return list;
}

Result<KoboldQueue> parseKoboldQueue(const QByteArray &body)
{
    const QJsonObject object = answerObject(body);
    const std::optional<int> waiting = countIn(object.value(u"queue"));
    if (!waiting)
        return notThat(body);
    const QJsonValue idle = object.value(u"idle");
    return KoboldQueue{*waiting, idle.toBool() || idle.toInt() != 0};
}

Result<KoboldAbort> parseKoboldAbort(const QByteArray &body)
{
    const QJsonObject object = answerObject(body);
    if (!object.contains(u"success"))
        return notThat(body);
    // Older servers say only that it was taken.
    const bool isAborted = isTrue(object.value(u"success"));
    return KoboldAbort{isAborted, object.contains(u"done") ? isTrue(object.value(u"done")) : isAborted};
}

Result<QList<TokenLogProb>> parseLastLogProbs(const QByteArray &body)
{
    const QJsonObject object = answerObject(body);
    if (!object.contains(u"logprobs"))
        return notThat(body);
    return logProbsIn(object.value(u"logprobs"));
}

Result<HordeJob> parseHordeJob(const QByteArray &body)
{
    const QJsonObject object = answerObject(body);
    if (object.value(u"id").toString().isEmpty())
        return notThat(body);
    return HordeJob{object.value(u"id").toString(), object.value(u"kudos").toDouble(),
                    object.value(u"message").toString()};
}

Result<HordeStatus> parseHordeStatus(const QByteArray &body)
{
    const QJsonObject object = answerObject(body);
    if (!object.value(u"done").isBool())
        return notThat(body);
    HordeStatus status;
    status.queuePosition = countIn(object.value(u"queue_position")).value_or(0);
    status.waitSeconds = countIn(object.value(u"wait_time")).value_or(0);
    status.kudos = object.value(u"kudos").toDouble();
    status.isPossible = object.value(u"is_possible").toBool(true);
    status.isDone = object.value(u"done").toBool();
    status.isFaulted = object.value(u"faulted").toBool();
    for (const QJsonValue &generation : object.value(u"generations").toArray()) {
        status.text += generation[u"text"].toString();
        status.isCensored = status.isCensored || generation[u"state"].toString() == u"censored";
        status.model = generation[u"model"].toString(status.model);
        status.worker = generation[u"worker_name"].toString(status.worker);
    }
    return status;
}

std::optional<Finished> hordeEnd(const HordeStatus &status)
{
    if (status.isFaulted) {
        ServerFault fault{.kind = FaultKind::Server, .message = u"faulted"_s};
        fault.words.message = ServerText::tr("the Horde's worker failed");
        return Finished{.reason = StopReason::Error,
                        .error = explainStreamFault(fault),
                        .fault = fault,
                        .word = u"faulted"_s};
    }
    if (status.isCensored)
        return Finished{.reason = StopReason::ContentFilter,
                        .fault = ServerFault{.kind = FaultKind::Content},
                        .word = u"censored"_s};
    if (!status.isDone)
        return {};
    return Finished{.reason = StopReason::Stop, .word = u"done"_s};
}

} // namespace snug

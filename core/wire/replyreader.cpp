#include "core/wire/replyreader.h"

#include "core/formats/jsontext.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

void readCount(std::optional<int> &field, const QJsonValue &value)
{
    if (value.isDouble() && value.toDouble() >= 0 && value.toDouble() < 2e9)
        field = static_cast<int>(value.toDouble());
}

static QByteArray bytesOfToken(const QJsonArray &numbers)
{
    QByteArray bytes;
    for (const QJsonValue &number : numbers)
        bytes.append(char(number.toInt()));
    return bytes;
}

QList<TokenLogProb> logProbsIn(const QJsonValue &value)
{
    QList<TokenLogProb> tokens;
    const QJsonArray list = value.isArray() ? value.toArray() : value[u"content"].toArray();
    for (const QJsonValue &item : list) {
        if (item[u"token"].isString() && item[u"logprob"].isDouble())
            tokens.append({item[u"token"].toString(), item[u"logprob"].toDouble(),
                           bytesOfToken(item[u"bytes"].toArray())});
    }
    if (!tokens.isEmpty())
        return tokens;
    const QJsonArray names = value[u"tokens"].toArray();
    const QJsonArray numbers = value[u"token_logprobs"].toArray();
    for (qsizetype i = 0; i < std::min(names.size(), numbers.size()); ++i) {
        if (names[i].isString() && numbers[i].isDouble())
            tokens.append({names[i].toString(), numbers[i].toDouble()});
    }
    return tokens;
}

Json speltEvent(QByteArrayView bytes)
{
    return parseJson(bytes.toByteArray()).value_or(Json());
}

void readOpenAiUsage(TokenUsage &usage, const QJsonValue &value)
{
    if (!value.isObject())
        return;
    readCount(usage.prompt, value[u"prompt_tokens"]);
    readCount(usage.completion, value[u"completion_tokens"]);
    const QJsonValue promptDetails = value[u"prompt_tokens_details"];
    readCount(usage.cached, promptDetails[u"cached_tokens"]);
    readCount(usage.cached, value[u"prompt_cache_hit_tokens"]); // DeepSeek
    readCount(usage.cacheWrite, promptDetails[u"cache_write_tokens"]);
    readCount(usage.reasoning, value[u"completion_tokens_details"][u"reasoning_tokens"]);
    usage.isReasoningBeside = usage.reasoning.value_or(0) > usage.completion.value_or(0); // xAI
    if (value[u"cost"].isDouble())
        usage.cost = value[u"cost"].toDouble();
    if (value[u"cost_in_usd_ticks"].isDouble())
        usage.cost = value[u"cost_in_usd_ticks"].toDouble() / 1e10;
}

} // namespace snug

#include "core/wire/replyreader.h"

#include "core/formats/jsontext.h"

using namespace Qt::StringLiterals;

namespace snug {

void readCount(std::optional<int> &field, const QJsonValue &value)
{
    if (value.isDouble() && value.toDouble() >= 0 && value.toDouble() < 2e9)
        field = static_cast<int>(value.toDouble());
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

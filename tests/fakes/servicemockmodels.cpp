// What services refuse by the model that is asked, by their references of November 2026. Empty: nothing.
#include "tests/fakes/servicemockparts.h"

#include <QJsonArray>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

static bool isLike(const QString &model, const QString &pattern)
{
    return QRegularExpression(pattern).match(model).hasMatch();
}

static MockedComplaint openAiEffortComplaint(const QString &model, const QString &level)
{
    if (level.isEmpty())
        return {};
    static const QStringList levels{u"none"_s, u"minimal"_s, u"low"_s, u"medium"_s,
                                    u"high"_s, u"xhigh"_s,   u"max"_s};
    const bool knowsNone = isLike(model, u"^gpt-(5\\.[1-9]|6-sol|6-luna|6\\.1-terra)"_s);
    const bool isKnown = levels.contains(level) && (level != u"none" || knowsNone) &&
                         (level != u"minimal" || isLike(model, u"^gpt-5(?![.])"_s)) &&
                         (level != u"max" || isLike(model, u"^gpt-[6-9]"_s));
    return isKnown
               ? MockedComplaint()
               : MockedComplaint{u"Unsupported value: 'reasoning_effort' does not support '%1'"_s.arg(level),
                                 u"reasoning_effort"_s};
}

MockedComplaint openAiComplaint(const QJsonObject &body)
{
    const QString model = body[u"model"].toString();
    if (body[u"stop"].toArray().size() > 4)
        return {u"Invalid 'stop': array too long."_s, u"stop"_s};
    const bool thinks = isLike(model, u"^(o\\d|gpt-([5-9]|\\d\\d))"_s) && !model.contains(u"chat-latest");
    if (!thinks) {
        const bool isOwn = model.startsWith(u"gpt-") || model.startsWith(u"llama-");
        if (isOwn && body.contains(u"reasoning_effort"))
            return {u"Unrecognized request argument supplied: reasoning_effort"_s, u"reasoning_effort"_s};
        return {};
    }
    if (body.contains(u"max_tokens"))
        return {u"Unsupported parameter: 'max_tokens' is not supported with this model."_s, u"max_tokens"_s};
    const QString level = body[u"reasoning_effort"].toString();
    const bool isUnthinking = isLike(model, u"^gpt-5\\.[1-4]"_s) && (level.isEmpty() || level == u"none");
    for (const QString &key : {u"temperature"_s, u"top_p"_s, u"stop"_s}) {
        if (body.contains(key) && (!isUnthinking || key == u"stop"))
            return {u"Unsupported parameter: '%1' is not supported with this model."_s.arg(key), key};
    }
    return openAiEffortComplaint(model, level);
}

// Whether it may be told not to think, and how.
static QString claudeThinkingComplaint(const QJsonObject &body)
{
    const QString model = body[u"model"].toString();
    const QString thinking = body[u"thinking"][u"type"].toString();
    const QString effort = body[u"output_config"][u"effort"].toString();
    const bool isSonnet = model.contains(u"sonnet-5-5");
    if (thinking == u"disabled" && isLike(model, u"opus-5-5|fable|mythos|sonnet-5-5"_s))
        return u"thinking.type.disabled is not supported for this model."_s;
    if (thinking == u"between_tools" && !isSonnet)
        return u"thinking.type.between_tools is not supported for this model."_s;
    const bool isOff = thinking == u"disabled" || thinking == u"between_tools";
    if (isOff && (effort == u"xhigh" || effort == u"max"))
        return u"thinking cannot be turned off at this effort."_s;
    if (!effort.isEmpty() && !isLike(model, u"opus-4-[5-8]|sonnet-4-6|(opus|sonnet|haiku)-5|fable|mythos"_s))
        return u"output_config.effort is not supported for this model."_s;
    return {};
}

QString claudeComplaint(const QJsonObject &body, const QString &lastRole)
{
    const QString model = body[u"model"].toString();
    const bool isNew = isLike(model, u"opus-4-[78]|(opus|sonnet|haiku)-5|fable|mythos"_s);
    const bool takesOne = isLike(model, u"opus-4-[15]|sonnet-4-5|haiku-4-5"_s);
    const bool hasTemperature = body.contains(u"temperature");
    const QString thinking = body[u"thinking"][u"type"].toString();
    const bool thinks = thinking == u"enabled" || thinking == u"adaptive";
    if (isNew && (hasTemperature || body.contains(u"top_p") || body.contains(u"top_k")))
        return u"`temperature`, `top_p` and `top_k` are deprecated for this model."_s;
    if (takesOne && hasTemperature && body.contains(u"top_p"))
        return u"`temperature` and `top_p` cannot both be specified for this model."_s;
    if (thinks && body[u"temperature"].toDouble(1) != 1)
        return u"`temperature` may only be set to 1 when thinking is enabled."_s;
    if (thinking == u"enabled" && body[u"thinking"][u"budget_tokens"].toInt() >= body[u"max_tokens"].toInt())
        return u"`max_tokens` must be greater than `thinking.budget_tokens`."_s;
    if (isNew && thinking == u"enabled")
        return u"\"thinking.type.enabled\" is not supported for this model."_s;
    if (thinking == u"adaptive" && !isNew && !isLike(model, u"(opus|sonnet)-4-6"_s))
        return u"adaptive thinking is not supported on this model"_s;
    const bool takesPrefill = !isNew && !thinks && !isLike(model, u"(opus|sonnet)-4-6"_s);
    if (lastRole == u"assistant" && !takesPrefill)
        return u"This model does not support assistant message prefill."_s;
    for (const QJsonValue &stop : body[u"stop_sequences"].toArray()) {
        if (stop.toString().trimmed().isEmpty())
            return u"stop_sequences: each stop sequence must contain non-whitespace"_s;
    }
    return claudeThinkingComplaint(body);
}

QString geminiComplaint(const QString &model, const QJsonObject &body)
{
    const QJsonObject config = body[u"generationConfig"].toObject();
    const QJsonObject thinking = config[u"thinkingConfig"].toObject();
    const bool isGemma = model.contains(u"gemma");
    const bool isThird = isLike(model, u"^gemini-[3-9]"_s);
    if (isGemma && body.contains(u"systemInstruction"))
        return u"Developer instruction is not enabled for models/%1"_s.arg(model);
    if (!thinking.isEmpty() && !isThird && !isLike(model, u"^gemini-2\\.5"_s))
        return u"Thinking is not enabled for models/%1"_s.arg(model);
    if (thinking.contains(u"thinkingLevel") && !isThird)
        return u"Thinking level is not supported for this model."_s;
    if (thinking.contains(u"thinkingLevel") && thinking.contains(u"thinkingBudget"))
        return u"You can only set only one of thinking budget and thinking level."_s;
    if (model.contains(u"2.5-pro") && thinking[u"thinkingBudget"].toInt(-1) == 0)
        return u"Budget 0 is invalid. This model only works in thinking mode."_s;
    if (thinking[u"thinkingLevel"].toString() == u"minimal" && model.contains(u"pro"))
        return u"Thinking level MINIMAL is not supported for this model."_s;
    if (config[u"stopSequences"].toArray().size() > 5)
        return u"The number of stop sequences must be at most 5."_s;
    return {};
}

QString xaiComplaint(const QJsonObject &body)
{
    const QString model = body[u"model"].toString();
    const bool thinks = isLike(model, u"grok-(3-mini|[4-9]|code)"_s) && !model.contains(u"non-reasoning");
    const bool hasLevels = isLike(model, u"grok-(3-mini|4\\.[3-9]|[5-9])"_s);
    if (body.contains(u"reasoning_effort") && !hasLevels)
        return u"reasoningEffort"_s;
    if (!thinks)
        return {};
    for (const auto &[key, name] :
         {std::pair(u"presence_penalty"_s, u"presencePenalty"_s),
          std::pair(u"frequency_penalty"_s, u"frequencyPenalty"_s), std::pair(u"stop"_s, u"stop"_s)}) {
        if (body.contains(key))
            return name;
    }
    return {};
}

} // namespace snug

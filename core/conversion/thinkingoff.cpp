#include "core/conversion/thinkingoff.h"

#include "core/conversion/modeltraits.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using enum ChatService;

bool isNone(const Json &value)
{
    return value.toText() == u"none";
}

bool isFalse(const Json &value)
{
    return value.isBool() && !value.toBool();
}

// Whether the model knows the level "none".
bool takesNone(const ChatAsk &ask)
{
    switch (ask.service) {
    case OpenAi:
    case Azure:
    case Custom:
        return knowsNoneAtOpenAi(QStringView(ask.model).sliced(ask.model.lastIndexOf(u'/') + 1));
    case Groq:
        return ask.model.contains(u"qwen");
    case Mistral:
        return takesEffortAtMistral(ask.model);
    case Xai:
        return grokTraits(ask).takesLevels;
    default:
        return false;
    }
}

void setInside(Json &body, const QString &group, const QString &key, const Json &value)
{
    Json inner = body.value(group).isObject() ? body.value(group) : Json::object();
    inner.set(key, value);
    body.set(group, inner);
}

} // namespace

void turnThinkingOff(Json &body, const ChatAsk &ask)
{
    if (takesNone(ask)) {
        if (body.contains(u"input"))
            setInside(body, u"reasoning"_s, u"effort"_s, Json(u"none"_s));
        else
            body.set(u"reasoning_effort"_s, Json(u"none"_s));
        return;
    }
    switch (ask.service) {
    case OpenRouter:
    case NanoGpt:
        return setInside(body, u"reasoning"_s, u"effort"_s, Json(u"none"_s));
    case DeepSeek:
    case Moonshot:
    case Zai:
        if (!body.contains(u"input"))
            body.set(u"thinking"_s, Json::object({{u"type"_s, Json(u"disabled"_s)}}));
        return;
    case Cohere:
        if (ask.model.contains(u"reasoning"))
            body.set(u"thinking"_s, Json::object({{u"type"_s, Json(u"disabled"_s)}}));
        return;
    case Ollama:
        if (!ask.model.contains(u"gpt-oss") && !cannotThink(ask)) // that one thinks always
            body.set(u"think"_s, Json(false));
        return;
    case SiliconFlow:
    case TextGenerationWebUi:
        body.set(u"enable_thinking"_s, Json(false));
        return;
    case LlamaCpp:
    case Vllm:
    case KoboldCpp: // as templates of Qwen's and their like call it
        return setInside(body, u"chat_template_kwargs"_s, u"enable_thinking"_s, Json(false));
    case Tabby:
        return setInside(body, u"template_vars"_s, u"enable_thinking"_s, Json(false));
    default:
        return;
    }
}

bool cannotThink(const ChatAsk &ask)
{
    return ask.service == Ollama && !ask.capabilities.isEmpty() && !ask.capabilities.contains(u"thinking");
}

bool isThinkingOff(const Json &body, const ChatAsk &ask)
{
    if (cannotThink(ask))
        return true;
    if (ask.service == Claude && !claudeTraits(ask).thinksUnasked)
        return true;
    const QString thinking = body[u"thinking"][u"type"].toText();
    const Json budget = body[u"generationConfig"][u"thinkingConfig"][u"thinkingBudget"];
    return isNone(body[u"reasoning_effort"]) || isNone(body[u"reasoning"][u"effort"]) ||
           thinking == u"disabled" || thinking == u"between_tools" || isFalse(body[u"think"]) ||
           isFalse(body[u"enable_thinking"]) || isFalse(body[u"chat_template_kwargs"][u"enable_thinking"]) ||
           isFalse(body[u"template_vars"][u"enable_thinking"]) || (budget.isNumber() && budget.toInt() == 0);
}

} // namespace snug

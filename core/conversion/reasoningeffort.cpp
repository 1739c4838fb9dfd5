// How long a model is to think, in its service's own words.
#include "core/conversion/bodyparts.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using enum ChatService;

// Low, medium or high.
QString plainEffort(Effort effort)
{
    return effort == Effort::Min ? u"low"_s : effort == Effort::Max ? u"high"_s : effortName(effort);
}

QString shownEffort(const ChatAsk &ask)
{
    const Effort effort = ask.effort;
    if (isClaude5OrFable(ask.model)) // wherever it is, it refuses one
        return {};
    switch (ask.service) {
    case OpenAi:
        return openAiEffort(effort, ask.model, ask.isCompatible());
    case Azure:
        if (ask.isCompatible() && ask.model == u"gpt-5.3-chat-latest")
            return u"medium"_s;
        return QRegularExpression(u"^gpt-[34]"_s).match(ask.model).hasMatch()
                   ? QString()
                   : openAiEffort(effort, ask.model, ask.isCompatible());
    case KoboldCpp:
    case Tabby:
    case TextGenerationWebUi:
    case Vllm:
    case LmStudio:
    case LlamaCpp:
        return effort == Effort::Auto ? QString() : plainEffort(effort);
    case Custom:
        if (ask.model.startsWith(u"koboldcpp/")) {
            return effort == Effort::Auto  ? QString()
                   : effort == Effort::Min ? u"minimal"_s
                   : effort == Effort::Max ? u"xhigh"_s
                                           : effortName(effort);
        }
        if (ask.isCompatible() && !openAiEffort(effort, ask.model, true).isEmpty())
            return ask.model == u"gpt-5.3-chat-latest" ? u"medium"_s : plainEffort(effort);
        return openAiEffort(effort, ask.model, ask.isCompatible());
    case Xai: {
        const GrokTraits traits = grokTraits(ask);
        if (effort == Effort::Auto)
            return {};
        if (traits.takesTwoLevels)
            return effort == Effort::High || effort == Effort::Max ? u"high"_s : u"low"_s;
        return traits.takesLevels ? plainEffort(effort) : QString();
    }
    case Groq:
        if (ask.isCompatible() || effort == Effort::Auto)
            return {};
        if (ask.model.contains(u"gpt-oss"))
            return plainEffort(effort);
        return ask.model.contains(u"qwen") ? u"default"_s : QString(); // it thinks, or does not
    case Fireworks:
        return effort == Effort::Auto ? QString() : effort == Effort::Min ? u"low"_s : effortName(effort);
    case Pollinations:
        if (ask.options.usesOtherEndpoint)
            return {};
        [[fallthrough]];
    case AimlApi:
    case Perplexity:
    case Chutes: {
        if (effort == Effort::Auto)
            return {};
        const QString own = ask.isCompatible() ? QString() : openAiEffort(effort, ask.model, false);
        return own.isEmpty() ? plainEffort(effort) : own;
    }
    default:
        return {};
    }
}

} // namespace

// SillyTavern's switch for what is shown turns it off there.
bool isDeepSeekThinking(const ChatAsk &ask)
{
    return ask.isCompatible() ? ask.showsThoughts : !ask.turnsThinkingOff;
}

QString reasoningEffort(const ChatAsk &ask)
{
    if (ask.service != DeepSeek)
        return shownEffort(ask);
    if (ask.effort == Effort::Auto || !isDeepSeekThinking(ask))
        return {};
    const bool isLow = ask.effort == Effort::Min || ask.effort == Effort::Low;
    return isLow ? u"low"_s : ask.effort == Effort::Max ? u"max"_s : u"high"_s;
}

} // namespace snug

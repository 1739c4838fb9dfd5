#include "core/conversion/servicerules.h"

#include "core/conversion/bodyparts.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Rules = MessageRules;

Rules cohereRules(const ChatAsk &ask)
{
    return {.names = Rules::Names::Prefix,
            .namesExamples = true,
            .namesSystem = false,
            .removesNames = true,
            .placeholderIfEmpty = true,
            .placeholder = ask.placeholder};
}

Rules ai21Rules(const ChatAsk &ask)
{
    return {.leadingSystem = Rules::LeadingSystem::Join,
            .names = Rules::Names::Prefix,
            .merging = ask.isCompatible() ? Rules::Merging::AllTexts : Rules::Merging::Texts,
            .namesExamples = true,
            .namesLaterExamples = false,
            .namesSystem = false,
            .removesNames = true,
            .placeholderIfEmpty = true,
            .keepsLaterCalls = !ask.isCompatible(),
            .placeholder = ask.placeholder};
}

Rules xaiRules(const ChatAsk &ask)
{
    Rules rules{.names = ask.isCompatible() ? Rules::Names::PrefixCharacter : Rules::Names::Prefix,
                .namesExamples = true};
    rules.namesSystem = false;
    rules.removesNames = !ask.isCompatible();
    return rules;
}

PostProcessing processingOf(const ChatAsk &ask)
{
    switch (ask.service) {
    case ChatService::Perplexity:
        return PostProcessing::Strict;
    case ChatService::MiniMax:
        return PostProcessing::MergeTools;
    case ChatService::DeepSeek:
        return PostProcessing::SemiTools;
    default:
        return PostProcessing::None;
    }
}

} // namespace

MessageRules mistralRules(const ChatAsk &ask)
{
    return {.laterSystem = ask.isCompatible() ? Rules::LaterSystem::FirstAfterAssistant
                                              : Rules::LaterSystem::UserAfterAssistant,
            .names = Rules::Names::Prefix,
            .namesExamples = true,
            .namesSystem = false,
            .keepsUnusedNames = ask.isCompatible(),
            .removesNames = !ask.isCompatible()};
}

// SillyTavern drops the calls of a message that joins the one in front of it.
std::optional<Rules> processingRules(const ChatAsk &ask, PostProcessing mode)
{
    std::optional<Rules> rules = postProcessingRules(mode, ask.placeholder);
    if (rules)
        rules->keepsLaterCalls = !ask.isCompatible();
    return rules;
}

std::optional<Rules> serviceRules(const ChatAsk &ask)
{
    if (asksForResponses(ask))
        return responsesRules(ask);
    switch (ask.service) {
    case ChatService::Claude:
        return claudeRules(ask);
    case ChatService::Gemini:
    case ChatService::Vertex:
        return geminiRules(ask);
    case ChatService::Mistral:
        return mistralRules(ask);
    case ChatService::Cohere:
        return cohereRules(ask);
    case ChatService::Ai21:
        return ai21Rules(ask);
    case ChatService::Xai:
        return xaiRules(ask);
    case ChatService::Ollama:
        return ollamaRules();
    default:
        break;
    }
    std::optional<Rules> rules = processingRules(ask, processingOf(ask));
    // A prompt without any word of the user's has no turn to answer.
    if (ask.service == ChatService::DeepSeek && !ask.isCompatible() &&
        std::ranges::none_of(ask.messages, [](const ConvertedMessage &message) {
            return message.speaker == MessageSpeaker::User;
        }))
        rules->wantsFirstUser = true;
    return rules;
}

} // namespace snug

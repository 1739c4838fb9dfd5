// What models take and refuse, by the patterns of their ids. Data of November 2026; a model that is newer
// than all rows is taken for the newest of its family (docs/providers.md#models).
#pragma once

#include "core/conversion/chatask.h"

namespace snug {

// Anthropic's. https://platform.claude.com/docs/en/about-claude/models
struct ClaudeTraits
{
    // How it is told not to think.
    enum class ThinkingOff : quint8 {
        Silence,      // it thinks only if asked
        Disabled,     // thinking: {type: disabled}
        BetweenTools, // thinking: {type: between_tools}, which refuses efforts above high
        Never,
    };

    bool thinks = false;           // knows thinking at all
    bool thinksAdaptively = false; // decides itself how long; no budget of tokens
    bool takesOneSampler = false;  // temperature or top_p, not both
    bool takesSamplers = true;
    bool takesPrefill = true;
    bool takesVerbosity = false; // output_config.effort
    bool thinksUnasked = false;  // and says so only if asked
    bool takesForcedTool = true; // a schema as a tool that must be called
    bool takesSchema = false;    // output_config.format
    bool takesWebSearch = true;
    bool bindsThoughts = false; // takes them back only behind exactly what they came behind
    ThinkingOff thinkingOff = ThinkingOff::Silence;
};
ClaudeTraits claudeTraits(const ChatAsk &ask);
// "claude-opus-5", with any vendor in front: samplers and effort are refused wherever the model is.
bool isClaude5OrFable(QStringView model);

// OpenAI's. https://platform.openai.com/docs/models
struct OpenAiTraits
{
    bool countsCompletionTokens = false; // max_completion_tokens
    bool takesTemperature = true;        // temperature, top_p
    bool takesPenalties = true;
    bool takesStop = true; // and logit_bias
    bool takesBias = true;
    bool takesLogprobs = true;
    bool takesTools = true;
    bool takesReplies = true; // n
    bool takesSystem = true;
    bool takesVerbosity = false;
    QString effort = {}; // the level's name; empty = not sent
};
OpenAiTraits openAiTraits(const ChatAsk &ask);
// By its id, without a vendor in front.
bool isOpenAiThinker(QStringView model);
// It thinks, and can be told not to: the level "none".
bool knowsNoneAtOpenAi(QStringView model);
// They complete a text instead of answering messages.
bool isOpenAiCompletionModel(QStringView model);
// SillyTavern's name of a level for OpenAI's models; empty = not sent.
QString openAiEffort(Effort effort, const QString &model, bool compatible);

// Google's. https://ai.google.dev/gemini-api/docs/models
struct GeminiTraits
{
    bool takesSamplers = true;
    bool takesPrefill = true;
    bool takesSystemText = true;
    bool takesWebSearch = true;
    bool takesTools = true;
    bool makesImages = false;
    bool signsImages = false;         // what the model drew, and said beside it
    bool keepsSignatures = false;     // of text parts
    bool needsCallSignatures = false; // of function calls
    bool takesMediaResolution = false;
    Json thinking = {}; // thinkingConfig; Undefined = none
};
GeminiTraits geminiTraits(const ChatAsk &ask);

// xAI's. https://docs.x.ai/docs/models
struct GrokTraits
{
    bool thinks = false;
    bool takesPenalties = true;
    bool takesStop = true;
    bool takesTwoLevels = false; // of effort: low and high
    bool takesLevels = false;
};
GrokTraits grokTraits(const ChatAsk &ask);

// Mistral's that think if asked; older ones refuse the question.
// https://docs.mistral.ai/capabilities/reasoning
bool takesEffortAtMistral(QStringView model);

} // namespace snug

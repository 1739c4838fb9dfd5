#include "core/conversion/modeltraits.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

bool matches(QStringView model, const QString &pattern)
{
    return QRegularExpression(pattern).matchView(model).hasMatch();
}

// "claude-opus-4-6-20260301" is 406, "claude-3-7-sonnet" 307; nothing for names without numbers.
std::optional<int> claudeVersion(QStringView model)
{
    static const QRegularExpression newer(u"^claude-[a-z]+-(\\d{1,2})(?:[-.](\\d{1,2}))?(?![\\d])"_s);
    static const QRegularExpression older(u"^claude-(\\d)(?:[-.](\\d))?(?![\\d])"_s);
    QRegularExpressionMatch match = newer.matchView(model);
    if (!match.hasMatch())
        match = older.matchView(model);
    if (!match.hasMatch())
        return {};
    return match.captured(1).toInt() * 100 + match.captured(2).toInt();
}

QStringView behindVendor(QStringView model)
{
    return model.sliced(model.lastIndexOf(u'/') + 1);
}

ClaudeTraits compatibleClaude(const ChatAsk &ask)
{
    const QString &model = ask.model;
    const bool isNewest = isClaude5OrFable(model);
    const bool refusesSamplers = isNewest || matches(model, u"^claude-(opus-4-7|opus-4-8)"_s);
    ClaudeTraits traits;
    traits.thinks = isNewest || matches(model, u"^claude-(3-7|opus-4|sonnet-4|haiku-4-5)"_s);
    traits.takesSamplers = !refusesSamplers;
    traits.takesOneSampler =
        matches(model, u"^claude-(opus-4-1|sonnet-4-5|haiku-4-5|opus-4-5|opus-4-6|sonnet-4-6)"_s);
    traits.thinksAdaptively =
        refusesSamplers || (ask.thinksAdaptively && matches(model, u"^claude-(opus-4-6|sonnet-4-6)"_s));
    traits.takesPrefill = !(isNewest || matches(model, u"^claude-(opus-4-6|sonnet-4-6|opus-4-7|opus-4-8)"_s));
    traits.takesVerbosity =
        isNewest || matches(model, u"^claude-(opus-4-5|opus-4-6|sonnet-4-6|opus-4-7|opus-4-8)"_s);
    traits.thinksUnasked = isNewest;
    traits.takesSchema = model.contains(u"claude-fable-5-1");
    traits.takesWebSearch = isNewest || matches(model, u"^claude-(3-5|3-7|opus-4|sonnet-4|haiku-4-5)"_s);
    return traits;
}

} // namespace

bool isClaude5OrFable(QStringView model)
{
    return matches(model, u"claude-fable|claude-(opus-5|sonnet-5)"_s);
}

namespace {

// The user's word about what is known.
void overrule(bool &known, const std::optional<bool> &claimed)
{
    known = claimed.value_or(known);
}

// Of names that belong to no family nothing is known: they are not told.
ClaudeTraits::ThinkingOff claudeThinkingOff(QStringView model, int version)
{
    using enum ClaudeTraits::ThinkingOff;
    if (version < 500)
        return Silence;
    if (model.contains(u"haiku") || (version < 505 && matches(model, u"opus|sonnet"_s)))
        return Disabled;
    return model.contains(u"sonnet") ? BetweenTools : Never;
}

ClaudeTraits knownClaude(const ChatAsk &ask)
{
    const QStringView model = behindVendor(ask.model);
    const int version = claudeVersion(model).value_or(9999);
    const bool isOpus = model.contains(u"opus");
    ClaudeTraits traits;
    traits.thinks = version >= 307;
    traits.takesSamplers = version < 407;
    traits.takesOneSampler = traits.takesSamplers && (version >= 405 || (isOpus && version >= 401));
    traits.thinksAdaptively = version >= 406;
    traits.takesPrefill = version < 406;
    traits.takesVerbosity = version >= (isOpus ? 405 : 406);
    traits.thinksUnasked = version >= 500;
    traits.takesForcedTool = version < 505;
    traits.takesSchema = version >= 405;
    traits.bindsThoughts = version >= (model.contains(u"fable") ? 501 : 505);
    traits.thinkingOff = claudeThinkingOff(model, version);
    return traits;
}

} // namespace

ClaudeTraits claudeTraits(const ChatAsk &ask)
{
    if (ask.isCompatible())
        return compatibleClaude(ask);
    ClaudeTraits traits = knownClaude(ask);
    overrule(traits.takesPrefill, ask.claims.takesPrefill);
    overrule(traits.takesSamplers, ask.claims.takesSamplers);
    return traits;
}

bool isOpenAiCompletionModel(QStringView model)
{
    static const QRegularExpression searching(
        u"^(text-similarity-(davinci|curie|babbage|ada)-001|text-search-(davinci|curie|babbage|ada)-doc-001|"
        "code-search-(babbage|ada)-code-001)$"_s);
    static const QStringList names{u"gpt-3.5-turbo-instruct-0914"_s,
                                   u"gpt-3.5-turbo-instruct"_s,
                                   u"text-davinci-003"_s,
                                   u"text-davinci-002"_s,
                                   u"text-davinci-001"_s,
                                   u"text-curie-001"_s,
                                   u"text-babbage-001"_s,
                                   u"text-ada-001"_s,
                                   u"code-davinci-002"_s,
                                   u"code-davinci-001"_s,
                                   u"code-cushman-002"_s,
                                   u"code-cushman-001"_s,
                                   u"text-davinci-edit-001"_s,
                                   u"code-davinci-edit-001"_s,
                                   u"text-embedding-ada-002"_s};
    return std::ranges::any_of(names, [&](const QString &name) { return name == model; }) ||
           searching.matchView(model).hasMatch();
}

bool isOpenAiThinker(QStringView model)
{
    static const QRegularExpression thinking(u"^(o\\d|gpt-([5-9]|\\d\\d))"_s);
    return thinking.matchView(model).hasMatch();
}

bool knowsNoneAtOpenAi(QStringView model)
{
    // Of the sixth generation some do and some refuse it; one that is on no list is not told.
    static const QRegularExpression knowing(
        u"^gpt-(5\\.[1-9](?!.*(chat-latest|-pro|codex))|6-(sol|luna)(?!-pro)|6\\.1-terra(?!-pro))"_s);
    return knowing.matchView(model).hasMatch();
}

namespace {

// gpt-6 and whatever comes behind it.
bool isNewestOpenAi(QStringView model)
{
    static const QRegularExpression newest(u"^gpt-([6-9]|\\d\\d)"_s);
    return newest.matchView(model).hasMatch();
}

} // namespace

QString openAiEffort(Effort effort, const QString &model, bool compatible)
{
    // SillyTavern's list: some names are in it with their date, some without.
    static const QRegularExpression listed(
        u"^(o1|o3-mini(-2025-01-31)?|o4-mini(-2025-04-16)?|o3(-2025-04-16)?|gpt-5(-mini|-nano)?(-2025-08-07)?"
        u"|"
        "gpt-5\\.1(-2025-11-13|-chat-latest)?|gpt-5\\.2(-2025-12-11|-chat-latest)?|gpt-5\\.3-chat-latest|"
        "gpt-5\\.4(-2026-03-05)?|gpt-5\\.4-(mini|nano)(-2026-03-17)?|gpt-5\\.5(-2026-04-23)?|"
        "gpt-5\\.6(-sol|-terra|-luna)?|gpt-6-astra)$"_s);
    if (effort == Effort::Auto)
        return {};
    if (!(compatible ? listed.match(model).hasMatch() : isOpenAiThinker(model)))
        return {};
    if (model.startsWith(u"gpt-5.3-chat-latest"))
        return u"medium"_s;
    if (effort == Effort::Min) {
        if (matches(model, u"^gpt-5\\.[4-6]"_s) || (!compatible && matches(model, u"^gpt-5\\.[1-9]"_s)))
            return u"none"_s;
        return model.startsWith(u"gpt-5") ? u"minimal"_s : u"low"_s;
    }
    if (effort == Effort::Max) {
        if (isNewestOpenAi(model))
            return u"max"_s;
        const QString longest = compatible ? u"^gpt-5\\.6"_s : u"^gpt-5\\.[2-9]"_s;
        return matches(model, longest) ? u"xhigh"_s : u"high"_s;
    }
    return effortName(effort);
}

namespace {

OpenAiTraits knownOpenAi(const ChatAsk &ask)
{
    const bool isOpenRouter = ask.service == ChatService::OpenRouter;
    QString model = isOpenRouter && ask.model.startsWith(u"openai/") ? ask.model.sliced(7) : ask.model;
    if (!ask.isCompatible() && ask.service == ChatService::Custom)
        model = behindVendor(model).toString().toLower();
    // A model of OpenAI's wants the same behind somebody else's address.
    const bool isElsewhere = !ask.isCompatible() && !ask.takesAllSamplers &&
                             ask.service == ChatService::Custom && isOpenAiThinker(model);
    const bool isOwn = ask.service == ChatService::OpenAi || ask.service == ChatService::Azure ||
                       isElsewhere || (isOpenRouter && ask.model.startsWith(u"openai/"));
    OpenAiTraits traits;
    if (!isOwn && !(isOpenRouter && ask.isCompatible())) // SillyTavern looks at the name alone there
        return traits;
    traits.takesVerbosity =
        matches(model, u"^(gpt-5|gpt-6-astra)"_s) || (!ask.isCompatible() && isNewestOpenAi(model));
    if (!ask.isCompatible() && isNewestOpenAi(model)) {
        traits.countsCompletionTokens = true;
        traits.takesTemperature = false;
        traits.takesPenalties = false;
        traits.takesStop = false;
        traits.takesBias = false;
        traits.takesLogprobs = false;
        return traits;
    }
    if (isOwn && matches(model, ask.isCompatible() ? u"^(o1|o3|o4)"_s : u"^o\\d"_s)) {
        const bool isFirst = matches(model, u"^o1(?!\\d)"_s);
        traits = {.countsCompletionTokens = true,
                  .takesTemperature = false,
                  .takesPenalties = false,
                  .takesStop = false,
                  .takesBias = false,
                  .takesLogprobs = false,
                  .takesTools = !isFirst || !ask.isCompatible(),
                  .takesReplies = !isFirst,
                  .takesSystem = !isFirst || !ask.isCompatible()};
        return traits;
    }
    if (model.contains(u"gpt-5")) {
        traits.countsCompletionTokens = true;
        traits.takesLogprobs = false;
        if (model.contains(u"gpt-5-chat-latest")) {
            traits.takesTools = false;
            return traits;
        }
        const bool thinksLess = matches(model, u"gpt-5\\.[1-4]"_s) && !model.contains(u"chat-latest") &&
                                ask.effort == Effort::Auto;
        traits.takesTemperature = thinksLess;
        traits.takesPenalties = false;
        traits.takesStop = false;
        traits.takesBias = false;
        traits.takesLogprobs = thinksLess && !ask.isCompatible();
    } else if (model.contains(u"gpt-6-astra")) {
        traits.countsCompletionTokens = true;
        traits.takesTemperature = false;
        traits.takesLogprobs = false;
    } else if (model.contains(u"gpt") && model.contains(u"vision")) {
        traits.takesBias = false;
        traits.takesStop = false;
        traits.takesLogprobs = false;
    } else if (model.contains(u"gpt-4.5")) {
        traits.takesLogprobs = false;
    }
    return traits;
}

} // namespace

OpenAiTraits openAiTraits(const ChatAsk &ask)
{
    OpenAiTraits traits = knownOpenAi(ask);
    if (ask.isCompatible())
        return traits;
    const UserClaims &claims = ask.claims;
    overrule(traits.takesTemperature, claims.takesSamplers);
    overrule(traits.takesPenalties, claims.takesPenalties);
    overrule(traits.takesStop, claims.takesStop);
    overrule(traits.takesSystem, claims.takesSystemText);
    overrule(traits.takesLogprobs, claims.saysLogProbs);
    return traits;
}

namespace {

int budgetShare(Effort effort, int maxTokens)
{
    switch (effort) {
    case Effort::Low:
        return int(std::floor(maxTokens * 0.1));
    case Effort::Medium:
        return int(std::floor(maxTokens * 0.25));
    case Effort::High:
        return int(std::floor(maxTokens * 0.5));
    default:
        return maxTokens;
    }
}

Json budgetThinking(const ChatAsk &ask, bool isPro, bool isLite)
{
    int budget = -1;
    if (ask.effort == Effort::Min)
        budget = isPro ? 128 : 0;
    else if (ask.effort != Effort::Auto)
        budget = std::clamp(budgetShare(ask.effort, ask.maxTokens),
                            isPro    ? 128
                            : isLite ? 512
                                     : 0,
                            isPro ? 32768 : 24576);
    const bool isOff = ask.service == ChatService::Vertex && budget == 0;
    return Json::object(
        {{u"includeThoughts"_s, Json(ask.showsThoughts && !isOff)}, {u"thinkingBudget"_s, Json(budget)}});
}

// Google's names for whatever is newest ("gemini-flash-latest"), and what comes behind the third generation.
bool isNewestGemini(QStringView model)
{
    static const QRegularExpression newest(u"^gemini-([a-z-]+-latest$|[4-9]|\\d\\d)"_s);
    return newest.matchView(model).hasMatch();
}

bool isGemini3OrNewer(const ChatAsk &ask)
{
    return ask.model.contains(u"gemini-3") || (!ask.isCompatible() && isNewestGemini(ask.model));
}

QString thinkingLevel(const ChatAsk &ask, bool isFlash)
{
    const QString &model = ask.model;
    switch (ask.effort) {
    case Effort::Auto:
        return {};
    case Effort::Min: {
        static const QRegularExpression withoutMinimal(u"gemini-3\\.(?:[89]|\\d\\d)"_s);
        const bool startsAtLow =
            model.contains(u"3.7-flash") ||
            (!ask.isCompatible() && (withoutMinimal.match(model).hasMatch() || isNewestGemini(model)));
        return isFlash && !startsAtLow ? u"minimal"_s : u"low"_s;
    }
    case Effort::Low:
        return u"low"_s;
    case Effort::Medium:
        if (isFlash || (!ask.isCompatible() && !matches(model, u"^gemini-3-pro"_s)))
            return u"medium"_s;
        return u"low"_s;
    case Effort::High:
    case Effort::Max:
        return u"high"_s;
    }
    return {};
}

Json geminiThinking(const ChatAsk &ask)
{
    const QString &model = ask.model;
    static const QRegularExpression image(u"-image(-preview)?$"_s);
    if (matches(model, u"^gemini-2\\.5-(flash|pro)"_s) && !image.match(model).hasMatch())
        return budgetThinking(ask, model.contains(u"-pro"), model.contains(u"flash-lite"));
    const QRegularExpressionMatch third = QRegularExpression(u"^gemini-3[.\\d]*-(flash|pro)"_s).match(model);
    const bool isNewest = !ask.isCompatible() && isNewestGemini(model);
    if (!third.hasMatch() && !isNewest)
        return {};
    const bool isFlash = isNewest ? model.contains(u"flash") : third.captured(1) == u"flash";
    Json thinking = Json::object({{u"includeThoughts"_s, Json(ask.showsThoughts)}});
    if (const QString level = thinkingLevel(ask, isFlash); !level.isEmpty())
        thinking.set(u"thinkingLevel"_s, Json(level));
    return thinking;
}

} // namespace

GeminiTraits geminiTraits(const ChatAsk &ask)
{
    static const QRegularExpression drawing(
        u"^gemini-(2\\.0-flash-exp(-image-generation)?|2\\.0-flash-preview-image-generation|"
        "2\\.5-flash-image(-preview)?|3-pro-image|3\\.1-flash-image)$"_s);
    static const QRegularExpression drawingLately(u"^gemini-(3-pro|3\\.1-flash)-image-preview$"_s);
    static const QStringList searchless{u"gemini-2.0-flash-lite"_s, u"gemini-2.0-flash-lite-001"_s,
                                        u"gemini-2.0-flash-lite-preview-02-05"_s,
                                        u"gemini-robotics-er-1.5-preview"_s};
    const QString &model = ask.model;
    static const QRegularExpression refusing(u"gemini-3\\.[67]-flash|gemini-3\\.5-flash-lite"_s);
    static const QRegularExpression newer(u"gemini-(3\\.[6-9]|3\\.\\d\\d)"_s);
    const bool isNew = refusing.match(model).hasMatch() ||
                       (!ask.isCompatible() && (newer.match(model).hasMatch() || isNewestGemini(model)));
    GeminiTraits traits;
    traits.takesSamplers = !isNew;
    traits.takesPrefill = !isNew;
    traits.makesImages = ask.wantsImages && (drawing.match(model).hasMatch() ||
                                             (!ask.isCompatible() && drawingLately.match(model).hasMatch()));
    traits.takesSystemText = !traits.makesImages && !model.contains(u"gemma-3") &&
                             (ask.isCompatible() || !model.contains(u"gemma"));
    traits.takesWebSearch = !traits.makesImages && !model.contains(u"gemma-3") &&
                            !model.contains(u"learnlm") && !searchless.contains(model);
    traits.takesTools = !traits.makesImages && !model.contains(u"gemma-3");
    const bool isThirdOrNewer = isGemini3OrNewer(ask);
    traits.signsImages = isThirdOrNewer && model.contains(u"-image");
    traits.keepsSignatures =
        ask.options.keepsSignatures && (isThirdOrNewer || matches(model, u"gemini-(2\\.5|3)"_s));
    traits.needsCallSignatures = isThirdOrNewer;
    traits.takesMediaResolution = isThirdOrNewer;
    ChatAsk thinking = ask;
    if (ask.turnsThinkingOff && !ask.isCompatible())
        thinking.effort = Effort::Min;
    traits.thinking = geminiThinking(thinking);
    if (!ask.isCompatible()) {
        overrule(traits.takesSamplers, ask.claims.takesSamplers);
        overrule(traits.takesPrefill, ask.claims.takesPrefill);
        overrule(traits.takesSystemText, ask.claims.takesSystemText);
    }
    return traits;
}

GrokTraits grokTraits(const ChatAsk &ask)
{
    const QString &model = ask.model;
    static const QRegularExpression thinker(u"grok-3-mini|grok-4|grok-code"_s);
    if (ask.isCompatible()) {
        const bool thinks = thinker.match(model).hasMatch();
        return {.takesPenalties = !thinks,
                .takesStop = !thinks || model.contains(u"grok-4-fast-non-reasoning"),
                .takesTwoLevels = model.contains(u"grok-3-mini")};
    }
    // What is on none of these lists is the newest.
    static const QRegularExpression plain(u"grok-(beta|vision|1|2|3)(?!-mini|\\d)|non-reasoning"_s);
    static const QRegularExpression levelless(u"grok-(beta|vision|[123](?!\\d)|4(?!\\.[3-9]|\\d)|code)"_s);
    const bool isPlain = plain.match(model).hasMatch();
    const bool isMini = model.contains(u"grok-3-mini");
    return {.thinks = !isPlain,
            .takesPenalties = isPlain,
            .takesStop = isPlain,
            .takesTwoLevels = isMini,
            .takesLevels = !isPlain && !isMini && !levelless.match(model).hasMatch()};
}

bool takesEffortAtMistral(QStringView model)
{
    // "mistral-small-2603": a year and a month; those of before April 2026 do not, but for this one.
    static const QRegularExpression dated(u"^mistral-(small|medium|large)-(\\d{4})$"_s);
    static const QRegularExpression named(
        u"^mistral-(small-(latest|[4-9])|medium-(latest|3[-.][5-9]|[4-9]))"_s);
    const QRegularExpressionMatch match = dated.matchView(model);
    const int date = match.captured(2).toInt();
    return named.matchView(model).hasMatch() || date > 2603 ||
           (date == 2603 && match.captured(1) == u"small");
}

} // namespace snug

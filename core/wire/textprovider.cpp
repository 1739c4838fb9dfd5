#include "core/wire/textprovider.h"

#include "core/conversion/requestextras.h"
#include "core/wire/koboldstop.h"
#include "core/wire/notsent.h"
#include "core/wire/serviceask.h"
#include "core/wire/wiredialect.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// What its workers take, whoever they are. https://aihorde.net/api
constexpr int shortestJob = 16;
constexpr int longestJob = 4096;
constexpr int smallestContext = 80;
const QByteArray anonymousKey = "0000000000";

ServiceCall hordeCallFor(const TextAsk &ask)
{
    QStringList models;
    for (const QString &model : ask.model.split(u',', Qt::SkipEmptyParts))
        models.append(model.trimmed());
    Json preset = ask.preset;
    if (!ask.isCompatible() && !preset.contains(u"top_a"))
        preset.set(u"top_a"_s, Json(0)); // SillyTavern's 1 is the strongest there is
    const int length = ask.maxTokens > 0 ? std::clamp(ask.maxTokens, shortestJob, longestJob) : longestJob;
    return hordeCall({.prompt = ask.prompt,
                      .preset = preset,
                      .stop = ask.stop,
                      .maxTokens = length,
                      .contextSize = std::max(ask.contextSize, smallestContext)},
                     models, false);
}

ServiceCall callFor(const AssembledPrompt &prompt, const Connection &connection)
{
    if (connection.textService == TextService::NovelAi)
        return adjustedCall(novelCall(novelAskOf(prompt, connection)), connection);
    if (connection.textService == TextService::Horde)
        return adjustedCall(hordeCallFor(textAskOf(prompt, connection)), connection);
    const TextAsk ask = textAskOf(prompt, connection);
    ServiceCall call = textCall(ask);
    if (!ask.isCompatible()) { // SillyTavern's page says them to its own server
        call.body.remove(u"api_type");
        call.body.remove(u"api_server");
    }
    nameForStopping(call, connection);
    return adjustedCall(call, connection);
}

} // namespace

WireRequest TextProvider::encode(const AssembledPrompt &prompt, const Connection &connection,
                                 const Secret &key) const
{
    if (m_service == TextService::Horde) // answers when all of it is there
        return requestOf(callFor(prompt, connection), connection, key.isEmpty() ? Secret(anonymousKey) : key,
                         false);
    return requestOf(callFor(prompt, connection), connection, key, prompt.stream);
}

std::optional<WireRequest> TextProvider::stopRequest(const WireRequest &sent, const Connection &connection,
                                                     const Secret &key) const
{
    return koboldStopRequest(sent, connection, key);
}

std::unique_ptr<StreamDecoder> TextProvider::decoder() const
{
    switch (m_service) {
    case TextService::LlamaCpp:
        return decoderFor(WireDialect::LlamaCompletion, ThinkTagsIn::Keep);
    case TextService::Ollama:
        return decoderFor(WireDialect::OllamaGenerate, ThinkTagsIn::Keep);
    case TextService::NovelAi:
        return decoderFor(WireDialect::NovelAi, ThinkTagsIn::Keep);
    case TextService::Horde:
        return decoderFor(WireDialect::Horde, ThinkTagsIn::Keep);
    default:
        return decoderFor(WireDialect::OpenAiCompletion, ThinkTagsIn::Keep);
    }
}

QStringList TextProvider::leftOut(const AssembledPrompt &prompt, const Connection &connection) const
{
    const Json body = callFor(prompt, connection).body;
    QStringList list = samplersNotSent(prompt.samplers, prompt.stop, body);
    list += textSamplersNotSent(prompt.textSamplers, body);
    noteLogProbs(list, connection.request.logProbAlternatives.has_value(), body);
    noteMissingLimit(list, prompt.maxTokens, body);
    if (const Result<ReadExtras> extras = readExtras(connection.request.extras); !extras)
        list << extras.error().line();
    return list;
}

} // namespace snug

#include "core/wire/openaicompletion.h"

#include "core/wire/chatbody.h"
#include "core/wire/endpoint.h"
#include "core/wire/serviceask.h"
#include "core/wire/wiredialect.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct OpenAiCompletionText
{
    Q_DECLARE_TR_FUNCTIONS(OpenAiCompletion)
};

QUrl completionCallUrl(const Connection &connection, QStringView path)
{
    return endpoint(connection.baseUrl, path, {u"/completions"_s, u"/chat"_s, u"/models"_s});
}

// OpenAI itself refuses keys that it does not know, and more than four stop texts; the servers that
// people run take them.
bool isOpenAiItself(const Connection &connection)
{
    return connection.baseUrl.host() == u"api.openai.com";
}

qsizetype mostStopTexts(const Connection &connection)
{
    return isOpenAiItself(connection) ? 4 : std::numeric_limits<qsizetype>::max();
}

} // namespace

WireRequest OpenAiCompletion::encode(const AssembledPrompt &prompt, const Connection &connection,
                                     const Secret &key) const
{
    const SamplerValues &samplers = prompt.samplers;
    const QString text = prompt.prompt ? prompt.prompt->text() : QString();
    JsonBody body;
    body.reserve(1024 + text.size() + text.size() / 8);
    body.beginObject();
    if (!connection.model.isEmpty())
        body.member("model", connection.model);
    body.member("prompt", text);
    body.key("stream");
    body.boolean(prompt.stream);
    if (prompt.stream) {
        body.key("stream_options");
        body.beginObject();
        body.key("include_usage");
        body.boolean(true);
        body.endObject();
    }
    writeSampler(body, "temperature", samplers.temperature);
    writeSampler(body, "top_p", samplers.topP);
    writeSampler(body, "presence_penalty", samplers.presencePenalty);
    writeSampler(body, "frequency_penalty", samplers.frequencyPenalty);
    if (!isOpenAiItself(connection)) {
        writeSampler(body, "top_k", samplers.topK);
        writeSampler(body, "min_p", samplers.minP);
        writeSampler(body, "repetition_penalty", samplers.repetitionPenalty);
    }
    if (prompt.maxTokens > 0) {
        body.key("max_tokens");
        body.integer(prompt.maxTokens);
    }
    writeStop(body, prompt.stop, mostStopTexts(connection));
    if (samplers.seed) {
        body.key("seed");
        body.integer(*samplers.seed);
    }
    if (const auto &alternatives = connection.request.logProbAlternatives) {
        body.key("logprobs");
        body.integer(std::clamp(*alternatives, 1, logProbTraits(connection).mostAlternatives));
    }
    body.endObject();
    return adjustedRequest({"POST", completionCallUrl(connection, u"/completions"),
                            requestHeaders(prompt.stream ? Answer::EventStream : Answer::Json, true, key),
                            body.take()},
                           connection);
}

void noteTextSamplersLeftOut(QStringList &list, const TextSamplers &samplers)
{
    noteLeftOut(list, u"tfs", samplers.tailFree, 1);
    noteLeftOut(list, u"smoothing_factor", samplers.smoothingFactor, 0);
}

QStringList OpenAiCompletion::leftOut(const AssembledPrompt &prompt, const Connection &connection) const
{
    const SamplerValues &samplers = prompt.samplers;
    const TextSamplers &text = prompt.textSamplers;
    QStringList list;
    noteLeftOut(list, u"top_a", samplers.topA, 0);
    if (isOpenAiItself(connection)) {
        noteLeftOut(list, u"top_k", samplers.topK, 0);
        noteLeftOut(list, u"min_p", samplers.minP, 0);
        noteLeftOut(list, u"repetition_penalty", samplers.repetitionPenalty, 1);
    }
    noteLeftOut(list, u"typical_p", text.typicalP, 1);
    noteLeftOut(list, u"nsigma", text.topNSigma, 0);
    noteLeftOut(list, u"dry_multiplier", text.dryMultiplier, 0);
    noteLeftOut(list, u"xtc_probability", text.xtcProbability, 0);
    noteLeftOut(list, u"mirostat_mode", text.mirostatMode, 0);
    noteTextSamplersLeftOut(list, text);
    if (text.hasDynamicTemperature.value_or(false))
        list << OpenAiCompletionText::tr("dynamic temperature");
    if (!text.grammar.isEmpty() || text.jsonSchema.isObject())
        list << OpenAiCompletionText::tr("the grammar");
    if (text.logitBias.size() > 0)
        list << OpenAiCompletionText::tr("the logit bias");
    const qsizetype stopSent = qMin(prompt.stop.size(), mostStopTexts(connection));
    if (const qsizetype rest = prompt.stop.size() - stopSent; rest > 0)
        list << OpenAiCompletionText::tr("%n stop text(s)", nullptr, static_cast<int>(rest));
    return list;
}

std::unique_ptr<StreamDecoder> OpenAiCompletion::decoder() const
{
    return decoderFor(WireDialect::OpenAiCompletion, ThinkTagsIn::Keep);
}

WireRequest OpenAiCompletion::modelsRequest(const Connection &connection, const Secret &key) const
{
    return {"GET",
            completionCallUrl(connection, u"/models"),
            requestHeaders(Answer::Json, false, key),
            {},
            RequestPurpose::ModelList};
}

} // namespace snug

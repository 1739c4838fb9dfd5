#include "core/wire/llamacompletion.h"

#include "core/formats/jsontext.h"
#include "core/wire/chatbody.h"
#include "core/wire/endpoint.h"
#include "core/wire/openaicompletion.h"
#include "core/wire/serviceask.h"
#include "core/wire/wiredialect.h"

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

void writeNumber(JsonBody &body, QByteArrayView name, const std::optional<int> &value)
{
    if (!value)
        return;
    body.key(name);
    body.integer(*value);
}

void writeTexts(JsonBody &body, QByteArrayView name, const QStringList &texts)
{
    body.key(name);
    body.beginArray();
    for (const QString &text : texts)
        body.text(text);
    body.endArray();
}

void writeTemperature(JsonBody &body, const AssembledPrompt &prompt)
{
    const TextSamplers &text = prompt.textSamplers;
    if (!text.hasDynamicTemperature.value_or(false) || !text.lowestTemperature || !text.highestTemperature)
        return writeSampler(body, "temperature", prompt.samplers.temperature);
    // The server wants the middle and the distance from it.
    writeSampler(body, "temperature", (*text.lowestTemperature + *text.highestTemperature) / 2);
    writeSampler(body, "dynatemp_range", (*text.highestTemperature - *text.lowestTemperature) / 2);
    writeSampler(body, "dynatemp_exponent", text.dynamicExponent);
}

void writeDry(JsonBody &body, const TextSamplers &text)
{
    if (text.dryMultiplier.value_or(0) == 0)
        return;
    writeSampler(body, "dry_multiplier", text.dryMultiplier);
    writeSampler(body, "dry_base", text.dryBase);
    writeNumber(body, "dry_allowed_length", text.dryAllowedLength);
    writeNumber(body, "dry_penalty_last_n", text.dryRange);
    if (const Result<Json> breakers = parseJson(text.dryBreakers.toUtf8()); breakers && breakers->isArray())
        writeTexts(body, "dry_sequence_breakers", breakers->toTextList());
}

void writeMirostat(JsonBody &body, const TextSamplers &text)
{
    if (text.mirostatMode.value_or(0) == 0)
        return;
    writeNumber(body, "mirostat", text.mirostatMode);
    writeSampler(body, "mirostat_tau", text.mirostatTau);
    writeSampler(body, "mirostat_eta", text.mirostatEta);
}

void writeBias(JsonBody &body, const Json &bias)
{
    if (bias.size() == 0)
        return;
    body.key("logit_bias");
    body.beginArray();
    const QList<Json> items = bias.items();
    for (const Json &item : items) {
        body.beginArray();
        body.text(item.value(u"text").toText());
        body.number(item.value(u"value").toDouble());
        body.endArray();
    }
    body.endArray();
}

} // namespace

WireRequest LlamaCompletion::encode(const AssembledPrompt &prompt, const Connection &connection,
                                    const Secret &key) const
{
    const SamplerValues &samplers = prompt.samplers;
    const TextSamplers &text = prompt.textSamplers;
    const QString words = prompt.prompt ? prompt.prompt->text() : QString();
    JsonBody body;
    body.reserve(2048 + words.size() + words.size() / 8);
    body.beginObject();
    if (!connection.model.isEmpty())
        body.member("model", connection.model);
    body.member("prompt", words);
    body.key("stream");
    body.boolean(prompt.stream);
    if (prompt.maxTokens > 0) {
        body.key("n_predict");
        body.integer(prompt.maxTokens);
    }
    writeTemperature(body, prompt);
    writeSampler(body, "top_k", samplers.topK);
    writeSampler(body, "top_p", samplers.topP);
    writeSampler(body, "min_p", samplers.minP);
    writeSampler(body, "typical_p", text.typicalP);
    if (text.topNSigma.value_or(0) > 0)
        writeSampler(body, "top_n_sigma", text.topNSigma);
    if (text.xtcProbability.value_or(0) > 0) {
        writeSampler(body, "xtc_probability", text.xtcProbability);
        writeSampler(body, "xtc_threshold", text.xtcThreshold);
    }
    writeSampler(body, "presence_penalty", samplers.presencePenalty);
    writeSampler(body, "frequency_penalty", samplers.frequencyPenalty);
    writeSampler(body, "repeat_penalty", samplers.repetitionPenalty);
    writeNumber(body, "repeat_last_n", text.repetitionRange);
    writeDry(body, text);
    writeMirostat(body, text);
    writeNumber(body, "min_keep", text.minKeep);
    if (!text.order.isEmpty())
        writeTexts(body, "samplers", text.order);
    if (text.jsonSchema.isObject()) { // the server takes one of the two
        body.key("json_schema");
        body.json(writeJsonLine(text.jsonSchema));
    } else if (!text.grammar.isEmpty()) {
        body.member("grammar", text.grammar);
    }
    writeBias(body, text.logitBias);
    if (text.ignoresEnd.value_or(false)) {
        body.key("ignore_eos");
        body.boolean(true);
    }
    writeStop(body, prompt.stop, std::numeric_limits<qsizetype>::max());
    if (samplers.seed) {
        body.key("seed");
        body.integer(*samplers.seed);
    }
    if (const auto &alternatives = connection.request.logProbAlternatives) {
        body.key("n_probs"); // with 0 it says nothing
        body.integer(std::clamp(*alternatives, 1, logProbTraits(connection).mostAlternatives));
    }
    body.key("cache_prompt"); // the default, said so that nobody has to know it
    body.boolean(true);
    body.endObject();
    return adjustedRequest(
        {"POST",
         endpoint(connection.baseUrl, u"/completion",
                  {u"/completion"_s, u"/completions"_s, u"/chat"_s, u"/models"_s, u"/v1"_s}),
         requestHeaders(prompt.stream ? Answer::EventStream : Answer::Json, true, key), body.take()},
        connection);
}

QStringList LlamaCompletion::leftOut(const AssembledPrompt &prompt, const Connection &) const
{
    QStringList list;
    noteLeftOut(list, u"top_a", prompt.samplers.topA, 0);
    noteTextSamplersLeftOut(list, prompt.textSamplers);
    return list;
}

std::unique_ptr<StreamDecoder> LlamaCompletion::decoder() const
{
    return decoderFor(WireDialect::LlamaCompletion, ThinkTagsIn::Keep);
}

} // namespace snug

#include "core/wire/notsent.h"

#include "core/conversion/thinkingoff.h"
#include "core/formats/textpreset.h"
#include "core/wire/chatbody.h"
#include "core/wire/jsonbody.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct NotSentText
{
    Q_DECLARE_TR_FUNCTIONS(NotSent)
};

// The member by one of its names, of the body or of one of the objects that hold settings.
Json memberOf(const Json &body, const QStringList &names)
{
    static const QStringList groups{u"generationConfig"_s, u"options"_s, u"parameters"_s, u"params"_s,
                                    u"text"_s};
    for (const QString &name : names) {
        if (body.contains(name))
            return body.value(name);
        for (const QString &group : groups) {
            if (body.value(group).contains(name))
                return body.value(group).value(name);
        }
    }
    return {};
}

QString numberText(double value)
{
    QByteArray number;
    appendJsonNumber(number, value);
    return QString::fromLatin1(number);
}

struct SamplerRow
{
    std::optional<double> wanted;
    double neutral;
    QStringList names; // the first is shown
};

void noteNumber(QStringList &list, const SamplerRow &row, const Json &body)
{
    const Json sent = memberOf(body, row.names);
    if (sent.isUndefined())
        return noteLeftOut(list, row.names.first(), row.wanted, row.neutral);
    const bool isOff = row.wanted == row.neutral; // each server has its own word for that
    if (row.wanted && !isOff && sent.isNumber() && sent.toDouble() != *row.wanted)
        //: %1 a sampler's name, %2 the value that is set, %3 the value that is sent
        list << NotSentText::tr("%1 %2, sent as %3")
                    .arg(row.names.first(), numberText(*row.wanted), numberText(sent.toDouble()));
}

void noteBool(QStringList &list, const QString &line, bool isWanted, const Json &body,
              const QStringList &names)
{
    if (isWanted && memberOf(body, names).isUndefined())
        list << line;
}

// In whichever of the services' words.
bool saysEffort(const Json &body)
{
    const Json config = body.value(u"generationConfig").value(u"thinkingConfig");
    return body.contains(u"reasoning_effort") || body.contains(u"think") ||
           body.value(u"reasoning").contains(u"effort") || body.value(u"output_config").contains(u"effort") ||
           body.value(u"thinking").contains(u"budget_tokens") ||
           body.value(u"thinking").contains(u"token_budget") || config.contains(u"thinkingLevel") ||
           config.contains(u"thinkingBudget");
}

} // namespace

void noteMissingLimit(QStringList &list, int wanted, const Json &body)
{
    static const QStringList names{u"max_tokens"_s,        u"max_completion_tokens"_s,
                                   u"max_output_tokens"_s, u"maxOutputTokens"_s,
                                   u"num_predict"_s,       u"n_predict"_s,
                                   u"max_new_tokens"_s,    u"max_length"_s};
    if (wanted > 0 && memberOf(body, names).isUndefined())
        //: of "not sent: …"; %1 is a number of tokens
        list << NotSentText::tr("the limit of %1 tokens for the reply").arg(wanted);
}

void noteShorterReply(QStringList &list, int wanted, int sent)
{
    if (sent < wanted)
        //: %1 and %2 are numbers of tokens
        list << NotSentText::tr("a reply of %1 tokens, sent as %2").arg(wanted).arg(sent);
}

void noteLogProbs(QStringList &list, bool isWanted, const Json &body)
{
    //: of "not sent: …": how likely each word of the reply was
    noteBool(list, NotSentText::tr("log-probabilities"), isWanted, body,
             {u"logprobs"_s, u"responseLogprobs"_s, u"n_probs"_s, u"top_logprobs"_s});
}

qsizetype stopTextsIn(const Json &body)
{
    return memberOf(body, {u"stop"_s, u"stop_sequences"_s, u"stopSequences"_s, u"stop_sequence"_s,
                           u"stopping_strings"_s})
        .size();
}

QStringList samplersNotSent(const SamplerValues &samplers, const QStringList &stop, const Json &body)
{
    QStringList list;
    const QList<SamplerRow> rows{
        {samplers.temperature, 1, {u"temperature"_s}},
        {samplers.topP, 1, {u"top_p"_s, u"topP"_s, u"p"_s}},
        {samplers.presencePenalty, 0, {u"presence_penalty"_s, u"repetition_penalty_presence"_s}},
        {samplers.frequencyPenalty, 0, {u"frequency_penalty"_s, u"repetition_penalty_frequency"_s}},
        {samplers.topK, 0, {u"top_k"_s, u"topK"_s, u"k"_s}},
        {samplers.topA, 0, {u"top_a"_s}},
        {samplers.minP, 0, {u"min_p"_s}},
        {samplers.repetitionPenalty, 1, {u"repetition_penalty"_s, u"repeat_penalty"_s, u"rep_pen"_s}},
    };
    for (const SamplerRow &row : rows)
        noteNumber(list, row, body);
    if (samplers.seed && memberOf(body, {u"seed"_s, u"random_seed"_s, u"sampler_seed"_s}).isUndefined())
        list << u"seed %1"_s.arg(*samplers.seed);
    if (const qsizetype rest = stop.size() - stopTextsIn(body); rest > 0)
        list << NotSentText::tr("%n stop text(s)", nullptr, int(rest));
    return list;
}

QStringList wishesNotSent(const ChatAsk &ask, const OutboundPrompt &prompt, const Json &body)
{
    QStringList list = samplersNotSent(ask.samplers, ask.stop, body);
    const bool isReply = ask.purpose == ChatAsk::Purpose::Reply;
    const bool isPrefilled = std::ranges::any_of(
        prompt.seam, [](const SeamRemark &remark) { return remark.kind == SeamRemark::Kind::Prefilled; });
    if (isReply && !ask.prefill.isEmpty() && !isPrefilled)
        list << NotSentText::tr("the beginning of the reply (prefill)");
    if (ask.effort != Effort::Auto && !saysEffort(body))
        //: %1 is SillyTavern's word for how long a model thinks: "high"
        list << NotSentText::tr("reasoning effort %1").arg(effortName(ask.effort));
    if (ask.turnsThinkingOff && !isThinkingOff(body, ask))
        //: of "not sent: …": that the model should not think
        list << NotSentText::tr("thinking turned off");
    // Claude has one word for both: how long it thinks comes first.
    const bool isSaidAsEffort =
        ask.effort == Effort::Auto && body.value(u"output_config").contains(u"effort");
    if (ask.verbosity != Verbosity::Auto && !isSaidAsEffort && memberOf(body, {u"verbosity"_s}).isUndefined())
        //: %1 is SillyTavern's word for how much a model says: "low"
        list << NotSentText::tr("verbosity %1").arg(verbosityName(ask.verbosity));
    noteLogProbs(list, ask.wantsLogprobs, body);
    noteMissingLimit(list, ask.maxTokens, body);
    return list;
}

TextSamplers chatTextSamplers(const Json &preset)
{
    TextSamplers samplers = textPresetOf(preset).textSamplers;
    // What has the same name in chats, and another meaning.
    samplers.logitBias = {};
    samplers.jsonSchema = {};
    samplers.grammar.clear();
    return samplers;
}

QStringList textSamplersNotSent(const TextSamplers &text, const Json &body)
{
    QStringList list;
    const QList<SamplerRow> rows{
        {text.typicalP, 1, {u"typical_p"_s, u"typical"_s}},
        {text.topNSigma, 0, {u"nsigma"_s, u"top_n_sigma"_s}},
        {text.dryMultiplier, 0, {u"dry_multiplier"_s}},
        {text.xtcProbability, 0, {u"xtc_probability"_s}},
        {text.mirostatMode ? std::optional<double>(*text.mirostatMode) : std::nullopt,
         0,
         {u"mirostat_mode"_s, u"mirostat"_s}},
        {text.tailFree, 1, {u"tfs"_s, u"tail_free_sampling"_s}},
        {text.smoothingFactor, 0, {u"smoothing_factor"_s}},
    };
    for (const SamplerRow &row : rows)
        noteNumber(list, row, body);
    noteBool(list, NotSentText::tr("dynamic temperature"), text.hasDynamicTemperature.value_or(false), body,
             {u"dynatemp_low"_s, u"dynatemp_min"_s, u"dynatemp_range"_s});
    noteBool(list, NotSentText::tr("the grammar"), !text.grammar.isEmpty() || text.jsonSchema.size() > 0,
             body,
             {u"grammar"_s, u"grammar_string"_s, u"json_schema"_s, u"guided_json"_s, u"guided_grammar"_s});
    noteBool(list, NotSentText::tr("the logit bias"), text.logitBias.size() > 0, body,
             {u"logit_bias"_s, u"logit_bias_exp"_s});
    return list;
}

} // namespace snug

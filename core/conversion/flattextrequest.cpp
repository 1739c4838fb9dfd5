#include "core/conversion/flattextrequest.h"

#include "core/conversion/bannedtokens.h"
#include "core/conversion/bodyparts.h"
#include "core/conversion/logprobkeys.h"
#include "core/formats/jsontext.h"

#include <QRandomGenerator>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Builds the one flat object with all the names that servers have for a value.
class FlatRequest
{
public:
    explicit FlatRequest(const TextAsk &ask)
        : m_ask(ask)
    {
    }
    Json build();

private:
    Json setting(QStringView key, const Json &otherwise) const
    {
        const Json value = m_ask.preset[key];
        return value.isUndefined() ? otherwise : value;
    }
    double number(QStringView key, double otherwise) const
    {
        return setting(key, Json(otherwise)).toDouble(otherwise);
    }
    bool is(std::initializer_list<TextService> services) const
    {
        return std::ranges::find(services, m_ask.service) != services.end();
    }
    void set(const QString &key, const Json &value) { m_body.set(key, value); }
    // What the preset does not say is SillyTavern's default there, and left to the server in the right form.
    bool isSaid(QStringView key) const { return m_ask.isCompatible() || m_ask.preset.contains(key); }
    void copy(const QString &to, QStringView key, const Json &otherwise)
    {
        if (isSaid(key))
            set(to, setting(key, otherwise));
    }

    void addLengths();
    void addSamplers();
    void addTemperature();
    void addDry();
    void addOrders();
    void addAliases();
    void addEngineKeys();
    void addBans();
    void addGrammar();
    int replies() const { return m_ask.purpose == ChatAsk::Purpose::Reply ? int(number(u"n", 1)) : 1; }

    const TextAsk &m_ask;
    BannedTokens m_banned;
    Json m_body = Json::object();
};

Json FlatRequest::build()
{
    m_banned = bannedTokens(setting(u"banned_tokens", Json(QString())).toText() + u'\n' +
                            setting(u"global_banned_tokens", Json(QString())).toText());
    if (!setting(u"send_banned_tokens", Json(true)).toBool(true))
        m_banned = {};
    set(u"prompt"_s, Json(m_ask.prompt));
    if (!m_ask.model.isEmpty())
        set(u"model"_s, Json(m_ask.model));
    addLengths();
    addTemperature();
    addSamplers();
    addDry();
    addOrders();
    addBans();
    if (is({TextService::Vllm, TextService::InfermaticAi, TextService::Aphrodite}))
        addEngineKeys();
    else
        addAliases();
    addGrammar();
    if (setting(u"streaming", Json(false)).toBool() && m_ask.purpose != ChatAsk::Purpose::Quiet)
        set(u"stream"_s, Json(true));
    return m_body;
}

void FlatRequest::addLengths()
{
    set(u"max_new_tokens"_s, Json(m_ask.maxTokens));
    set(u"max_tokens"_s, Json(m_ask.maxTokens));
    setMembers(m_body, logProbKeys(m_ask));
    set(u"truncation_length"_s, Json(m_ask.contextSize));
    set(u"max_tokens_second"_s, setting(u"max_tokens_second", Json(0)));
    const Json least = setting(u"min_length", Json(0));
    set(u"min_tokens"_s, least);
    if (is({TextService::TextGenerationWebUi}))
        set(u"min_length"_s, least);
    if (is({TextService::DreamGen}))
        set(u"minimum_message_content_tokens"_s, least);
    const QStringList stops = is({TextService::HuggingFace})
                                  ? m_ask.stop.first(std::min<qsizetype>(m_ask.stop.size(), 4))
                                  : m_ask.stop;
    set(u"stop"_s, Json(stops));
    set(u"stopping_strings"_s, Json(m_ask.stop));
    copy(u"ban_eos_token"_s, u"ban_eos_token", Json(false));
    copy(u"ignore_eos"_s,
         is({TextService::Vllm, TextService::InfermaticAi, TextService::Aphrodite}) ? u"ignore_eos_token"
                                                                                    : u"ban_eos_token",
         Json(false));
    copy(u"add_bos_token"_s, u"add_bos_token", Json(true));
    copy(u"skip_special_tokens"_s, u"skip_special_tokens", Json(true));
    copy(u"include_reasoning"_s, u"include_reasoning", Json(true));
    set(u"api_type"_s, Json(textServiceName(m_ask.service)));
    set(u"api_server"_s, Json(m_ask.server));
}

void FlatRequest::addTemperature()
{
    if (isSaid(u"temp"))
        set(u"temperature"_s, Json(number(u"temp", 0.7)));
    if (!setting(u"dynatemp", Json(false)).toBool() ||
        !is({TextService::TextGenerationWebUi, TextService::Mancer, TextService::KoboldCpp,
             TextService::Tabby, TextService::LlamaCpp, TextService::Aphrodite}))
        return;
    const double low = number(u"min_temp", 0);
    const double high = number(u"max_temp", 2);
    set(u"temperature"_s, Json((low + high) / 2));
    set(u"dynamic_temperature"_s, Json(true));
    if (!is({TextService::Mancer})) {
        set(u"dynatemp_low"_s, Json(low));
        set(u"dynatemp_high"_s, Json(high));
    }
    if (is({TextService::Mancer, TextService::Aphrodite})) {
        set(u"dynatemp_min"_s, Json(low));
        set(u"dynatemp_max"_s, Json(high));
    }
    set(u"dynatemp_range"_s, Json((high - low) / 2));
    copy(u"dynatemp_exponent"_s, u"dynatemp_exponent", Json(1));
}

void FlatRequest::addSamplers()
{
    double topP = number(u"top_p", 0.5);
    if (is({TextService::HuggingFace}))
        topP = std::min(topP, 0.999);
    if (isSaid(u"top_p"))
        set(u"top_p"_s, Json(topP));
    copy(u"typical_p"_s, u"typical_p", Json(1));
    copy(u"typical"_s, u"typical_p", Json(1));
    qint64 seed = qint64(number(u"seed", -1));
    if (is({TextService::HuggingFace}) && seed < 0)
        seed = QRandomGenerator::global()->bounded(1 << 30);
    if (seed >= 0)
        set(u"sampler_seed"_s, Json(seed));
    if (seed >= 0)
        set(u"seed"_s, Json(seed));
    copy(u"min_p"_s, u"min_p", Json(0));
    copy(u"repetition_penalty"_s, u"rep_pen", Json(1.2));
    copy(u"frequency_penalty"_s, u"freq_pen", Json(0));
    copy(u"presence_penalty"_s, u"presence_pen", Json(0));
    copy(u"top_k"_s, u"top_k", Json(40));
    copy(u"skew"_s, u"skew", Json(0));
    copy(u"smoothing_factor"_s, u"smoothing_factor", Json(0));
    copy(u"smoothing_curve"_s, u"smoothing_curve", Json(1));
    copy(u"top_a"_s, u"top_a", Json(0));
    copy(u"tfs"_s, u"tfs", Json(1));
    copy(u"mirostat_mode"_s, u"mirostat_mode", Json(0));
    copy(u"mirostat_tau"_s, u"mirostat_tau", Json(5));
    copy(u"mirostat_eta"_s, u"mirostat_eta", Json(0.1));
    copy(u"xtc_threshold"_s, u"xtc_threshold", Json(0.1));
    copy(u"xtc_probability"_s, u"xtc_probability", Json(0));
    copy(u"nsigma"_s, u"nsigma", Json(0));
    copy(u"top_n_sigma"_s, u"nsigma", Json(0));
    copy(u"min_keep"_s, u"min_keep", Json(0));
    copy(u"adaptive_target"_s, u"adaptive_target", Json(-0.01));
    copy(u"adaptive_decay"_s, u"adaptive_decay", Json(0.9));
    if (is({TextService::TextGenerationWebUi, TextService::Mancer, TextService::Aphrodite})) {
        const double scale = is({TextService::Mancer}) ? 1000 : 1;
        set(u"epsilon_cutoff"_s, Json(number(u"epsilon_cutoff", 0) / scale));
        set(u"eta_cutoff"_s, Json(number(u"eta_cutoff", 0) / scale));
    }
    if (is({TextService::TextGenerationWebUi})) {
        copy(u"num_beams"_s, u"num_beams", Json(1));
        copy(u"length_penalty"_s, u"length_penalty", Json(1));
    }
    if (is({TextService::TextGenerationWebUi}))
        copy(u"early_stopping"_s, u"early_stopping", Json(false));
    if (is({TextService::Aphrodite}))
        set(u"early_stopping"_s, Json(false));
}

void FlatRequest::addDry()
{
    copy(u"dry_allowed_length"_s, u"dry_allowed_length", Json(2));
    copy(u"dry_multiplier"_s, u"dry_multiplier", Json(0));
    copy(u"dry_base"_s, u"dry_base", Json(1.75));
    copy(u"dry_penalty_last_n"_s, u"dry_penalty_last_n", Json(0));
    const QString text =
        setting(u"dry_sequence_breakers", Json(u"[\"\\n\", \":\", \"\\\"\", \"*\"]"_s)).toText();
    const Result<Json> read = parseJson(text.toUtf8());
    const bool isList = read && read->isArray();
    Json breakers = Json::array();
    if (isList) {
        const QList<Json> items = read->items();
        for (const Json &item : items)
            breakers.append(Json(item.toText()));
    } else {
        for (const QString &part :
             text.split(u',', m_ask.isCompatible() ? Qt::KeepEmptyParts : Qt::SkipEmptyParts))
            breakers.append(Json(part));
    }
    const bool asList =
        is({TextService::KoboldCpp, TextService::LlamaCpp, TextService::Ollama, TextService::Mancer});
    const bool isStrange = m_ask.isCompatible() && read && !isList; // JSON, but no list: sent as it is
    if (!asList && m_ask.isCompatible() && !isList)
        set(u"dry_sequence_breakers"_s, Json(text));
    else if (!asList)
        set(u"dry_sequence_breakers"_s, Json(QString::fromUtf8(writeJsonLine(breakers))));
    else if (!is({TextService::LlamaCpp, TextService::Ollama}))
        set(u"dry_sequence_breakers"_s, isStrange ? *read : breakers);
    else if (breakers.size() > 0 && !isStrange)
        set(u"dry_sequence_breakers"_s, breakers);
}

const QStringList &aphroditeOrder()
{
    static const QStringList order{u"dry"_s,        u"penalties"_s,   u"no_repeat_ngram"_s, u"temperature"_s,
                                   u"top_nsigma"_s, u"top_p_top_k"_s, u"top_a"_s,           u"min_p"_s,
                                   u"tfs"_s,        u"eta_cutoff"_s,  u"epsilon_cutoff"_s,  u"typical_p"_s,
                                   u"quadratic"_s,  u"xtc"_s};
    return order;
}

void FlatRequest::addOrders()
{
    static const QStringList webUi{u"repetition_penalty"_s,
                                   u"presence_penalty"_s,
                                   u"frequency_penalty"_s,
                                   u"dry"_s,
                                   u"temperature"_s,
                                   u"dynamic_temperature"_s,
                                   u"quadratic_sampling"_s,
                                   u"top_n_sigma"_s,
                                   u"top_k"_s,
                                   u"top_p"_s,
                                   u"typical_p"_s,
                                   u"epsilon_cutoff"_s,
                                   u"eta_cutoff"_s,
                                   u"tfs"_s,
                                   u"top_a"_s,
                                   u"min_p"_s,
                                   u"adaptive_p"_s,
                                   u"mirostat"_s,
                                   u"xtc"_s,
                                   u"encoder_repetition_penalty"_s,
                                   u"no_repeat_ngram"_s};
    static const QStringList llama{u"penalties"_s,   u"dry"_s,       u"top_n_sigma"_s, u"top_k"_s,
                                   u"typ_p"_s,       u"top_p"_s,     u"min_p"_s,       u"xtc"_s,
                                   u"temperature"_s, u"adaptive_p"_s};
    if (is({TextService::TextGenerationWebUi}))
        copy(u"sampler_priority"_s, u"sampler_priority", Json(webUi));
    if (is({TextService::Aphrodite})) {
        const Json order = setting(u"samplers_priorities", Json(aphroditeOrder()));
        if (order != Json(aphroditeOrder()))
            set(u"sampler_priority"_s, order);
    }
    if (is({TextService::LlamaCpp}))
        copy(u"samplers"_s, u"samplers", Json(llama));
    if (is({TextService::KoboldCpp})) {
        Json order = Json::array();
        for (const int step : {6, 0, 1, 3, 4, 2, 5})
            order.append(Json(step));
        copy(u"sampler_order"_s, u"sampler_order", order);
    }
    if (is({TextService::OpenRouter})) {
        copy(u"provider"_s, u"openrouter_providers", Json::array());
        copy(u"quantizations"_s, u"openrouter_quantizations", Json::array());
        copy(u"allow_fallbacks"_s, u"openrouter_allow_fallbacks", Json(true));
    }
}

void FlatRequest::addBans()
{
    if (is({TextService::Aphrodite, TextService::Mancer})) {
        Json ids = Json::array();
        for (const int id : m_banned.ids)
            ids.append(Json(id));
        set(u"custom_token_bans"_s, ids);
    } else {
        QStringList ids;
        for (const int id : m_banned.ids)
            ids << QString::number(id);
        set(u"custom_token_bans"_s, Json(ids.join(u',')));
    }
    set(u"banned_strings"_s, Json(m_banned.texts));
    if (setting(u"logit_bias", Json::array()).size() > 0 && m_ask.logitBias.size() > 0)
        set(u"logit_bias"_s, m_ask.logitBias);
    if (!is({TextService::LlamaCpp, TextService::Ollama}))
        return;
    Json pairs = Json::array();
    for (const Json::Member &member : m_ask.logitBias.members())
        pairs.append(Json::array({Json(member.key.toInt()), member.value}));
    for (const int id : m_banned.ids)
        pairs.append(Json::array({Json(id), Json(false)}));
    set(u"logit_bias"_s, pairs);
}

// vLLM and its like.
void FlatRequest::addEngineKeys()
{
    set(u"n"_s, Json(replies()));
    copy(u"spaces_between_special_tokens"_s, u"spaces_between_special_tokens", Json(true));
    if (!is({TextService::Aphrodite}))
        return;
    copy(u"temperature_last"_s, u"temperature_last", Json(true));
    set(u"include_stop_str_in_output"_s, Json(false));
    copy(u"no_repeat_ngram_size"_s, u"no_repeat_ngram_size", Json(0));
}

// The names of everybody else.
void FlatRequest::addAliases()
{
    for (const QString &name : {u"rep_pen"_s, u"repeat_penalty"_s})
        copy(name, u"rep_pen", Json(1.2));
    for (const QString &name : {u"rep_pen_range"_s, u"repetition_penalty_range"_s, u"repeat_last_n"_s})
        copy(name, u"rep_pen_range", Json(0));
    copy(u"rep_pen_slope"_s, u"rep_pen_slope", Json(1));
    copy(u"guidance_scale"_s, u"guidance_scale", Json(1));
    copy(u"negative_prompt"_s, u"negative_prompt", Json(QString(u""_s)));
    set(u"n_predict"_s, Json(m_ask.maxTokens));
    set(u"num_predict"_s, Json(m_ask.maxTokens));
    set(u"num_ctx"_s, Json(m_ask.contextSize));
    copy(u"mirostat"_s, u"mirostat_mode", Json(0));
    if (is({TextService::Tabby, TextService::LlamaCpp, TextService::Mancer}))
        set(u"n"_s, Json(replies()));
    if (is({TextService::Mancer}))
        set(u"dynatemp_mode"_s, Json(setting(u"dynatemp", Json(false)).toBool() ? 1 : 0));
    if (is({TextService::Tabby})) {
        copy(u"repetition_decay"_s, u"rep_pen_decay", Json(0));
        copy(u"speculative_ngram"_s, u"speculative_ngram", Json(false));
    }
    if (is({TextService::TextGenerationWebUi, TextService::Tabby}))
        copy(u"temperature_last"_s, u"temperature_last", Json(true));
    if (is({TextService::TextGenerationWebUi})) {
        copy(u"encoder_repetition_penalty"_s, u"encoder_rep_pen", Json(1));
        copy(u"no_repeat_ngram_size"_s, u"no_repeat_ngram_size", Json(0));
        copy(u"penalty_alpha"_s, u"penalty_alpha", Json(0));
        copy(u"do_sample"_s, u"do_sample", Json(true));
    }
}

void FlatRequest::addGrammar()
{
    const QString grammar = setting(u"grammar_string", Json(QString())).toText();
    const Json schema = setting(u"json_schema", Json());
    const bool hasSchema =
        schema.isObject() && (schema.size() > 0 || setting(u"json_schema_allow_empty", Json(false)).toBool());
    const bool isEngine = is({TextService::Vllm, TextService::InfermaticAi, TextService::Aphrodite});
    const bool isHidden = hasSchema && is({TextService::LlamaCpp}); // one excludes the other
    if (!isEngine && !grammar.isEmpty() && !isHidden)
        set(u"grammar_string"_s, Json(grammar));
    if (is({TextService::Aphrodite})) {
        if (hasSchema)
            set(u"guided_json"_s, schema);
        else if (!grammar.isEmpty())
            set(u"guided_grammar"_s, Json(grammar));
    }
    if (is({TextService::Tabby, TextService::LlamaCpp}) && hasSchema)
        set(u"json_schema"_s, schema);
    if (is({TextService::LlamaCpp, TextService::Ollama})) {
        if (!isHidden)
            set(u"grammar"_s, Json(grammar.isEmpty() ? QString(u""_s) : grammar));
        set(u"cache_prompt"_s, Json(true));
    }
    if (is({TextService::KoboldCpp})) {
        if (!grammar.isEmpty()) {
            set(u"grammar"_s, Json(grammar));
            if (m_ask.purpose == ChatAsk::Purpose::Continue)
                set(u"grammar_retain_state"_s, Json(true));
        }
        set(u"trim_stop"_s, Json(true));
    }
}

} // namespace

Json flatTextRequest(const TextAsk &ask)
{
    return FlatRequest(ask).build();
}

} // namespace snug

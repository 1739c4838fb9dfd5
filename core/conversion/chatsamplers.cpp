#include "core/conversion/chatsamplers.h"

#include "core/conversion/flattextrequest.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Whose texts take the same keys as their chats; vLLM and LM Studio know none of them.
std::optional<TextService> textServiceOf(ChatService service)
{
    switch (service) {
    case ChatService::KoboldCpp:
        return TextService::KoboldCpp;
    case ChatService::Tabby:
        return TextService::Tabby;
    case ChatService::TextGenerationWebUi:
        return TextService::TextGenerationWebUi;
    case ChatService::LlamaCpp:
        return TextService::LlamaCpp;
    default:
        return {};
    }
}

struct SamplerFamily
{
    QString named;    // by the preset; the others mean nothing without it
    QStringList sent; // under any of these, as the server spells it
};

const QList<SamplerFamily> &samplerFamilies()
{
    static const QList<SamplerFamily> families{
        {u"typical_p"_s, {u"typical_p"_s, u"typical"_s}},
        {u"tfs"_s, {u"tfs"_s}},
        {u"nsigma"_s, {u"nsigma"_s, u"top_n_sigma"_s}},
        {u"dynatemp"_s,
         {u"temperature"_s, u"dynamic_temperature"_s, u"dynatemp_low"_s, u"dynatemp_high"_s,
          u"dynatemp_range"_s, u"dynatemp_exponent"_s}},
        {u"smoothing_factor"_s, {u"smoothing_factor"_s, u"smoothing_curve"_s}},
        {u"dry_multiplier"_s,
         {u"dry_multiplier"_s, u"dry_base"_s, u"dry_allowed_length"_s, u"dry_penalty_last_n"_s,
          u"dry_sequence_breakers"_s}},
        {u"xtc_probability"_s, {u"xtc_probability"_s, u"xtc_threshold"_s}},
        {u"mirostat_mode"_s, {u"mirostat_mode"_s, u"mirostat"_s, u"mirostat_tau"_s, u"mirostat_eta"_s}},
        {u"rep_pen_range"_s, {u"rep_pen_range"_s, u"repetition_penalty_range"_s, u"repeat_last_n"_s}},
    };
    return families;
}

} // namespace

Json ownSamplers(const ChatAsk &ask)
{
    Json samplers = Json::object();
    const std::optional<TextService> service = textServiceOf(ask.service);
    if (!service || ask.isCompatible() || !ask.preset.isObject())
        return samplers;
    TextAsk text{.service = *service, .preset = ask.preset};
    if (ask.samplers.temperature)
        text.preset.set(u"temp"_s, Json(*ask.samplers.temperature));
    const Json flat = flatTextRequest(text);
    for (const SamplerFamily &family : samplerFamilies()) {
        // "false" and 0 are off: then the server's own word for it counts.
        const Json named = ask.preset[family.named];
        if (named.isUndefined() || (named.isBool() && !named.toBool()))
            continue;
        for (const QString &key : family.sent) {
            if (flat.contains(key))
                samplers.set(key, flat[key]);
        }
    }
    return samplers;
}

} // namespace snug

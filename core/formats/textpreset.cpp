#include "core/formats/textpreset.h"

#include "core/formats/jsontext.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// A file's -1 is no seed.
struct TextSeedCodec : PlainCodec
{
    static bool decode(const Json &json, std::optional<qint64> &value)
    {
        if (!PlainCodec::decode(json, value))
            return false;
        if (value && *value < 0)
            value.reset();
        return true;
    }
    static Json encode(const std::optional<qint64> &value, const Json &old)
    {
        return value || !old.isUndefined() ? Json(value.value_or(-1)) : Json();
    }
};

// 0 = the file says nothing.
struct SizeCodec : PlainCodec
{
    static Json encode(int value, const Json &old)
    {
        return value == 0 && old.isUndefined() ? Json() : Json(value);
    }
};

// Any JSON; nothing stays nothing.
struct RawCodec : PlainCodec
{
    static Json encode(const Json &value, const Json &) { return value; }
};

template <typename Fields> void presetFields(Fields &f)
{
    const auto common = [&f](const QString &key, std::optional<double> SamplerValues::*member) {
        f.field(key, [member](auto &preset) -> auto & { return preset.samplers.*member; }, AbsentCodec());
    };
    const auto own = [&f](const QString &key, auto TextSamplers::*member, auto codec) {
        f.field(key, [member](auto &preset) -> auto & { return preset.textSamplers.*member; }, codec);
    };
    const AbsentCodec absent;
    common(u"temp"_s, &SamplerValues::temperature);
    common(u"top_p"_s, &SamplerValues::topP);
    common(u"top_k"_s, &SamplerValues::topK);
    common(u"top_a"_s, &SamplerValues::topA);
    common(u"min_p"_s, &SamplerValues::minP);
    common(u"rep_pen"_s, &SamplerValues::repetitionPenalty);
    common(u"freq_pen"_s, &SamplerValues::frequencyPenalty);
    common(u"presence_pen"_s, &SamplerValues::presencePenalty);
    f.field(u"seed"_s, [](auto &preset) -> auto & { return preset.samplers.seed; }, TextSeedCodec());
    own(u"typical_p"_s, &TextSamplers::typicalP, absent);
    own(u"tfs"_s, &TextSamplers::tailFree, absent);
    own(u"nsigma"_s, &TextSamplers::topNSigma, absent);
    own(u"dynatemp"_s, &TextSamplers::hasDynamicTemperature, absent);
    own(u"min_temp"_s, &TextSamplers::lowestTemperature, absent);
    own(u"max_temp"_s, &TextSamplers::highestTemperature, absent);
    own(u"dynatemp_exponent"_s, &TextSamplers::dynamicExponent, absent);
    own(u"smoothing_factor"_s, &TextSamplers::smoothingFactor, absent);
    own(u"smoothing_curve"_s, &TextSamplers::smoothingCurve, absent);
    own(u"dry_multiplier"_s, &TextSamplers::dryMultiplier, absent);
    own(u"dry_base"_s, &TextSamplers::dryBase, absent);
    own(u"dry_allowed_length"_s, &TextSamplers::dryAllowedLength, absent);
    own(u"dry_penalty_last_n"_s, &TextSamplers::dryRange, absent);
    own(u"dry_sequence_breakers"_s, &TextSamplers::dryBreakers, absent);
    own(u"xtc_threshold"_s, &TextSamplers::xtcThreshold, absent);
    own(u"xtc_probability"_s, &TextSamplers::xtcProbability, absent);
    own(u"mirostat_mode"_s, &TextSamplers::mirostatMode, absent);
    own(u"mirostat_tau"_s, &TextSamplers::mirostatTau, absent);
    own(u"mirostat_eta"_s, &TextSamplers::mirostatEta, absent);
    own(u"rep_pen_range"_s, &TextSamplers::repetitionRange, absent);
    own(u"min_keep"_s, &TextSamplers::minKeep, absent);
    own(u"ignore_eos_token"_s, &TextSamplers::ignoresEnd, absent);
    own(u"grammar_string"_s, &TextSamplers::grammar, absent);
    own(u"json_schema"_s, &TextSamplers::jsonSchema, RawCodec());
    own(u"samplers"_s, &TextSamplers::order, absent);
    own(u"logit_bias"_s, &TextSamplers::logitBias, RawCodec());
    f.field(u"max_length"_s, &TextPreset::contextSize, SizeCodec());
    f.field(u"genamt"_s, &TextPreset::maxTokens, SizeCodec());
}

// Whether any of the keys is there.
struct KeyFinder
{
    const Json &document;
    bool isFound = false;

    template <typename Member, typename Codec> void field(const QString &key, Member, Codec)
    {
        isFound = isFound || document.contains(key);
    }
};

TextPresetReading textPresetReading(const Json &document)
{
    TextPresetReading reading;
    const Place root;
    FieldReader reader(document, reading.preset, root, reading.warnings);
    presetFields(reader);
    reading.preset.source = document;
    return reading;
}

} // namespace

Result<TextPresetReading> readTextPreset(const QByteArray &bytes, const QString &name)
{
    const Result<Json> document = parseJson(bytes);
    if (!document)
        return std::unexpected(document.error());
    KeyFinder known{*document};
    presetFields(known);
    if (!known.isFound)
        return failure(QCoreApplication::translate("TextPreset", "this is not a text completion preset"));
    TextPresetReading reading = textPresetReading(*document);
    reading.preset.name = name;
    return reading;
}

QByteArray writeTextPreset(const TextPreset &preset)
{
    const Json document = writtenFields(preset, textPresetReading(preset.source).preset,
                                        [](auto &writer) { presetFields(writer); });
    return preset.source.isObject() ? writeJson(document) : writeJson(document, JsonStyle{.indent = 4});
}

TextPreset textPresetOf(const Json &object)
{
    TextPreset preset = textPresetReading(object).preset;
    preset.name = object.value(u"preset").toText();
    return preset;
}

} // namespace snug

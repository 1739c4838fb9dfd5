// A text-completion sampler preset (`TextGen Settings/*.json`). Keys: SillyTavern 1.19.
#pragma once

#include "core/model/preset.h"

namespace snug {

// Sampler values that chat endpoints do not know. Nothing = the file does not say; then it is not sent.
struct TextSamplers
{
    std::optional<double> typicalP;
    std::optional<double> tailFree;
    std::optional<double> topNSigma;
    std::optional<bool> hasDynamicTemperature; // between the two below, instead of the temperature
    std::optional<double> lowestTemperature;
    std::optional<double> highestTemperature;
    std::optional<double> dynamicExponent;
    std::optional<double> smoothingFactor;
    std::optional<double> smoothingCurve;
    std::optional<double> dryMultiplier;
    std::optional<double> dryBase;
    std::optional<int> dryAllowedLength; // tokens
    std::optional<int> dryRange;         // tokens
    QString dryBreakers;                 // a JSON array of texts, as text
    std::optional<double> xtcThreshold;
    std::optional<double> xtcProbability;
    std::optional<int> mirostatMode;
    std::optional<double> mirostatTau;
    std::optional<double> mirostatEta;
    std::optional<int> repetitionRange; // tokens
    std::optional<int> minKeep;
    std::optional<bool> ignoresEnd; // goes on behind the model's end mark
    QString grammar;                // GBNF
    Json jsonSchema;
    QStringList order; // of the samplers, llama.cpp's names
    Json logitBias;    // [{"text", "value", …}]

    bool operator==(const TextSamplers &) const = default;
};

struct TextPreset
{
    QString name; // the file's name without ".json"
    SamplerValues samplers;
    TextSamplers textSamplers;
    int contextSize = 0; // tokens, prompt and reply; 0 = the file does not say
    int maxTokens = 0;   // of the reply; likewise
    Json source;         // the document as read

    bool operator==(const TextPreset &) const = default;
};

// Sizes that it does not say are those of `other`.
inline TextPreset withSizesOf(TextPreset preset, const TextPreset &other)
{
    if (preset.contextSize == 0)
        preset.contextSize = other.contextSize;
    if (preset.maxTokens == 0)
        preset.maxTokens = other.maxTokens;
    return preset;
}

} // namespace snug

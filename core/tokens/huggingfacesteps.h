// The "normalizer" and "pre_tokenizer" objects of a Hugging Face tokenizer.json.
#pragma once

#include "core/model/json.h"
#include "core/result.h"
#include "core/tokens/normalizer.h"
#include "core/tokens/pretokenizer.h"

namespace snug {

// What is not understood is an error with its place: a step left out would make the counts wrong.
Result<Normalizer> readNormalizer(const Json &object, const QString &place);

struct PretokenizerParts
{
    Normalizer prefix; // for steps that change the text before cutting it
    std::vector<SplitStep> steps;
    bool byteLevel = false; // the vocabulary is written in the byte alphabet
};

Result<PretokenizerParts> readPretokenizer(const Json &object, const QString &place);

} // namespace snug

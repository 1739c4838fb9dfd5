// OpenAI's text completions (`/v1/completions`), and the many servers that offer the same shape.
// https://platform.openai.com/docs/api-reference/completions
#pragma once

#include "core/wire/provider.h"

namespace snug {

class OpenAiCompletion : public Provider
{
public:
    WireRequest encode(const AssembledPrompt &prompt, const Connection &connection,
                       const Secret &key) const override;
    std::unique_ptr<StreamDecoder> decoder() const override;
    QStringList leftOut(const AssembledPrompt &prompt, const Connection &connection) const override;
    WireRequest modelsRequest(const Connection &connection, const Secret &key) const override;
};

// Samplers of text completions that no OpenAI-shaped server takes, as leftOut() lists them.
void noteTextSamplersLeftOut(QStringList &list, const TextSamplers &samplers);

} // namespace snug

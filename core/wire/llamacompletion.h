// llama.cpp's server, its own text completion (`/completion`): every sampler it has.
// https://github.com/ggml-org/llama.cpp/tree/master/tools/server
#pragma once

#include "core/wire/provider.h"

namespace snug {

class LlamaCompletion : public Provider
{
public:
    WireRequest encode(const AssembledPrompt &prompt, const Connection &connection,
                       const Secret &key) const override;
    QStringList leftOut(const AssembledPrompt &prompt, const Connection &connection) const override;
    std::unique_ptr<StreamDecoder> decoder() const override;
};

} // namespace snug

// OpenAI's chat completions, and every server that offers the same shape.
// https://platform.openai.com/docs/api-reference/chat
#pragma once

#include "core/wire/provider.h"

namespace snug {

class OpenAiChat : public Provider
{
public:
    WireRequest encode(const AssembledPrompt &prompt, const Connection &connection,
                       const Secret &key) const override;
    std::unique_ptr<StreamDecoder> decoder() const override;
    Error explainStatus(int status, const QByteArray &body, const Connection &connection,
                        const WireHeaders &headers) const override;
    QStringList leftOut(const AssembledPrompt &prompt, const Connection &connection) const override;
    WireRequest modelsRequest(const Connection &connection, const Secret &key) const override;
    Result<QStringList> parseModels(const QByteArray &body) const override;
};

// The o-series and gpt-5: they refuse max_tokens (max_completion_tokens instead), stop strings and
// samplers. A vendor in front ("openai/gpt-5") does not matter.
bool isOpenAiReasoningModel(QStringView model);

// {"data":[{"id":…}]}, also {"models":[{"name":…}]} and a bare list.
Result<QStringList> parseModelList(const QByteArray &body);

} // namespace snug

// Every service and server that completes a text, in its own spelling (core/conversion/textcall.h).
#pragma once

#include "core/wire/provider.h"

namespace snug {

class TextProvider : public Provider
{
public:
    explicit TextProvider(TextService service)
        : m_service(service)
    {
    }

    WireRequest encode(const AssembledPrompt &prompt, const Connection &connection,
                       const Secret &key) const override;
    std::unique_ptr<StreamDecoder> decoder() const override;
    std::optional<WireRequest> stopRequest(const WireRequest &sent, const Connection &connection,
                                           const Secret &key) const override;
    QStringList leftOut(const AssembledPrompt &prompt, const Connection &connection) const override;

private:
    TextService m_service;
};

} // namespace snug

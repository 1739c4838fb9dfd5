// Every service that answers chats: its rules and its spelling are core/conversion's.
#pragma once

#include "core/wire/provider.h"

namespace snug {

// For all connections that do not complete texts.
class ChatProvider : public Provider
{
public:
    enum class Form : quint8 { Own, Responses }; // in which the service is asked, and answers

    explicit ChatProvider(ChatService service, Form form = Form::Own)
        : m_service(service)
        , m_form(form)
    {
    }

    ReadyRequest ready(const AssembledPrompt &prompt, const Connection &connection,
                       const Secret &key) const override;
    OutboundPrompt outbound(const AssembledPrompt &prompt, const Connection &connection) const override;
    WireRequest encode(const AssembledPrompt &prompt, const Connection &connection,
                       const Secret &key) const override;
    std::unique_ptr<StreamDecoder> decoder() const override;
    std::optional<WireRequest> stopRequest(const WireRequest &sent, const Connection &connection,
                                           const Secret &key) const override;
    QStringList leftOut(const AssembledPrompt &prompt, const Connection &connection) const override;

private:
    ChatService m_service; // whose answers are decoded
    Form m_form;
};

} // namespace snug

#include "core/wire/provider.h"

#include "core/wire/chatprovider.h"
#include "core/wire/llamacompletion.h"
#include "core/wire/modellists.h"
#include "core/wire/openaicompletion.h"
#include "core/wire/serviceask.h"
#include "core/wire/statuswords.h"
#include "core/wire/textprovider.h"

#include <map>

namespace snug {

namespace {

class ResponsesProvider : public ChatProvider
{
public:
    explicit ResponsesProvider(ChatService service)
        : ChatProvider(service, Form::Responses)
    {
    }
};

// One for each service, made once.
template <typename Made, typename Service> const Provider &providerOf(const Service &service)
{
    static const std::map<Service, Made> all = [] {
        std::map<Service, Made> made;
        if constexpr (std::is_same_v<Service, ChatService>) {
            for (const ChatServiceFacts &facts : chatServices())
                made.emplace(facts.service, Made(facts.service));
        } else {
            for (const TextServiceFacts &facts : textServices())
                made.emplace(facts.service, Made(facts.service));
        }
        return made;
    }();
    return all.at(service);
}

} // namespace

ReadyRequest Provider::ready(const AssembledPrompt &prompt, const Connection &connection,
                             const Secret &key) const
{
    ReadyRequest made;
    if (!connection.completesText())
        made.outbound = outbound(prompt, connection);
    made.leftOut = leftOut(prompt, connection);
    made.request = encode(prompt, connection, key);
    return made;
}

Error Provider::explainStatus(int status, const QByteArray &body, const Connection &connection,
                              const WireHeaders &headers) const
{
    return explainHttpStatus(status, body, connection, headers);
}

std::optional<WireRequest> Provider::stopRequest(const WireRequest &, const Connection &,
                                                 const Secret &) const
{
    return {};
}

WireRequest Provider::modelsRequest(const Connection &connection, const Secret &key) const
{
    return modelListRequest(connection, key);
}

Result<QStringList> Provider::parseModels(const QByteArray &body) const
{
    return parseModelList(body);
}

OutboundPrompt Provider::outbound(const AssembledPrompt &prompt, const Connection &) const
{
    return {.messages = messagesOf(prompt)};
}

const Provider &providerFor(const Connection &connection)
{
    static const OpenAiCompletion openAiCompletion;
    static const LlamaCompletion llamaCompletion;
    switch (connection.kind) {
    case Connection::Kind::OpenAiCompletion:
        return openAiCompletion;
    case Connection::Kind::LlamaCompletion:
        return llamaCompletion;
    case Connection::Kind::TextService:
        return providerOf<TextProvider>(connection.textService);
    case Connection::Kind::Understudy: // speaks the OpenAI shape
    case Connection::Kind::OpenAiChat:
    case Connection::Kind::LlamaServer:
    case Connection::Kind::ChatService:
        break;
    }
    const ChatService service = chatServiceOf(connection);
    return usesResponses(connection) ? providerOf<ResponsesProvider>(service)
                                     : providerOf<ChatProvider>(service);
}

const Provider &providerFor(Connection::Kind kind)
{
    Connection connection;
    connection.kind = kind;
    return providerFor(connection);
}

} // namespace snug

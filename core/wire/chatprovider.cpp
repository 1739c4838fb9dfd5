#include "core/wire/chatprovider.h"

#include "core/conversion/requestextras.h"
#include "core/wire/koboldstop.h"
#include "core/wire/notsent.h"
#include "core/wire/serviceask.h"
#include "core/wire/wiredialect.h"

using namespace Qt::StringLiterals;

namespace snug {

ReadyRequest ChatProvider::ready(const AssembledPrompt &prompt, const Connection &connection,
                                 const Secret &key) const
{
    const ChatAsk ask = chatAskOf(prompt, connection, !key.isEmpty());
    ReadyRequest made{.outbound = outboundPrompt(ask)};
    ServiceCall plain = heardCall(chatCall(ask, made.outbound), ask);
    nameForStopping(plain, connection);
    const ServiceCall call = adjustedCall(plain, connection);
    made.leftOut = wishesNotSent(ask, made.outbound, call.body);
    if (!ask.isCompatible() && prompt.wishes.preset.isObject())
        made.leftOut += textSamplersNotSent(chatTextSamplers(prompt.wishes.preset), call.body);
    noteShorterReply(made.leftOut, prompt.maxTokens, ask.maxTokens);
    if (const Result<ReadExtras> extras = readExtras(connection.request.extras); !extras)
        made.leftOut << extras.error().line();
    made.request = requestOf(call, connection, key, ask.streams);
    return made;
}

OutboundPrompt ChatProvider::outbound(const AssembledPrompt &prompt, const Connection &connection) const
{
    return outboundPrompt(chatAskOf(prompt, connection, true));
}

WireRequest ChatProvider::encode(const AssembledPrompt &prompt, const Connection &connection,
                                 const Secret &key) const
{
    return ready(prompt, connection, key).request;
}

std::unique_ptr<StreamDecoder> ChatProvider::decoder() const
{
    if (m_form == Form::Responses)
        return decoderFor(WireDialect::OpenAiResponses,
                          m_service == ChatService::LlamaCpp ? ThinkTagsIn::Keep : ThinkTagsIn::Split);
    switch (m_service) {
    case ChatService::Claude:
        return decoderFor(WireDialect::Anthropic);
    case ChatService::Gemini:
    case ChatService::Vertex:
        return decoderFor(WireDialect::Gemini);
    case ChatService::Cohere:
        return decoderFor(WireDialect::Cohere);
    case ChatService::Ollama:
        return decoderFor(WireDialect::OllamaChat);
    case ChatService::LlamaCpp: // what it leaves in the text was wanted there
        return decoderFor(WireDialect::OpenAiChat, ThinkTagsIn::Keep);
    default:
        return decoderFor(WireDialect::OpenAiChat);
    }
}

std::optional<WireRequest> ChatProvider::stopRequest(const WireRequest &sent, const Connection &connection,
                                                     const Secret &key) const
{
    return koboldStopRequest(sent, connection, key);
}

QStringList ChatProvider::leftOut(const AssembledPrompt &prompt, const Connection &connection) const
{
    return ready(prompt, connection, {}).leftOut;
}

} // namespace snug

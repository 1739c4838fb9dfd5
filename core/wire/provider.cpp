#include "core/wire/provider.h"

#include "core/wire/llamaserver.h"
#include "core/wire/openaichat.h"

namespace snug {

const Provider &providerFor(Connection::Kind kind)
{
    static const OpenAiChat openAiChat;
    static const LlamaServer llamaServer;
    switch (kind) {
    case Connection::Kind::LlamaServer:
        return llamaServer;
    case Connection::Kind::Understudy: // speaks the OpenAI shape
    case Connection::Kind::OpenAiChat:
        break;
    }
    return openAiChat;
}

} // namespace snug

#include "core/wire/provider.h"

#include "core/wire/llamacompletion.h"
#include "core/wire/llamaserver.h"
#include "core/wire/openaichat.h"
#include "core/wire/openaicompletion.h"

namespace snug {

const Provider &providerFor(Connection::Kind kind)
{
    static const OpenAiChat openAiChat;
    static const LlamaServer llamaServer;
    static const OpenAiCompletion openAiCompletion;
    static const LlamaCompletion llamaCompletion;
    switch (kind) {
    case Connection::Kind::LlamaServer:
        return llamaServer;
    case Connection::Kind::OpenAiCompletion:
        return openAiCompletion;
    case Connection::Kind::LlamaCompletion:
        return llamaCompletion;
    case Connection::Kind::Understudy: // speaks the OpenAI shape
    case Connection::Kind::OpenAiChat:
        break;
    }
    return openAiChat;
}

} // namespace snug

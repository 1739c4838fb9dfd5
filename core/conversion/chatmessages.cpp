// From what is asked to the messages that really go, whoever the service is.
#include "core/conversion/bodyparts.h"
#include "core/conversion/compatiblemessages.h"
#include "core/conversion/convertmessages.h"
#include "core/conversion/messagenames.h"
#include "core/conversion/opaqueparts.h"
#include "core/conversion/servicerules.h"
#include "core/conversion/settledask.h"
#include "core/conversion/tidiedmessages.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Claude's rules put it there themselves, and a model that takes none gets none. OpenAI's own models would
// read it as a whole message.
bool takesPrefillMessage(const ChatAsk &ask)
{
    using enum ChatService;
    if (ask.isCompatible() || asksForResponses(ask) || ask.service == Claude)
        return false;
    if (ask.claims.takesPrefill)
        return *ask.claims.takesPrefill;
    if (ask.service == OpenAi || ask.service == Azure)
        return false;
    if (ask.service == Gemini || ask.service == Vertex)
        return geminiTraits(ask).takesPrefill;
    if (ask.service == OpenRouter && ask.model.startsWith(u"anthropic/"))
        return claudeTraits(ask).takesPrefill;
    return true;
}

void addPrefillMessage(OutboundPrompt &prompt, const ChatAsk &ask)
{
    const QString &text =
        ask.purpose == ChatAsk::Purpose::Impersonate ? ask.impersonationPrefill : ask.prefill;
    if (ask.purpose == ChatAsk::Purpose::Quiet || ask.purpose == ChatAsk::Purpose::Continue ||
        text.isEmpty() || !takesPrefillMessage(ask))
        return;
    const Source source(SourceKind::PresetText, u"assistant_prefill"_s);
    prompt.messages.append({.speaker = MessageSpeaker::Assistant,
                            .parts = {ContentPart::ofText(TracedText(text, source))},
                            .source = source});
    prompt.seam.append({SeamRemark::Kind::Prefilled, 0, 1, {}});
}

// Calls without words beside them. OpenAI's shape says null there, and some refuse an empty text; Cohere's
// says nothing.
void sayNoWordsBesideCalls(OutboundPrompt &prompt, const ChatAsk &ask)
{
    using Wordless = ConvertedMessage::Wordless;
    for (ConvertedMessage &message : prompt.messages) {
        if (message.toolCalls.size() > 0)
            message.wordless = ask.service == ChatService::Cohere ? Wordless::Absent : Wordless::Null;
    }
}

} // namespace

OutboundPrompt outboundPrompt(const ChatAsk &asked)
{
    const ChatAsk ask = settledAsk(asked);
    OutboundPrompt prompt{.messages = ask.messages};
    settleOpaqueParts(prompt, ask);
    if (ask.service == ChatService::DeepSeek && ask.model.toLower().contains(u"vision"))
        leaveOutOthersMedia(prompt, ask);
    if (!openAiTraits(ask).takesSystem) {
        for (ConvertedMessage &message : prompt.messages) {
            if (message.speaker == MessageSpeaker::System)
                message.speaker = MessageSpeaker::User;
        }
    }
    if (const auto rules = processingRules(ask, ask.postProcessing))
        prompt = convertMessages(prompt, *rules, ask.names);
    if (wantsSchemaMessage(ask))
        prompt.messages.append(schemaMessage(ask));
    addPrefillMessage(prompt, ask);
    if (ask.isCompatible())
        prepareAsSillyTavern(prompt, ask);
    if (ask.service == ChatService::Mistral) { // while later system messages are still none of the user's
        nameMessages(prompt, mistralRules(ask), ask.names);
        joinBehindTools(prompt, ask);
    }
    const bool isOwnOrder = ask.isCompatible() && ask.service == ChatService::Cohere;
    if (const auto rules = serviceRules(ask))
        prompt = isOwnOrder && !prompt.messages.isEmpty() ? cohereAsSillyTavern(prompt, ask, *rules)
                                                          : convertMessages(prompt, *rules, ask.names);
    tidyForService(prompt, ask);
    if (ask.isCompatible())
        keepSignatures(prompt, ask);
    else
        sayNoWordsBesideCalls(prompt, ask);
    return prompt;
}

} // namespace snug

#include "app/cases/postprocessing.h"

#include "core/conversion/convertmessages.h"

using namespace Qt::StringLiterals;

namespace snug {

static MessageSpeaker speakerOf(Role role)
{
    return role == Role::System ? MessageSpeaker::System
           : role == Role::User ? MessageSpeaker::User
                                : MessageSpeaker::Assistant;
}

void postProcess(AssembledPrompt &prompt, PostProcessing mode, const SpeakerNames &names)
{
    // What SillyTavern's server is set up with.
    const std::optional<MessageRules> rules = postProcessingRules(mode, u"[Start a new chat]"_s);
    if (!rules)
        return;
    OutboundPrompt outbound;
    for (const OutboundMessage &message : std::as_const(prompt.messages)) {
        outbound.messages.append({.speaker = speakerOf(message.role),
                                  .name = message.name,
                                  .parts = {ContentPart::ofText(message.content)},
                                  .source = message.source,
                                  .origins = {int(outbound.messages.size())}});
    }
    outbound = convertMessages(outbound, *rules, names);
    prompt.messages.clear();
    for (const ConvertedMessage &message : std::as_const(outbound.messages))
        prompt.messages.append({.role = roleFromName(speakerName(message.speaker)).value_or(Role::System),
                                .name = message.name,
                                .content = message.text(),
                                .source = message.source});
}

} // namespace snug

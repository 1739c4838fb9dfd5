#include "core/conversion/opaqueparts.h"

#include "core/conversion/bodyparts.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

bool isOpaque(const ContentPart &part)
{
    return part.kind == ContentPart::Kind::Opaque;
}

// Its texts as one, without what stood among them.
void makeWhole(ConvertedMessage &message)
{
    message.parts = {ContentPart::ofText(message.text())};
}

} // namespace

bool takesOpaqueParts(const ChatAsk &ask)
{
    if (ask.postProcessing == PostProcessing::Single) // then nothing is the assistant's own
        return false;
    if (asksForResponses(ask))
        return true;
    switch (ask.service) {
    case ChatService::Claude:
        // A model that binds its thoughts to all that came before refuses them here, where lore and notes
        // change that with each turn.
        return asksClaudeToThink(ask) && !claudeTraits(ask).bindsThoughts;
    case ChatService::Gemini:
    case ChatService::Vertex:
    case ChatService::OpenRouter:
        return true;
    default:
        return false;
    }
}

void settleOpaqueParts(OutboundPrompt &prompt, const ChatAsk &ask)
{
    const bool isTaken = takesOpaqueParts(ask);
    QList<int> origins;
    for (ConvertedMessage &message : prompt.messages) {
        if (std::ranges::none_of(message.parts, isOpaque))
            continue;
        if (!isTaken || message.speaker != MessageSpeaker::Assistant) {
            makeWhole(message);
            continue;
        }
        origins += message.origins;
        if (ask.service != ChatService::OpenRouter)
            continue;
        Json details = Json::array();
        for (const ContentPart &part : std::as_const(message.parts)) {
            if (isOpaque(part))
                details.append(part.data);
        }
        makeWhole(message);
        message.members = Json::object({{u"reasoning_details"_s, details}});
    }
    if (!origins.isEmpty())
        prompt.seam.append({SeamRemark::Kind::ThoughtsBack, int(origins.size()), 0, origins});
}

} // namespace snug

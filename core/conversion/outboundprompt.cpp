#include "core/conversion/outboundprompt.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

QString speakerName(MessageSpeaker speaker)
{
    switch (speaker) {
    case MessageSpeaker::System:
        return u"system"_s;
    case MessageSpeaker::User:
        return u"user"_s;
    case MessageSpeaker::Assistant:
        return u"assistant"_s;
    case MessageSpeaker::Tool:
        return u"tool"_s;
    }
    return {};
}

TracedText ConvertedMessage::text() const
{
    TracedText whole;
    for (const ContentPart &part : parts) {
        if (part.isText() || part.kind == ContentPart::Kind::ToolResult ||
            part.kind == ContentPart::Kind::Opaque)
            whole.append(part.text);
    }
    return whole;
}

bool ConvertedMessage::isEmpty() const
{
    return toolCalls.size() == 0 && std::ranges::all_of(parts, [](const ContentPart &part) {
               return part.isText() && part.text.isEmpty();
           });
}

void OutboundPrompt::note(SeamRemark::Kind kind, const QList<int> &origins, qsizetype before, qsizetype after)
{
    seam.append({.kind = kind, .before = int(before), .after = int(after), .origins = origins});
}

} // namespace snug

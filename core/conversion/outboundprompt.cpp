#include "core/conversion/outboundprompt.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

QString speakerName(Speaker speaker)
{
    switch (speaker) {
    case Speaker::System:
        return u"system"_s;
    case Speaker::User:
        return u"user"_s;
    case Speaker::Assistant:
        return u"assistant"_s;
    case Speaker::Tool:
        return u"tool"_s;
    }
    return {};
}

TracedText ConvertedMessage::text() const
{
    TracedText whole;
    for (const ContentPart &part : parts) {
        if (part.isText() || part.kind == ContentPart::Kind::ToolResult)
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

} // namespace snug

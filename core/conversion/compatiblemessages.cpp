#include "core/conversion/compatiblemessages.h"

#include "core/conversion/messagenames.h"
#include "core/conversion/modeltraits.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

bool isGoogles(ChatService service)
{
    return service == ChatService::Gemini || service == ChatService::Vertex;
}

// Of a message whose content is a list Gemini gets the list alone: no calls, and a tool's answer as plain
// parts.
void leaveOutCallsBesideList(ConvertedMessage &message)
{
    message.toolCalls = {};
    if (message.speaker == MessageSpeaker::Tool) {
        message.speaker = MessageSpeaker::User;
        message.toolCallId.clear();
    }
}

// Calls take the place of a message's words where a service wants calls as parts: with Claude always, with
// Gemini unless the content is a list. The right form sends both.
void leaveOutWordsBesideCalls(OutboundPrompt &prompt, const ChatAsk &ask)
{
    const bool isClaude = ask.service == ChatService::Claude;
    if (!isClaude && !isGoogles(ask.service))
        return;
    for (ConvertedMessage &message : prompt.messages) {
        const bool isClaudes = isClaude && message.speaker == MessageSpeaker::Assistant;
        if (message.toolCalls.size() > 0 && (isClaudes || (!isClaude && !message.isList)))
            message.parts.clear();
        if (!isClaude && message.isList)
            leaveOutCallsBesideList(message);
    }
}

// Media that the service's rules know nothing of are sent as they came.
void keepStrangeMedia(OutboundPrompt &prompt, const ChatAsk &ask)
{
    using enum ChatService;
    const bool takesSound = ask.service == OpenAi || ask.service == OpenRouter || ask.service == Custom;
    if (takesSound || isGoogles(ask.service))
        return;
    for (ConvertedMessage &message : prompt.messages) {
        for (ContentPart &part : message.parts) {
            const QString type = part.data[u"type"].toText();
            const bool isKept = ask.service == Claude ? type != u"image_url" : type == u"audio_url";
            if (part.kind == ContentPart::Kind::Media && isKept)
                part.kind = ContentPart::Kind::Other;
        }
    }
}

Json pageParts(const QList<ContentPart> &parts)
{
    Json list = Json::array();
    for (const ContentPart &part : parts)
        list.append(part.isText()
                        ? Json::object({{u"type"_s, Json(u"text"_s)}, {u"text"_s, Json(part.text.text())}})
                        : part.data);
    return list;
}

// A system message whose content is a list stands in the system text as a text that is that list.
void nestSystemLists(OutboundPrompt &prompt, const ChatAsk &ask)
{
    const bool isClaude = ask.service == ChatService::Claude;
    const bool isHoisted =
        ask.usesSystemText && (isClaude || (isGoogles(ask.service) && geminiTraits(ask).takesSystemText));
    if (!isHoisted)
        return;
    const qsizetype most = prompt.messages.size() - (isClaude ? 0 : 1); // Gemini's last one stays a message
    for (qsizetype i = 0; i < most && prompt.messages.at(i).speaker == MessageSpeaker::System; ++i) {
        ConvertedMessage &message = prompt.messages[i];
        if (!message.isList)
            continue;
        Json nested = isClaude ? Json::object({{u"type"_s, Json(u"text"_s)}}) : Json::object();
        nested.set(u"text"_s, pageParts(message.parts));
        message.parts = {{ContentPart::Kind::Other, {}, nested}};
    }
}

QString callingWords(const Json &calls)
{
    QStringList names;
    const QList<Json> list = calls.items();
    for (const Json &call : list)
        names << call[u"function"][u"name"].toText();
    return u"I'm going to call a tool for that: "_s + names.join(u", "_s);
}

} // namespace

void prepareAsSillyTavern(OutboundPrompt &prompt, const ChatAsk &ask)
{
    leaveOutWordsBesideCalls(prompt, ask);
    nestSystemLists(prompt, ask);
    keepStrangeMedia(prompt, ask);
}

OutboundPrompt cohereAsSillyTavern(OutboundPrompt prompt, const ChatAsk &ask, const MessageRules &rules)
{
    QList<ConvertedMessage> messages;
    for (qsizetype i = 0; i < prompt.messages.size(); ++i) {
        ConvertedMessage message = prompt.messages.at(i);
        bool takesWords = false;
        if (message.toolCalls.isArray()) {
            takesWords = !messages.isEmpty() && messages.last().speaker == MessageSpeaker::Assistant;
            if (takesWords) {
                const ConvertedMessage before = messages.takeLast();
                message.parts = before.parts;
                message.isList = before.isList;
                message.origins = before.origins + message.origins;
                prompt.seam.append({SeamRemark::Kind::Merged, 2, 1, message.origins});
            } else {
                const Source source(SourceKind::ConversionText);
                message.parts = {
                    ContentPart::ofText(TracedText::computed(callingWords(message.toolCalls), source))};
                message.isList = false;
            }
        }
        OutboundPrompt single{.messages = {message}};
        nameMessages(single, rules, ask.names);
        prompt.seam += single.seam;
        messages += single.messages;
        if (takesWords && ++i < prompt.messages.size())
            messages.append(prompt.messages.at(i));
    }
    prompt.messages = messages;
    return prompt;
}

void keepSignatures(OutboundPrompt &prompt, const ChatAsk &ask)
{
    if (ask.service == ChatService::OpenRouter || isGoogles(ask.service))
        return;
    for (ConvertedMessage &message : prompt.messages) {
        if (message.signature.isEmpty())
            continue;
        if (!message.members.isObject())
            message.members = Json::object();
        message.members.set(u"signature"_s, Json(message.signature));
    }
}

} // namespace snug

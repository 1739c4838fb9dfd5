#include "core/conversion/messagemedia.h"

#include "core/conversion/joinedmessages.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

bool isMediaPart(const ContentPart &part)
{
    return part.kind == ContentPart::Kind::Media;
}

} // namespace

void leaveOutMedia(OutboundPrompt &prompt, const MessageRules &rules)
{
    const auto isLeftOut = [&](const ContentPart &part) {
        const QString type = part.data[u"type"].toText();
        const bool isLinked = !part.data[type][u"url"].toText().startsWith(u"data:");
        return part.kind == ContentPart::Kind::Media &&
               ((rules.dataMediaOnly && isLinked) || (rules.picturesOnly && type != u"image_url"));
    };
    QList<int> origins;
    int count = 0;
    for (ConvertedMessage &message : prompt.messages) {
        if (message.parts.removeIf(isLeftOut) > 0) {
            origins += message.origins;
            ++count;
        }
    }
    if (count == 0)
        return;
    prompt.note(SeamRemark::Kind::MediaLeftOut, origins, count);
    if (rules.dropsEmpty) // nothing but those
        dropEmptyMessages(prompt);
}

void moveAssistantMedia(OutboundPrompt &prompt, const MessageRules &rules)
{
    const auto isUsers = [](const ConvertedMessage &message) {
        return message.speaker == MessageSpeaker::User;
    };
    QList<ConvertedMessage> &messages = prompt.messages;
    QList<int> origins;
    for (qsizetype i = 0; i < messages.size(); ++i) {
        if (messages.at(i).speaker != MessageSpeaker::Assistant ||
            std::ranges::none_of(messages.at(i).parts, isMediaPart))
            continue;
        QList<ContentPart> held;
        std::ranges::copy_if(messages.at(i).parts, std::back_inserter(held), isMediaPart);
        messages[i].parts.removeIf(isMediaPart);
        origins += messages.at(i).origins;
        auto next = std::find_if(messages.begin() + i + 1, messages.end(), isUsers);
        if (next == messages.end()) {
            const qsizetype end = rules.leavesTurnForMedia ? i + 1 : messages.size();
            messages.insert(end, {.speaker = MessageSpeaker::User,
                                  .parts = {},
                                  .isList = true,
                                  .source = Source(SourceKind::ConversionText),
                                  .origins = messages.at(i).origins});
            next = messages.end() - 1; // not where it was put, if the assistant goes on
        }
        next->parts += held;
    }
    if (!origins.isEmpty())
        prompt.note(SeamRemark::Kind::MediaMoved, origins, origins.size());
}

} // namespace snug

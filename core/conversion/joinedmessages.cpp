#include "core/conversion/joinedmessages.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

TracedText emptyLine()
{
    return TracedText::computed(u"\n\n"_s, Source(SourceKind::SeparatorMerge));
}

bool mayJoin(const ConvertedMessage &first, const ConvertedMessage &second, const MessageRules &rules)
{
    if (first.speaker != second.speaker)
        return false;
    if (rules.merging != MessageRules::Merging::Texts)
        return true; // an empty one too
    return second.speaker != MessageSpeaker::Tool &&
           !std::ranges::all_of(second.parts,
                                [](const ContentPart &part) { return part.isText() && part.text.isEmpty(); });
}

void joinInto(ConvertedMessage &first, ConvertedMessage &second, const MessageRules &rules)
{
    using Merging = MessageRules::Merging;
    first.origins += second.origins;
    first.isList = first.isList || second.isList;
    if (rules.keepsLaterCalls && !second.toolCalls.isUndefined() && first.toolCalls.isUndefined())
        first.toolCalls = second.toolCalls;
    if (rules.merging == Merging::Parts) {
        first.parts += second.parts;
        return;
    }
    for (ContentPart &part : second.parts) {
        const auto firstText = std::ranges::find_if(first.parts, &ContentPart::isText);
        if (rules.merging == Merging::FirstText && part.isText()) {
            const bool hasText = firstText != first.parts.end();
            const bool isSigned = part.data[u"signature"].isString(); // then it stands there once more
            if (hasText && !part.text.isEmpty()) {
                firstText->text.append(emptyLine());
                firstText->text.append(part.text);
            }
            if (!hasText && !part.text.isEmpty())
                first.parts.append(part);
            if (!isSigned)
                continue;
        }
        first.parts.append(std::move(part));
    }
    if (rules.merging == Merging::Texts || rules.merging == Merging::AllTexts)
        joinTexts(first.parts);
}

} // namespace

void joinTexts(QList<ContentPart> &parts)
{
    QList<ContentPart> joined;
    for (ContentPart &part : parts) {
        if (part.isText() && !joined.isEmpty() && joined.last().isText()) {
            joined.last().text.append(emptyLine());
            joined.last().text.append(part.text);
        } else {
            joined.append(std::move(part));
        }
    }
    parts = std::move(joined);
}

void flattenTexts(ConvertedMessage &message)
{
    joinTexts(message.parts);
    message.wordless = ConvertedMessage::Wordless::EmptyText;
    if (message.parts.isEmpty() && message.toolCalls.isUndefined())
        message.parts.append(ContentPart::ofText({}));
    message.isList = message.isList && !std::ranges::all_of(message.parts, &ContentPart::isText);
}

void dropEmptyMessages(OutboundPrompt &prompt)
{
    QList<int> dropped;
    for (ConvertedMessage &message : prompt.messages) {
        const qsizetype texts = std::ranges::count_if(message.parts, &ContentPart::isText);
        if (message.parts.size() > texts)
            message.parts.removeIf([](const ContentPart &part) {
                return part.isText() && part.text.text().trimmed().isEmpty();
            });
        else if (message.toolCalls.size() == 0 && message.speaker != MessageSpeaker::Tool &&
                 message.text().text().trimmed().isEmpty())
            dropped += message.origins.isEmpty() ? QList<int>{-1} : message.origins;
    }
    const qsizetype before = prompt.messages.size();
    prompt.messages.removeIf([](const ConvertedMessage &message) {
        return message.toolCalls.size() == 0 && message.speaker != MessageSpeaker::Tool &&
               std::ranges::all_of(message.parts, [](const ContentPart &part) {
                   return part.isText() && part.text.text().trimmed().isEmpty();
               });
    });
    if (prompt.messages.size() < before)
        prompt.note(SeamRemark::Kind::EmptyLeftOut, dropped, before - prompt.messages.size());
}

void mergeNeighbours(OutboundPrompt &prompt, const MessageRules &rules)
{
    if (rules.merging == MessageRules::Merging::No)
        return;
    QList<ConvertedMessage> merged;
    qsizetype joined = 1;
    const auto endRun = [&] {
        if (joined > 1)
            prompt.note(SeamRemark::Kind::Merged, merged.last().origins, joined, 1);
        joined = 1;
    };
    for (ConvertedMessage &message : prompt.messages) {
        if (rules.merging == MessageRules::Merging::Texts)
            flattenTexts(message);
        if (!merged.isEmpty() && mayJoin(merged.last(), message, rules)) {
            joinInto(merged.last(), message, rules);
            ++joined;
        } else {
            endRun();
            merged.append(std::move(message));
        }
    }
    endRun();
    prompt.messages = std::move(merged);
}

void mergeLastReplies(OutboundPrompt &prompt)
{
    qsizetype first = prompt.messages.size();
    while (first > 0 && prompt.messages.at(first - 1).speaker == MessageSpeaker::Assistant &&
           prompt.messages.at(first - 1).toolCalls.size() == 0)
        --first;
    if (prompt.messages.size() - first < 2)
        return;
    OutboundPrompt last{.messages = prompt.messages.sliced(first)};
    mergeNeighbours(last, {.merging = MessageRules::Merging::Texts});
    prompt.messages.resize(first);
    prompt.messages += last.messages;
    prompt.seam += last.seam;
}

} // namespace snug

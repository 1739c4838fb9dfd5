#include "core/conversion/convertmessages.h"

#include "core/conversion/joinedmessages.h"
#include "core/conversion/messagemedia.h"
#include "core/conversion/messagenames.h"
#include "core/conversion/toolmessages.h"
#include "core/model/whitespace.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Remark = SeamRemark::Kind;

ConvertedMessage placeholderMessage(const MessageRules &rules)
{
    const QString text = rules.placeholder.isEmpty() ? u"Let's get started."_s : rules.placeholder;
    const Source source(SourceKind::ConversionText);
    return {.speaker = MessageSpeaker::User,
            .parts = {ContentPart::ofText(TracedText::computed(text, source))},
            .source = source};
}

void addPlaceholder(OutboundPrompt &prompt, const MessageRules &rules, qsizetype at)
{
    prompt.messages.insert(at, placeholderMessage(rules));
    prompt.note(Remark::PlaceholderAdded, {}, 0, 1);
}

TracedText withoutTrailingSpace(TracedText text)
{
    return text.left(trimmedEnd(text.text()).size());
}

qsizetype leadingSystemMessages(const OutboundPrompt &prompt)
{
    const auto end = std::ranges::find_if(prompt.messages, [](const ConvertedMessage &message) {
        return message.speaker != MessageSpeaker::System;
    });
    return end - prompt.messages.begin();
}

void takeLeadingSystem(OutboundPrompt &prompt, const MessageRules &rules, const SpeakerNames &names)
{
    using Leading = MessageRules::LeadingSystem;
    qsizetype count = leadingSystemMessages(prompt);
    if (rules.leadingSystem == Leading::HoistButLast)
        count = std::min(count, prompt.messages.size() - 1);
    if (rules.leadingSystem == Leading::Keep || count <= 0)
        return;
    QList<ContentPart> texts;
    QList<int> origins;
    for (ConvertedMessage &message : prompt.messages.first(count)) {
        if (rules.namesExamples)
            nameExample(message, names);
        texts += message.parts;
        origins += message.origins;
    }
    const Source source = prompt.messages.first().source;
    prompt.messages.remove(0, count);
    if (rules.leadingSystem != Leading::Join) {
        prompt.system += texts;
        prompt.note(Remark::Hoisted, origins, count, texts.size());
        return;
    }
    joinTexts(texts);
    for (ContentPart &part : texts) {
        if (part.isText())
            part.text = part.text.trimmed();
    }
    prompt.messages.prepend(
        {.speaker = MessageSpeaker::System, .parts = texts, .source = source, .origins = origins});
    if (count > 1)
        prompt.note(Remark::JoinedSystem, origins, count, 1);
}

void fillEmptyTexts(OutboundPrompt &prompt)
{
    for (ConvertedMessage &message : prompt.messages) {
        for (ContentPart &part : message.parts) {
            if (message.isList && part.isText() && part.text.isEmpty())
                part.text = TracedText::computed(QString(QChar(0x200b)), Source(SourceKind::ConversionText));
        }
    }
}

void signParts(OutboundPrompt &prompt, const MessageRules &rules)
{
    for (ConvertedMessage &message : prompt.messages) {
        const bool hasOwn = rules.signsTexts && !message.signature.isEmpty();
        const bool isAssistants = message.speaker == MessageSpeaker::Assistant;
        for (ContentPart &part : message.parts) {
            const bool isMedia = part.kind == ContentPart::Kind::Media;
            if (part.isText() && hasOwn)
                part.data = Json::object({{u"signature"_s, Json(message.signature)}});
            else if (!rules.partSignature.isEmpty() && isAssistants && (part.isText() || isMedia))
                part.data.set(u"signature"_s, Json(rules.partSignature));
        }
    }
}

void turnLaterSystem(OutboundPrompt &prompt, const MessageRules &rules)
{
    using Later = MessageRules::LaterSystem;
    if (rules.laterSystem == Later::Keep)
        return;
    QList<int> changed;
    bool follows = false; // an assistant message, perhaps with changed ones between
    for (ConvertedMessage &message : prompt.messages) {
        const bool isSystem = message.speaker == MessageSpeaker::System;
        if (isSystem && (rules.laterSystem == Later::User || follows)) {
            message.speaker = MessageSpeaker::User;
            changed += message.origins;
        }
        follows = message.speaker == MessageSpeaker::Assistant ||
                  (isSystem && follows && rules.laterSystem == Later::UserAfterAssistant);
    }
    if (!changed.isEmpty())
        prompt.note(rules.laterSystem == Later::User ? Remark::BecameUser : Remark::BecameUserAfter, changed,
                    changed.size());
}

void addPrefill(OutboundPrompt &prompt, const MessageRules &rules)
{
    if (!rules.prefill.isEmpty()) {
        const Source source(SourceKind::PresetText, u"assistant_prefill"_s);
        const TracedText text = withoutTrailingSpace(TracedText(rules.prefill, source));
        if (!text.isEmpty() || !rules.dropsEmpty) {
            prompt.messages.append({.speaker = MessageSpeaker::Assistant,
                                    .parts = {ContentPart::ofText(text)},
                                    .source = source});
            prompt.note(Remark::Prefilled, {}, 0, 1);
        }
    }
    if (prompt.messages.isEmpty() || prompt.messages.last().speaker != MessageSpeaker::Assistant ||
        !rules.trimsLast)
        return;
    QList<ContentPart> &parts = prompt.messages.last().parts;
    if (!parts.isEmpty() && parts.last().isText())
        parts.last().text = withoutTrailingSpace(parts.last().text);
}

// Only the first message may be the system's; where it is wanted, a user speaks first.
void takeTurns(OutboundPrompt &prompt, const MessageRules &rules)
{
    QList<int> changed;
    for (ConvertedMessage &message : prompt.messages.sliced(std::min<qsizetype>(1, prompt.messages.size()))) {
        if (message.speaker == MessageSpeaker::System)
            changed += message.origins;
    }
    for (qsizetype i = 1; i < prompt.messages.size(); ++i) {
        if (prompt.messages.at(i).speaker == MessageSpeaker::System)
            prompt.messages[i].speaker = MessageSpeaker::User;
    }
    if (!changed.isEmpty())
        prompt.note(Remark::BecameUser, changed, changed.size());
    if (rules.wantsFirstUser && !prompt.messages.isEmpty()) {
        const MessageSpeaker first = prompt.messages.first().speaker;
        if (first == MessageSpeaker::System &&
            (prompt.messages.size() == 1 || prompt.messages.at(1).speaker != MessageSpeaker::User))
            addPlaceholder(prompt, rules, 1);
        else if (first != MessageSpeaker::System && first != MessageSpeaker::User)
            addPlaceholder(prompt, rules, 0);
    }
    mergeNeighbours(prompt, rules);
}

void endTrailing(OutboundPrompt &prompt, const MessageRules &rules)
{
    using Trailing = MessageRules::Trailing;
    if (rules.trailing == Trailing::Keep || prompt.messages.isEmpty() ||
        prompt.messages.last().speaker != MessageSpeaker::Assistant)
        return;
    if (rules.trailing == Trailing::Instruct) {
        const Source source(SourceKind::ConversionText);
        const QString words = u"[Continue your last message exactly where it ends, without repeating it.]"_s;
        prompt.note(Remark::InstructionAdded, prompt.messages.last().origins, 1);
        prompt.messages.append({.speaker = MessageSpeaker::User,
                                .parts = {ContentPart::ofText(TracedText::computed(words, source))},
                                .source = source});
        return;
    }
    prompt.note(Remark::PrefillBecameUser, prompt.messages.last().origins, 1);
    prompt.messages.last().speaker = MessageSpeaker::User;
}

} // namespace

OutboundPrompt convertMessages(OutboundPrompt prompt, const MessageRules &rules, const SpeakerNames &names)
{
    if (rules.dropsEmpty)
        dropEmptyMessages(prompt);
    takeLeadingSystem(prompt, rules, names);
    const bool isEmpty =
        prompt.messages.isEmpty() ||
        (rules.leadingSystem == MessageRules::LeadingSystem::Join && prompt.messages.size() == 1 &&
         prompt.messages.first().speaker == MessageSpeaker::System);
    if (!rules.keepsTools)
        toolsAsText(prompt);
    if (rules.merging == MessageRules::Merging::Texts) // a name stands in front of the whole text
        std::ranges::for_each(prompt.messages, flattenTexts);
    nameMessages(prompt, rules, names);
    if (isEmpty && rules.placeholderIfEmpty) // nobody's words: no name in front
        addPlaceholder(prompt, rules, prompt.messages.size());
    if (rules.fillsEmptyTexts)
        fillEmptyTexts(prompt);
    signParts(prompt, rules);
    if (rules.toolsAreParts)
        toolsAsParts(prompt);
    if (rules.toolsAreText)
        toolPartsAsText(prompt);
    leaveOutMedia(prompt, rules);
    turnLaterSystem(prompt, rules);
    if (rules.movesAssistantMedia)
        moveAssistantMedia(prompt, rules);
    addPrefill(prompt, rules);
    if (rules.asOneUser) {
        QList<int> origins;
        for (ConvertedMessage &message : prompt.messages) {
            origins += message.origins;
            message.speaker = MessageSpeaker::User;
        }
        prompt.note(Remark::AllBecameUser, origins, prompt.messages.size());
    }
    if (rules.trailing == MessageRules::Trailing::UserMerged)
        endTrailing(prompt, rules);
    mergeNeighbours(prompt, rules);
    if (rules.isStrict)
        takeTurns(prompt, rules);
    if (rules.trailing != MessageRules::Trailing::UserMerged)
        endTrailing(prompt, rules);
    return prompt;
}

} // namespace snug

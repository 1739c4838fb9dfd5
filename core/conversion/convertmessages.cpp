#include "core/conversion/convertmessages.h"

#include "core/conversion/messagenames.h"
#include "core/formats/jsontext.h"
#include "core/model/whitespace.h"

#include <QHash>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Remark = SeamRemark::Kind;

TracedText emptyLine()
{
    return TracedText::computed(u"\n\n"_s, Source(SourceKind::SeparatorMerge));
}

ConvertedMessage placeholderMessage(const MessageRules &rules)
{
    const QString text = rules.placeholder.isEmpty() ? u"Let's get started."_s : rules.placeholder;
    const Source source(SourceKind::ConversionText);
    return {.speaker = MessageSpeaker::User,
            .parts = {ContentPart::ofText(TracedText::computed(text, source))},
            .source = source};
}

void noteSeam(OutboundPrompt &prompt, Remark kind, const QList<int> &origins, qsizetype before,
              qsizetype after = 0)
{
    prompt.seam.append({.kind = kind, .before = int(before), .after = int(after), .origins = origins});
}

void addPlaceholder(OutboundPrompt &prompt, const MessageRules &rules, qsizetype at)
{
    prompt.messages.insert(at, placeholderMessage(rules));
    noteSeam(prompt, Remark::PlaceholderAdded, {}, 0, 1);
}

// Neighbouring texts of a message become one, joined with an empty line.
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

// Its neighbouring texts are one; text alone is no list.
void flatten(ConvertedMessage &message)
{
    joinTexts(message.parts);
    if (message.parts.isEmpty() && message.toolCalls.isUndefined())
        message.parts.append(ContentPart::ofText({}));
    message.isList = message.isList && !std::ranges::all_of(message.parts, &ContentPart::isText);
}

TracedText withoutTrailingSpace(TracedText text)
{
    return text.left(trimmedEnd(text.text()).size());
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
        noteSeam(prompt, Remark::EmptyLeftOut, dropped, before - prompt.messages.size());
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
        noteSeam(prompt, Remark::Hoisted, origins, count, texts.size());
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
        noteSeam(prompt, Remark::JoinedSystem, origins, count, 1);
}

void toolsAsText(OutboundPrompt &prompt)
{
    QList<int> changed;
    for (ConvertedMessage &message : prompt.messages) {
        if (message.speaker != MessageSpeaker::Tool && message.toolCalls.isUndefined())
            continue;
        if (message.speaker == MessageSpeaker::Tool)
            message.speaker = MessageSpeaker::User;
        message.toolCalls = {};
        message.toolCallId.clear();
        changed += message.origins;
    }
    if (!changed.isEmpty())
        noteSeam(prompt, Remark::ToolsAsText, changed, changed.size());
}

// `toolNames`: by the ids of the calls so far.
void toolsAsParts(ConvertedMessage &message, QHash<QString, QString> &toolNames)
{
    if (message.speaker == MessageSpeaker::Tool) {
        const TracedText text = message.text();
        const Json data =
            Json::object({{u"id"_s, Json(message.toolCallId)},
                          {u"name"_s, Json(toolNames.value(message.toolCallId, u"unknown"_s))}});
        message.parts = {{ContentPart::Kind::ToolResult, text, data}};
        message.speaker = MessageSpeaker::User;
        message.toolCallId.clear();
        return;
    }
    if (message.toolCalls.isUndefined())
        return;
    message.parts.removeIf([](const ContentPart &part) { return part.isText() && part.text.isEmpty(); });
    const Json calls = std::exchange(message.toolCalls, {});
    for (const Json &call : calls.items()) {
        Json data = Json::object({{u"id"_s, call[u"id"]}});
        data.set(u"name"_s, call[u"function"][u"name"]);
        data.set(u"arguments"_s, call[u"function"][u"arguments"]);
        if (call.contains(u"signature"))
            data.set(u"signature"_s, call[u"signature"]);
        toolNames.insert(data[u"id"].toText(), data[u"name"].toText());
        message.parts.append({ContentPart::Kind::ToolCall, {}, data});
    }
}

void toolPartsAsText(OutboundPrompt &prompt)
{
    QList<int> changed;
    for (ConvertedMessage &message : prompt.messages) {
        for (ContentPart &part : message.parts) {
            if (part.kind == ContentPart::Kind::ToolCall) {
                const Json arguments = part.data[u"arguments"];
                const Result<Json> input =
                    arguments.isString() ? parseJson(arguments.toText().toUtf8()) : Result<Json>(arguments);
                const QByteArray words = input ? writeJsonLine(*input) : QByteArray("{}");
                part = ContentPart::ofText(
                    TracedText::computed(QString::fromUtf8(words), Source(SourceKind::ConversionText)));
                changed += message.origins;
            } else if (part.kind == ContentPart::Kind::ToolResult) {
                part = ContentPart::ofText(part.text);
                changed += message.origins;
            }
        }
    }
    if (!changed.isEmpty())
        noteSeam(prompt, Remark::ToolsAsText, changed, changed.size());
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
    noteSeam(prompt, Remark::MediaLeftOut, origins, count);
    if (rules.dropsEmpty) // nothing but those
        dropEmptyMessages(prompt);
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
        noteSeam(prompt, rules.laterSystem == Later::User ? Remark::BecameUser : Remark::BecameUserAfter,
                 changed, changed.size());
}

bool isMedia(const ContentPart &part)
{
    return part.kind == ContentPart::Kind::Media;
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
            std::ranges::none_of(messages.at(i).parts, isMedia))
            continue;
        QList<ContentPart> held;
        std::ranges::copy_if(messages.at(i).parts, std::back_inserter(held), isMedia);
        messages[i].parts.removeIf(isMedia);
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
        noteSeam(prompt, Remark::MediaMoved, origins, origins.size());
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
            noteSeam(prompt, Remark::Prefilled, {}, 0, 1);
        }
    }
    if (prompt.messages.isEmpty() || prompt.messages.last().speaker != MessageSpeaker::Assistant ||
        !rules.trimsLast)
        return;
    QList<ContentPart> &parts = prompt.messages.last().parts;
    if (!parts.isEmpty() && parts.last().isText())
        parts.last().text = withoutTrailingSpace(parts.last().text);
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

void mergeNeighbours(OutboundPrompt &prompt, const MessageRules &rules)
{
    if (rules.merging == MessageRules::Merging::No)
        return;
    QList<ConvertedMessage> merged;
    qsizetype joined = 1;
    const auto endRun = [&] {
        if (joined > 1)
            noteSeam(prompt, Remark::Merged, merged.last().origins, joined, 1);
        joined = 1;
    };
    for (ConvertedMessage &message : prompt.messages) {
        if (rules.merging == MessageRules::Merging::Texts)
            flatten(message);
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
        noteSeam(prompt, Remark::BecameUser, changed, changed.size());
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
        noteSeam(prompt, Remark::InstructionAdded, prompt.messages.last().origins, 1);
        prompt.messages.append({.speaker = MessageSpeaker::User,
                                .parts = {ContentPart::ofText(TracedText::computed(words, source))},
                                .source = source});
        return;
    }
    noteSeam(prompt, Remark::PrefillBecameUser, prompt.messages.last().origins, 1);
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
        std::ranges::for_each(prompt.messages, flatten);
    nameMessages(prompt, rules, names);
    if (isEmpty && rules.placeholderIfEmpty) // nobody's words: no name in front
        addPlaceholder(prompt, rules, prompt.messages.size());
    if (rules.fillsEmptyTexts)
        fillEmptyTexts(prompt);
    signParts(prompt, rules);
    if (rules.toolsAreParts) {
        QHash<QString, QString> toolNames;
        for (ConvertedMessage &message : prompt.messages)
            toolsAsParts(message, toolNames);
    }
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
        noteSeam(prompt, Remark::AllBecameUser, origins, prompt.messages.size());
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

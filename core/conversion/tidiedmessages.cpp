#include "core/conversion/tidiedmessages.h"

#include "core/conversion/bodyparts.h"
#include "core/conversion/joinedmessages.h"

#include <QCryptographicHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString shortToolId(const QString &id)
{
    return QString::fromLatin1(
        QCryptographicHash::hash(id.toUtf8(), QCryptographicHash::Sha512).toHex().first(9));
}

// Its ids have nine letters.
void tidyForMistral(OutboundPrompt &prompt, const ChatAsk &ask)
{
    for (ConvertedMessage &message : prompt.messages) {
        Json calls = message.toolCalls;
        for (qsizetype i = 0; i < calls.size(); ++i) {
            Json call = calls.at(i);
            call.set(u"id"_s, Json(shortToolId(call[u"id"].toText())));
            calls.setAt(i, call);
        }
        message.toolCalls = calls;
        if (!message.toolCallId.isEmpty())
            message.toolCallId = shortToolId(message.toolCallId);
    }
    const bool prefixes = ask.options.prefixesLast || !ask.isCompatible();
    if (prefixes && !prompt.messages.isEmpty() && prompt.messages.last().speaker == MessageSpeaker::Assistant)
        prompt.messages.last().members = Json::object({{u"prefix"_s, Json(true)}});
}

void tidyForDeepSeek(OutboundPrompt &prompt, const ChatAsk &ask)
{
    bool hasToolMessage = false;
    for (ConvertedMessage &message : prompt.messages) {
        hasToolMessage |= message.speaker == MessageSpeaker::Tool;
        if (message.toolCalls.size() > 0)
            message.members = Json::object({{u"reasoning_content"_s, Json(QString(u""_s))}});
    }
    if (hasTools(ask) || hasToolMessage || prompt.messages.isEmpty() ||
        prompt.messages.last().speaker != MessageSpeaker::Assistant)
        return;
    Json &members = prompt.messages.last().members;
    if (!members.isObject()) // calls have said something already
        members = Json::object();
    members.set(u"prefix"_s, Json(true));
}

QString signatureFormat(const QString &model)
{
    if (model.contains(u"google/gemini"))
        return u"google-gemini-v1"_s;
    if (model.contains(u"anthropic/claude"))
        return u"anthropic-claude-v1"_s;
    if (model.contains(u"openai/gpt"))
        return u"openai-responses-v1"_s;
    if (model.contains(u"x-ai/grok"))
        return u"xai-responses-v1"_s;
    return u"unknown"_s;
}

void markText(ConvertedMessage &message, const Json &mark)
{
    for (auto part = message.parts.rbegin(); part != message.parts.rend(); ++part) {
        if (part->isText()) {
            part->data.set(u"cache_control"_s, mark);
            return;
        }
    }
}

// An empty text takes no mark; SillyTavern puts one there.
void markLast(ConvertedMessage &message, const ChatAsk &ask)
{
    const bool isEmpty = std::ranges::all_of(
        message.parts, [](const ContentPart &part) { return part.isText() && part.text.isEmpty(); });
    const bool saysEmptyText = message.isList || message.wordless == ConvertedMessage::Wordless::EmptyText;
    if (!message.parts.isEmpty() && (!isEmpty || (ask.isCompatible() && saysEmptyText)))
        message.parts.last().data.set(u"cache_control"_s, cacheMark(ask.cache));
}

void markCaches(OutboundPrompt &prompt, const ChatAsk &ask)
{
    const bool isClaude = ask.service == ChatService::OpenRouter ? ask.model.startsWith(u"anthropic/claude")
                                                                 : ask.model.startsWith(u"claude");
    const bool isGemini =
        ask.cache.geminiSystem && ask.options.hasCachePrice && ask.model.contains(u"google/gemini");
    if ((isClaude && ask.cache.system) || isGemini) {
        Json mark = cacheMark(ask.cache);
        if (isGemini)
            mark.remove(u"ttl");
        qsizetype last = -1;
        for (qsizetype i = 0; i < prompt.messages.size(); ++i) {
            if (prompt.messages.at(i).speaker == MessageSpeaker::System && (last < 0 || !ask.isCompatible()))
                last = i;
            else if (!ask.isCompatible())
                break;
        }
        if (last >= 0)
            markText(prompt.messages[last], mark);
    }
    if (isClaude) {
        for (const qsizetype i : cachedMessages(prompt.messages, ask.cache.depth, true))
            markLast(prompt.messages[i], ask);
    }
}

// Signatures of replies and of calls stand in one list beside the words.
void tidyForOpenRouter(OutboundPrompt &prompt, const ChatAsk &ask)
{
    for (ConvertedMessage &message : prompt.messages) {
        Json details = Json::array();
        const auto addDetail = [&](const QString &signature, const QString &id) {
            if (signature.isEmpty())
                return;
            const QString own = u"signature-"_s + QString::number(details.size());
            details.append(Json::object({{u"index"_s, Json(int(details.size()))},
                                         {u"id"_s, Json(id.isEmpty() ? own : id)},
                                         {u"type"_s, Json(u"reasoning.encrypted"_s)},
                                         {u"data"_s, Json(signature)},
                                         {u"format"_s, Json(signatureFormat(ask.model))}}));
        };
        if (ask.options.keepsSignatures)
            addDetail(message.signature, {});
        for (qsizetype i = 0; i < message.toolCalls.size(); ++i) {
            Json call = message.toolCalls.at(i);
            if (!call[u"signature"].isString())
                continue;
            addDetail(call[u"signature"].toText(), call[u"id"].toText());
            call.remove(u"signature");
            message.toolCalls.setAt(i, call);
        }
        if (details.size() > 0)
            message.members = Json::object({{u"reasoning_details"_s, details}});
    }
}

bool isToolMessage(const ConvertedMessage &message)
{
    return message.speaker == MessageSpeaker::Tool;
}

} // namespace

// SillyTavern adds the two as texts, and JavaScript knows no other text for a part of a list.
static QList<ContentPart> partsToJoin(const ConvertedMessage &message, const ChatAsk &ask)
{
    if (!ask.isCompatible() || !message.isList)
        return message.parts;
    const QStringList written(message.parts.size(), u"[object Object]"_s);
    return {
        ContentPart::ofText(TracedText::computed(written.join(u','), Source(SourceKind::SeparatorMerge)))};
}

void joinBehindTools(OutboundPrompt &prompt, const ChatAsk &ask)
{
    QList<ConvertedMessage> messages;
    qsizetype lastUser = -1;
    for (ConvertedMessage &message : prompt.messages) {
        const bool isUsers = message.speaker == MessageSpeaker::User;
        const bool followsTool = !messages.isEmpty() && messages.last().speaker == MessageSpeaker::Tool;
        if (isUsers && followsTool && lastUser >= 0) {
            ConvertedMessage &user = messages[lastUser];
            const TracedText line = TracedText::computed(u"\n\n"_s, Source(SourceKind::SeparatorMerge));
            user.parts = partsToJoin(user, ask);
            user.parts.append(ContentPart::ofText(line));
            user.parts += partsToJoin(message, ask);
            user.isList = user.isList && !ask.isCompatible();
            user.origins += message.origins;
            prompt.seam.append({SeamRemark::Kind::Merged, 2, 1, user.origins});
            continue;
        }
        if (isUsers && (message.isList || !message.text().isEmpty()))
            lastUser = messages.size();
        messages.append(std::move(message));
    }
    prompt.messages = std::move(messages);
}

void leaveOutOthersMedia(OutboundPrompt &prompt, const ChatAsk &ask)
{
    const auto isLeftOut = [&](const ContentPart &part) {
        return part.kind == ContentPart::Kind::Media &&
               (!ask.isCompatible() || part.data[u"type"].toText() == u"image_url");
    };
    const auto isSearched = [](const ConvertedMessage &message) {
        return message.isList &&
               (message.speaker == MessageSpeaker::System || message.speaker == MessageSpeaker::Assistant);
    };
    QList<int> changed;
    for (ConvertedMessage &message : prompt.messages) {
        if (isSearched(message) && message.parts.removeIf(isLeftOut) > 0)
            changed += message.origins;
    }
    prompt.messages.removeIf(
        [&](const ConvertedMessage &message) { return isSearched(message) && message.parts.isEmpty(); });
    if (!changed.isEmpty())
        prompt.seam.append({SeamRemark::Kind::MediaLeftOut, int(changed.size()), 0, changed});
}

void tidyForService(OutboundPrompt &prompt, const ChatAsk &ask)
{
    if (asksForResponses(ask))
        return;
    switch (ask.service) {
    case ChatService::Mistral:
        tidyForMistral(prompt, ask);
        break;
    case ChatService::DeepSeek:
        tidyForDeepSeek(prompt, ask);
        break;
    case ChatService::Moonshot:
        if (!prompt.messages.isEmpty() && prompt.messages.last().speaker == MessageSpeaker::Assistant &&
            std::ranges::none_of(prompt.messages, isToolMessage))
            prompt.messages.last().members = Json::object({{u"partial"_s, Json(true)}});
        break;
    case ChatService::LlamaCpp: // refuses two at the end, of which the last is a beginning to it
        if (!ask.isCompatible())
            mergeLastReplies(prompt);
        break;
    case ChatService::OpenRouter:
        tidyForOpenRouter(prompt, ask);
        markCaches(prompt, ask);
        break;
    case ChatService::ElectronHub:
        markCaches(prompt, ask);
        break;
    default:
        break;
    }
}

} // namespace snug

#include "core/chat/chatmessage.h"

#include <QUrl>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

Json spelt(const QDateTime &date)
{
    return date.isValid() ? Json(sendDateSpelling(date)) : Json();
}

// A member that is Undefined is left out.
Json objectOf(const QList<Json::Member> &members)
{
    Json object = Json::object();
    for (const Json::Member &member : members)
        object.set(member.key, member.value);
    return object;
}

template <typename T> Json numberOrNothing(const std::optional<T> &value)
{
    return value ? Json(*value) : Json();
}

Json usageObject(const TokenUsage &usage)
{
    return objectOf({{u"prompt"_s, numberOrNothing(usage.prompt)},
                     {u"completion"_s, numberOrNothing(usage.completion)},
                     {u"cached"_s, numberOrNothing(usage.cached)},
                     {u"cache_write"_s, numberOrNothing(usage.cacheWrite)},
                     {u"reasoning"_s, numberOrNothing(usage.reasoning)},
                     {u"cost"_s, numberOrNothing(usage.cost)}});
}

QString stopWord(const Reply &reply)
{
    if (reply.wasStopped)
        return u"stopped"_s;
    switch (reply.stopReason) {
    case StopReason::Stop:
        return {};
    case StopReason::Length:
        return u"length"_s;
    case StopReason::ContentFilter:
        return u"content_filter"_s;
    case StopReason::Cut:
        return u"cut"_s;
    case StopReason::Error:
        return u"error"_s;
    case StopReason::Pause:
        return u"pause"_s;
    case StopReason::Tool:
        return u"tool"_s;
    case StopReason::Loaded:
        return u"load"_s;
    }
    return {};
}

// Tokens of the visible text, if the provider's figures allow to tell.
Json tokenCount(const Reply &reply)
{
    if (!reply.usage || !reply.usage->completion)
        return {};
    const int thoughts = reply.usage->isReasoningBeside ? 0 : reply.usage->reasoning.value_or(0);
    return std::max(0, *reply.usage->completion - thoughts);
}

Json replyExtra(const Reply &reply)
{
    const auto milliseconds = [](const QDateTime &from, const QDateTime &to) {
        return from.isValid() && to.isValid() ? Json(qint64(from.msecsTo(to))) : Json::null();
    };
    Json ours = Json::object();
    if (reply.usage)
        ours.set(u"usage"_s, usageObject(*reply.usage));
    if (const QString word = stopWord(reply); !word.isEmpty())
        ours.set(u"stop"_s, word);
    if (!reply.request.isEmpty())
        ours.set(u"request"_s, reply.request);
    if (!reply.opaque.isEmpty())
        ours.set(u"opaque"_s, opaqueJson(reply.opaque));
    return objectOf({{u"api"_s, reply.api},
                     {u"model"_s, reply.model},
                     {u"reasoning"_s, reply.reasoning},
                     {u"reasoning_duration"_s, Json::null()},
                     {u"reasoning_signature"_s, Json::null()},
                     {u"gen_id"_s, numberOrNothing(reply.round)},
                     {u"time_to_first_token"_s, milliseconds(reply.started, reply.firstArrived)},
                     {u"token_count"_s, tokenCount(reply)},
                     {u"snug"_s, ours.members().isEmpty() ? Json() : ours}});
}

// What swipe_info says about the message as it is now.
Json swipeInfo(const Message &message, Json info)
{
    if (!info.isObject())
        info = Json::object();
    info.set(u"send_date"_s, message.sendDate);
    for (const QString &key : {u"gen_started"_s, u"gen_finished"_s}) {
        if (const Json date = message.source.value(key); !date.isUndefined())
            info.set(key, date);
    }
    info.set(u"extra"_s, message.extra);
    return info;
}

// The members of a line in the order in which SillyTavern makes them; the writer fills the values.
Json sourceOf(const Message &message, const Reply *reply)
{
    QList<Json::Member> members{{u"name"_s, message.name},          {u"is_user"_s, message.isUser},
                                {u"is_system"_s, message.isHidden}, {u"send_date"_s, message.sendDate},
                                {u"mes"_s, message.text},           {u"extra"_s, message.extra}};
    const auto optional = [&](const QString &key, const QString &text) {
        if (!text.isEmpty())
            members.append({key, text});
    };
    if (reply) {
        members.append({u"gen_started"_s, spelt(reply->started)});
        members.append({u"gen_finished"_s, spelt(reply->finished)});
    }
    optional(u"force_avatar"_s, message.forcedAvatar);
    optional(u"original_avatar"_s, message.originalAvatar);
    return objectOf(members);
}

Json withSwipes(Json source, const Message &message)
{
    QStringList texts;
    QList<Json> infos;
    for (const Swipe &swipe : message.swipes) {
        texts.append(swipe.text);
        infos.append(swipe.info);
    }
    source.set(u"swipe_id"_s, message.activeSwipe);
    source.set(u"swipes"_s, texts);
    source.set(u"swipe_info"_s, Json::array(infos));
    return source;
}

} // namespace

Message userMessage(const Speaker &speaker, const QString &text, const QDateTime &date)
{
    Message message;
    message.name = speaker.name;
    message.isUser = true;
    message.text = text;
    message.sendDate = sendDateSpelling(date);
    message.forcedAvatar = speaker.forcedAvatar;
    message.extra = Json::object({{u"isSmallSys"_s, false}, {u"reasoning"_s, QString()}});
    message.source = sourceOf(message, nullptr);
    return message;
}

Message writtenMessage(WrittenKind kind, const Speaker &speaker, const QString &text, const QDateTime &date,
                       bool isCompact)
{
    Message message;
    message.name = speaker.name;
    message.isHidden = kind == WrittenKind::Comment;
    message.text = text;
    message.sendDate = sendDateSpelling(date);
    message.forcedAvatar = speaker.forcedAvatar;
    message.originalAvatar = speaker.originalAvatar;
    const Json type = kind == WrittenKind::Narrator  ? Json(u"narrator"_s)
                      : kind == WrittenKind::Comment ? Json(u"comment"_s)
                                                     : Json();
    message.extra = objectOf({{u"type"_s, type},
                              {u"bias"_s, kind == WrittenKind::Comment ? Json() : Json::null()},
                              {u"gen_id"_s, Json(qint64(date.toMSecsSinceEpoch()))},
                              {u"isSmallSys"_s, isCompact},
                              {u"api"_s, u"manual"_s},
                              {u"model"_s, u"slash command"_s}});
    message.source = sourceOf(message, nullptr);
    message.swipes = {{message.text, swipeInfo(message, {})}};
    message.source = withSwipes(message.source, message);
    return message;
}

std::optional<Message> greetingMessage(const Card &card,
                                       const std::function<QString(const QString &)> &expand,
                                       const QDateTime &date)
{
    QStringList greetings;
    if (!card.firstMessage.isEmpty())
        greetings.append(card.firstMessage);
    greetings.append(card.alternateGreetings);
    if (greetings.isEmpty())
        return {};

    Message message;
    message.name = card.name;
    message.sendDate = sendDateSpelling(date);
    message.text = expand ? expand(greetings.first()) : greetings.first();
    message.extra = Json::object();
    message.source = sourceOf(message, nullptr);
    // SillyTavern writes swipes only where there is a choice.
    if (greetings.size() > 1) {
        for (const QString &greeting : greetings)
            message.swipes.append({greeting, swipeInfo(message, {})});
        message.source = withSwipes(message.source, message);
    }
    return message;
}

Message replyMessage(const Speaker &speaker, const Reply &reply)
{
    Message message;
    message.name = speaker.name;
    message.text = reply.text;
    message.sendDate = sendDateSpelling(reply.firstArrived.isValid() ? reply.firstArrived : reply.finished);
    message.forcedAvatar = speaker.forcedAvatar;
    message.originalAvatar = speaker.originalAvatar;
    message.extra = replyExtra(reply);
    message.source = sourceOf(message, &reply);
    message.swipes = {{message.text, swipeInfo(message, {})}};
    message.source = withSwipes(message.source, message);
    return message;
}

Message withNewSwipe(const Message &message, const Reply &reply)
{
    Message result = message;
    if (result.swipes.isEmpty()) {
        result.swipes = {{result.text, {}}};
        result.activeSwipe = 0;
    }
    mirrorIntoActiveSwipe(result);
    const Message fresh = replyMessage({}, reply);
    result.text = fresh.text;
    result.sendDate = fresh.sendDate;
    result.extra = fresh.extra;
    for (const QString &key : {u"gen_started"_s, u"gen_finished"_s})
        result.source.set(key, fresh.source.value(key));
    result.activeSwipe = int(result.swipes.size());
    result.swipes.append({result.text, swipeInfo(result, {})});
    return result;
}

QString continuedText(const QString &text, const QString &postfix, const QString &more)
{
    return text.endsWith(u' ') ? QString(text + more) : QString(text + postfix + more);
}

Message continuedMessage(const Message &message, const Reply &reply, const QString &postfix)
{
    Message result = message;
    result.text = continuedText(message.text, postfix, reply.text);
    const Json old = message.extra;
    if (!result.extra.isObject())
        result.extra = Json::object();
    const Json added = replyExtra(reply);
    for (const Json::Member &member : added.members())
        result.extra.set(member.key, member.value);
    const QString before = message.reasoning();
    if (!before.isEmpty())
        result.extra.set(u"reasoning"_s,
                         reply.reasoning.isEmpty() ? before : QString(before + "\n\n"_L1 + reply.reasoning));
    // The provider counted only what it added now.
    const Json addedCount = added.value(u"token_count");
    result.extra.set(u"token_count"_s, addedCount.isUndefined() || !old.value(u"token_count").isNumber()
                                           ? Json()
                                           : Json(old.value(u"token_count").toInt() + addedCount.toInt()));
    result.source.set(u"gen_finished"_s, spelt(reply.finished));
    dropOpaque(result); // the text is no longer of one piece
    if (!result.swipes.isEmpty())
        result.swipes[result.activeSwipe].text = result.text;
    mirrorIntoActiveSwipe(result);
    return result;
}

Json newChatHeader(const QString &integrity)
{
    Json metadata = Json::object();
    if (!integrity.isEmpty())
        metadata.set(u"integrity"_s, integrity);
    return Json::object(
        {{u"chat_metadata"_s, metadata}, {u"user_name"_s, u"unused"_s}, {u"character_name"_s, u"unused"_s}});
}

Chat newChat(const QString &name, const Card &card, const std::function<QString(const QString &)> &expand,
             const QDateTime &date, const QString &integrity)
{
    Chat chat{.name = name, .header = newChatHeader(integrity), .messages = {}};
    if (std::optional<Message> greeting = greetingMessage(card, expand, date))
        chat.messages.append(*std::move(greeting));
    return chat;
}

QString newChatName(const QString &cardName, const QDateTime &date)
{
    return u"%1 - %2"_s.arg(cardName, date.toString(u"yyyy-MM-dd@HH'h'mm'm'ss's'zzz'ms'"_s));
}

QString sendDateSpelling(const QDateTime &date)
{
    return date.toUTC().toString(Qt::ISODateWithMs);
}

static QString avatarAddress(const QString &kind, const QString &file)
{
    if (file.isEmpty())
        return {};
    return u"/thumbnail?type=%1&file="_s.arg(kind) + QString::fromLatin1(QUrl::toPercentEncoding(file));
}

QString characterAvatarAddress(const QString &file)
{
    return avatarAddress(u"avatar"_s, file);
}

QString personaAvatarAddress(const QString &file)
{
    return avatarAddress(u"persona"_s, file);
}

std::optional<TokenUsage> usageOf(const Message &message)
{
    const Json object = message.extra.value(u"snug").value(u"usage");
    if (!object.isObject())
        return {};
    const auto whole = [&](QStringView key) -> std::optional<int> {
        const std::optional<qint64> number = object.value(key).asInteger();
        return number ? std::optional(int(*number)) : std::nullopt;
    };
    return TokenUsage{.prompt = whole(u"prompt"),
                      .completion = whole(u"completion"),
                      .cached = whole(u"cached"),
                      .cacheWrite = whole(u"cache_write"),
                      .reasoning = whole(u"reasoning"),
                      .cost = object.value(u"cost").asDouble()};
}

void dropReasoningSignature(Message &message)
{
    if (const Json signature = message.extra.value(u"reasoning_signature");
        !signature.isUndefined() && !signature.isNull())
        message.extra.set(u"reasoning_signature"_s, Json::null());
}

void dropOpaque(Message &message)
{
    dropReasoningSignature(message);
    Json own = message.extra.value(u"snug");
    if (!own.contains(u"opaque"))
        return;
    own.remove(u"opaque");
    if (own.members().isEmpty())
        message.extra.remove(u"snug");
    else
        message.extra.set(u"snug"_s, own);
}

QList<OpaqueItem> opaqueOf(const Message &message)
{
    return readOpaque(message.extra.value(u"snug").value(u"opaque"));
}

void setOpaque(Message &message, const QList<OpaqueItem> &items)
{
    if (items.isEmpty())
        return dropOpaque(message);
    Json own = message.extra.value(u"snug");
    if (!own.isObject())
        own = Json::object();
    own.set(u"opaque"_s, opaqueJson(items));
    message.extra.set(u"snug"_s, own);
}

QString requestOf(const Message &message)
{
    return message.extra.value(u"snug").value(u"request").asString().value_or(QString());
}

void mirrorIntoActiveSwipe(Message &message)
{
    if (message.swipes.isEmpty())
        return;
    Swipe &swipe = message.swipes[message.activeSwipe];
    swipe.info = swipeInfo(message, swipe.info);
}

} // namespace snug

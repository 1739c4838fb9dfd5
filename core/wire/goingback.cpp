#include "core/wire/goingback.h"

#include "core/conversion/opaqueparts.h"
#include "core/wire/serviceask.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

bool wantsBack(const Connection &connection)
{
    if (connection.completesText() || connection.request.isCompatible ||
        !connection.request.options.keepsSignatures ||
        connection.request.refusedFor(connection.model).contains(earlierThoughts()))
        return false;
    if (usesResponses(connection))
        return true;
    switch (chatServiceOf(connection)) {
    case ChatService::Claude:
    case ChatService::Gemini:
    case ChatService::Vertex:
    case ChatService::OpenRouter:
        return true;
    default:
        return false;
    }
}

// Nothing but these members, each once: a reader of the request might take the first of two.
bool hasOnly(const Json &item, const QStringList &keys)
{
    QStringList left = keys;
    return item.isObject() && std::ranges::all_of(item.members(), [&](const Json::Member &member) {
               return left.removeOne(member.key);
           });
}

bool hasTexts(const Json &item, const QStringList &keys)
{
    return std::ranges::all_of(keys, [&](const QString &key) { return item.value(key).isString(); });
}

// A list of {"type", "text"}.
bool isListOfTexts(const Json &list)
{
    return list.isArray() && std::ranges::all_of(list.items(), [](const Json &part) {
               const QStringList keys{u"type"_s, u"text"_s};
               return hasOnly(part, keys) && hasTexts(part, keys);
           });
}

bool isAnthropics(const Json &item)
{
    const QStringList spoken{u"type"_s, u"thinking"_s, u"signature"_s};
    const QStringList redacted{u"type"_s, u"data"_s};
    const QString type = item[u"type"].toText();
    if (type == u"thinking")
        return hasOnly(item, spoken) && hasTexts(item, spoken);
    return type == u"redacted_thinking" && hasOnly(item, redacted) && hasTexts(item, redacted);
}

bool isOfResponses(const Json &item)
{
    const QStringList texts{u"type"_s, u"id"_s, u"encrypted_content"_s};
    const Json content = item[u"content"]; // the thoughts of open models
    return item[u"type"].toText() == u"reasoning" && hasTexts(item, texts) &&
           hasOnly(item, texts + QStringList{u"summary"_s, u"content"_s}) &&
           !item[u"encrypted_content"].toText().isEmpty() && isListOfTexts(item[u"summary"]) &&
           (content.isUndefined() || content.isNull() || isListOfTexts(content));
}

// https://openrouter.ai/docs/use-cases/reasoning-tokens
bool isOpenRouters(const Json &item)
{
    const QStringList texts{u"type"_s, u"text"_s,      u"summary"_s, u"data"_s,
                            u"id"_s,   u"signature"_s, u"format"_s};
    const QStringList types{u"reasoning.text"_s, u"reasoning.summary"_s, u"reasoning.encrypted"_s};
    const Json index = item[u"index"];
    return types.contains(item[u"type"].toText()) && hasOnly(item, texts + QStringList{u"index"_s}) &&
           (index.isUndefined() || index.isNull() || index.isNumber()) &&
           std::ranges::all_of(texts, [&](const QString &key) {
               const Json value = item[key];
               return value.isUndefined() || value.isNull() || value.isString();
           });
}

bool isGoogles(const Json &item, QStringView held)
{
    const Json text = item[u"text"];
    const Json thought = item[u"thought"];
    return hasOnly(item, {u"text"_s, u"thought"_s, u"thoughtSignature"_s}) &&
           item[u"thoughtSignature"].isString() && (text.isUndefined() || text.isString()) &&
           (thought.isUndefined() || thought.isBool()) && (thought.toBool() || text.toText() == held);
}

// A chat may come from anybody: nothing goes back but what the service itself makes. That the message shows
// what it says is the prompt's matter (core/prompt/stages/goingback.cpp).
bool isOfShape(const OpaqueItem &item, QStringView held, const Connection &connection)
{
    if (usesResponses(connection))
        return held.isEmpty() && isOfResponses(item.item);
    switch (chatServiceOf(connection)) {
    case ChatService::Claude:
        return held.isEmpty() && isAnthropics(item.item);
    case ChatService::OpenRouter:
        return held.isEmpty() && isOpenRouters(item.item);
    default:
        return isGoogles(item.item, held);
    }
}

// The text with the items among it; an item that holds text itself replaces it.
QList<ContentPart> partsWith(const TracedText &text, QList<OpaqueItem> items, const Connection &connection)
{
    std::ranges::stable_sort(items, {}, &OpaqueItem::textAt);
    QList<ContentPart> parts;
    qsizetype done = 0;
    for (const OpaqueItem &item : std::as_const(items)) {
        if (item.textAt < done || item.textEnd() > text.size() ||
            !isOfShape(item, QStringView(text.text()).sliced(item.textAt, item.textSize), connection))
            continue;
        if (item.textAt > done)
            parts.append(ContentPart::ofText(text.mid(done, item.textAt - done)));
        parts.append({ContentPart::Kind::Opaque, text.mid(item.textAt, item.textSize), item.item});
        done = item.textEnd();
    }
    if (done < text.size())
        parts.append(ContentPart::ofText(text.mid(done)));
    return parts;
}

} // namespace

QString apiName(const Connection &connection)
{
    switch (connection.kind) {
    case Connection::Kind::ChatService:
        return factsOf(connection.service).id;
    case Connection::Kind::TextService:
        return factsOf(connection.textService).id;
    case Connection::Kind::OpenAiChat:
        return u"custom"_s;
    case Connection::Kind::LlamaServer:
    case Connection::Kind::LlamaCompletion:
        return u"llamacpp"_s;
    case Connection::Kind::OpenAiCompletion:
        return u"generic"_s;
    case Connection::Kind::Understudy:
        return u"understudy"_s;
    }
    return {};
}

const QString &earlierThoughts()
{
    static const QString words = u"thoughts of earlier replies"_s;
    return words;
}

QString thoughtsGoTo(const Connection &connection, const Json &preset)
{
    if (!wantsBack(connection))
        return {};
    AssembledPrompt prompt;
    prompt.wishes.preset = preset;
    return takesOpaqueParts(chatAskOf(prompt, connection, true)) ? apiName(connection) : QString();
}

void putBack(QList<ConvertedMessage> &messages, const AssembledPrompt &prompt, const Connection &connection)
{
    if (!wantsBack(connection))
        return;
    const QString api = apiName(connection);
    for (qsizetype i = 0; i < messages.size(); ++i) {
        const OutboundMessage &message = prompt.messages.at(i);
        OpaqueItems back = message.goesBack;
        if (back.api != api || back.model != connection.model)
            continue;
        if (!message.name.isEmpty()) // it may be put in front of the text, which they must not hold then
            back.items.removeIf([](const OpaqueItem &item) { return item.textSize > 0; });
        if (!back.items.isEmpty())
            messages[i].parts = partsWith(message.content, back.items, connection);
    }
}

} // namespace snug

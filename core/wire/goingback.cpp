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

bool hasOnly(const Json &item, const QStringList &keys)
{
    return item.isObject() && std::ranges::all_of(item.members(), [&](const Json::Member &member) {
               return keys.contains(member.key);
           });
}

// A chat may come from anybody: nothing goes back but what the service itself makes, and no words that the
// message does not show.
bool isOfShape(const OpaqueItem &item, QStringView held, const Connection &connection)
{
    const Json &json = item.item;
    const QString type = json[u"type"].toText();
    if (usesResponses(connection))
        return type == u"reasoning" && held.isEmpty();
    switch (chatServiceOf(connection)) {
    case ChatService::Claude:
        return held.isEmpty() &&
               ((type == u"thinking" && hasOnly(json, {u"type"_s, u"thinking"_s, u"signature"_s})) ||
                (type == u"redacted_thinking" && hasOnly(json, {u"type"_s, u"data"_s})));
    case ChatService::OpenRouter:
        return type.startsWith(u"reasoning.") && held.isEmpty();
    default: // Google's
        return json[u"thoughtSignature"].isString() &&
               hasOnly(json, {u"text"_s, u"thought"_s, u"thoughtSignature"_s}) &&
               (json[u"thought"].toBool() || json[u"text"].toText() == held);
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

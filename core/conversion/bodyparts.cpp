#include "core/conversion/bodyparts.h"

#include "core/formats/jsontext.h"
#include "core/model/whitespace.h"

#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

std::optional<double> unlessNeutral(const ChatAsk &ask, const std::optional<double> &value, double neutral)
{
    return !ask.isCompatible() && value && *value == neutral ? std::nullopt : value;
}

void setNumber(Json &body, const QString &key, const std::optional<double> &value)
{
    if (value)
        body.set(key, Json(*value));
}

void setMembers(Json &body, const Json &members)
{
    for (const Json::Member &member : members.members())
        body.set(member.key, member.value);
}

namespace {

Json audioPart(const Json &part)
{
    const QString url = part[u"audio_url"][u"url"].toText();
    if (!url.startsWith(u"data:"))
        return part;
    const QString type = url.sliced(5, std::max<qsizetype>(url.indexOf(u';') - 5, 0));
    const QString format = type == u"audio/wav" ? u"wav"_s : u"mp3"_s;
    Json sound = part;
    sound.remove(u"audio_url");
    sound.set(u"type"_s, Json(u"input_audio"_s));
    sound.set(u"input_audio"_s, Json::object({{u"format"_s, Json(format)},
                                              {u"data"_s, Json(url.sliced(url.indexOf(u',') + 1))}}));
    return sound;
}

Json partJson(const ContentPart &part)
{
    switch (part.kind) {
    case ContentPart::Kind::Text:
    case ContentPart::Kind::ToolResult: {
        Json object = Json::object({{u"type"_s, Json(u"text"_s)}, {u"text"_s, Json(part.text.text())}});
        if (!part.data[u"cache_control"].isUndefined())
            object.set(u"cache_control"_s, part.data[u"cache_control"]);
        return object;
    }
    case ContentPart::Kind::Media:
        return part.data[u"type"].toText() == u"audio_url" ? audioPart(part.data) : part.data;
    default:
        return part.data;
    }
}

} // namespace

Json openAiMessage(const ConvertedMessage &message)
{
    Json object = Json::object({{u"role"_s, Json(speakerName(message.speaker))}});
    const bool isMarked = std::ranges::any_of(message.parts, [](const ContentPart &part) {
        return part.isText() && !part.data[u"cache_control"].isUndefined();
    });
    const bool isText = std::ranges::all_of(message.parts, &ContentPart::isText);
    if (isText && !message.isList && !isMarked) {
        const QString words = message.text().text();
        const bool isWordless = words.isEmpty() && message.wordless != ConvertedMessage::Wordless::EmptyText;
        if (!isWordless)
            object.set(u"content"_s, Json(words));
        else if (message.wordless == ConvertedMessage::Wordless::Null)
            object.set(u"content"_s, Json::null());
    } else {
        Json content = Json::array();
        for (const ContentPart &part : message.parts)
            content.append(partJson(part));
        object.set(u"content"_s, content);
    }
    if (!message.name.isEmpty())
        object.set(u"name"_s, Json(message.name));
    if (!message.toolCalls.isUndefined())
        object.set(u"tool_calls"_s, message.toolCalls);
    if (!message.toolCallId.isEmpty())
        object.set(u"tool_call_id"_s, Json(message.toolCallId));
    setMembers(object, message.members);
    return object;
}

Json openAiMessages(const OutboundPrompt &prompt)
{
    Json list = Json::array();
    for (const ConvertedMessage &message : prompt.messages)
        list.append(openAiMessage(message));
    return list;
}

Json safetySettings(bool isVertex)
{
    QStringList categories{u"HARASSMENT"_s, u"HATE_SPEECH"_s, u"SEXUALLY_EXPLICIT"_s, u"DANGEROUS_CONTENT"_s,
                           u"CIVIC_INTEGRITY"_s};
    if (isVertex)
        categories += {u"IMAGE_HATE"_s, u"IMAGE_DANGEROUS_CONTENT"_s, u"IMAGE_HARASSMENT"_s,
                       u"IMAGE_SEXUALLY_EXPLICIT"_s, u"JAILBREAK"_s};
    Json list = Json::array();
    for (const QString &category : categories)
        list.append(Json::object(
            {{u"category"_s, Json(u"HARM_CATEGORY_"_s + category)}, {u"threshold"_s, Json(u"OFF"_s)}}));
    return list;
}

namespace {

constexpr int deepestSchema = 64;

Json flattened(const Json &schema, const Json &definitions, bool forGoogle, const QStringList &inside,
               int depth)
{
    if (depth > deepestSchema)
        return Json::object();
    if (schema.isArray()) {
        Json list = Json::array();
        const QList<Json> items = schema.items();
        for (const Json &item : items)
            list.append(flattened(item, definitions, forGoogle, inside, depth + 1));
        return list;
    }
    if (!schema.isObject())
        return schema;
    const QString reference = schema[u"$ref"].toText();
    if (reference.startsWith(u"#/$defs/")) {
        const QString name = reference.sliced(8);
        if (inside.contains(name) || definitions[name].isUndefined())
            return Json::object();
        return flattened(definitions[name], definitions, forGoogle, inside + QStringList{name}, depth + 1);
    }
    static const QStringList refused{u"default"_s, u"additionalProperties"_s, u"exclusiveMinimum"_s,
                                     u"propertyNames"_s};
    Json object = Json::object();
    const QList<Json::Member> members = schema.members();
    for (const Json::Member &member : members) {
        if (member.key == u"$defs" || (depth == 0 && member.key == u"$schema") ||
            (forGoogle && refused.contains(member.key)))
            continue;
        object.set(member.key, flattened(member.value, definitions, forGoogle, inside, depth + 1));
    }
    return object;
}

} // namespace

Json flatSchema(const Json &schema, bool forGoogle)
{
    return flattened(schema, schema[u"$defs"], forGoogle, {}, 0);
}

Json schemaFormat(const ChatAsk &ask, bool withDescription)
{
    Json schema = Json::object({{u"name"_s, ask.schema[u"name"]}});
    if (withDescription && !ask.schema[u"description"].isUndefined())
        schema.set(u"description"_s, ask.schema[u"description"]);
    schema.set(u"strict"_s, ask.schema[u"strict"].isUndefined() ? Json(true) : ask.schema[u"strict"]);
    schema.set(u"schema"_s, flatSchema(ask.schema[u"value"], false));
    return Json::object({{u"type"_s, Json(u"json_schema"_s)}, {u"json_schema"_s, schema}});
}

bool wantsSchemaMessage(const ChatAsk &ask)
{
    using enum ChatService;
    static const QList<ChatService> services{DeepSeek, Ai21, Moonshot, Zai, SiliconFlow};
    return !ask.schema.isUndefined() && services.contains(ask.service);
}

ConvertedMessage schemaMessage(const ChatAsk &ask)
{
    const QByteArray schema = writeJson(flatSchema(ask.schema[u"value"], false), JsonStyle{.indent = 4});
    const Source source(SourceKind::ConversionText);
    const QString text = u"JSON schema for the response:\n"_s + QString::fromUtf8(schema).trimmed();
    return {.speaker = MessageSpeaker::User,
            .parts = {ContentPart::ofText(TracedText::computed(text, source))},
            .source = source};
}

Json cacheMark(const CacheMarks &marks)
{
    return Json::object(
        {{u"type"_s, Json(u"ephemeral"_s)}, {u"ttl"_s, Json(marks.forAnHour ? u"1h"_s : u"5m"_s)}});
}

QList<qsizetype> cachedMessages(const QList<ConvertedMessage> &messages, int depth, bool skipsSystem)
{
    QList<qsizetype> found;
    if (depth < 0)
        return found;
    int reached = 0;
    bool isPrefill = true;
    std::optional<MessageSpeaker> previous;
    for (qsizetype i = messages.size() - 1; i >= 0; --i) {
        const MessageSpeaker speaker = messages.at(i).speaker;
        if (isPrefill && speaker == MessageSpeaker::Assistant)
            continue;
        isPrefill = false;
        if (skipsSystem && speaker == MessageSpeaker::System)
            continue;
        if (speaker != previous) {
            if (reached == depth || reached == depth + 2)
                found.append(i);
            if (reached == depth + 2)
                break;
            ++reached;
            previous = speaker;
        }
    }
    return found;
}

DataUrl dataUrl(const Json &mediaPart)
{
    const QString type = mediaPart[u"type"].toText();
    const QString url = mediaPart[type][u"url"].toText();
    if (!url.startsWith(u"data:") || !url.contains(u','))
        return {};
    const qsizetype end = url.indexOf(u';');
    return {url.sliced(5, std::max<qsizetype>((end < 0 ? url.indexOf(u',') : end) - 5, 0)),
            url.sliced(url.indexOf(u',') + 1)};
}

bool hasTools(const ChatAsk &ask)
{
    return ask.tools.size() > 0;
}

Json callArguments(const ContentPart &call, const ChatAsk &ask)
{
    const Json arguments = call.data[u"arguments"];
    if (!arguments.isString())
        return arguments.isUndefined() ? Json::object() : arguments;
    const Result<Json> value = parseJson(arguments.toText().toUtf8());
    return value ? *value : ask.isCompatible() ? arguments : Json::object();
}

Json stopTexts(const ChatAsk &ask, qsizetype atMost)
{
    Json list = Json::array();
    for (const QString &text :
         ask.stop.first(atMost > 0 ? std::min(ask.stop.size(), atMost) : ask.stop.size()))
        list.append(Json(text));
    return list;
}

} // namespace snug

#include "widgets/inspector/promptcopy.h"

#include "core/formats/jsontext.h"
#include "core/prompt/promptblocks.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

Json plain(const OutboundMessage &message)
{
    Json object = Json::object();
    if (isWholeText(message)) {
        object.set(u"prompt"_s, message.content.text());
        return object;
    }
    object.set(u"role"_s, roleName(message.role));
    if (!message.name.isEmpty())
        object.set(u"name"_s, message.name);
    object.set(u"content"_s, message.content.text());
    return object;
}

Json sourceObject(const Source &source)
{
    Json object = Json::object();
    object.set(u"type"_s, source.type());
    object.set(u"id"_s, source.id());
    object.set(u"label"_s, source.label());
    object.set(u"path"_s, source.path());
    return object;
}

QString text(const Json &value)
{
    return QString::fromUtf8(writeJson(value)).trimmed();
}

} // namespace

QString messageAsJson(const OutboundMessage &message)
{
    return text(plain(message));
}

QString messagesAsJsonWithSources(const QList<OutboundMessage> &messages)
{
    Json list = Json::array();
    for (const OutboundMessage &message : messages) {
        Json segments = Json::array();
        for (const Span &span : message.content.spans()) {
            Json segment = Json::object();
            segment.set(u"start"_s, qint64(span.start));
            segment.set(u"length"_s, qint64(span.length));
            segment.set(u"source"_s, sourceObject(span.source));
            segments.append(segment);
        }
        Json object = plain(message);
        object.set(u"segments"_s, segments);
        object.set(u"tokens"_s, message.tokens);
        list.append(object);
    }
    return text(list);
}

Json sourceObjectOf(const OutboundMessage &message)
{
    if (message.sourceObject.isObject())
        return message.sourceObject;
    const QString type = message.source.type();
    const SourceKind kind = message.source.kind();
    const bool isInChat = kind == SourceKind::PresetInChat || kind == SourceKind::WorldBookInChat;
    return Json::object({{u"type"_s, Json(isInChat ? QString(type).replace(u"_chat"_s, u"-chat"_s) : type)},
                         {u"id"_s, Json(message.source.id())},
                         {u"label"_s, Json(message.source.label())}});
}

QString messagesAsJsonWithSource(const QList<OutboundMessage> &messages)
{
    Json list = Json::array();
    for (const OutboundMessage &message : messages) {
        Json object = plain(message);
        object.set(u"source"_s, sourceObjectOf(message));
        list.append(object);
    }
    return text(list);
}

} // namespace snug

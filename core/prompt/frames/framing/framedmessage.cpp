#include "core/prompt/frames/framing/framedmessage.h"

#include "core/macros/framing/valuetext.h"

using namespace Qt::StringLiterals;

namespace snug::framing {

// Nothing and null are the empty text.
static QString contentText(const Json &message)
{
    const Json content = message.value(u"content");
    return content.isUndefined() || content.isNull() ? QString() : valueText(content);
}

Json messageJson(const FramedMessage &message)
{
    if (message.given.isUndefined())
        return Json::object({{u"role"_s, Json(message.role)},
                             {u"content"_s, Json(message.content.text())},
                             {u"source"_s, message.source}});
    Json object = message.given;
    if (message.isContentText || message.content.text() != contentText(message.given))
        object.set(u"content"_s, Json(message.content.text()));
    return object;
}

FramedMessage messageFromJson(const Json &message)
{
    const Json source = message.value(u"source");
    return {.role = valueText(message.value(u"role")),
            .content = TracedText(contentText(message), Source::named(source.value(u"type").toText(),
                                                                      source.value(u"id").toText())),
            .source = source,
            .given = message};
}

Json sourceOf(const QString &type, const QString &id, const Json &entry)
{
    Json source = Json::object({{u"type"_s, Json(type)}, {u"id"_s, Json(id)}});
    for (const Json::Member &member : entry.members())
        source.set(member.key, member.value);
    return source;
}

} // namespace snug::framing

#include "core/wire/chatbody.h"

using namespace Qt::StringLiterals;

namespace snug {

JsonBody beginChatBody(const AssembledPrompt &prompt, const QString &model)
{
    qsizetype size = 1024;
    for (const OutboundMessage &message : prompt.messages)
        size += 64 + message.name.size() + message.content.size() + message.content.size() / 8;
    JsonBody body;
    body.reserve(size);
    body.beginObject();
    if (!model.isEmpty())
        body.member("model", model);
    body.key("messages");
    body.beginArray();
    for (const OutboundMessage &message : prompt.messages) {
        body.beginObject();
        body.member("role", roleName(message.role));
        body.member("content", message.content.text());
        if (!message.name.isEmpty())
            body.member("name", message.name);
        body.endObject();
    }
    body.endArray();
    body.key("stream");
    body.boolean(prompt.stream);
    if (prompt.stream) {
        body.key("stream_options");
        body.beginObject();
        body.key("include_usage");
        body.boolean(true);
        body.endObject();
    }
    return body;
}

void writeSampler(JsonBody &body, QByteArrayView name, const std::optional<double> &value)
{
    if (!value)
        return;
    body.key(name);
    body.number(*value);
}

void writeStop(JsonBody &body, const QStringList &stop, qsizetype atMost)
{
    if (stop.isEmpty())
        return;
    body.key("stop");
    body.beginArray();
    for (const QString &text : stop.first(qMin(stop.size(), atMost)))
        body.text(text);
    body.endArray();
}

void noteLeftOut(QStringList &leftOut, QStringView name, const std::optional<double> &value, double neutral)
{
    if (!value || *value == neutral)
        return;
    QByteArray number;
    appendJsonNumber(number, *value);
    leftOut << name + u' ' + QString::fromLatin1(number);
}

} // namespace snug

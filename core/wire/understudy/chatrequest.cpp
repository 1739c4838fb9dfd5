#include "core/wire/understudy/chatrequest.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString contentText(const QJsonValue &content)
{
    if (!content.isArray())
        return content.toString();
    QString text;
    for (const QJsonValue &part : content.toArray())
        text += part[u"text"].toString();
    return text;
}

int positive(const QJsonValue &value)
{
    const double number = value.toDouble();
    return number >= 1 && number < 1e9 ? static_cast<int>(number) : 0;
}

} // namespace

Result<UnderstudyRequest> parseUnderstudyRequest(const QByteArray &body)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(body, &error);
    if (!document.isObject())
        return failure(u"the body is not a JSON object (%1)"_s.arg(error.errorString()));
    const QJsonObject object = document.object();
    const QJsonValue messages = object.value(u"messages");
    if (!messages.isArray())
        return failure(u"expected an array"_s, u"messages"_s);
    UnderstudyRequest request;
    qsizetype index = 0;
    for (const QJsonValue &message : messages.toArray()) {
        if (!message.isObject())
            return failure(u"expected an object"_s, u"messages.%1"_s.arg(index));
        QString role = message[u"role"].toString();
        if (role == u"developer")
            role = u"system"_s;
        const std::optional<Role> known = roleFromName(role);
        if (!known)
            return failure(u"unknown role"_s, u"messages.%1.role"_s.arg(index));
        request.messages.append({*known, message[u"name"].toString(), contentText(message[u"content"])});
        ++index;
    }
    const QJsonValue stop = object.value(u"stop");
    if (stop.isString())
        request.stop << stop.toString();
    for (const QJsonValue &text : stop.toArray())
        request.stop << text.toString();
    request.stop.removeAll(QString());
    if (const QJsonValue seed = object.value(u"seed"); seed.isDouble())
        request.seed = static_cast<quint64>(seed.toInteger());
    request.maxTokens = positive(object.value(u"max_tokens"));
    if (request.maxTokens == 0)
        request.maxTokens = positive(object.value(u"max_completion_tokens"));
    request.stream = object.value(u"stream").toBool();
    request.includeUsage = object.value(u"stream_options")[u"include_usage"].toBool();
    return request;
}

QString promptText(const UnderstudyRequest &request)
{
    QString text;
    for (const UnderstudyMessage &message : request.messages)
        text += roleName(message.role) + u' ' + message.name + u'\n' + message.content + u"\n\n"_s;
    return text;
}

} // namespace snug

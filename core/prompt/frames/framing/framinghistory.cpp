#include "core/prompt/frames/framing/framinghistory.h"

#include "core/macros/framing/valuetext.h"

using namespace Qt::StringLiterals;

namespace snug::framing {

static bool isRole(QStringView role)
{
    return std::ranges::find(roles, role) != roles.end();
}

// The published program never says history.system.
static QString sourceType(const QString &role)
{
    return u"history."_s + (role == u"user" || role == u"thinking" ? role : u"assistant"_s);
}

static FramedMessage historyMessage(const QString &role, const Json &item, qsizetype index)
{
    const QString type = sourceType(role);
    const QString id = u"history_"_s + QString::number(index);
    const Json content = item.value(u"content");
    const QString text = content.isUndefined() || content.isNull() ? QString() : valueText(content);
    return {.role = role,
            .content = TracedText(text, Source::named(type, QString::number(index))),
            .source = Json::object(
                {{u"type"_s, Json(type)}, {u"id"_s, Json(id)}, {u"index"_s, Json(qint64(index))}}),
            .origin = {FramedOrigin::Kind::History, index}};
}

QList<Json> historyItems(const Json &history)
{
    return history.isObject() ? history.value(u"messages").items() : history.items();
}

QList<FramedMessage> normalisedHistory(const QList<Json> &items)
{
    QList<FramedMessage> messages;
    for (qsizetype i = 0; i < items.size(); ++i) {
        const Json &item = items.at(i);
        if (!item.isObject())
            continue;
        const QString role = valueText(item.value(u"role")).toLower();
        messages.append(historyMessage(isRole(role) ? role : u"user"_s, item, i));
        if (const Json source = item.value(u"source"); source.isObject())
            messages.last().source = source;
    }
    return messages;
}

Result<QList<FramedMessage>> strictHistory(const Json &history)
{
    QList<FramedMessage> messages;
    if (isTruthy(history) && !history.isArray())
        return failure(u"expected an array, found "_s + history.typeName(), u"history"_s);
    for (qsizetype i = 0; i < history.size(); ++i) {
        const Json item = history.at(i);
        const QString place = u"history[%1]"_s.arg(i);
        if (!item.isObject())
            return failure(u"expected an object, found "_s + item.typeName(), place);
        const Json given = item.value(u"role");
        const QString role = given.isUndefined() ? QString() : valueText(given).toLower();
        if (!isRole(role))
            return failure(u"invalid message role “%1”"_s.arg(role), place);
        FramedMessage message = historyMessage(role, item, i);
        for (const QStringView key : {u"id", u"source_id"}) {
            const Json id = item.value(key);
            if (id.isUndefined() || id.isNull())
                continue;
            message.source.set(u"source_id"_s, id);
            break;
        }
        messages.append(message);
    }
    return messages;
}

QString historyText(const QList<FramedMessage> &history)
{
    QStringList texts;
    for (const FramedMessage &message : history)
        texts.append(message.content.text());
    return texts.join(u'\n');
}

QString historyText(const Json &history)
{
    QStringList texts;
    for (const Json &item : history.items()) {
        if (const auto text = item.value(u"content").asString())
            texts.append(*text);
    }
    return texts.join(u'\n');
}

} // namespace snug::framing

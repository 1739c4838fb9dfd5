#include "core/formats/conversation.h"

#include "core/formats/framingcharacter.h"

#include <QCoreApplication>
#include <QSet>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString knownToKey()
{
    return u"known_to"_s;
}

QString roleOf(const Message &message)
{
    const QString own = message.extra.value(u"smarttavern_role").toText();
    return !own.isEmpty()         ? own
           : message.isNarrator() ? u"system"_s
           : message.isUser       ? u"user"_s
                                  : u"assistant"_s;
}

QStringList childrenOf(const Json &document, const QString &id)
{
    const Json nodes = document.value(u"nodes");
    QStringList children;
    const Json said = document.value(u"children").value(id);
    for (const Json &child : said.items()) {
        if (nodes.contains(child.toText()))
            children.append(child.toText());
    }
    for (const Json::Member &node : nodes.members()) {
        if (node.value.value(u"pid").asString() == id && !children.contains(node.key))
            children.append(node.key);
    }
    return children;
}

QString rootOf(const Json &document)
{
    const Json nodes = document.value(u"nodes");
    for (const QString &id : {document.value(u"active_path").at(0).toText(), document.value(u"root").toText(),
                              document.value(u"roots").at(0).toText()}) {
        if (nodes.contains(id))
            return id;
    }
    return {};
}

// The active path as far as it holds together; without one, the newest answers.
QStringList pathOf(const Json &document, Warnings &warnings)
{
    QStringList path{rootOf(document)};
    if (path.first().isEmpty())
        return {};
    const Json active = document.value(u"active_path");
    for (qsizetype i = 1; i < active.size(); ++i) {
        const QString next = active.at(i).toText();
        if (!childrenOf(document, path.last()).contains(next) || path.contains(next)) {
            const Place root;
            const Place list = root.in(u"active_path"_s);
            warn(warnings, list.at(i),
                 QCoreApplication::translate("Conversation",
                                             "“%1” does not follow on “%2”; the chat ends before it")
                     .arg(next, path.last()));
            return path;
        }
        path.append(next);
    }
    while (active.isUndefined()) {
        const QStringList children = childrenOf(document, path.last());
        if (children.isEmpty() || path.contains(children.last()))
            break;
        path.append(children.last());
    }
    return path;
}

Json extraOf(const QString &id, const QString &role)
{
    Json extra = Json::object({{u"node_id"_s, Json(id)}});
    if (role == u"system")
        extra.set(u"type"_s, Json(u"narrator"_s));
    else if (role != u"user" && role != u"assistant")
        extra.set(u"smarttavern_role"_s, Json(role));
    return extra;
}

// Who knows the message, and who speaks where the role does not say it: SmartTavern's form has no place for
// either, and without them what was private would come back as public.
Json withSpeaker(Json node, const Message &message, const Json &header)
{
    const Json known = message.extra.value(knownToKey());
    const QString usual = header.value(message.isUser ? u"user_name" : u"character_name").toText();
    const auto put = [&node](const QString &key, const Json &value, bool isWanted) {
        if (!isWanted)
            node.remove(key);
        else if (!(node.value(key) == value))
            node.set(key, value);
    };
    const bool isPrivate = known.isArray() && known.size() > 0;
    if (isPrivate || node.contains(knownToKey()))
        put(knownToKey(), known, isPrivate);
    const bool isNamed = !message.name.isEmpty() && !message.isNarrator() &&
                         (isPrivate || (message.name != usual && !usual.isEmpty()));
    if (node.value(u"name").toText() != message.name && (isNamed || node.contains(u"name")))
        put(u"name"_s, Json(message.name), isNamed);
    return node;
}

void addSwipes(const Json &document, const QString &parent, const QString &id, Message &message)
{
    const Json nodes = document.value(u"nodes");
    const QString role = nodes.value(id).value(u"role").toText();
    QList<Swipe> swipes;
    for (const QString &sibling : childrenOf(document, parent)) {
        const Json node = nodes.value(sibling);
        if (node.value(u"role").toText() != role)
            continue;
        if (sibling == id)
            message.activeSwipe = static_cast<int>(swipes.size());
        swipes.append(
            {node.value(u"content").toText(), Json::object({{u"extra"_s, extraOf(sibling, role)}})});
    }
    if (swipes.size() > 1)
        message.swipes = swipes;
    else
        message.activeSwipe = 0;
}

} // namespace

bool isConversation(const Json &document)
{
    return document.value(u"nodes").isObject() &&
           (document.contains(u"root") || document.contains(u"roots") || document.contains(u"active_path"));
}

ConversationReading chatFromConversation(const Json &document, const QString &userName,
                                         const QString &characterName)
{
    ConversationReading reading;
    Chat &chat = reading.chat;
    chat.name = document.value(u"name").toText();
    chat.header = Json::object({{u"user_name"_s, Json(userName)},
                                {u"character_name"_s, Json(characterName)},
                                {u"chat_metadata"_s, Json::object({{smartTavernKey.toString(), document}})}});
    const Json nodes = document.value(u"nodes");
    QString parent;
    for (const QString &id : pathOf(document, reading.warnings)) {
        const Json node = nodes.value(id);
        const QString given = node.value(u"role").toText().toLower();
        const QString role = given.isEmpty() ? u"system"_s : given;
        Message message;
        message.isUser = role == u"user";
        message.name = message.isUser ? userName : characterName;
        message.text = node.value(u"content").toText();
        message.extra = extraOf(id, role);
        if (const QString name = node.value(u"name").toText(); !name.isEmpty())
            message.name = name;
        if (const Json known = node.value(knownToKey()); known.isArray() && known.size() > 0)
            message.extra.set(knownToKey(), known);
        message.isHidden = message.extra.contains(u"smarttavern_role");
        if (role == u"assistant" && !parent.isEmpty())
            addSwipes(document, parent, id, message);
        chat.messages.append(message);
        parent = id;
    }
    return reading;
}

Json writtenConversation(const Chat &chat)
{
    const Json own = chat.metadata().value(smartTavernKey);
    Json document = own.isObject() ? own : Json::object({{u"name"_s, Json(chat.name)}});
    Json nodes = document.value(u"nodes").isObject() ? document.value(u"nodes") : Json::object();
    Json children = document.value(u"children").isObject() ? document.value(u"children") : Json::object();
    QStringList path;
    QSet<QString> used;
    int number = 0;
    for (const Message &message : chat.messages) {
        QString id = message.extra.value(u"node_id").toText();
        const bool isKnown = nodes.contains(id) && !used.contains(id);
        if (isKnown) {
            const Json before = nodes.value(id);
            Json node = withSpeaker(before, message, chat.header);
            if (node.value(u"content").toText() != message.text)
                node.set(u"content"_s, Json(message.text));
            if (!node.isSameAs(before))
                nodes.set(id, node);
        } else {
            do
                id = u"snug_%1"_s.arg(++number);
            while (nodes.contains(id));
            const Json node = Json::object({{u"pid"_s, path.isEmpty() ? Json::null() : Json(path.last())},
                                            {u"role"_s, Json(roleOf(message))},
                                            {u"content"_s, Json(message.text)}});
            nodes.set(id, withSpeaker(node, message, chat.header));
            if (!path.isEmpty()) {
                Json siblings = children.value(path.last());
                siblings = siblings.isArray() ? siblings : Json::array();
                siblings.append(Json(id));
                children.set(path.last(), siblings);
            }
        }
        used.insert(id);
        path.append(id);
    }
    const auto put = [&](const QString &key, const Json &now) {
        if (!(now == document.value(key)))
            document.set(key, now);
    };
    if (!own.isObject())
        put(u"roots"_s, Json(path.isEmpty() ? QStringList() : QStringList{path.first()}));
    put(u"nodes"_s, nodes);
    if (children.size() > 0)
        put(u"children"_s, children);
    if (document.contains(u"active_path") || !own.isObject() || chat.messages.size() != path.size() ||
        number > 0)
        put(u"active_path"_s, Json(path));
    return document;
}

} // namespace snug

#include "core/templates/templateshapes.h"

#include "core/templates/templateprompt.h"

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// A list whose items, and which itself, can be written as JSON.
TemplateData jsonList(const Json &list)
{
    TemplateData::Items items;
    for (const Json &item : list.items()) {
        items.push_back(TemplateData::fromJson(item));
        items.back().hasToJson = items.back().kind == TemplateData::Kind::Object;
    }
    TemplateData data = TemplateData::fromItems(std::move(items));
    data.hasToJson = true;
    return data;
}

// Of facts, memories and lore: a list, or a text with one a line.
TemplateData linesFrom(const Json &json)
{
    if (json.isString()) {
        const QString text = json.toText();
        return linesData(text.isEmpty() ? QStringList() : text.split(u'\n'));
    }
    TemplateData::Items items;
    for (const Json &item : json.items())
        items.push_back(TemplateData::fromJson(item));
    return TemplateData::fromLines(std::move(items));
}

TemplateData withMembers(TemplateData data, TemplateData::Members more)
{
    TemplateData::Members members = *data.members;
    members.insert(members.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    data.members = std::make_shared<const TemplateData::Members>(std::move(members));
    return data;
}

TemplateData::Members membersBut(const Json &json, std::initializer_list<QStringView> known)
{
    TemplateData::Members members;
    for (const Json::Member &member : json.members()) {
        if (std::ranges::find(known, member.key) == known.end())
            members.emplace_back(member.key, TemplateData::fromJson(member.value));
    }
    return members;
}

TemplateData entityFrom(const Json &json, bool printsName)
{
    if (!json.isObject())
        return TemplateData::fromJson(json);
    TemplateData::Members members{{u"id"_s, json.contains(u"id") ? TemplateData::fromJson(json.value(u"id"))
                                                                 : TemplateData::fromNumber(0)},
                                  {u"name"_s, TemplateData::fromText(json.value(u"name").toText())},
                                  {u"facts"_s, linesFrom(json.value(u"facts"))}};
    TemplateData data = withMembers(TemplateData::fromMembers(std::move(members)),
                                    membersBut(json, {u"id", u"name", u"facts"}));
    data.printsName = printsName;
    return data;
}

TemplateData entitiesFrom(const Json &json)
{
    TemplateData::Items items;
    for (const Json &item : json.items())
        items.push_back(entityFrom(item, false));
    return TemplateData::fromItems(std::move(items));
}

Json listOf(const Json &json, QStringView key)
{
    return json.value(key).isArray() ? json.value(key) : Json::array();
}

TemplateData messageFrom(const Json &json)
{
    if (!json.isObject())
        return TemplateData::fromJson(json);
    const bool isBot = json.value(u"is_bot").toBool() || json.value(u"role").toText() == u"assistant";
    const TemplateMessage message{.role = json.value(u"role").toText(isBot ? u"assistant"_s : u"user"_s),
                                  .author = json.value(u"author").toText(),
                                  .content = json.value(u"content").toText(),
                                  .authorId = json.contains(u"author_id") ? json.value(u"author_id")
                                                                          : Json(QString()),
                                  .createdAt = json.value(u"created_at").toText(),
                                  .isBot = isBot,
                                  .embeds = listOf(json, u"embeds"),
                                  .stickers = listOf(json, u"stickers"),
                                  .attachments = listOf(json, u"attachments")};
    return withMembers(messageData(message),
                       membersBut(json, {u"author", u"content", u"author_id", u"created_at", u"is_bot",
                                         u"role", u"embeds", u"stickers", u"attachments"}));
}

TemplateData memberOf(const TemplateData &data, QStringView name)
{
    if (!data.members)
        return {};
    const auto found =
        std::ranges::find_if(*data.members, [&](const auto &each) { return each.first == name; });
    return found == data.members->end() ? TemplateData() : found->second;
}

TemplateData memoriesFrom(const Json &json)
{
    TemplateData::Members members;
    for (const Json::Member &member : json.members())
        members.emplace_back(member.key, linesFrom(member.value));
    return TemplateData::fromMembers(std::move(members));
}

TemplateData injectedFrom(const Json &json)
{
    TemplateData::Items items;
    for (const Json &item : json.items()) {
        TemplateData data = TemplateData::fromJson(item);
        if (item.isObject()) {
            TemplateData::Members name{{u"name"_s, TemplateData::fromText(item.value(u"content").toText())}};
            data = withMembers(TemplateData::fromMembers(std::move(name)), membersBut(item, {u"name"}));
            data.printsName = true;
        }
        items.push_back(std::move(data));
    }
    return TemplateData::fromLines(std::move(items));
}

TemplateData shaped(const QString &name, const Json &value)
{
    if (name == u"char" || name == u"user")
        return entityFrom(value, true);
    if (name == u"entities" || name == u"others")
        return entitiesFrom(value);
    if (name == u"memories" && value.isObject())
        return memoriesFrom(value);
    if ((name == u"lore_before" || name == u"lore_after") && value.isArray())
        return linesFrom(value);
    if (name == u"injected" && value.isArray())
        return injectedFrom(value);
    if (name == u"history" && value.isArray()) {
        TemplateData::Items items;
        for (const Json &item : value.items())
            items.push_back(messageFrom(item));
        return TemplateData::fromItems(std::move(items));
    }
    return TemplateData::fromJson(value);
}

} // namespace

TemplateData linesData(const QStringList &texts, const QList<int> &origins)
{
    TemplateData::Items items;
    for (qsizetype i = 0; i < texts.size(); ++i)
        items.push_back(TemplateData::fromText(texts[i], origins.value(i, -1)));
    return TemplateData::fromLines(std::move(items));
}

TemplateData entityData(const TemplateEntity &entity, bool printsName)
{
    TemplateData::Members members{{u"id"_s, TemplateData::fromJson(entity.id)},
                                  {u"name"_s, TemplateData::fromText(entity.name, entity.nameOrigin)},
                                  {u"facts"_s, linesData(entity.facts, entity.factOrigins)}};
    members.insert(members.end(), entity.more.begin(), entity.more.end());
    TemplateData data = TemplateData::fromMembers(std::move(members));
    data.printsName = printsName;
    return data;
}

TemplateData messageData(const TemplateMessage &message)
{
    TemplateData data = TemplateData::fromMembers(
        {{u"author"_s, TemplateData::fromText(message.author, message.authorOrigin)},
         {u"content"_s, TemplateData::fromText(message.content, message.origin)},
         {u"author_id"_s, TemplateData::fromJson(message.authorId)},
         {u"created_at"_s, TemplateData::fromText(message.createdAt)},
         {u"is_bot"_s, TemplateData::fromBool(message.isBot)},
         {u"role"_s, TemplateData::fromText(message.role)},
         {u"embeds"_s, jsonList(message.embeds)},
         {u"stickers"_s, jsonList(message.stickers)},
         {u"attachments"_s, jsonList(message.attachments)}});
    data.hasToJson = true;
    return data;
}

TemplateData::Members shapedContext(const Json &context)
{
    TemplateData::Members members;
    for (const Json::Member &member : context.members())
        members.emplace_back(member.key, shaped(member.key, member.value));
    const auto complete = [&](const QString &name, const Json &value) {
        if (!context.contains(name))
            members.emplace_back(name, shaped(name, value));
    };
    Json entities = context.value(u"entities");
    if (!entities.isArray())
        entities = context.contains(u"char") ? Json::array({context.value(u"char")}) : Json::array();
    QStringList names;
    for (const Json &entity : entities.items())
        names.append(entity.value(u"name").toText());
    complete(u"entities"_s, entities);
    complete(u"others"_s, Json::array());
    complete(u"memories"_s, Json::object());
    complete(u"entity_names"_s, Json(names.join(u", "_s)));
    complete(u"freeform"_s, Json(false));
    complete(u"history"_s, Json::array());
    complete(u"user"_s, Json::object({{u"name"_s, Json(u"user"_s)}}));
    complete(u"_single_entity"_s, Json(entities.size() <= 1));
    const Json first = entities.at(0);
    if (entities.size() > 0) {
        complete(u"char"_s, first);
        complete(u"name"_s, first.value(u"name"));
    }
    // What can be asked, as in a chat.
    const auto function = [&](const QString &name, TemplateData::Items about) {
        if (!context.contains(name))
            members.emplace_back(name, TemplateData::fromFunction(name, std::move(about)));
    };
    TemplateData::Items messages;
    const Json history = context.value(u"history");
    for (const Json &item : history.items()) {
        const TemplateData message = messageFrom(item);
        messages.push_back(TemplateData::fromItems(
            {memberOf(message, u"role"), memberOf(message, u"author"), memberOf(message, u"content")}));
    }
    function(u"random"_s, {});
    function(u"roll"_s, {});
    function(u"has_fact"_s, *linesFrom(first.value(u"facts")).items);
    function(u"messages"_s, std::move(messages));
    return members;
}

} // namespace snug

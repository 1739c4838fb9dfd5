#include "app/cases/hologramcase.h"

#include "app/cases/inputfiles.h"
#include "core/formats/jsontext.h"
#include "core/templates/patterncheck.h"
#include "core/templates/replyparts.h"
#include "core/templates/templateprompt.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// {"$lines"}, {"$named"}, {"$json"}, {"$repeat"} and {"$range"} are the special forms of a context.
TemplateData dataFrom(const Json &json)
{
    if (json.isArray()) {
        TemplateData::Items items;
        for (const Json &item : json.items())
            items.push_back(dataFrom(item));
        return TemplateData::fromItems(std::move(items));
    }
    if (!json.isObject())
        return TemplateData::fromJson(json);
    if (json.contains(u"$lines")) {
        TemplateData lines = dataFrom(json.value(u"$lines"));
        lines.printsLines = true;
        return lines;
    }
    if (json.contains(u"$named")) {
        TemplateData named = dataFrom(json.value(u"$named"));
        named.printsName = true;
        return named;
    }
    if (json.contains(u"$json")) {
        TemplateData data = dataFrom(json.value(u"$json"));
        data.hasToJson = true;
        return data;
    }
    if (json.contains(u"$repeat")) {
        const Json repeat = json.value(u"$repeat");
        return TemplateData::fromText(repeat.at(0).toText().repeated(repeat.at(1).toInt()));
    }
    if (json.contains(u"$range")) {
        TemplateData::Items items;
        for (int i = 1; i <= json.value(u"$range").toInt(); ++i)
            items.push_back(TemplateData::fromNumber(i));
        return TemplateData::fromItems(std::move(items));
    }
    TemplateData::Members members;
    for (const Json::Member &member : json.members())
        members.emplace_back(member.key, dataFrom(member.value));
    return TemplateData::fromMembers(std::move(members));
}

Json errorJson(const TemplateError &error)
{
    Json json = Json::object({{u"code"_s, Json(error.code())}});
    if (error.line > 0) {
        json.set(u"line"_s, Json(error.line));
        json.set(u"column"_s, Json(error.column));
    }
    if (!error.name.isEmpty()) {
        json.set(u"name"_s, Json(error.name));
        json.set(u"method"_s, Json(error.name));
    }
    if (!error.rule.isEmpty()) {
        json.set(u"rule"_s, Json(error.rule));
        json.set(u"what"_s, Json(error.rule));
    }
    if (error.limit >= 0)
        json.set(u"limit"_s, Json(qint64(error.limit)));
    if (error.got >= 0)
        json.set(u"got"_s, Json(qint64(error.got)));
    return Json::object({{u"error"_s, json}});
}

Json templateMessagesJson(const QList<RenderedMessage> &messages)
{
    Json list = Json::array();
    for (const RenderedMessage &message : messages)
        list.append(Json::object({{u"role"_s, Json(message.role)}, {u"content"_s, Json(message.content)}}));
    return list;
}

QList<NamedTemplate> templatesFrom(const Json &json)
{
    QList<NamedTemplate> templates;
    for (const Json::Member &member : json.members())
        templates.append({member.key, member.value.asString()});
    return templates;
}

QList<TemplateEntity> entitiesFrom(const Json &json)
{
    QList<TemplateEntity> entities;
    for (const Json &item : json.items())
        entities.append({.id = item.value(u"id"),
                         .name = item.value(u"name").toText(),
                         .facts = item.value(u"facts").toTextList(),
                         .isFreeform = item.value(u"isFreeform").toBool(),
                         .templateText = item.value(u"template").asString()});
    return entities;
}

QList<TemplateMessage> historyFrom(const Json &json)
{
    QList<TemplateMessage> history;
    for (const Json &item : json.items()) {
        const Json data = item.value(u"data");
        TemplateMessage message{.role = item.value(u"role").toText(u"user"_s),
                                .author = item.value(u"author").toText(),
                                .content = item.value(u"content").toText(),
                                .createdAt = item.value(u"created_at").toText(),
                                .isBot = data.value(u"is_bot").toBool()};
        if (item.contains(u"author_id"))
            message.authorId = item.value(u"author_id");
        for (const auto &[key, list] :
             {std::pair{u"embeds"_s, &message.embeds}, std::pair{u"stickers"_s, &message.stickers},
              std::pair{u"attachments"_s, &message.attachments}}) {
            if (data.value(key).isArray())
                *list = data.value(key);
        }
        history.append(message);
    }
    return history;
}

Json build(const Json &input, bool isStrict, const RegexEnginePtr &regexEngine)
{
    TemplatePromptInputs inputs{.entities = entitiesFrom(input.value(u"entities")),
                                .others = entitiesFrom(input.value(u"others")),
                                .memories = {},
                                .history = historyFrom(input.value(u"history")),
                                .layout = input.value(u"template").asString(),
                                .systemTemplate = input.value(u"system_template").toText(),
                                .contextRule = input.value(u"context_expr").asString(),
                                .strip = input.value(u"strip").toTextList(),
                                .userEntityId = input.value(u"user_entity_id"),
                                .now = QDateTime::currentDateTimeUtc(),
                                .templates = templatesFrom(input.value(u"templates")),
                                .more = {},
                                .marker = freshMarker(),
                                .isStrict = isStrict,
                                .engine = std::make_shared<LocalTemplateEngine>(regexEngine)};
    const Json memories = input.value(u"memories");
    for (const Json::Member &member : memories.members())
        inputs.memories.append({member.key, member.value.toTextList()});
    const auto prompt = buildTemplatePrompt(inputs);
    if (!prompt)
        return Json::object(
            {{u"error"_s, Json::object({{u"message"_s, Json(prompt.error().asError().line())}})}});
    return Json::object({{u"systemPrompt"_s, Json(prompt->systemPrompt)},
                         {u"messages"_s, templateMessagesJson(prompt->messages)}});
}

Json groups(const Json &input)
{
    const Json entities = input.value(u"entities");
    QList<std::optional<QString>> templates;
    for (const Json &entity : entities.items())
        templates.append(entity.value(u"template").asString());
    Json list = Json::array();
    for (const QList<qsizetype> &group : groupByTemplate(templates)) {
        Json names = Json::array();
        for (const qsizetype member : group)
            names.append(entities.at(member).value(u"name"));
        const auto &text = templates[group.first()];
        list.append(
            Json::object({{u"template"_s, text ? Json(*text) : Json::null()}, {u"entities"_s, names}}));
    }
    return Json::object({{u"groups"_s, list}});
}

Json split(const Json &input)
{
    const Json entities = input.value(u"entities");
    QStringList names;
    for (const Json &entity : entities.items())
        names.append(entity.value(u"name").toText());
    const auto parts = splitReply(input.value(u"text").toText(), names);
    if (!parts)
        return Json::object({{u"segments"_s, Json::null()}});
    Json list = Json::array();
    for (const ReplyPart &part : *parts) {
        const Json entity = entities.at(part.speaker);
        list.append(Json::object({{u"id"_s, entity.value(u"id")},
                                  {u"name"_s, entity.value(u"name")},
                                  {u"content"_s, Json(part.content)}}));
    }
    return Json::object({{u"segments"_s, list}});
}

// Free words, in the built-in layout: what they begin with and what they mention.
QString wordingDifference(const QString &content, const Json &should)
{
    if (should.contains(u"content"))
        return content == should.value(u"content").toText() ? QString() : u"content"_s;
    const QString start = should.value(u"content_starts_with").toText();
    if (!content.startsWith(start))
        return u"content_starts_with"_s;
    const QString rest = content.sliced(start.size());
    const Json mentions = should.value(u"content_then_mentions");
    for (const Json &mention : mentions.items()) {
        if (!rest.contains(mention.toText()))
            return u"content_then_mentions "_s + mention.toText();
    }
    const bool hasExample = rest.contains(u'\n' + mentions.at(0).toText() + u':');
    return !should.contains(u"name_prefix_example") ||
                   hasExample == should.value(u"name_prefix_example").toBool()
               ? QString()
               : u"name_prefix_example"_s;
}

} // namespace

Result<HologramCase> readHologramCase(const QString &path)
{
    const Result<Json> document = readJsonFile(path);
    if (!document)
        return std::unexpected(document.error());
    const Json input = document->value(u"input");
    if (!input.value(u"kind").isString())
        return failure(u"expected a text, found "_s + input.value(u"kind").typeName(), u"input.kind"_s, path);
    return HologramCase{input, document->value(u"expected"), document->value(u"expected_strict")};
}

Json playHologramCase(const Json &input, bool isStrict, const RegexEnginePtr &regexEngine)
{
    const QString kind = input.value(u"kind").toText();
    if (kind == u"build")
        return build(input, isStrict, regexEngine);
    if (kind == u"groups")
        return groups(input);
    if (kind == u"split_reply")
        return split(input);
    if (kind == u"strip_prefix")
        return Json::object({{u"text"_s, Json(withoutNamePrefixes(input.value(u"text").toText(),
                                                                  input.value(u"name").toText()))}});
    if (kind == u"regex") {
        const auto unsafe = unsafePattern(input.value(u"pattern").toText());
        TemplateError error;
        error.kind = TemplateError::Kind::UnsafeRegex;
        error.rule = unsafe ? unsafe->rule : QString();
        return unsafe ? errorJson(error) : Json::object({{u"ok"_s, Json(true)}});
    }
    TemplateRequest request{.source = input.value(u"template").toText(),
                            .context = {},
                            .templates = templatesFrom(input.value(u"templates")),
                            .isStrict = isStrict,
                            .marker = kind == u"structured" ? freshMarker() : QString(),
                            .regexEngine = regexEngine};
    const Json context = input.value(u"context");
    for (const Json::Member &member : context.members())
        request.context.emplace_back(member.key, dataFrom(member.value));
    if (kind == u"structured") {
        const auto rendered = renderMessages(request);
        return rendered ? Json::object({{u"messages"_s, templateMessagesJson(rendered->messages)}})
                        : errorJson(rendered.error());
    }
    const auto rendered = kind == u"system" ? renderSystemPrompt(request) : renderTemplate(request);
    return rendered ? Json::object({{u"text"_s, Json(rendered->text)}}) : errorJson(rendered.error());
}

QString hologramDifference(const Json &is, const Json &should)
{
    const auto shown = [&](const QString &what) {
        const QString whole = QString::fromUtf8(writeJsonLine(is)).left(2000);
        return u"%1\n  is     %2\n  should %3"_s.arg(what, whole,
                                                     QString::fromUtf8(writeJsonLine(should)).left(2000));
    };
    for (const Json::Member &member : should.members()) {
        if (member.key == u"text_length") {
            if (is.value(u"text").toText().size() != member.value.toInt())
                return shown(member.key);
        } else if (member.key == u"text_prefix") {
            if (!is.value(u"text").toText().startsWith(member.value.toText()))
                return shown(member.key);
        } else if (member.key == u"roles") {
            QStringList roles;
            const Json messages = is.value(u"messages");
            for (const Json &message : messages.items())
                roles.append(message.value(u"role").toText());
            if (roles != member.value.toTextList())
                return shown(member.key);
        } else if (member.key == u"messages") {
            const Json messages = is.value(u"messages");
            if (messages.size() != member.value.size())
                return shown(u"messages"_s);
            for (qsizetype i = 0; i < messages.size(); ++i) {
                const QString wrong =
                    messages.at(i).value(u"role") == member.value.at(i).value(u"role")
                        ? wordingDifference(messages.at(i).value(u"content").toText(), member.value.at(i))
                        : u"role"_s;
                if (!wrong.isEmpty())
                    return shown(u"message %1: %2"_s.arg(i).arg(wrong));
            }
        } else if (member.key == u"error") {
            const Json error = is.value(u"error");
            for (const Json::Member &part : member.value.members()) {
                const Json actual = error.value(part.key);
                const bool same = part.key == u"message" || actual == part.value ||
                                  (actual.isNumber() && actual.asDouble() == part.value.asDouble());
                if (!same || !error.isObject())
                    return shown(u"error."_s + part.key);
            }
        } else if (is.value(member.key) != member.value) {
            return shown(member.key);
        }
    }
    return {};
}

} // namespace snug

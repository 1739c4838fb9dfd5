#include "core/workspace/activechoices.h"

#include "core/formats/jsontext.h"
#include "core/formats/knowledgesettings.h"
#include "core/formats/layoutsettings.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr std::array<QStringView, 7> modeNames{u"auto",     u"sillytavern", u"smelt", u"framing",
                                               u"template", u"story",       u"names"};

std::optional<QString> optionalText(const Json &value)
{
    return value.asString();
}

QMap<QString, QString> textMap(const Json &object)
{
    QMap<QString, QString> map;
    for (const Json::Member &member : object.members())
        map.insert(member.key, member.value.toText());
    return map;
}

Json fromTextMap(const QMap<QString, QString> &map)
{
    Json object = Json::object();
    for (const auto &[key, text] : map.asKeyValueRange())
        object.set(key, text);
    return object;
}

// Earlier versions wrote yes or no.
ScriptPermission scriptPermission(const Json &json)
{
    if (!json.isObject())
        return {.isAllowed = json.toBool(), .scripts = {}};
    return {.isAllowed = json.value(u"allowed").toBool(),
            .scripts = json.value(u"scripts").toText().toLatin1()};
}

} // namespace

Result<void> checkActiveChoices(const QByteArray &bytes)
{
    const Result<Json> parsed = parseJson(bytes);
    if (!parsed)
        return std::unexpected(parsed.error());
    if (!parsed->isObject())
        return failure(u"expected an object, found "_s + parsed->typeName());
    return {};
}

ActiveChoices readActiveChoices(const QByteArray &bytes)
{
    ActiveChoices choices;
    const Result<Json> parsed = parseJson(bytes);
    if (!parsed || !parsed->isObject())
        return choices;
    choices.source = *parsed;
    choices.card = parsed->value(u"card").toText();
    choices.group = parsed->value(u"group").toText();
    choices.chat = parsed->value(u"chat").toText();
    choices.connection = parsed->value(u"connection").toText();
    choices.persona = optionalText(parsed->value(u"persona"));
    choices.preset = optionalText(parsed->value(u"preset"));
    const Json templates = parsed->value(u"textCompletion");
    choices.templates.context = optionalText(templates.value(u"context"));
    choices.templates.instruct = optionalText(templates.value(u"instruct"));
    choices.templates.systemPrompt = optionalText(templates.value(u"systemPrompt"));
    choices.templates.preset = optionalText(templates.value(u"preset"));
    const Json layouts = parsed->value(u"promptTemplates");
    choices.promptTemplates = {layouts.value(u"library").toText(), textMap(layouts.value(u"characters")),
                               textMap(layouts.value(u"chats"))};
    if (parsed->value(u"lorebooks").isArray())
        choices.globalBooks = parsed->value(u"lorebooks").toTextList();
    const QString modeName = parsed->value(u"mode").toText();
    const auto mode = std::ranges::find(modeNames, QStringView(modeName));
    if (mode != modeNames.end())
        choices.mode = PromptMode(mode - modeNames.begin());
    const Json scripts = parsed->value(u"regexScripts");
    for (const Json::Member &owner : scripts.members())
        choices.scripts.insert(owner.key, scriptPermission(owner.value));
    choices.rulesOff = parsed->value(u"rulesOff").toTextList();
    const Json parts = parsed->value(u"parts");
    for (const Json::Member &chat : parts.members())
        choices.parts.insert(chat.key,
                             {chat.value.value(u"writer").toText(), chat.value.value(u"asked").toText()});
    choices.knowledge = knowledgeFromJson(parsed->value(u"knowledge"));
    choices.layout = layoutFromJson(parsed->value(u"layout"));
    choices.secretsOffered = parsed->value(u"secretsOffered").toTextList();
    const Json drafts = parsed->value(u"drafts");
    for (const Json::Member &draft : drafts.members())
        choices.drafts.insert(draft.key, draft.value.toText());
    return choices;
}

QByteArray writeActiveChoices(const ActiveChoices &choices)
{
    Json document = choices.source.isObject() ? choices.source : Json::object();
    document.set(u"card"_s, choices.card);
    document.set(u"group"_s, choices.group);
    document.set(u"chat"_s, choices.chat);
    document.set(u"connection"_s, choices.connection);
    document.set(u"persona"_s, choices.persona ? Json(*choices.persona) : Json());
    document.set(u"preset"_s, choices.preset ? Json(*choices.preset) : Json());
    const TemplateChoices &chosen = choices.templates;
    Json templates = document.value(u"textCompletion");
    if (chosen != TemplateChoices() || templates.isObject()) {
        if (!templates.isObject())
            templates = Json::object();
        templates.set(u"context"_s, chosen.context ? Json(*chosen.context) : Json());
        templates.set(u"instruct"_s, chosen.instruct ? Json(*chosen.instruct) : Json());
        templates.set(u"systemPrompt"_s, chosen.systemPrompt ? Json(*chosen.systemPrompt) : Json());
        templates.set(u"preset"_s, chosen.preset ? Json(*chosen.preset) : Json());
        document.set(u"textCompletion"_s, templates);
    }
    const PromptTemplateChoices &layouts = choices.promptTemplates;
    if (layouts != PromptTemplateChoices() || document.contains(u"promptTemplates"))
        document.set(u"promptTemplates"_s, Json::object({{u"library"_s, Json(layouts.library)},
                                                         {u"characters"_s, fromTextMap(layouts.characters)},
                                                         {u"chats"_s, fromTextMap(layouts.chats)}}));
    document.set(u"lorebooks"_s, choices.globalBooks ? Json(*choices.globalBooks) : Json());
    document.set(u"mode"_s, modeNames.at(std::min(std::size_t(choices.mode), modeNames.size() - 1)));
    Json scripts = Json::object();
    for (const auto &[owner, permission] : choices.scripts.asKeyValueRange())
        scripts.set(owner, Json::object({{u"allowed"_s, Json(permission.isAllowed)},
                                         {u"scripts"_s, Json(QString::fromLatin1(permission.scripts))}}));
    document.set(u"regexScripts"_s, scripts);
    if (const Json stored = document.value(u"knowledge");
        choices.knowledge != KnowledgeSettings() || stored.isObject())
        document.set(u"knowledge"_s, withKnowledge(stored, choices.knowledge));
    if (const Json stored = document.value(u"layout");
        choices.layout != LayoutSettings() || stored.isObject())
        document.set(u"layout"_s, withLayout(stored, choices.layout));
    if (!choices.secretsOffered.isEmpty() || document.contains(u"secretsOffered"))
        document.set(u"secretsOffered"_s, Json(choices.secretsOffered));
    if (!choices.rulesOff.isEmpty() || document.contains(u"rulesOff"))
        document.set(u"rulesOff"_s, Json(choices.rulesOff));
    if (!choices.parts.isEmpty() || document.contains(u"parts")) {
        Json parts = Json::object();
        for (const auto &[chat, each] : choices.parts.asKeyValueRange())
            parts.set(chat, Json::object({{u"writer"_s, Json(each.writer)}, {u"asked"_s, Json(each.asked)}}));
        document.set(u"parts"_s, parts);
    }
    Json drafts = Json::object();
    for (const auto &[file, text] : choices.drafts.asKeyValueRange()) {
        if (!text.isEmpty())
            drafts.set(file, text);
    }
    document.set(u"drafts"_s, drafts);
    return writeJson(document, JsonStyle{.indent = 4});
}

} // namespace snug

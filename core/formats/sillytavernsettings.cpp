#include "core/formats/sillytavernsettings.h"

#include "core/formats/jsontext.h"
#include "core/formats/replysettings.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Settings = SillyTavernSettings;

struct CharacterBooksCodec
{
    using List = QList<WorldInfoSettings::CharacterBooks>;
    static bool decode(const Json &json, List &value)
    {
        for (const Json &item : json.items())
            value.append(
                {.card = item.value(u"name").toText(), .books = item.value(u"extraBooks").toTextList()});
        return json.isArray();
    }
    static Json encode(const List &value, const Json &)
    {
        Json array = Json::array();
        for (const auto &books : value) {
            array.append(Json::object({{.key = u"name"_s, .value = Json(books.card)},
                                       {.key = u"extraBooks"_s, .value = Json(books.books)}}));
        }
        return array;
    }
    static QString expected(const List &) { return Json::array().typeName(); }
};

template <typename Fields> void loreFields(Fields &f)
{
    const auto lore = [](auto member) {
        return [member](auto &settings) -> auto & { return settings.lore.*member; };
    };
    f.inner(u"world_info"_s, [&lore](auto &inner) {
        inner.field(u"globalSelect"_s, lore(&WorldInfoSettings::globalBooks));
        inner.field(u"charLore"_s, lore(&WorldInfoSettings::characterBooks), CharacterBooksCodec());
    });
    f.field(u"world_info_depth"_s, lore(&WorldInfoSettings::scanDepth));
    f.field(u"world_info_min_activations"_s, lore(&WorldInfoSettings::minActivations));
    f.field(u"world_info_min_activations_depth_max"_s, lore(&WorldInfoSettings::minActivationsDepthMax));
    f.field(u"world_info_budget"_s, lore(&WorldInfoSettings::budgetPercent));
    f.field(u"world_info_include_names"_s, lore(&WorldInfoSettings::includeNames));
    f.field(u"world_info_recursive"_s, lore(&WorldInfoSettings::recursive));
    f.field(u"world_info_case_sensitive"_s, lore(&WorldInfoSettings::caseSensitive));
    f.field(u"world_info_match_whole_words"_s, lore(&WorldInfoSettings::matchWholeWords));
    f.field(u"world_info_character_strategy"_s, lore(&WorldInfoSettings::strategy),
            NumberEnumCodec<WorldInfoSettings::Strategy::Evenly, WorldInfoSettings::Strategy::GlobalFirst>());
    f.field(u"world_info_budget_cap"_s, lore(&WorldInfoSettings::budgetCap));
    f.field(u"world_info_use_group_scoring"_s, lore(&WorldInfoSettings::useGroupScoring));
    f.field(u"world_info_max_recursion_steps"_s, lore(&WorldInfoSettings::maxRecursionSteps));
}

template <typename Fields> void noteFields(Fields &f)
{
    const auto note = [](auto member) {
        return [member](auto &settings) -> auto & { return settings.note.*member; };
    };
    f.field(u"default"_s, note(&NoteDefaults::text));
    f.field(u"defaultPosition"_s, note(&NoteDefaults::position));
    f.field(u"defaultDepth"_s, note(&NoteDefaults::depth));
    f.field(u"defaultInterval"_s, note(&NoteDefaults::interval));
    f.field(u"defaultRole"_s, note(&NoteDefaults::role), RoleNumberCodec());
    f.field(u"allowWIScan"_s, note(&NoteDefaults::isScanned));
}

template <typename Fields> void settingsFields(Fields &f)
{
    f.field(u"username"_s, &Settings::username);
    f.field(u"user_avatar"_s, &Settings::userAvatar);
    f.inner(u"power_user"_s, [](auto &inner) {
        inner.field(u"prefer_character_prompt"_s, &Settings::preferCharacterPrompt);
        inner.field(u"prefer_character_jailbreak"_s, &Settings::preferCharacterJailbreak);
        inner.field(u"trim_spaces"_s, &Settings::trimsSpaces);
        inner.field(u"bogus_folders"_s, &Settings::showsTagFolders);
    });
    f.inner(u"oai_settings"_s,
            [](auto &inner) { inner.field(u"preset_settings_openai"_s, &Settings::presetName); });
    f.inner(u"world_info_settings"_s, [](auto &inner) { loreFields(inner); });
    f.inner(u"extension_settings"_s, [](auto &inner) {
        inner.inner(u"note"_s, [](auto &note) { noteFields(note); });
        inner.inner(u"variables"_s,
                    [](auto &variables) { variables.field(u"global"_s, &Settings::globalVariables); });
        inner.field(u"character_allowed_regex"_s, &Settings::allowedScopedRegex);
    });
}

QList<Tag> tagsOf(const Json &array)
{
    QList<Tag> tags;
    for (const Json &item : array.items()) {
        if (item.isObject())
            tags.append({.id = item.value(u"id").toText(),
                         .name = item.value(u"name").toText(),
                         .color = item.value(u"color").toText(),
                         .folderType = item.value(u"folder_type").toText(),
                         .source = item});
    }
    return tags;
}

Json writtenTag(const Tag &tag)
{
    Json json = tag.source.isObject() ? tag.source : Json::object();
    for (const auto &[key, text] :
         {std::pair(u"id"_s, tag.id), std::pair(u"name"_s, tag.name), std::pair(u"color"_s, tag.color),
          std::pair(u"folder_type"_s, tag.folderType)}) {
        if (json.value(key).toText() != text)
            json.set(key, Json(text));
    }
    return json;
}

Json writtenTagMap(Json map, const QHash<QString, QStringList> &tags)
{
    if (!map.isObject())
        map = Json::object();
    const QList<Json::Member> old = map.members();
    for (const Json::Member &member : old) {
        if (!tags.contains(member.key))
            map.remove(member.key);
    }
    QStringList keys = tags.keys();
    keys.sort(); // new ones in a stable order
    for (const QString &key : std::as_const(keys)) {
        if (!map.contains(key) || map.value(key).toTextList() != tags.value(key))
            map.set(key, Json(tags.value(key)));
    }
    return map;
}

ConnectionSettings connectionOf(const Json &document)
{
    const Json chat = document.value(u"oai_settings");
    ConnectionSettings connection;
    connection.mainApi = document.value(u"main_api").toText();
    connection.source = chat.value(u"chat_completion_source").toText();
    connection.customUrl = chat.value(u"custom_url").toText();
    connection.customModel = chat.value(u"custom_model").toText();
    connection.reverseProxy = chat.value(u"reverse_proxy").toText();
    const QString prefix = connection.source == "makersuite"_L1 ? u"google"_s : connection.source;
    connection.model = chat.value(QString(prefix + u"_model")).toText();
    return connection;
}

TextCompletionSettings textCompletionOf(const Json &document)
{
    const Json power = document.value(u"power_user");
    const Json instruct = power.value(u"instruct");
    const Json systemPrompt = power.value(u"sysprompt");
    TextCompletionSettings text;
    text.context = contextTemplateOf(power.value(u"context"));
    text.instruct = instructTemplateOf(instruct);
    text.systemPrompt = systemPromptOf(systemPrompt);
    text.preset = textPresetOf(document.value(u"textgenerationwebui_settings"));
    text.usesInstruct = instruct.value(u"enabled").toBool();
    text.usesSystemPrompt = systemPrompt.value(u"enabled").toBool();
    text.contextSize = std::max(0, document.value(u"max_context").toInt());
    text.maxTokens = std::max(0, document.value(u"amount_gen").toInt());
    text.pinsExamples = power.value(u"pin_examples").toBool();
    text.stripsExamples = power.value(u"strip_examples").toBool();
    text.collapsesNewlines = power.value(u"collapse_newlines").toBool();
    // A list that stands there as text.
    const Result<Json> stop = parseJson(power.value(u"custom_stopping_strings").toText().toUtf8());
    if (stop && stop->isArray())
        text.stopStrings = stop->toTextList();
    text.expandsStopStrings = power.value(u"custom_stopping_strings_macro").toBool(true);
    return text;
}

QList<NoteDefaults::CharacterNote> characterNotesOf(const Json &array)
{
    QList<NoteDefaults::CharacterNote> notes;
    for (const Json &item : array.items()) {
        notes.append({.card = item.value(u"name").toText(),
                      .text = item.value(u"prompt").toText(),
                      .enabled = item.value(u"useChara").toBool(),
                      .position = item.value(u"position").toInt()});
    }
    return notes;
}

bool isSwitchedOff(const Json &document, const QString &extension)
{
    return document.value(u"extension_settings")
        .value(u"disabledExtensions")
        .toTextList()
        .contains(extension);
}

// Notes that changed; the others keep their bytes, and what else their objects hold.
Json writtenCharacterNotes(Json array, const QList<NoteDefaults::CharacterNote> &notes)
{
    const QList<NoteDefaults::CharacterNote> before = characterNotesOf(array);
    if (!array.isArray())
        array = Json::array();
    for (const NoteDefaults::CharacterNote &note : notes) {
        const auto same = std::ranges::find(before, note.card, &NoteDefaults::CharacterNote::card);
        if (same != before.cend() && *same == note)
            continue;
        const qsizetype place = same == before.cend() ? array.size() : same - before.cbegin();
        Json item = same == before.cend() ? Json::object({{u"name"_s, note.card}}) : array.at(place);
        item.set(u"prompt"_s, Json(note.text));
        item.set(u"useChara"_s, Json(note.enabled));
        item.set(u"position"_s, Json(note.position));
        if (place < array.size())
            array.setAt(place, item);
        else
            array.append(item);
    }
    return array;
}

SettingsReading settingsReading(const Json &document)
{
    SettingsReading reading;
    Settings &settings = reading.settings;
    const Place root;
    FieldReader reader(document, settings, root, reading.warnings);
    settingsFields(reader);
    const Place power = root.in(u"power_user"_s);
    const Place chat = root.in(u"oai_settings"_s);
    const Place extensions = root.in(u"extension_settings"_s);
    PersonasReading personas = personasFromJson(document.value(u"power_user"), power);
    settings.personas = std::move(personas.personas);
    settings.defaultPersona = personas.defaultAvatar;
    PresetReading preset = presetFromJson(document.value(u"oai_settings"), PresetKeys::Settings, chat);
    settings.preset = std::move(preset.preset);
    settings.preset.name = settings.presetName;
    settings.regexScripts = readRegexScriptList(document.value(u"extension_settings").value(u"regex"),
                                                extensions.in(u"regex"_s), reading.warnings);
    settings.isRegexOff = isSwitchedOff(document, u"regex"_s);
    settings.allowedPresetRegex =
        document.value(u"extension_settings").value(u"preset_allowed_regex").value(u"openai").toTextList();
    settings.connection = connectionOf(document);
    settings.textCompletion = textCompletionOf(document);
    settings.replies = replySettingsOf(document.value(u"power_user"));
    settings.replies.summary = summarySettingsOf(document.value(u"extension_settings").value(u"memory"));
    settings.replies.summary.isUsed = !isSwitchedOff(document, u"memory"_s);
    settings.note.characterNotes =
        characterNotesOf(document.value(u"extension_settings").value(u"note").value(u"chara"));
    settings.tags = tagsOf(document.value(u"tags"));
    const Json tagMap = document.value(u"tag_map");
    for (const Json::Member &member : tagMap.members())
        settings.tagMap.insert(member.key, member.value.toTextList());
    reading.warnings += personas.warnings + preset.warnings;
    settings.source = document;
    return reading;
}

// Sets `key` unless it is that very value already.
void put(Json &object, const QString &key, const Json &value)
{
    if (!value.isSameAs(object.value(key)))
        object.set(key, value);
}

} // namespace

Result<SettingsReading> readSillyTavernSettings(const QByteArray &bytes)
{
    const Result<Json> document = parseJson(bytes);
    if (!document)
        return std::unexpected(document.error());
    if (!document->isObject())
        return failure(QCoreApplication::translate("SillyTavernSettings", "expected settings, found %1")
                           .arg(document->typeName()));
    return settingsReading(*document);
}

QByteArray writeSillyTavernSettings(const SillyTavernSettings &settings)
{
    const bool isNew = !settings.source.isObject();
    Json document = isNew ? Json::object() : settings.source;
    const Settings before = settingsReading(document).settings;
    FieldWriter writer(document, before, settings, isNew);
    settingsFields(writer);
    if (before.personas != settings.personas || before.defaultPersona != settings.defaultPersona)
        put(document, u"power_user"_s,
            writtenPersonas(settings.personas, settings.defaultPersona, document.value(u"power_user")));
    Preset preset = settings.preset;
    preset.name = before.preset.name;
    if (before.preset != preset) {
        preset.source = document.value(u"oai_settings");
        put(document, u"oai_settings"_s, writtenPreset(preset, PresetKeys::Settings));
    }
    if (before.regexScripts != settings.regexScripts) {
        Json extensions = document.value(u"extension_settings");
        put(extensions, u"regex"_s,
            writtenRegexScriptList(extensions.value(u"regex"), settings.regexScripts));
        put(document, u"extension_settings"_s, extensions);
    }
    if (before.note.characterNotes != settings.note.characterNotes) {
        Json extensions = document.value(u"extension_settings");
        Json note = extensions.value(u"note");
        put(note, u"chara"_s, writtenCharacterNotes(note.value(u"chara"), settings.note.characterNotes));
        put(extensions, u"note"_s, note);
        put(document, u"extension_settings"_s, extensions);
    }
    if (before.tags != settings.tags)
        put(document, u"tags"_s, writtenList(document.value(u"tags"), settings.tags, writtenTag));
    if (before.tagMap != settings.tagMap)
        put(document, u"tag_map"_s, writtenTagMap(document.value(u"tag_map"), settings.tagMap));
    return writeJson(document);
}

} // namespace snug

// An edit touches what was edited: each field of each kind of document, through what the editors do, in files
// as other programs leave them, or hands: any layout, odd numbers, unknown keys, line ends of Windows in
// texts. Every other byte stays.

#include "core/editing/chattemplateformat.h"
#include "core/editing/documentparts.h"
#include "core/editing/personaedits.h"
#include "core/editing/presetedits.h"
#include "core/editing/ruleedits.h"
#include "core/editing/scriptedits.h"
#include "core/editing/texttemplateformats.h"
#include "core/formats/card.h"
#include "core/formats/groupfile.h"
#include "core/formats/preset.h"
#include "core/formats/worldinfo.h"
#include "core/library/cardfields.h"
#include "core/library/lorebookedits.h"
#include "core/library/texttemplatefields.h"
#include "core/model/editedtext.h"
#include "core/model/prompttemplate.h"
#include "tests/testregistry.h"

#include <QRegularExpression>
#include <QTest>

#include <functional>

namespace tst_editedbytes {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

// How one edit comes out.
struct Edited
{
    enum class Kind : quint8 {
        InPlace, // `most` bytes may be others, before and after
        Adds,    // all bytes that were there are there, in their order, and `most` more
        Removes, // no byte is new, and `most` are gone
    };
    QString name;
    QByteArray bytes;
    qsizetype most = 160;
    Kind kind = Kind::InPlace;
};

using Edits = std::function<QList<Edited>(const QByteArray &file)>;

constexpr const char *preset = R"({
    "x_first": [1.0, 1e2, -0.50, {"deep": null}],
    "temperature": 1.00,
    "top_p": 9.5e-1,
    "openai_max_context": 8192.0,
    "openai_max_tokens": 300,
    "new_chat_prompt": "One\r\nTwo",
    "scenario_format": "{{scenario}}\r\n",
    "assistant_prefill": "",
    "wi_format": "{0}\r\n",
    "prompts": [
        {"name": "Main \u004dine", "x": {"y": 1.50}, "system_prompt": true, "role": "system",
            "content": "First\r\nSecond\r\nThird", "identifier": "main"},
        {
            "identifier": "jail", "name": "Jail", "content": "A\tB\u00e9\/C", "role": "user",
            "injection_position": 1, "injection_depth": 4.0, "injection_order": 1e2, "x_other": [ ]
        },
        { "identifier": "chatHistory", "name": "Chat", "system_prompt": true, "marker": true }
    ],
    "prompt_order": [
        {"character_id": 100000, "order": [{"identifier": "main", "enabled": true}]},
        {"character_id": 100001, "order": [
            {"identifier": "main", "enabled": true, "x": 2.0},
            {"identifier": "jail", "enabled": false},
            {"identifier": "chatHistory", "enabled": true}]}
    ],
    "x_last": "caf\u00e9"
})";

constexpr const char *lorebook = R"({
    "x_book": 1.0,
    "entries": {
        "7": {"uid": 7, "key": ["inn", "/ta?vern/i"], "keysecondary": [], "comment": "Inn",
            "content": "The inn\r\nis old.", "constant": false, "selective": true, "order": 1e2, "position": 0,
            "disable": false, "probability": 100.0, "useProbability": true, "depth": 4, "x": [1.50],
            "displayIndex": 0},
        "3": {
            "uid": 3, "key": ["moon"], "comment": "Moon", "content": "M\u00f6\r\n", "order": 50, "position": 4,
            "disable": false, "displayIndex": 1, "extensions": {"x": 0.10}
        }
    },
    "name": "Odd"
})";

constexpr const char *card = R"({
    "x_outer": 1.0,
    "spec": "chara_card_v3", "spec_version": "3.0",
    "data": {
        "name": "Mira", "nickname": "",
        "description": "Keeper\r\nof the\r\nlamp \u00e9.",
        "personality": "calm\r\n", "scenario": "", "first_mes": "Hello\r\nthere.",
        "mes_example": "<START>\r\n{{char}}: Hm.", "creator_notes": "n\r\nn", "system_prompt": "",
        "post_history_instructions": "", "alternate_greetings": ["Ah\r\n", "Oh"], "group_only_greetings": [],
        "tags": ["sea", "l\u0069ght"], "creator": "me", "character_version": "1.0",
        "extensions": {"talkativeness": "0.50", "fav": false, "world": "", "x": [1e3, {}],
            "depth_prompt": {"prompt": "d\r\nd", "depth": 4.0, "role": "system"}},
        "character_book": {"name": "B", "x": 2.50, "extensions": {}, "entries": [
            {"id": 1.0, "keys": ["a"], "secondary_keys": [], "content": "C\r\nC", "enabled": true,
                "insertion_order": 1e1, "extensions": {"position": 0, "x": 0.0}, "name": "N"}]}
    },
    "x_tail": null
})";

constexpr const char *settings = R"({
    "x_first": 1.0,
    "power_user": {
        "x": 1e2,
        "personas": {"user.png": "Ada", "other.png": "Bob"},
        "persona_descriptions": {
            "user.png": {"description": "A sailor.\r\nOld.", "position": 0, "depth": 2.0, "role": 0, "x": [0.50]},
            "other.png": {"description": "", "position": 9}
        },
        "default_persona": null
    },
    "extension_settings": {
        "x": 2.0,
        "regex": [
            {"id": "a", "scriptName": "A", "findRegex": "/x\r\ny/g", "replaceString": "z\r\n", "trimStrings": [],
                "placement": [1, 2.0], "disabled": false, "markdownOnly": true, "promptOnly": false,
                "runOnEdit": true, "substituteRegex": 0, "minDepth": null, "maxDepth": null, "x": 1.50},
            {"id": "b", "scriptName": "B", "findRegex": "y", "replaceString": "", "placement": [2]}
        ]
    },
    "x_last": [ ]
})";

constexpr const char *context = R"({
    "x": 1.0, "name": "Odd",
    "story_string": "{{\u0023if system}}{{system}}\r\n{{/if}}{{description}}\r\n",
    "example_separator": "***\r\n", "chat_start": "\u2042", "use_stop_strings": false,
    "names_as_stop_strings": true, "story_string_depth": 1.0, "y": [ ]
})";

constexpr const char *instruct = R"({
    "input_sequence": "<|user|>\r\n", "output_sequence": "<|model|>\r\n", "x": [1e2],
    "system_sequence": "\u003cs\u003e", "wrap": true, "macro": true, "name": "Odd"
})";

constexpr const char *systemPrompt = R"({
    "name": "Odd", "x": 0.50, "content": "Write.\r\nWell.", "post_history": ""
})";

constexpr const char *chatTemplate = R"({
    "x": 1.0, "template": "{{ char }}\r\n{{ user }}", "system_prompt": "A\r\n", "y": {"z": 1e2}
})";

constexpr const char *rules = R"({
    "x": 1.0,
    "regex_rules": [
        {"id": "a", "name": "A", "enabled": true, "find_regex": "x\r\ny", "replace_regex": "z\r\n",
            "placement": "after_macro", "views": ["assistant_view"], "targets": [], "min_depth": 1.0, "y": 1e2},
        {"id": "b", "name": "B", "enabled": false, "find_regex": "q", "replace_regex": ""}
    ]
})";

constexpr const char *rule = R"({
    "id": "a", "name": "A", "enabled": true, "find_regex": "x\r\ny", "replace_regex": "z\r\n",
    "x": [
        1.50,
        {"deep": [ ]}],
    "views": ["assistant_view"], "min_depth": 1.0, "y": 1e2
})";

constexpr const char *group = R"({
    "id": "1", "name": "Crew", "x": 1.50, "members": ["Mira.png", "Tomas.png"], "disabled_members": [],
    "activation_strategy": 0, "generation_mode": 0, "allow_self_responses": false, "auto_mode_delay": 5.0,
    "chat_id": "c", "chats": ["c"], "fav": false, "generation_mode_join_prefix": "p\r\n"
})";

QString typed(const QString &text)
{
    return editedText(text, shownText(text) + u" zebra"_s);
}

// Another value than this one, as a form would give it.
QVariant otherValue(const FieldInfo &info, const QVariant &now)
{
    switch (info.kind) {
    case FieldKind::Check:
        return !now.toBool();
    case FieldKind::Line:
    case FieldKind::Text:
        return QString(shownText(now.toString()) + u" zebra"_s);
    case FieldKind::List:
        return now.toStringList() + QStringList{u"zebra"_s};
    case FieldKind::Whole:
        return now.toInt() == int(info.bounds.most) ? now.toInt() - 1 : now.toInt() + 1;
    case FieldKind::Number:
    case FieldKind::AbsentNumber:
        return now.toDouble() >= info.bounds.most ? info.bounds.least : info.bounds.most;
    case FieldKind::Choice:
        for (const FieldChoice &choice : info.choices) {
            if (choice.value != now.toInt())
                return choice.value;
        }
        return now;
    case FieldKind::Optional:
        return now.isValid() ? !now.toBool() : true;
    case FieldKind::OptionalWhole:
    case FieldKind::AbsentWhole:
        return now.isValid() ? now.toInt() + 1 : 3;
    }
    return now;
}

QList<Edited> presetEdits(const QByteArray &file)
{
    const Preset read = readPreset(file, u"Odd"_s)->preset;
    QList<Edited> edits;
    const auto add = [&](const QString &name, const Preset &now, qsizetype most = 160,
                         Edited::Kind kind = Edited::Kind::InPlace) {
        edits.append({name, writePreset(now), most, kind});
    };
    const QList<QString Preset::*> texts{
        &Preset::sendIfEmpty,        &Preset::impersonationPrompt,  &Preset::newChatPrompt,
        &Preset::newGroupChatPrompt, &Preset::newExampleChatPrompt, &Preset::continueNudgePrompt,
        &Preset::groupNudgePrompt,   &Preset::worldInfoFormat,      &Preset::scenarioFormat,
        &Preset::personalityFormat,  &Preset::assistantPrefill,     &Preset::assistantImpersonation};
    for (qsizetype i = 0; i < texts.size(); ++i) {
        Preset now = read;
        now.*texts.at(i) = typed(now.*texts.at(i));
        add(u"text %1"_s.arg(i), now, 320); // a default that the file does not say, and the rest of it
    }
    const QList<std::optional<double> SamplerValues::*> values{&SamplerValues::temperature,
                                                               &SamplerValues::topP,
                                                               &SamplerValues::topK,
                                                               &SamplerValues::topA,
                                                               &SamplerValues::minP,
                                                               &SamplerValues::frequencyPenalty,
                                                               &SamplerValues::presencePenalty,
                                                               &SamplerValues::repetitionPenalty};
    for (qsizetype i = 0; i < values.size(); ++i) {
        Preset now = read;
        now.samplers.*values.at(i) = 0.25;
        add(u"sampler %1"_s.arg(i), now);
        now.samplers.*values.at(i) = std::nullopt;
        add(u"sampler %1 gone"_s.arg(i), now);
    }
    Preset sizes = read;
    sizes.contextSize = 4096;
    add(u"context"_s, sizes);
    sizes = read;
    sizes.maxTokens = 400;
    add(u"reply"_s, sizes);
    sizes = read;
    sizes.squashSystemMessages = true;
    add(u"squash"_s, sizes);
    const QList<std::pair<QString, std::function<void(PromptBlock &)>>> changes{
        {u"name"_s, [](PromptBlock &block) { block.name += u" zebra"_s; }},
        {u"content"_s, [](PromptBlock &block) { block.content = typed(block.content); }},
        {u"role"_s, [](PromptBlock &block) { block.role = Role::Assistant; }},
        {u"placement"_s,
         [](PromptBlock &block) {
             const bool isInChat = block.placement == PromptBlock::Placement::InChat;
             block.placement = isInChat ? PromptBlock::Placement::Relative : PromptBlock::Placement::InChat;
         }},
        {u"depth"_s, [](PromptBlock &block) { block.depth = 7; }},
        {u"order"_s, [](PromptBlock &block) { block.order = 70; }},
        {u"triggers"_s, [](PromptBlock &block) { block.triggers = {u"swipe"_s}; }},
        {u"overrides"_s, [](PromptBlock &block) { block.forbidOverrides = !block.forbidOverrides; }}};
    for (const PromptBlock &block : read.prompts) {
        for (const auto &[name, change] : changes) {
            PromptBlock now = block;
            change(now);
            add(block.identifier + u' ' + name, withBlock(read, now));
        }
        add(block.identifier + u" switched"_s,
            withSwitched(read, {block.identifier}, !isBlockOn(read, block.identifier)));
    }
    add(u"moved"_s, withMoved(read, {u"jail"_s}, -1), 900);
    add(u"taken out"_s, withTakenOut(read, {u"jail"_s}), 500);
    add(u"in a folder"_s, withFolder(read, {u"jail"_s}, u"F"_s));
    add(u"new block"_s, withNew(read, newBlock(read, u"New"_s), u"main"), 700, Edited::Kind::Adds);
    add(u"copied block"_s, withDuplicates(read, {u"jail"_s}), 700, Edited::Kind::Adds);
    add(u"deleted block"_s, withDeleted(read, {u"jail"_s}), 700, Edited::Kind::Removes);
    return edits;
}

QList<Edited> loreEdits(const QByteArray &file)
{
    const Lorebook read = readWorldInfo(file, u"Odd"_s)->book;
    QList<Edited> edits;
    for (const LoreEntry &entry : read.entries) {
        for (const FieldInfo &info : loreFields()) {
            const auto field = LoreField(info.id);
            const Lorebook now =
                withField(read, {entry.uid}, field, otherValue(info, loreFieldValue(entry, field)));
            edits.append({u"%1 %2"_s.arg(entry.uid).arg(info.label), writeWorldInfo(now), 500});
        }
    }
    LorebookTraits traits = lorebookTraits(read);
    traits.description = u"D"_s;
    edits.append({u"description"_s, writeWorldInfo(withTraits(read, traits))});
    // One entry more, and nothing else.
    edits.append({u"inserted"_s, writeWorldInfo(insertedEntry(read, 3).book), 3000, Edited::Kind::Adds});
    edits.append({u"deleted"_s, writeWorldInfo(withoutEntries(read, {3})), 400, Edited::Kind::Removes});
    edits.append({u"moved"_s, writeWorldInfo(movedEntries(read, {3}, -1))});
    return edits;
}

QList<Edited> cardEdits(const QByteArray &file)
{
    const Card read = readCard(file)->card;
    QList<Edited> edits;
    for (const FieldInfo &info : cardFields()) {
        const auto field = CardField(info.id);
        Card now = read;
        if (field == CardField::Cast || field == CardField::Sources ||
            !setCardFieldValue(now, field, otherValue(info, cardFieldValue(read, field))))
            continue;
        edits.append({info.label, writeCard(now)});
    }
    Card greeting = read;
    greeting.firstMessage = typed(greeting.firstMessage);
    edits.append({u"greeting"_s, writeCard(greeting)});
    greeting = read;
    greeting.alternateGreetings[0] = typed(greeting.alternateGreetings.at(0));
    edits.append({u"other greeting"_s, writeCard(greeting)});
    greeting = read;
    greeting.alternateGreetings.append(u"New"_s);
    edits.append({u"new greeting"_s, writeCard(greeting)});
    Card linked = read;
    linked.linkedLorebook = u"Harbour"_s;
    edits.append({u"link"_s, writeCard(linked)});
    for (const FieldInfo &info : loreFields()) {
        const auto field = LoreField(info.id);
        const LoreEntry &entry = read.book->entries.first();
        Card now = read;
        now.book = withField(*read.book, {entry.uid}, field, otherValue(info, loreFieldValue(entry, field)));
        now.book->name = read.book->name;
        edits.append({u"book "_s + info.label, writeCard(now), 500});
    }
    Card longer = read;
    longer.book = insertedEntry(*read.book, -1).book;
    longer.book->name = read.book->name;
    edits.append({u"new entry"_s, writeCard(longer), 4000, Edited::Kind::Adds});
    return edits;
}

template <typename T>
QList<Edited> partEdits(const DocumentFormat &format, const QByteArray &file,
                        const QList<std::pair<QString, std::function<void(T &)>>> &changes,
                        qsizetype most = 160)
{
    const Result<DocumentReading> read = format.read(file, u"Odd"_s);
    QList<Edited> edits;
    for (const auto &[name, change] : changes) {
        T now = read->value.template as<T>();
        change(now);
        const bool isNew = name == u"new" || name == u"copied";
        edits.append({name, format.write(DocumentValue::of(now), file).value_or(QByteArray()),
                      isNew ? 1200 : most, isNew ? Edited::Kind::Adds : Edited::Kind::InPlace});
    }
    return edits;
}

QList<Edited> personaEdits(const QByteArray &file)
{
    const auto first = [](auto change) {
        return [change](PersonaList &list) {
            Persona persona = list.personas.first();
            change(persona);
            list = withPersona(list, persona);
        };
    };
    return partEdits<PersonaList>(
        personasFormat(), file,
        {{u"name"_s, first([](Persona &persona) { persona.name += u" zebra"_s; })},
         {u"description"_s,
          first([](Persona &persona) { persona.description = typed(persona.description); })},
         {u"position"_s, first([](Persona &persona) { persona.position = Persona::Position::AtDepth; })},
         {u"depth"_s, first([](Persona &persona) { persona.depth = 7; })},
         {u"role"_s, first([](Persona &persona) { persona.role = Role::User; })},
         {u"lorebook"_s, first([](Persona &persona) { persona.lorebook = u"Harbour"_s; })},
         {u"title"_s, first([](Persona &persona) { persona.title = u"T"_s; })},
         {u"lock"_s,
          [](PersonaList &list) {
              list = withLock(list, u"user.png", {u"character"_s, u"Mira.png"_s}, true);
          }},
         {u"default"_s, [](PersonaList &list) { list.defaultAvatar = u"other.png"_s; }},
         {u"new"_s,
          [](PersonaList &list) {
              Persona persona;
              persona.avatar = u"new.png"_s;
              persona.name = u"New"_s;
              list = withPersona(list, persona);
          }},
         {u"copied"_s,
          [](PersonaList &list) { list = withPersonaCopy(list, u"user.png", u"copy.png"_s, u"Copy"_s); }}},
        500);
}

QList<Edited> scriptEdits(const QByteArray &file)
{
    using Scripts = QList<RegexScript>;
    return partEdits<Scripts>(
        scriptsFormat(ScriptScope::Global), file,
        {{u"name"_s, [](Scripts &list) { list[0].name += u" zebra"_s; }},
         {u"find"_s, [](Scripts &list) { list[0].find = typed(list.at(0).find); }},
         {u"replacement"_s, [](Scripts &list) { list[0].replacement = typed(list.at(0).replacement); }},
         {u"trim"_s, [](Scripts &list) { list[0].trimStrings = {u"t"_s}; }},
         {u"placement"_s, [](Scripts &list) { list[0].placements = {1, 2, 5}; }},
         {u"disabled"_s, [](Scripts &list) { list[0].disabled = true; }},
         {u"display"_s, [](Scripts &list) { list[0].displayOnly = false; }},
         {u"prompt"_s, [](Scripts &list) { list[0].promptOnly = true; }},
         {u"edit"_s, [](Scripts &list) { list[0].runOnEdit = false; }},
         {u"macros"_s, [](Scripts &list) { list[0].findMacros = RegexScript::FindMacros::Raw; }},
         {u"least depth"_s, [](Scripts &list) { list[0].minDepth = 2; }},
         {u"most depth"_s, [](Scripts &list) { list[0].maxDepth = 2; }},
         {u"second's name"_s, [](Scripts &list) { list[1].name = u"C"_s; }},
         {u"removed"_s, [](Scripts &list) { list = withoutRows(list, {1}); }},
         {u"new"_s, [](Scripts &list) { list = withScripts(list, {newScript(u"New"_s)}, 0); }},
         {u"copied"_s, [](Scripts &list) { list = withScripts(list, {asNewScript(list.first())}, 0); }}},
        500);
}

template <typename T>
QList<Edited> templateEdits(const DocumentFormat &format, const QList<TextTemplateField<T>> &fields,
                            const QByteArray &file)
{
    QList<std::pair<QString, std::function<void(T &)>>> changes;
    for (const TextTemplateField<T> &field : fields)
        changes.append({field.key, [field](T &value) {
                            FieldInfo info = field.info;
                            if (info.kind == FieldKind::Whole && info.bounds.most == 0)
                                info.bounds.most = 9;
                            field.set(value, otherValue(info, field.get(value)));
                        }});
    return partEdits<T>(format, file, changes);
}

QList<Edited> chatTemplateEdits(const QByteArray &file)
{
    return partEdits<PromptTemplate>(
        chatTemplateFormat(), file,
        {{u"text"_s, [](PromptTemplate &value) { value.text = typed(value.text); }},
         {u"system prompt"_s, [](PromptTemplate &value) { value.systemPrompt = typed(value.systemPrompt); }},
         {u"history"_s, [](PromptTemplate &value) { value.historyRule = u"last 5"_s; }},
         {u"strict"_s, [](PromptTemplate &value) { value.isStrict = true; }}});
}

QList<Edited> ruleEdits(const QByteArray &file)
{
    const auto set = [](const QString &key, const Json &value) {
        return [key, value](FramingRuleFile &now) { now.rules[0].set(key, value); };
    };
    return partEdits<FramingRuleFile>(
        rulesFormat(), file,
        {{u"name"_s, set(u"name"_s, Json(u"C"_s))},
         {u"find"_s, set(u"find_regex"_s, Json(u"x\r\nyy"_s))},
         {u"off"_s, set(u"enabled"_s, Json(false))},
         {u"views"_s, set(u"views"_s, Json(QStringList{u"user_view"_s}))},
         {u"depth"_s, set(u"min_depth"_s, Json(3))},
         {u"condition"_s, set(u"condition"_s, Json(u"c"_s))},
         {u"removed"_s, [](FramingRuleFile &now) { now.rules = withoutRule(now.rules, 1); }},
         {u"new"_s, [](FramingRuleFile &now) { now.rules = withRule(now.rules, newRule(u"New"_s), 0); }},
         {u"copied"_s,
          [](FramingRuleFile &now) { now.rules = withRule(now.rules, asNewRule(now.rules.first()), 0); }}},
        500);
}

QList<Edited> groupEdits(const QByteArray &file)
{
    const Group read = readGroup(file)->group;
    QList<Edited> edits;
    const auto add = [&](const QString &name, const std::function<void(Group &)> &change) {
        Group now = read;
        change(now);
        edits.append({name, writeGroup(now)});
    };
    add(u"name"_s, [](Group &now) { now.name += u" zebra"_s; });
    add(u"member"_s, [](Group &now) { now.members.append(u"Zoe.png"_s); });
    add(u"member gone"_s, [](Group &now) { now.members.removeLast(); });
    add(u"muted"_s, [](Group &now) { now.mutedMembers.append(u"Mira.png"_s); });
    add(u"activation"_s, [](Group &now) { now.activation = Group::Activation::Pooled; });
    add(u"generation"_s, [](Group &now) { now.generation = Group::Generation::Append; });
    add(u"prefix"_s, [](Group &now) { now.joinPrefix = typed(now.joinPrefix); });
    add(u"suffix"_s, [](Group &now) { now.joinSuffix = u"s"_s; });
    add(u"self"_s, [](Group &now) { now.allowsSelfResponses = true; });
    add(u"delay"_s, [](Group &now) { now.autoModeDelay = 7; });
    add(u"favourite"_s, [](Group &now) { now.favourite = true; });
    return edits;
}

// The same values in the same spelling, laid out as programs do: a member a line, or all in one.
QByteArray laidOut(const QByteArray &document, const QByteArray &indent, const QByteArray &lineBreak)
{
    QByteArray out;
    int depth = 0;
    bool isText = false;
    const auto begin = [&] {
        out += lineBreak;
        if (!lineBreak.isEmpty())
            out += indent.repeated(depth);
    };
    for (qsizetype i = 0; i < document.size(); ++i) {
        const char c = document.at(i);
        if (isText) {
            out += c;
            if (c == '\\')
                out += document.at(++i);
            else if (c == '"')
                isText = false;
        } else if (c == '"') {
            out += c;
            isText = true;
        } else if (c == '{' || c == '[') {
            out += c;
            qsizetype next = i + 1;
            while (QChar::fromLatin1(document.at(next)).isSpace())
                ++next;
            if (document.at(next) == '}' || document.at(next) == ']') {
                out += document.at(next);
                i = next;
            } else {
                ++depth;
                begin();
            }
        } else if (c == '}' || c == ']') {
            --depth;
            begin();
            out += c;
        } else if (c == ',') {
            out += c;
            begin();
        } else if (c == ':') {
            out += lineBreak.isEmpty() ? ":" : ": ";
        } else if (!QChar::fromLatin1(c).isSpace()) {
            out += c;
        }
    }
    return out;
}

QList<std::pair<QByteArray, QByteArray>> layouts(const QByteArray &document)
{
    const QByteArray four = laidOut(document, "    ", "\n");
    return {
        {"4 spaces", four},
        {"tabs", laidOut(document, "\t", "\n")},
        {"line break at the end", QByteArray(four + '\n')},
        {"CRLF", laidOut(document, "    ", "\r\n")},
        {"byte order mark", QByteArray("\xef\xbb\xbf" + four)},
        {"one line", laidOut(document, {}, {})},
        {"by hand", document},
        {"by hand, CRLF", QByteArray(document).replace("\n", "\r\n")},
        {"by hand, blank lines", QByteArray(document).replace("],\n", " ] ,\n\n  ").replace("\": ", "\" : ")},
        {"2 spaces", laidOut(document, "  ", "\n")}};
}

// What differs between the first and the last byte that do.
std::pair<QByteArray, QByteArray> middle(const QByteArray &before, const QByteArray &after)
{
    const qsizetype shorter = std::min(before.size(), after.size());
    qsizetype front = 0;
    while (front < shorter && before.at(front) == after.at(front))
        ++front;
    qsizetype back = 0;
    while (back < shorter - front && before.at(before.size() - 1 - back) == after.at(after.size() - 1 - back))
        ++back;
    return {before.sliced(front, before.size() - front - back),
            after.sliced(front, after.size() - front - back)};
}

// Whether the text is what is left of the longer one, some of its bytes taken out.
bool isLeftOf(const QByteArray &longer, const QByteArray &text)
{
    qsizetype next = 0;
    for (const char c : longer)
        next += next < text.size() && text.at(next) == c ? 1 : 0;
    return next == text.size();
}

bool isTooMuch(const Edited &edit, const QByteArray &file)
{
    const qsizetype more = edit.bytes.size() - file.size();
    switch (edit.kind) {
    case Edited::Kind::Adds:
        return more <= 0 || more > edit.most || !isLeftOf(edit.bytes, file);
    case Edited::Kind::Removes:
        return more >= 0 || -more > edit.most || !isLeftOf(file, edit.bytes);
    case Edited::Kind::InPlace:
        break;
    }
    const auto [gone, come] = middle(file, edit.bytes);
    return gone.size() > edit.most || come.size() > edit.most;
}

} // namespace

class TestEditedBytes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void anEditTouchesItsPlace_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<Edits>("edits");
        const auto rows = [](const QByteArray &kind, const char *document, const Edits &edits) {
            for (const auto &[name, file] : layouts(document))
                QTest::newRow(QByteArray(kind + ", " + name).constData()) << file << edits;
        };
        rows("preset", preset, presetEdits);
        rows("lorebook", lorebook, loreEdits);
        rows("card", card, cardEdits);
        rows("personas", settings, personaEdits);
        rows("scripts", settings, scriptEdits);
        rows("context template", context, [](const QByteArray &file) {
            return templateEdits(contextTemplateFormat(), contextFields(), file);
        });
        rows("instruct template", instruct, [](const QByteArray &file) {
            return templateEdits(instructTemplateFormat(), instructFields(), file);
        });
        rows("system prompt", systemPrompt, [](const QByteArray &file) {
            return templateEdits(systemPromptFormat(), systemPromptFields(), file);
        });
        rows("template", chatTemplate, chatTemplateEdits);
        rows("rules", rules, ruleEdits);
        rows("group", group, groupEdits);
    }
    void anEditTouchesItsPlace()
    {
        QFETCH(QByteArray, file);
        QFETCH(Edits, edits);
        const QList<Edited> made = edits(file);
        QVERIFY(made.size() > 1);
        QStringList wrong;
        int unchanged = 0;
        for (const Edited &edit : made) {
            const auto [gone, come] = middle(file, edit.bytes);
            unchanged += edit.bytes == file ? 1 : 0;
            if (isTooMuch(edit, file))
                wrong.append(u"%1: %2 bytes became %3\n--- %4\n+++ %5"_s.arg(edit.name)
                                 .arg(gone.size())
                                 .arg(come.size())
                                 .arg(QString::fromUtf8(gone.first(std::min(gone.size(), qsizetype(300)))),
                                      QString::fromUtf8(come.first(std::min(come.size(), qsizetype(300))))));
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
        // Some fields have no effect of their own; the test would be none if that were so of many.
        QVERIFY2(unchanged * 4 < made.size(), qPrintable(QString::number(unchanged)));
    }

    // Where one rule was the whole file, another one beside it adds lines and changes none.
    void aRuleGetsCompany_data()
    {
        QTest::addColumn<QByteArray>("file");
        for (const auto &[name, file] : layouts(rule))
            QTest::newRow(name.constData()) << file;
    }
    void aRuleGetsCompany()
    {
        QFETCH(QByteArray, file);
        const Result<DocumentReading> read = rulesFormat().read(file, u"Odd"_s);
        const auto before = read->value.as<FramingRuleFile>();
        QCOMPARE(before.rules.size(), 1);
        const bool hasMark = file.startsWith("\xef\xbb\xbf");
        const QByteArray was = (hasMark ? file.sliced(3) : file).trimmed();
        Json other = Json::object({{u"id"_s, Json(u"b"_s)}, {u"find_regex"_s, Json(u"q"_s)}});
        other.set(u"replace_regex"_s, Json(QString()));
        for (const qsizetype place : {0, 1}) {
            FramingRuleFile now = before;
            now.rules.insert(place, other);
            const QByteArray written =
                rulesFormat().write(DocumentValue::of(now), file).value_or(QByteArray());
            QVERIFY2(written.contains(was), written.constData());
            QCOMPARE(written.startsWith("\xef\xbb\xbf"), hasMark);
            QCOMPARE(written.endsWith('\n'), file.endsWith('\n'));
            QCOMPARE(written.contains('\n'), file.contains('\n'));
            QCOMPARE(written.count('\n') - written.count("\r\n"),
                     file.contains("\r\n") ? 0 : written.count('\n'));
            const Result<DocumentReading> back = rulesFormat().read(written, u"Odd"_s);
            QVERIFY2(back, written.constData());
            QCOMPARE(back->value.as<FramingRuleFile>().rules, now.rules);
            QCOMPARE(rulesFormat().write(back->value, written).value_or(QByteArray()), written);
        }
    }
};

} // namespace tst_editedbytes

SNUG_TEST(tst_editedbytes, TestEditedBytes, Core)
#include "tst_editedbytes.moc"

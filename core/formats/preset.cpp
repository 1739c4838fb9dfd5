#include "core/formats/preset.h"

#include "core/formats/framingpreset.h"
#include "core/formats/jsontext.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString trPreset(const char *text)
{
    return QCoreApplication::translate("Preset", text);
}

// A file's -1 is no seed.
struct SeedCodec : PlainCodec
{
    static bool decode(const Json &json, std::optional<qint64> &value)
    {
        if (!PlainCodec::decode(json, value))
            return false;
        if (value && *value < 0)
            value.reset();
        return true;
    }
    static Json encode(const std::optional<qint64> &value, const Json &) { return Json(value.value_or(-1)); }
};

template <typename Fields> void samplerFields(Fields &f, PresetKeys keys)
{
    const auto sampler = [&f, keys](const QString &file, const QString &settings,
                                    std::optional<double> SamplerValues::*member) {
        const auto inPreset = [member](auto &preset) -> auto & { return preset.samplers.*member; };
        f.field(keys == PresetKeys::File ? file : settings, inPreset, AbsentCodec());
    };
    sampler(u"temperature"_s, u"temp_openai"_s, &SamplerValues::temperature);
    sampler(u"frequency_penalty"_s, u"freq_pen_openai"_s, &SamplerValues::frequencyPenalty);
    sampler(u"presence_penalty"_s, u"pres_pen_openai"_s, &SamplerValues::presencePenalty);
    sampler(u"top_p"_s, u"top_p_openai"_s, &SamplerValues::topP);
    sampler(u"top_k"_s, u"top_k_openai"_s, &SamplerValues::topK);
    sampler(u"top_a"_s, u"top_a_openai"_s, &SamplerValues::topA);
    sampler(u"min_p"_s, u"min_p_openai"_s, &SamplerValues::minP);
    sampler(u"repetition_penalty"_s, u"repetition_penalty_openai"_s, &SamplerValues::repetitionPenalty);
}

// smelt's sampler profiles say it with a name of their own (docs/systems/smelt.md#trimming).
QString contextKey(const Json &document)
{
    const bool isProfile =
        document.value(u"context_size").isNumber() && !document.contains(u"openai_max_context");
    return isProfile ? u"context_size"_s : u"openai_max_context"_s;
}

template <typename Fields> void presetFields(Fields &f, PresetKeys keys, const Json &document)
{
    samplerFields(f, keys);
    f.field(contextKey(document), &Preset::contextSize);
    f.field(u"openai_max_tokens"_s, &Preset::maxTokens);
    f.field(u"names_behavior"_s, &Preset::namesBehavior,
            NumberEnumCodec<Preset::NamesBehavior::None, Preset::NamesBehavior::Content>());
    f.field(u"send_if_empty"_s, &Preset::sendIfEmpty);
    f.field(u"impersonation_prompt"_s, &Preset::impersonationPrompt);
    f.field(u"new_chat_prompt"_s, &Preset::newChatPrompt);
    f.field(u"new_group_chat_prompt"_s, &Preset::newGroupChatPrompt);
    f.field(u"new_example_chat_prompt"_s, &Preset::newExampleChatPrompt);
    f.field(u"continue_nudge_prompt"_s, &Preset::continueNudgePrompt);
    f.field(u"wi_format"_s, &Preset::worldInfoFormat);
    f.field(u"scenario_format"_s, &Preset::scenarioFormat);
    f.field(u"personality_format"_s, &Preset::personalityFormat);
    f.field(u"group_nudge_prompt"_s, &Preset::groupNudgePrompt);
    f.field(u"stream_openai"_s, &Preset::stream);
    f.field(u"assistant_prefill"_s, &Preset::assistantPrefill);
    f.field(u"assistant_impersonation"_s, &Preset::assistantImpersonation);
    f.field(u"use_sysprompt"_s, &Preset::useSystemPrompt);
    f.field(u"squash_system_messages"_s, &Preset::squashSystemMessages);
    f.field(u"continue_prefill"_s, &Preset::continuePrefill);
    f.field(u"continue_postfix"_s, &Preset::continuePostfix);
    f.field(u"seed"_s, [](auto &preset) -> auto & { return preset.samplers.seed; }, SeedCodec());
}

template <typename Fields> void blockFields(Fields &f)
{
    f.field(u"identifier"_s, &PromptBlock::identifier);
    f.field(u"name"_s, &PromptBlock::name);
    f.field(u"role"_s, &PromptBlock::role, RoleWordCodec());
    f.field(u"content"_s, &PromptBlock::content);
    f.field(u"system_prompt"_s, &PromptBlock::systemPrompt);
    f.field(u"marker"_s, &PromptBlock::marker);
    f.field(u"injection_position"_s, &PromptBlock::placement,
            NumberEnumCodec<PromptBlock::Placement::Relative, PromptBlock::Placement::InChat>());
    f.field(u"injection_depth"_s, &PromptBlock::depth);
    f.field(u"injection_order"_s, &PromptBlock::order);
    f.field(u"injection_trigger"_s, &PromptBlock::triggers, ListCodec());
    f.field(u"forbid_overrides"_s, &PromptBlock::forbidOverrides);
}

template <typename Fields> void orderItemFields(Fields &f)
{
    f.field(u"identifier"_s, &PromptOrderItem::identifier);
    f.field(u"enabled"_s, &PromptOrderItem::enabled);
}

PromptBlock readBlock(const Json &json, const Place &place, Warnings &warnings)
{
    PromptBlock block;
    FieldReader reader(json, block, place, warnings);
    blockFields(reader);
    block.source = json;
    return block;
}

PromptOrderItem readOrderItem(const Json &json, const Place &place, Warnings &warnings)
{
    PromptOrderItem item{.identifier = {}, .enabled = false, .source = {}}; // what is not said is off
    FieldReader reader(json, item, place, warnings);
    orderItemFields(reader);
    item.source = json;
    return item;
}

// Reads each object of an array; notes what is none.
template <typename T, typename ReadItem>
QList<T> readList(const Json &array, const Place &place, Warnings &warnings, ReadItem &&readItem)
{
    QList<T> list;
    if (!array.isUndefined() && !array.isNull() && !array.isArray())
        warnExpected(warnings, place, Json::array().typeName(), array);
    for (qsizetype i = 0; i < array.items().size(); ++i) {
        const Json &item = array.items()[i];
        if (item.isObject())
            list.append(readItem(item, place.at(i), warnings));
        else
            warnExpected(warnings, place.at(i), Json::object().typeName(), item);
    }
    return list;
}

PromptOrder readOrder(const Json &json, const Place &place, Warnings &warnings)
{
    PromptOrder order;
    FieldReader reader(json, order, place, warnings);
    reader.field(u"character_id"_s, &PromptOrder::characterId);
    order.items =
        readList<PromptOrderItem>(json.value(u"order"), place.in(u"order"_s), warnings, readOrderItem);
    order.source = json;
    return order;
}

Json writtenBlock(const PromptBlock &block)
{
    Warnings ignored;
    return writtenFields(block, readBlock(block.source, Place(), ignored),
                         [](auto &writer) { blockFields(writer); });
}

Json writtenOrderItem(const PromptOrderItem &item)
{
    Warnings ignored;
    return writtenFields(item, readOrderItem(item.source, Place(), ignored),
                         [](auto &writer) { orderItemFields(writer); });
}

Json writtenOrder(const PromptOrder &order)
{
    Warnings ignored;
    Json json = writtenFields(order, readOrder(order.source, Place(), ignored), [](auto &writer) {
        writer.field(u"character_id"_s, &PromptOrder::characterId);
    });
    const Json old = json.value(u"order");
    const Json items = writtenList(old.isArray() ? old : Json::array(), order.items, writtenOrderItem);
    if (!items.isSameAs(old))
        json.set(u"order"_s, items);
    return json;
}

// What applies where a file says nothing.
Preset emptyPreset()
{
    Preset preset;
    preset.impersonationPrompt =
        u"[Write the next message as {{user}}, in {{user}}'s own voice. Do not speak for {{char}}.]"_s;
    preset.newChatPrompt = u"[Start a new Chat]"_s;
    preset.newGroupChatPrompt = u"[A group chat begins. Present: {{group}}]"_s;
    preset.newExampleChatPrompt = u"[Example Chat]"_s;
    preset.continueNudgePrompt =
        u"[Go on where this message stopped, without repeating it: {{lastChatMessage}}]"_s;
    preset.groupNudgePrompt = u"[Write the next message as {{char}} only.]"_s;
    preset.worldInfoFormat = u"{0}"_s;
    preset.scenarioFormat = u"{{scenario}}"_s;
    preset.personalityFormat = u"{{personality}}"_s;
    preset.continuePostfix = u" "_s;
    return preset;
}

// Keys that older versions wrote, by their new meaning.
void readOldKeys(const Json &object, Preset &preset)
{
    if (!object.contains(u"names_behavior") && object.value(u"names_in_completion").toBool())
        preset.namesBehavior = Preset::NamesBehavior::Completion;
    if (!object.contains(u"use_sysprompt"))
        preset.useSystemPrompt = object.value(u"claude_use_sysprompt").toBool() ||
                                 object.value(u"use_makersuite_sysprompt").toBool();
    for (const auto &[key, identifier] :
         {std::pair(u"main_prompt"_s, u"main"_s), std::pair(u"nsfw_prompt"_s, u"nsfw"_s),
          std::pair(u"jailbreak_prompt"_s, u"jailbreak"_s)}) {
        const Json text = object.value(key);
        if (!text.isString() || object.value(u"prompts").isArray())
            continue;
        for (PromptBlock &block : preset.prompts) {
            if (block.identifier == identifier)
                block.content = text.toText();
        }
    }
}

void warnOfConnectionKeys(const Json &object, const Place &place, Warnings &warnings)
{
    for (const QString &key : presetConnectionKeys()) {
        if (!object.value(key).toText().trimmed().isEmpty())
            warn(warnings, place.in(key),
                 trPreset(QT_TRANSLATE_NOOP(
                     "Preset", "this preset brings its own connection setting; it is not used")));
    }
}

// The object that holds the keys: the document, or a prompt export's `data`.
Json bodyOf(const Json &document)
{
    const Json data = document.value(u"data");
    return !document.contains(u"prompts") && data.value(u"prompts").isArray() ? data : document;
}

Json writtenBody(const Preset &preset, Json body, PresetKeys keys)
{
    const bool isNew = !body.isObject();
    const Preset before = presetFromJson(body, keys).preset;
    if (isNew)
        body = Json::object();
    FieldWriter writer(body, before, preset, isNew);
    presetFields(writer, keys, preset.source);
    // Compared as lists first: blocks that came from old keys are not there yet.
    if (isNew || !(before.prompts == preset.prompts))
        body.set(u"prompts"_s, writtenList(body.value(u"prompts"), preset.prompts, writtenBlock));
    if (isNew || !(before.orders == preset.orders))
        body.set(u"prompt_order"_s, writtenList(body.value(u"prompt_order"), preset.orders, writtenOrder));
    return body;
}

// What SmartTavern's form says itself; the rest has the keys it has in SillyTavern's.
void takeFramingFields(const Preset &from, Preset &to)
{
    to.samplers = from.samplers;
    to.contextSize = from.contextSize;
    to.maxTokens = from.maxTokens;
    to.stream = from.stream;
    to.prompts = from.prompts;
    to.orders = from.orders;
}

PresetReading readFraming(const Json &document)
{
    PresetReading reading = framingPresetFromJson(document);
    Warnings ignored;
    Preset rest = emptyPreset();
    const Place root;
    FieldReader reader(document, rest, root, ignored);
    presetFields(reader, PresetKeys::File, document);
    takeFramingFields(reading.preset, rest);
    rest.source = document;
    reading.preset = rest;
    return reading;
}

Json writtenFraming(const Preset &preset)
{
    Json document = writtenFramingPreset(preset);
    const Preset before = readFraming(preset.source).preset;
    Preset rest = preset;
    takeFramingFields(before, rest);
    FieldWriter writer(document, before, rest, false);
    presetFields(writer, PresetKeys::File, preset.source);
    return document;
}

} // namespace

QStringList presetConnectionKeys()
{
    return {u"reverse_proxy"_s,
            u"proxy_password"_s,
            u"custom_url"_s,
            u"custom_include_body"_s,
            u"custom_exclude_body"_s,
            u"custom_include_headers"_s,
            u"vertexai_express_project_id"_s,
            u"azure_base_url"_s,
            u"azure_deployment_name"_s,
            u"workers_ai_account_id"_s};
}

PresetReading presetFromJson(const Json &object, PresetKeys keys, const Place &place)
{
    PresetReading reading{.preset = emptyPreset(), .warnings = {}};
    Preset &preset = reading.preset;
    FieldReader reader(object, preset, place, reading.warnings);
    presetFields(reader, keys, object);
    preset.prompts =
        readList<PromptBlock>(object.value(u"prompts"), place.in(u"prompts"_s), reading.warnings, readBlock);
    preset.orders = readList<PromptOrder>(object.value(u"prompt_order"), place.in(u"prompt_order"_s),
                                          reading.warnings, readOrder);
    if (!object.value(u"prompts").isArray())
        preset.prompts = builtInPromptBlocks();
    if (!object.value(u"prompt_order").isArray())
        preset.orders = {builtInPromptOrder()};
    readOldKeys(object, preset);
    preset.source = object;
    return reading;
}

Result<PresetReading> readPreset(const QByteArray &bytes, const QString &name)
{
    const Result<Json> document = parseJson(bytes);
    if (!document)
        return std::unexpected(document.error());
    if (!document->isObject())
        return failure(
            QCoreApplication::translate("Preset", "expected a preset, found %1").arg(document->typeName()));
    if (isFramingPreset(*document)) {
        PresetReading reading = readFraming(*document);
        reading.preset.name = name.isEmpty() ? document->value(u"name").toText() : name;
        return reading;
    }
    const Json body = bodyOf(*document);
    const Place root;
    const Place data = root.in(u"data"_s);
    const Place &place = body.isSameAs(*document) ? root : data;
    PresetReading reading = presetFromJson(body, PresetKeys::File, place);
    warnOfConnectionKeys(body, place, reading.warnings);
    reading.preset.name = name;
    reading.preset.source = *document;
    return reading;
}

Json writtenPreset(const Preset &preset, PresetKeys keys)
{
    if (keys == PresetKeys::File && isFramingPreset(preset))
        return writtenFraming(preset);
    const Json body = bodyOf(preset.source);
    const Json now = writtenBody(preset, body, keys);
    if (body.isSameAs(preset.source) || now.isSameAs(body))
        return body.isSameAs(preset.source) ? now : preset.source;
    Json document = preset.source;
    document.set(u"data"_s, now);
    return document;
}

QByteArray writePreset(const Preset &preset)
{
    return writeJson(writtenPreset(preset, PresetKeys::File));
}

QList<PromptBlock> builtInPromptBlocks()
{
    QList<PromptBlock> blocks;
    const auto add = [&blocks](const QString &identifier, const QString &name, bool isMarker) {
        PromptBlock block;
        block.identifier = identifier;
        block.name = name;
        block.systemPrompt = true;
        block.marker = isMarker;
        blocks.append(block);
    };
    add(u"main"_s, u"Main Prompt"_s, false);
    add(u"nsfw"_s, u"Auxiliary Prompt"_s, false);
    add(u"dialogueExamples"_s, u"Chat Examples"_s, true);
    add(u"jailbreak"_s, u"Post-History Instructions"_s, false);
    add(u"chatHistory"_s, u"Chat History"_s, true);
    add(u"worldInfoAfter"_s, u"World Info (after)"_s, true);
    add(u"worldInfoBefore"_s, u"World Info (before)"_s, true);
    add(u"enhanceDefinitions"_s, u"Enhance Definitions"_s, false);
    add(u"charDescription"_s, u"Char Description"_s, true);
    add(u"charPersonality"_s, u"Char Personality"_s, true);
    add(u"scenario"_s, u"Scenario"_s, true);
    add(u"personaDescription"_s, u"Persona Description"_s, true);
    return blocks;
}

PromptOrder builtInPromptOrder()
{
    PromptOrder order;
    for (const QString &identifier :
         {u"main"_s, u"worldInfoBefore"_s, u"personaDescription"_s, u"charDescription"_s,
          u"charPersonality"_s, u"scenario"_s, u"enhanceDefinitions"_s, u"nsfw"_s, u"worldInfoAfter"_s,
          u"dialogueExamples"_s, u"chatHistory"_s, u"jailbreak"_s})
        order.items.append(
            {.identifier = identifier, .enabled = identifier != "enhanceDefinitions"_L1, .source = {}});
    return order;
}

} // namespace snug

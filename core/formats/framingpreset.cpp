#include "core/formats/framingpreset.h"

#include <QHash>
#include <QSet>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr std::pair<QStringView, QStringView> markerNames[] = {{u"worldInfoBefore", u"charBefore"},
                                                               {u"worldInfoAfter", u"charAfter"}};

bool isMarker(const QString &identifier)
{
    static const QStringList markers{u"chatHistory"_s, u"charBefore"_s, u"charAfter"_s, u"charDescription"_s,
                                     u"personaDescription"_s};
    return markers.contains(identifier);
}

bool saysPosition(const Json &prompt)
{
    return prompt.value(u"position").isString() && !prompt.contains(u"injection_position");
}

struct PlacementWordCodec
{
    static bool decode(const Json &json, PromptBlock::Placement &value)
    {
        value =
            json.toText() == "in-chat"_L1 ? PromptBlock::Placement::InChat : PromptBlock::Placement::Relative;
        return json.isString();
    }
    static Json encode(PromptBlock::Placement value, const Json &)
    {
        return Json(value == PromptBlock::Placement::InChat ? u"in-chat"_s : u"relative"_s);
    }
    static QString expected(PromptBlock::Placement) { return u"relative, in-chat"_s; }
};

// Any word stays in the file; those that are no role here (thinking) read as the default.
struct AnyRoleCodec
{
    static bool decode(const Json &json, Role &value)
    {
        value = roleFromName(json.toText().toLower()).value_or(value);
        return json.isString();
    }
    static Json encode(Role value, const Json &) { return Json(roleName(value)); }
    static QString expected(Role) { return Json(QString()).typeName(); }
};

template <typename Fields> void promptFields(Fields &f)
{
    f.field(u"identifier"_s, &PromptBlock::identifier, AbsentCodec());
    f.field(u"name"_s, &PromptBlock::name, AbsentCodec());
    f.field(u"role"_s, &PromptBlock::role, AnyRoleCodec());
    f.field(u"position"_s, &PromptBlock::placement, PlacementWordCodec());
    f.field(u"content"_s, &PromptBlock::content, AbsentCodec());
}

template <typename Fields> void inChatFields(Fields &f)
{
    f.field(u"depth"_s, &PromptBlock::depth);
    f.field(u"order"_s, &PromptBlock::order);
}

// What the frame takes as on: exactly true around the chat, anything but false inside it.
bool isOn(const Json &prompt)
{
    const std::optional<bool> enabled = prompt.value(u"enabled").asBool();
    return prompt.value(u"position").toText() == "in-chat"_L1 ? enabled.value_or(true)
                                                              : enabled.value_or(false);
}

PromptBlock readPrompt(const Json &json, const Place &place, Warnings &warnings)
{
    PromptBlock block;
    block.depth = 0;
    FieldReader reader(json, block, place, warnings);
    promptFields(reader);
    inChatFields(reader);
    if (block.order == 0)
        block.order = 100;
    block.marker = isMarker(block.identifier);
    block.source = json;
    return block;
}

constexpr std::pair<QStringView, std::optional<double> SamplerValues::*> samplerKeys[] = {
    {u"temperature", &SamplerValues::temperature},
    {u"top_p", &SamplerValues::topP},
    {u"top_k", &SamplerValues::topK},
    {u"frequency_penalty", &SamplerValues::frequencyPenalty},
    {u"presence_penalty", &SamplerValues::presencePenalty},
};

// Values are kept for later in the file when they are off.
bool isUsed(const Json &config, QStringView key)
{
    const Json fields = config.value(u"enabled_fields");
    return config.value(u"enabled").asBool().value_or(false) &&
           (!fields.isArray() || fields.toTextList().contains(key));
}

void readConfig(const Json &config, Preset &preset)
{
    for (const auto &[key, member] : samplerKeys) {
        if (isUsed(config, key))
            preset.samplers.*member = config.value(key).asDouble();
    }
    preset.contextSize = config.value(u"max_context").toInt(preset.contextSize);
    preset.maxTokens = isUsed(config, u"max_tokens") ? config.value(u"max_tokens").toInt() : 0;
    preset.stream = config.value(u"stream").toBool(true);
}

Json writtenConfig(const Preset &preset, const Preset &before, const Json &source)
{
    Json config = source.isObject() ? source : Json::object();
    const auto use = [&config](QStringView key) {
        config.set(u"enabled"_s, Json(true));
        if (Json fields = config.value(u"enabled_fields");
            fields.isArray() && !fields.toTextList().contains(key)) {
            fields.append(Json(key));
            config.set(u"enabled_fields"_s, fields);
        }
    };
    for (const auto &[key, member] : samplerKeys) {
        const std::optional<double> value = preset.samplers.*member;
        if (value == before.samplers.*member)
            continue;
        config.set(key.toString(), value ? Json(*value) : Json::null());
        if (value)
            use(key);
    }
    if (preset.maxTokens != before.maxTokens) {
        config.set(u"max_tokens"_s, Json(preset.maxTokens));
        use(u"max_tokens");
    }
    if (preset.contextSize != before.contextSize)
        config.set(u"max_context"_s, Json(preset.contextSize));
    if (preset.stream != before.stream)
        config.set(u"stream"_s, Json(preset.stream));
    return config;
}

} // namespace

bool isFramingPreset(const Json &document)
{
    const Json prompts = document.value(u"prompts");
    return !document.contains(u"prompt_order") && std::ranges::any_of(prompts.items(), saysPosition);
}

bool isFramingPreset(const Preset &preset)
{
    return isFramingPreset(preset.source) ||
           (preset.source.isUndefined() && std::ranges::any_of(preset.prompts, [](const PromptBlock &block) {
                return saysPosition(block.source);
            }));
}

PresetReading framingPresetFromJson(const Json &document, const Place &place)
{
    PresetReading reading;
    Preset &preset = reading.preset;
    preset.samplers = {};
    PromptOrder order;
    const Json prompts = document.value(u"prompts");
    const Place list = place.in(u"prompts"_s);
    for (qsizetype i = 0; i < prompts.size(); ++i) {
        const Json prompt = prompts.at(i);
        if (!prompt.isObject()) {
            warnExpected(reading.warnings, list.at(i), Json::object().typeName(), prompt);
            continue;
        }
        const Place here = list.at(i);
        preset.prompts.append(readPrompt(prompt, here, reading.warnings));
        order.items.append(
            {.identifier = preset.prompts.last().identifier, .enabled = isOn(prompt), .source = {}});
    }
    preset.orders = {order};
    readConfig(document.value(u"api_config"), preset);
    preset.name = document.value(u"name").toText();
    preset.source = document;
    return reading;
}

QList<OrderedBlock> orderedBlocks(const Preset &preset)
{
    auto order = std::ranges::find(preset.orders, presetOrderInUse, &PromptOrder::characterId);
    if (order == preset.orders.cend())
        order = preset.orders.cbegin();
    QList<OrderedBlock> blocks;
    if (order == preset.orders.cend())
        return blocks;
    // An identifier may occur more than once: its first item is the first block of that name.
    QHash<QString, qsizetype> next;
    for (const PromptOrderItem &item : order->items) {
        const auto from = preset.prompts.cbegin() + next.value(item.identifier);
        const auto found = std::find_if(from, preset.prompts.cend(), [&](const PromptBlock &block) {
            return block.identifier == item.identifier;
        });
        if (found == preset.prompts.cend())
            continue;
        next.insert(item.identifier, found - preset.prompts.cbegin() + 1);
        blocks.append({*found, item.enabled});
    }
    return blocks;
}

Json framingPrompt(const PromptBlock &block, bool isEnabled)
{
    const bool isNew = !saysPosition(block.source);
    Warnings ignored;
    PromptBlock before;
    if (!isNew)
        before = readPrompt(block.source, Place(), ignored);
    Json json = isNew ? Json::object() : block.source;
    PromptBlock now = block;
    for (const auto &[other, own] : markerNames) {
        if (isNew && block.identifier == other)
            now.identifier = own.toString();
    }
    FieldWriter writer(json, before, now, isNew);
    promptFields(writer);
    if (!isNew || now.placement == PromptBlock::Placement::InChat)
        inChatFields(writer);
    if (isNew || isOn(json) != isEnabled)
        json.set(u"enabled"_s, Json(isEnabled));
    return json;
}

Json writtenFramingPreset(const Preset &preset)
{
    const bool isNew = !isFramingPreset(preset);
    const Json source = isNew ? Json::object({{u"name"_s, Json(preset.name)}}) : preset.source;
    const Preset before = isNew ? Preset() : framingPresetFromJson(source).preset;
    Json document = source;
    const Json config = source.value(u"api_config");
    if (const Json now = writtenConfig(preset, before, config); !now.isSameAs(config))
        if (config.isObject() || now.size() > 0)
            document.set(u"api_config"_s, now);

    QList<OrderedBlock> blocks = orderedBlocks(preset);
    QHash<QString, qsizetype> used;
    for (const OrderedBlock &each : std::as_const(blocks))
        ++used[each.block.identifier];
    for (const PromptBlock &block : preset.prompts) { // what is in no order is off
        if (used[block.identifier]-- <= 0)
            blocks.append({block, false});
    }
    const Json prompts = source.value(u"prompts");
    const Json now =
        writtenList(prompts.isArray() ? prompts : Json::array(), blocks,
                    [](const OrderedBlock &each) { return framingPrompt(each.block, each.isEnabled); });
    if (!now.isSameAs(prompts))
        document.set(u"prompts"_s, now);
    if (isNew)
        document.set(u"regex_rules"_s, Json::array());
    return document;
}

} // namespace snug

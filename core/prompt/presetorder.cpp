#include "core/prompt/presetorder.h"

#include "core/formats/preset.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qint64 presetOrderByDefault = 100000;

const PromptOrder *orderOf(const Preset &preset, qint64 characterId)
{
    const auto order = std::ranges::find(preset.orders, characterId, &PromptOrder::characterId);
    return order != preset.orders.cend() && !order->items.isEmpty() ? &*order : nullptr;
}

const PromptOrder *firstOrder(const Preset &preset)
{
    const auto order =
        std::ranges::find_if(preset.orders, [](const auto &each) { return !each.items.isEmpty(); });
    return order != preset.orders.cend() ? &*order : nullptr;
}

const PromptOrder *chosenOrder(const Preset &preset, LayoutSettings::Order order)
{
    switch (order) {
    case LayoutSettings::Order::ByForm:
        break;
    case LayoutSettings::Order::InUse:
        return orderOf(preset, presetOrderInUse);
    case LayoutSettings::Order::Default:
        return orderOf(preset, presetOrderByDefault);
    case LayoutSettings::Order::First:
        return firstOrder(preset);
    }
    return nullptr;
}

// A switch that was read from `stored`, unless the user has changed it since.
bool isOnFor(const Json &stored, bool read, const LayoutSettings &layout)
{
    const bool isAsStored = stored.isString() && stored.toBool() == read;
    return isAsStored && !layout.readsTextNumbers ? !stored.toText().isEmpty() : read;
}

// What SillyTavern sends where a preset lacks the block: it is part of the prompt, so it is word for word.
QString wordsOfSillyTavern(const QString &identifier)
{
    if (identifier == u"main")
        return u"Write {{char}}'s next reply in a fictional chat between {{charIfNotGroup}} and {{user}}."_s;
    if (identifier == u"enhanceDefinitions")
        return u"If you have more knowledge of {{char}}, add to the character's lore and personality to "
               "enhance them but keep the Character Sheet's definitions absolute."_s;
    return {};
}

} // namespace

bool hasMarksOfSillyTavern(const Preset &preset)
{
    static const QStringList ofTheFile{u"openai_max_context"_s,    u"chat_completion_source"_s,
                                       u"impersonation_prompt"_s,  u"new_chat_prompt"_s,
                                       u"continue_nudge_prompt"_s, u"wi_format"_s,
                                       u"names_behavior"_s,        u"main_prompt"_s};
    const Json data = preset.source.value(u"data"); // an export of prompts has them in there
    return data.value(u"prompts").isArray() ||
           std::ranges::any_of(ofTheFile, [&](const QString &key) { return preset.source.contains(key); }) ||
           std::ranges::any_of(preset.prompts, [](const PromptBlock &block) {
               return block.source.contains(u"system_prompt") || block.source.contains(u"injection_position");
           });
}

OrderInEffect orderInEffect(const Preset &preset, LayoutSettings::Order order)
{
    const PromptOrder *chosen = chosenOrder(preset, order);
    // An empty one too: SillyTavern finds it before the default order that it adds behind it.
    const auto inUse = std::ranges::find(preset.orders, presetOrderInUse, &PromptOrder::characterId);
    if (!chosen && inUse != preset.orders.cend())
        chosen = &*inUse;
    return chosen ? OrderInEffect{chosen->items, false} : OrderInEffect{builtInPromptOrder().items, true};
}

bool isSwitchedOn(const PromptOrderItem &item, const LayoutSettings &layout)
{
    return isOnFor(item.source.value(u"enabled"), item.enabled, layout);
}

bool squashesSystemMessages(const Preset &preset, const LayoutSettings &layout)
{
    return isOnFor(preset.source.value(u"squash_system_messages"), preset.squashSystemMessages, layout);
}

bool continuesByPrefill(const Preset &preset, const LayoutSettings &layout)
{
    return isOnFor(preset.source.value(u"continue_prefill"), preset.continuePrefill, layout);
}

const PromptOrder *mergedOrder(const Preset &preset, LayoutSettings::Order order)
{
    const PromptOrder *chosen = chosenOrder(preset, order);
    if (!chosen)
        chosen = orderOf(preset, presetOrderByDefault);
    return chosen ? chosen : preset.orders.isEmpty() ? nullptr : &preset.orders.first();
}

QList<PromptBlock> blocksInEffect(const Preset &preset)
{
    QList<PromptBlock> blocks;
    QSet<QString> seen;
    const auto add = [&](const PromptBlock &block) {
        if (!seen.contains(block.identifier))
            blocks.append(block);
        seen.insert(block.identifier);
    };
    for (const PromptBlock &block : preset.prompts)
        add(block);
    for (PromptBlock block : builtInPromptBlocks()) {
        block.content = wordsOfSillyTavern(block.identifier);
        add(block);
    }
    return blocks;
}

bool isPassedOver(const PromptBlock &block)
{
    static const QList<PromptBlock> builtIn = builtInPromptBlocks();
    return block.placement == PromptBlock::Placement::Relative && !block.marker && block.source.isObject() &&
           !block.source.contains(u"system_prompt") &&
           !std::ranges::contains(builtIn, block.identifier, &PromptBlock::identifier);
}

bool isTriggered(const PromptBlock &block, GenerationType type)
{
    return block.triggers.isEmpty() || block.triggers.contains(generationTypeName(type));
}

} // namespace snug

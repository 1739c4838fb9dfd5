#include "core/model/whitespace.h"
#include "core/prompt/injectiondepth.h"
#include "core/prompt/labels.h"
#include "core/prompt/presetorder.h"
#include "core/prompt/stages/stages.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

using namespace Qt::StringLiterals;

namespace snug {

// SillyTavern compares with numbers, so a number that stands in the file as text is none. What the user has
// changed since is written as a number.
static bool isText(const PromptBlock &block, QStringView key, int now)
{
    const Json stored = block.source.value(key);
    return stored.isString() && stored.toInt(now) == now;
}

// In the list for one of these two, or not sent for the other; unless the layout has them read.
static bool isPositionText(const PromptBlock &block, const LayoutSettings &layout)
{
    return !layout.readsTextNumbers && block.placement == PromptBlock::Placement::InChat &&
           isText(block, u"injection_position", 1);
}

static bool isDepthText(const PromptBlock &block, const LayoutSettings &layout)
{
    return !layout.readsTextNumbers && isText(block, u"injection_depth", block.depth);
}

static bool hasDepthFraction(const PromptBlock &block)
{
    const Json stored = block.source.value(u"injection_depth");
    return stored.isNumber() && isDepthFraction(stored, block.depth);
}

// Prompts of one order go together, and each fraction is an order of its own.
static double injectionOrder(const PromptBlock &block)
{
    const Json stored = block.source.value(u"injection_order");
    return stored.toInt(block.order) == block.order ? stored.toDouble(block.order) : block.order;
}

// One that the file puts into the chat without saying how deep.
static bool isDepthMissing(const PromptBlock &block)
{
    const Json stored = block.source.value(u"injection_depth");
    return block.source.value(u"injection_position").isNumber() &&
           (stored.isUndefined() || stored.isNull()) && block.depth == PromptBlock().depth;
}

// Into the chat go the three roles that are words, and nothing else; what stands for a marker has one.
static bool isRoleStrange(const PromptBlock &block)
{
    const Json stored = block.source.value(u"role");
    if (block.marker && (stored.isUndefined() || stored.isNull()))
        return false;
    const bool isRead =
        stored.isNumber() || block.role == PromptBlock().role; // the user has not changed it since
    return block.source.isObject() && isRead && !roleFromName(stored.toText());
}

// A switch that the file has as a number or a text is none.
static bool forbidsOverrides(const PromptBlock &block)
{
    const Json stored = block.source.value(u"forbid_overrides");
    return block.forbidOverrides && !stored.isNumber() && !stored.isString();
}

static PromptBlock::Placement placementInEffect(const PromptBlock &block, const LayoutSettings &layout)
{
    return isPositionText(block, layout) ? PromptBlock::Placement::Relative : block.placement;
}

// What the user should know about it; %1 is the prompt's name. Empty: nothing.
static QString numberAsText(const PromptBlock &block, const LayoutSettings &layout)
{
    if (isPositionText(block, layout))
        return QCoreApplication::translate("Prompt",
                                           "The prompt “%1” has its position as text in the preset, so as in "
                                           "SillyTavern it is in the list and not in the chat. A switch of "
                                           "the layout reads it.");
    if (block.placement == PromptBlock::Placement::InChat && isDepthText(block, layout))
        return QCoreApplication::translate(
            "Prompt", "The prompt “%1” has its depth as text in the preset, so as in SillyTavern it is not "
                      "sent. Save the preset with a depth; or a switch of the layout reads it.");
    if (block.placement == PromptBlock::Placement::InChat && isDepthMissing(block))
        return QCoreApplication::translate(
            "Prompt", "The prompt “%1” is for the chat but has no depth in the preset, so "
                      "as in SillyTavern it is not sent. Save the preset with a depth.");
    if (block.placement == PromptBlock::Placement::InChat && hasDepthFraction(block))
        return QCoreApplication::translate(
            "Prompt",
            "The prompt “%1” is for the chat, but its depth in the preset is not a whole number, so "
            "as in SillyTavern it is not sent. Save the preset with a whole depth.");
    if (block.placement == PromptBlock::Placement::InChat && isRoleStrange(block))
        return QCoreApplication::translate(
            "Prompt", "The prompt “%1” is for the chat, but its role in the preset is not system, user or "
                      "assistant, so as in SillyTavern it is not sent. Save the preset with a role.");
    return {};
}

static void sayWhatIsText(const PromptOrderItem &item, const PromptBlock &block, const LayoutSettings &layout,
                          Trace &trace)
{
    if (!item.enabled) {
        trace.warnings.append(QCoreApplication::translate(
                                  "Prompt",
                                  "The prompt “%1” is switched off by a text in the preset's order, so as "
                                  "in SillyTavern it is sent. A switch of the layout reads it.")
                                  .arg(block.name));
        trace.hasLayoutSwitch = true;
    }
    if (const QString surprise = numberAsText(block, layout); !surprise.isEmpty()) {
        trace.warnings.append(surprise.arg(block.name));
        trace.hasLayoutSwitch |= isPositionText(block, layout) || isDepthText(block, layout);
    }
}

static void sayWhichSwitchesAreText(const PromptInputs &inputs, Trace &trace)
{
    const Preset &preset = *inputs.preset;
    QStringList texts;
    if (squashesSystemMessages(preset, inputs.layout) && !preset.squashSystemMessages)
        texts.append(u"squash_system_messages"_s);
    if (continuesByPrefill(preset, inputs.layout) && !preset.continuePrefill &&
        inputs.type == GenerationType::Continue)
        texts.append(u"continue_prefill"_s);
    if (texts.isEmpty())
        return;
    trace.warnings.append(
        //: %1 are names of settings
        QCoreApplication::translate("Prompt",
                                    "The preset switches off by a text: %1. As in SillyTavern, that is "
                                    "switched on. A switch of the layout reads it.")
            .arg(texts.join(u", "_s)));
    trace.hasLayoutSwitch = true;
}

static bool isInPreset(const Preset &preset, const PromptBlock &block)
{
    return std::ranges::contains(preset.prompts, block.identifier, &PromptBlock::identifier);
}

// The enabled prompts of the preset, in list order, macros resolved.
static void listPresetPrompts(const PromptInputs &inputs, Draft &draft, QSet<QString> &disabled)
{
    const Preset &preset = *inputs.preset;
    const OrderInEffect order = orderInEffect(preset, inputs.layout.order);
    if (order.isDefault) {
        draft.result.trace.warnings.append(QCoreApplication::translate(
            "Prompt", "The preset has no prompt order that SillyTavern uses (list "
                      "100001), so its prompts are in SillyTavern's default order."));
    } else if (order.items.isEmpty()) {
        draft.result.trace.warnings.append(QCoreApplication::translate(
            "Prompt",
            "The preset's prompt order is empty, so neither its prompts nor the chat are sent, as in "
            "SillyTavern. Insert its prompts in the preset's editor."));
    }
    sayWhichSwitchesAreText(inputs, draft.result.trace);
    const QList<PromptBlock> present = blocksInEffect(preset);
    QHash<QString, const PromptBlock *> blocks;
    for (const PromptBlock &block : present)
        blocks.insert(block.identifier, &block);
    QSet<QString> seen;
    QSet<QString> listed;
    for (const PromptOrderItem &item : order.items) {
        const PromptBlock *block = blocks.value(item.identifier);
        if (!block)
            continue;
        // Of one that is listed twice the first says whether it is switched on, and the first that is has the
        // place; into the chat go all that are.
        const bool isOn = isSwitchedOn(item, inputs.layout);
        if (!seen.contains(item.identifier) && !isOn)
            disabled.insert(item.identifier);
        seen.insert(item.identifier);
        const bool isInChat = placementInEffect(*block, inputs.layout) == PromptBlock::Placement::InChat;
        if (listed.contains(item.identifier) && !(isInChat && isOn))
            continue;
        const bool isMain = item.identifier == u"main";
        const bool isUsed = isOn && isTriggered(*block, inputs.type) && !isPassedOver(*block);
        if (!isUsed && !isMain)
            continue;
        listed.insert(item.identifier);
        const bool isNowhere = isDepthText(*block, inputs.layout) || isDepthMissing(*block) ||
                               hasDepthFraction(*block) || (isInChat && isRoleStrange(*block));
        const Source source = blockSource(preset, *block);
        if (isUsed)
            sayWhatIsText(item, *block, inputs.layout, draft.result.trace);
        ListedPrompt prompt{.identifier = item.identifier,
                            .role = block->role,
                            .source = source,
                            .isSystemPrompt = block->systemPrompt,
                            .isDisabled = disabled.contains(item.identifier),
                            .forbidsOverrides = forbidsOverrides(*block),
                            .placement = placementInEffect(*block, inputs.layout),
                            .depth = isNowhere ? nowhereInChat : block->depth,
                            .order = injectionOrder(*block)};
        const bool isReplaced =
            isMain && inputs.settings.preferCharacterPrompt && !draft.card.systemPrompt.isEmpty();
        if (isUsed && !isReplaced && !block->content.isEmpty() && !isInPreset(preset, *block))
            draft.result.trace.warnings.append(
                QCoreApplication::translate("Prompt",
                                            "The preset has no prompt “%1”, so as in SillyTavern its "
                                            "default text is sent. Add the prompt to the preset to "
                                            "send another one.")
                    .arg(block->name));
        if (isUsed)
            prompt.text = draft.macros.expand(TracedText(block->content, source));
        draft.prompts.append(prompt);
    }
}

static QString blockName(const Preset &preset, const QString &identifier)
{
    const QList<PromptBlock> blocks = blocksInEffect(preset);
    const auto block = std::ranges::find(blocks, identifier, &PromptBlock::identifier);
    return block == blocks.cend() || block->name.isEmpty() ? identifier : block->name;
}

static TracedText formattedLore(const Preset &preset, const TracedText &lore)
{
    if (lore.isEmpty() || javaScriptTrimmed(preset.worldInfoFormat).isEmpty())
        return lore;
    const TracedText format(preset.worldInfoFormat, presetTextSource(preset, u"wi_format"_s));
    return TracedText::join(format.split(u"{0}"), lore);
}

void orderStage(const PromptInputs &inputs, Draft &draft)
{
    const Preset &preset = *inputs.preset;
    MacroPass &macros = draft.macros;
    const auto presetText = [&](const QString &text, const QString &key) {
        return macros.expand(TracedText(text, presetTextSource(preset, key)));
    };
    // Evaluation order: docs/sillytavern/generation.md#evaluation-order
    TracedText scenario = draft.card.scenario;
    if (!scenario.isEmpty() && !preset.scenarioFormat.isEmpty())
        scenario = presetText(preset.scenarioFormat, u"scenario_format"_s);
    TracedText personality = draft.card.personality;
    if (!personality.isEmpty() && !preset.personalityFormat.isEmpty())
        personality = presetText(preset.personalityFormat, u"personality_format"_s);
    const TracedText groupNudge = presetText(preset.groupNudgePrompt, u"group_nudge_prompt"_s);
    const TracedText impersonation = presetText(preset.impersonationPrompt, u"impersonation_prompt"_s);

    QSet<QString> disabled;
    listPresetPrompts(inputs, draft, disabled);

    // What stands for a marker goes to the marker's place, the rest behind the list.
    const auto place = [&](const QString &identifier, const TracedText &text) {
        const TracedText second = macros.expand(text);
        const auto listed = std::ranges::find(draft.prompts, identifier, &ListedPrompt::identifier);
        if (listed != draft.prompts.end()) {
            listed->text = second.inside(listed->source);
            listed->isSystemPrompt = true; // never taken for one of the user's own
            return;
        }
        const Source source = Source(SourceKind::PresetUnlisted, identifier, blockName(preset, identifier))
                                  .inside(presetSource(preset));
        draft.prompts.append({.identifier = identifier,
                              .text = second.inside(source),
                              .source = source,
                              .isSystemPrompt = true,
                              .isDisabled = disabled.contains(identifier)});
    };
    const auto control = [&](const QString &identifier, const TracedText &text, const Source &source) {
        draft.controls.append({.identifier = identifier, .text = macros.expand(text), .source = source});
    };
    place(u"worldInfoBefore"_s, formattedLore(preset, draft.lore.before));
    place(u"worldInfoAfter"_s, formattedLore(preset, draft.lore.after));
    place(u"charDescription"_s, draft.card.description);
    place(u"charPersonality"_s, personality);
    place(u"scenario"_s, scenario);
    control(u"impersonate"_s, impersonation, presetTextSource(preset, u"impersonation_prompt"_s));
    control(u"quietPrompt"_s, draft.quietPrompt, quietSource());
    const TracedText nudge = macros.expand(groupNudge);
    if (inputs.group && inputs.type != GenerationType::Impersonate)
        draft.groupNudge = nudge;
    draft.replyStart = macros.expand(draft.replyStart);
    if (!draft.replyStart.isEmpty())
        draft.prompts.append({.identifier = u"bias"_s,
                              .role = Role::Assistant,
                              .text = draft.replyStart,
                              .source = draft.replyStart.spans().first().source,
                              .isSystemPrompt = true});
    for (BesideMain &text : draft.beforeNote)
        text.text = macros.expand(text.text);
    if (!draft.note.text.isEmpty()) {
        const TracedText note = macros.expand(draft.note.text);
        if (draft.note.place != NotePlace::InChat)
            draft.note.text = note;
    }
    if (inputs.persona && inputs.persona->position == Persona::Position::InPrompt &&
        !inputs.persona->description.isEmpty())
        place(u"personaDescription"_s,
              TracedText(inputs.persona->description,
                         personaSource(SourceKind::PersonaDescription, draft.userName)));
    for (BesideMain &text : draft.behindNote)
        text.text = macros.expand(text.text);
}

} // namespace snug

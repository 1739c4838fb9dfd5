#include "core/model/whitespace.h"
#include "core/prompt/labels.h"
#include "core/prompt/stages/stages.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

using namespace Qt::StringLiterals;

namespace snug {

static bool isTriggered(const PromptBlock &block, GenerationType type)
{
    return block.triggers.isEmpty() || block.triggers.contains(generationTypeName(type), Qt::CaseInsensitive);
}

// The enabled prompts of the preset, in list order, macros resolved.
static void listPresetPrompts(const PromptInputs &inputs, Draft &draft, QSet<QString> &disabled)
{
    const Preset &preset = *inputs.preset;
    const auto order = std::ranges::find(preset.orders, presetOrderInUse, &PromptOrder::characterId);
    if (order == preset.orders.cend()) {
        draft.result.trace.warnings.append(
            QCoreApplication::translate("Prompt", "The preset has no prompt order for SillyTavern "
                                                  "(presetOrderInUse), so none of its prompts is sent."));
        return;
    }
    QHash<QString, const PromptBlock *> blocks;
    for (const PromptBlock &block : preset.prompts) {
        if (!blocks.contains(block.identifier))
            blocks.insert(block.identifier, &block);
    }
    QSet<QString> seen;
    for (const PromptOrderItem &item : order->items) {
        const PromptBlock *block = blocks.value(item.identifier);
        if (!block || seen.contains(item.identifier))
            continue;
        seen.insert(item.identifier);
        if (!item.enabled)
            disabled.insert(item.identifier);
        const bool isMain = item.identifier == u"main";
        const bool isUsed = item.enabled && isTriggered(*block, inputs.type);
        if (!isUsed && !isMain)
            continue;
        const Source source = blockSource(preset, *block);
        ListedPrompt prompt{.identifier = item.identifier,
                            .role = block->role,
                            .source = source,
                            .isSystemPrompt = block->systemPrompt,
                            .isDisabled = !item.enabled,
                            .forbidsOverrides = block->forbidOverrides,
                            .placement = block->placement,
                            .depth = block->depth,
                            .order = block->order};
        if (isUsed)
            prompt.text = draft.macros.expand(TracedText(block->content, source));
        draft.prompts.append(prompt);
    }
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
        const Source source =
            Source(SourceKind::PresetUnlisted, identifier, identifier).inside(presetSource(preset));
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
    const Source quiet(SourceKind::ControlQuiet, {},
                       QCoreApplication::translate("PromptSources", "quiet prompt"));
    control(u"quietPrompt"_s,
            inputs.type == GenerationType::Quiet ? TracedText(inputs.quietPrompt, quiet) : TracedText(),
            quiet);
    const TracedText nudge = macros.expand(groupNudge);
    if (inputs.group && inputs.type != GenerationType::Impersonate)
        draft.groupNudge = nudge;
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
}

} // namespace snug

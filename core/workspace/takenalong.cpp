#include "core/workspace/takenalong.h"

#include "core/workspace/activecontent.h"

#include <algorithm>

namespace snug {

using TemplateFolder = LibraryLayout::Folder;

ChosenAlong chosenAlong(ActiveContent &content)
{
    const CompletionTemplates &templates = content.templates();
    return {.preset = content.presetName(),
            .context = templates.nameOf(TemplateFolder::Context),
            .instruct = templates.nameOf(TemplateFolder::Instruct),
            .systemPrompt = templates.nameOf(TemplateFolder::SystemPrompts),
            .textPreset = templates.nameOf(TemplateFolder::TextPresets)};
}

void chooseAlong(ActiveContent &content, const ChosenAlong &wanted)
{
    const ChosenAlong now = chosenAlong(content);
    if (now.preset != wanted.preset)
        content.choices().choosePreset(wanted.preset);
    const auto choose = [&](TemplateFolder folder, QString ChosenAlong::*name) {
        if (now.*name != wanted.*name)
            content.templates().choose(folder, wanted.*name);
    };
    choose(TemplateFolder::Context, &ChosenAlong::context);
    choose(TemplateFolder::Instruct, &ChosenAlong::instruct);
    choose(TemplateFolder::SystemPrompts, &ChosenAlong::systemPrompt);
    choose(TemplateFolder::TextPresets, &ChosenAlong::textPreset);
}

TakenAlong takenAlong(const ChosenAlong &now, const BroughtChoices &brought, bool completesText,
                      const LibraryContents &contents)
{
    TakenAlong taken{.chosen = now, .missing = {}};
    if (brought.isOff)
        return taken;
    const auto take = [&](const std::optional<QString> &name, QString ChosenAlong::*place, bool isThere) {
        if (name && (name->isEmpty() || isThere))
            taken.chosen.*place = *name;
        else if (name)
            taken.missing.append(*name);
    };
    const auto isTemplate = [&](TemplateFolder folder, const std::optional<QString> &name) {
        return name && contents.templates.value(folder).contains(*name);
    };
    if (!completesText) {
        take(brought.preset, &ChosenAlong::preset,
             brought.preset &&
                 std::ranges::contains(contents.presets, *brought.preset, &PresetSummary::name));
        return taken;
    }
    take(brought.preset, &ChosenAlong::textPreset, isTemplate(TemplateFolder::TextPresets, brought.preset));
    take(brought.context, &ChosenAlong::context, isTemplate(TemplateFolder::Context, brought.context));
    take(brought.instruct, &ChosenAlong::instruct, isTemplate(TemplateFolder::Instruct, brought.instruct));
    take(brought.systemPrompt, &ChosenAlong::systemPrompt,
         isTemplate(TemplateFolder::SystemPrompts, brought.systemPrompt));
    return taken;
}

void applyBrought(const BroughtChoices &brought, PromptSettings &settings)
{
    if (brought.isOff)
        return;
    if (brought.stopStrings)
        settings.stopStrings = *brought.stopStrings;
    if (brought.replyStart)
        settings.replies.start = *brought.replyStart;
}

} // namespace snug

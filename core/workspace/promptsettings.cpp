#include "core/workspace/promptsettings.h"

#include <algorithm>

namespace snug {

PromptSettings promptSettings(const SillyTavernSettings &settings)
{
    PromptSettings result;
    result.preferCharacterPrompt = settings.preferCharacterPrompt;
    result.preferCharacterPostHistory = settings.preferCharacterJailbreak;
    result.trimSpaces = settings.trimsSpaces;
    result.note.text = settings.note.text;
    result.note.interval = settings.note.interval;
    result.note.position = settings.note.position;
    result.note.depth = settings.note.depth;
    result.note.role = settings.note.role;
    result.note.isScanned = settings.note.isScanned;
    for (const NoteDefaults::CharacterNote &note : settings.note.characterNotes)
        result.note.characterNotes.append(
            {.avatar = note.card,
             .text = note.text,
             .isUsed = note.enabled,
             .placement = CharacterNote::Placement(std::clamp(note.position, 0, 2))});
    const TextCompletionSettings &text = settings.textCompletion;
    result.pinExamples = text.pinsExamples;
    result.stripExamples = text.stripsExamples;
    result.collapseNewlines = text.collapsesNewlines;
    result.stopStrings = text.stopStrings;
    result.expandsStopStrings = text.expandsStopStrings;
    result.replies = settings.replies;
    const WorldInfoSettings &world = settings.lore;
    result.lore.depth = world.scanDepth;
    result.lore.budgetPercent = int(world.budgetPercent);
    result.lore.budgetCap = world.budgetCap;
    result.lore.minActivations = world.minActivations;
    result.lore.minActivationsDepthMax = world.minActivationsDepthMax;
    result.lore.maxRecursionSteps = world.maxRecursionSteps;
    result.lore.includeNames = world.includeNames;
    result.lore.isRecursive = world.recursive;
    result.lore.isCaseSensitive = world.caseSensitive;
    result.lore.matchesWholeWords = world.matchWholeWords;
    result.lore.usesGroupScoring = world.useGroupScoring;
    result.lore.strategy = LoreSettings::Strategy(world.strategy);
    return result;
}

} // namespace snug

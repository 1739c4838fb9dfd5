#include "core/macros/macroparser.h"
#include "core/prompt/frames/frames.h"
#include "core/prompt/frames/stoptexts.h"
#include "core/prompt/frames/storytexts.h"
#include "core/prompt/stages/historylines.h"
#include "core/prompt/stages/stages.h"

namespace snug {

// SillyTavern lays out the story string of text completions for chat completions too, and drops it. What its
// macros set counts (docs/sillytavern/generation.md#evaluation-order).
static void unsentStoryStage(const PromptInputs &inputs, Draft &draft)
{
    MacroPass &macros = draft.macros;
    const auto read = [&macros](const TracedText &text) {
        return maySetVariables(text.text()) ? macros.expand(text) : text;
    };
    const TracedText before = macros.expand(unresolvedBesideMain(draft, NotePlace::BeforeMain));
    const TracedText behind = macros.expand(unresolvedBesideMain(draft, NotePlace::AfterMain));
    const bool isPersonaHere = inputs.persona && inputs.persona->position == Persona::Position::InPrompt;
    const CardTexts &card = draft.card;
    for (const TracedText &text :
         {before, card.systemPrompt, draft.lore.before, card.description, card.personality, card.scenario,
          draft.lore.after, isPersonaHere ? card.persona : TracedText(), behind})
        read(text);
}

void presetFrame(const PromptInputs &inputs, Draft &draft)
{
    static constexpr auto stages = {identityStage,  recentHistoryStage, noteStage,        loreStage,
                                    placementStage, examplesStage,      unsentStoryStage, orderStage,
                                    overridesStage, injectionStage,     budgetStage,      shapeStage,
                                    breakdownStage};
    for (const auto stage : stages) {
        if (draft.stop.stop_requested())
            return;
        stage(inputs, draft);
    }
    draft.result.stop = replyStopTexts(inputs, draft);
}

} // namespace snug

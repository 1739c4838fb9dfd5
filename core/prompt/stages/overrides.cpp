#include "core/prompt/stages/stages.h"

using namespace Qt::StringLiterals;

namespace snug {

static void overridePrompt(Draft &draft, QStringView identifier, const TracedText &text)
{
    const auto prompt = std::ranges::find(draft.prompts, identifier, &ListedPrompt::identifier);
    if (text.isEmpty() || prompt == draft.prompts.end() || prompt->isDisabled || prompt->forbidsOverrides)
        return;
    prompt->text = draft.macros.expandWithOriginal(text.inside(prompt->source), prompt->text);
}

void overridesStage(const PromptInputs &inputs, Draft &draft)
{
    if (inputs.settings.preferCharacterPrompt)
        overridePrompt(draft, u"main", draft.card.systemPrompt);
    if (inputs.settings.preferCharacterPostHistory)
        overridePrompt(draft, u"jailbreak", draft.card.postHistory);
}

} // namespace snug

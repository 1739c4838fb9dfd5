#include "core/prompt/storedtext.h"

#include "core/prompt/macrofailure.h"
#include "core/prompt/stages/stages.h"
#include "core/prompt/stages/visibility.h"

#include <algorithm>

namespace snug {

bool areTextsScripted(const PromptInputs &inputs, ScriptPurpose purpose,
                      const QList<RegexScript::Placement> &placements)
{
    return std::ranges::any_of(inputs.regexScripts, [&](const RegexScript &script) {
        return std::ranges::any_of(placements, [&](RegexScript::Placement placement) {
            return isInvolved(script, purpose, placement, std::nullopt);
        });
    });
}

ScriptedTexts scriptedTexts(const QList<PlainScriptedText> &texts, ScriptPurpose purpose,
                            const PromptInputs &inputs, const std::stop_token &stop)
{
    PromptInputs dependencies = knownToReaders({}, inputs); // what all may read takes in no secret
    dependencies.userText.clear();
    Draft draft(stop, inputs.globalVariables);
    identityStage(dependencies, draft);
    QList<ScriptedText> traced;
    traced.reserve(texts.size());
    for (const PlainScriptedText &text : texts)
        traced.append({TracedText(text.text, Source()), text.placement, text.depth});
    ScriptedTexts result;
    result.warnings = runScripts(traced, purpose,
                                 {inputs.regexScripts, inputs.regexEngine.get(), draft.macros, draft.stop});
    if (const auto failure = macroFailure(draft.macros.budget())) {
        result.warnings.append(failure->error.what);
        for (const PlainScriptedText &text : texts) // as they were
            result.texts.append(text.text);
        return result;
    }
    for (const ScriptedText &text : std::as_const(traced))
        result.texts.append(text.text.text());
    return result;
}

} // namespace snug

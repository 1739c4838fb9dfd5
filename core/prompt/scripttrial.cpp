#include "core/prompt/scripttrial.h"

#include "core/prompt/scriptpattern.h"
#include "core/prompt/stages/stages.h"
#include "core/prompt/stages/visibility.h"
#include "core/prompt/storedtext.h"
#include "core/regex/patternplace.h"
#include "core/regex/regexpattern.h"

namespace snug {

namespace {

// What the script's expression is once macros in it are resolved.
std::optional<RegexPattern> resolvedPattern(const RegexScript &script, const PromptInputs &inputs,
                                            const std::stop_token &stop)
{
    PromptInputs dependencies = knownToReaders({}, inputs);
    dependencies.userText.clear();
    Draft draft(stop, inputs.globalVariables);
    identityStage(dependencies, draft);
    return searchedPattern(script, draft.macros);
}

} // namespace

ScriptTrialResult tryScript(const ScriptTrialRequest &request, const PromptInputs &inputs,
                            const std::stop_token &stop)
{
    ScriptTrialResult result;
    RegexScript script = request.script;
    script.disabled = false;
    result.pattern = resolvedPattern(script, inputs, stop);
    if (result.pattern && inputs.regexEngine) {
        const QList<RegexOutcome> outcomes = inputs.regexEngine->search(
            {{.pattern = result.pattern->body, .flags = result.pattern->flags, .text = request.text}}, stop);
        if (const RegexOutcome &outcome = outcomes.first())
            result.matches = *outcome;
        else
            result.failure = outcome.error();
    }
    if (result.failure && result.failure->kind == RegexFailure::Kind::InvalidPattern) {
        const qsizetype body = script.find.indexOf(result.pattern->body);
        const qsizetype place = patternErrorPlace(*result.pattern, *inputs.regexEngine, stop);
        result.failureAt = body >= 0 && place >= 0 ? body + place : -1;
    }

    PromptInputs around = inputs;
    if (request.isAlone)
        around.regexScripts = {script};
    const auto made = [&](const QString &text, ScriptPurpose purpose) {
        const ScriptedTexts texts =
            scriptedTexts({{text, request.placement, request.depth}}, purpose, around, stop);
        for (const QString &warning : texts.warnings) {
            if (!result.warnings.contains(warning))
                result.warnings.append(warning);
        }
        return texts.texts.first();
    };
    result.stored = made(request.text, request.isEdit ? ScriptPurpose::StoreEdited : ScriptPurpose::Store);
    result.sent = made(result.stored, ScriptPurpose::Prompt);
    result.shown = made(result.stored, ScriptPurpose::Display);
    return result;
}

} // namespace snug

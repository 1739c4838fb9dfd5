#include "core/prompt/loretrial.h"

#include "core/formats/framingpreset.h"
#include "core/prompt/assemble.h"
#include "core/prompt/macrofailure.h"
#include "core/prompt/stages/stages.h"
#include "core/prompt/stages/visibility.h"

using namespace Qt::StringLiterals;

namespace snug {

// SmartTavern's lorebooks decide by themselves there, so the whole frame has to run.
bool isDecidedByFrame(const PromptInputs &inputs)
{
    return !inputs.textCompletion &&
           (inputs.mode == PromptMode::Framing ||
            (inputs.mode == PromptMode::Auto && inputs.preset && isFramingPreset(*inputs.preset)));
}

AssembledPrompt assembleLore(const PromptInputs &inputs, const std::stop_token &stop)
{
    if (isDecidedByFrame(inputs))
        return assemble(inputs, stop);
    const PromptInputs visible = inputs.knowledge.isEnabled ? visibleInputs(inputs) : inputs;
    Draft draft(stop, visible.globalVariables);
    for (const auto stage : {identityStage, historyStage, noteStage, loreStage}) {
        if (draft.stop.stop_requested())
            break;
        stage(visible, draft);
    }
    draft.result.failure = macroFailure(draft.macros.budget());
    return std::move(draft.result);
}

LoreTrialResult tryLore(const PromptInputs &inputs, const std::stop_token &stop)
{
    const AssembledPrompt prompt = assembleLore(inputs, stop);
    const Trace &trace = prompt.trace;
    LoreTrialResult result;
    result.rows = trace.lore;
    result.warnings = trace.warnings;
    if (prompt.failure)
        result.warnings.append(prompt.failure->error.what);
    result.misses.resize(result.rows.size());
    if (!trace.loreEvidence.index || stop.stop_requested())
        return result;
    QList<qsizetype> silent;
    for (qsizetype row = 0; row < result.rows.size(); ++row) {
        // Rows of SmartTavern's own entries stand behind those of the scan.
        if (!result.rows[row].fired && row < trace.loreEvidence.index->size())
            silent.append(row);
    }
    const QList<LoreMiss> misses = nearestMisses(trace.loreEvidence, result.rows, silent, stop);
    for (qsizetype i = 0; i < silent.size(); ++i)
        result.misses[silent[i]] = misses.value(i);
    return result;
}

PromptInputs tryingText(PromptInputs inputs, const QString &text)
{
    inputs.chat.messages.clear();
    inputs.chat.unreadableLines.clear();
    inputs.scene.rows.clear();
    inputs.scene.typed.reset();
    Json metadata = inputs.chat.metadata();
    if (metadata.isObject() && metadata.contains(u"timedWorldInfo")) {
        metadata.remove(u"timedWorldInfo");
        inputs.chat.header.set(u"chat_metadata"_s, metadata);
    }
    inputs.type = GenerationType::Normal;
    inputs.userText = text;
    return inputs;
}

PromptInputs tryingMessage(PromptInputs inputs, qsizetype message)
{
    const qsizetype count = std::clamp<qsizetype>(message + 1, 0, inputs.chat.messages.size());
    inputs.chat.messages.resize(count);
    if (inputs.scene.rows.size() > count)
        inputs.scene.rows.resize(count);
    inputs.scene.typed.reset();
    inputs.type = GenerationType::Normal;
    inputs.userText.clear();
    return inputs;
}

} // namespace snug

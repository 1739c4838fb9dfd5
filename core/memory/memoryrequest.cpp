#include "core/memory/memoryrequest.h"

#include "core/prompt/macrofailure.h"
#include "core/prompt/messagecount.h"
#include "core/prompt/scriptrun.h"

using namespace Qt::StringLiterals;

namespace snug {

QList<RegexScript> chosenScripts(const QList<RegexScript> &scripts, const QStringList &chosen)
{
    QList<RegexScript> result;
    for (const RegexScript &script : scripts) {
        if (!chosen.contains(script.id) && !chosen.contains(script.name))
            continue;
        RegexScript acting = script;
        acting.placements = {int(RegexScript::Placement::AiOutput)};
        acting.disabled = false;
        acting.displayOnly = false;
        acting.promptOnly = true;
        acting.minDepth.reset();
        acting.maxDepth.reset();
        result.append(acting);
    }
    return result;
}

AssembledPrompt assembledMemoryRequest(const MemoryRequest &request, const PromptInputs &inputs,
                                       const std::stop_token &stop)
{
    AssembledPrompt prompt;
    TracedText text = request.text;
    if (!request.scripts.isEmpty()) {
        QList<ScriptedText> texts{{.text = text}};
        MacroPass macros;
        macros.state.budget = std::make_shared<MacroBudget>(stop);
        prompt.trace.warnings = runScripts(texts, ScriptPurpose::Prompt,
                                           {.scripts = request.scripts,
                                            .engine = inputs.regexEngine.get(),
                                            .macros = macros,
                                            .stop = macros.budget().end()});
        prompt.failure = macroFailure(macros.budget());
        if (prompt.failure)
            return prompt;
        text = texts.first().text;
    }
    const TokenCounterPtr &counter = inputs.counter;
    const int tokens = messageTokens(counter, text.text());
    if (inputs.textCompletion) {
        prompt.mode = PromptMode::Story;
        prompt.prompt = text;
    } else {
        prompt.messages = {
            {.role = Role::User, .content = text, .tokens = tokens, .source = memoryFrameSource()}};
    }
    prompt.samplers.temperature = request.temperature;
    prompt.maxTokens = request.answerTokens;
    prompt.budget = {.context = 0,
                     .reserved = 0,
                     .used = tokens,
                     .kind = counter ? counter->kind() : CountKind::Estimate,
                     .counterName = counter ? counter->name() : u"estimate"_s};
    return prompt;
}

QString requestText(const AssembledPrompt &prompt)
{
    if (prompt.prompt)
        return prompt.prompt->text();
    return prompt.messages.isEmpty() ? QString() : prompt.messages.first().content.text();
}

Assembler memoryAssembler(const MemoryRequest &request)
{
    return [request](const PromptInputs &inputs, const std::stop_token &stop) {
        return assembledMemoryRequest(request, inputs, stop);
    };
}

} // namespace snug

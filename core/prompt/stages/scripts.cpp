#include "core/prompt/stages/scripts.h"

#include "core/prompt/scriptrun.h"
#include "core/prompt/storedtext.h"

namespace snug {

static void run(const PromptInputs &inputs, Draft &draft, QList<ScriptedText> &texts, ScriptPurpose purpose)
{
    if (inputs.regexScripts.isEmpty())
        return;
    const QStringList warnings =
        runScripts(texts, purpose, {inputs.regexScripts, inputs.regexEngine.get(), draft.macros, draft.stop});
    for (const QString &warning : warnings) {
        if (!draft.result.trace.warnings.contains(warning))
            draft.result.trace.warnings.append(warning);
    }
}

static TracedText ran(const PromptInputs &inputs, Draft &draft, const ScriptedText &text,
                      ScriptPurpose purpose)
{
    QList<ScriptedText> texts{text};
    run(inputs, draft, texts, purpose);
    return texts.first().text;
}

TracedText runTypedScripts(const PromptInputs &inputs, Draft &draft, const TracedText &text)
{
    return ran(inputs, draft, {text, RegexScript::Placement::UserInput}, ScriptPurpose::Store);
}

bool actsOnHistory(const PromptInputs &inputs)
{
    return areTextsScripted(inputs, ScriptPurpose::Prompt,
                            {RegexScript::Placement::UserInput, RegexScript::Placement::AiOutput,
                             RegexScript::Placement::Reasoning});
}

// The newest message has depth 0; while it is continued, the one that is continued has -1.
void runHistoryScripts(const PromptInputs &inputs, Draft &draft)
{
    if (inputs.regexScripts.isEmpty()) // a long chat is not copied for nothing
        return;
    QList<ScriptedText> texts;
    texts.reserve(draft.history.size());
    const bool isContinued = inputs.type == GenerationType::Continue;
    int depth = static_cast<int>(draft.history.size()) - (isContinued ? 2 : 1);
    for (const HistoryItem &item : std::as_const(draft.history)) {
        const bool isUser = draft.messageAt(inputs, item.index).isUser;
        texts.append(
            {.text = item.text,
             .placement = isUser ? RegexScript::Placement::UserInput : RegexScript::Placement::AiOutput,
             .depth = depth--});
    }
    run(inputs, draft, texts, ScriptPurpose::Prompt);
    for (qsizetype i = 0; i < texts.size(); ++i)
        draft.history[i].text = texts[i].text;
}

TracedText runReasoningScripts(const PromptInputs &inputs, Draft &draft, const TracedText &reasoning,
                               int depth)
{
    return ran(inputs, draft, {reasoning, RegexScript::Placement::Reasoning, depth}, ScriptPurpose::Prompt);
}

TracedText runLoreScripts(const PromptInputs &inputs, Draft &draft, const TracedText &content,
                          const LoreEntry &entry)
{
    ScriptedText text{content, RegexScript::Placement::WorldInfo};
    if (entry.position == LoreEntry::Position::AtDepth)
        text.depth = entry.depth;
    return ran(inputs, draft, text, ScriptPurpose::Prompt);
}

} // namespace snug

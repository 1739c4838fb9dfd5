#include "core/prompt/typedtext.h"

#include "core/prompt/stages/stages.h"
#include "core/prompt/stages/visibility.h"

namespace snug {

QString expandMacros(const QString &text, const PromptInputs &inputs)
{
    if (!text.contains(u'{') && !text.contains(u'<'))
        return text;
    Draft draft;
    const PromptInputs known = knownToReaders(text, inputs);
    draft.macros.state.globalVariables = known.globalVariables;
    identityStage(known, draft); // as the prompt that goes out has it
    return draft.macros.expand(TracedText::computed(text, Source(QStringLiteral("new.user")))).text();
}

QString typedAsStored(const PromptInputs &inputs, const std::stop_token &stop)
{
    Draft draft;
    draft.stop = stop;
    const PromptInputs known = knownToReaders(inputs.userText, inputs);
    draft.macros.state.globalVariables = known.globalVariables;
    identityStage(known, draft);
    return draft.result.typedText;
}

} // namespace snug

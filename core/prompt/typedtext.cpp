#include "core/prompt/typedtext.h"

#include "core/prompt/stages/stages.h"
#include "core/prompt/stages/visibility.h"

namespace snug {

QString expandMacros(const QString &text, const PromptInputs &inputs)
{
    if (!text.contains(u'{') && !text.contains(u'<'))
        return text;
    Draft draft;
    identityStage(visibleInputs(inputs), draft); // as the prompt that goes out has it
    return draft.macros.expand(TracedText::computed(text, Source(QStringLiteral("new.user")))).text();
}

QString typedAsStored(const PromptInputs &inputs, const std::stop_token &stop)
{
    Draft draft;
    draft.stop = stop;
    draft.macros.state.globalVariables = inputs.globalVariables;
    identityStage(inputs, draft);
    return draft.result.typedText;
}

} // namespace snug

#include "core/prompt/typedtext.h"

#include "core/prompt/stages/stages.h"
#include "core/prompt/stages/visibility.h"

namespace snug {

bool isTypedSent(GenerationType type)
{
    return type == GenerationType::Normal || type == GenerationType::Continue;
}

QString expandMacros(const QString &text, const PromptInputs &inputs)
{
    if (!text.contains(u'{') && !text.contains(u'<'))
        return text;
    PromptInputs known = knownToReaders(text, inputs);
    known.userText.clear(); // it is no message yet
    if (known.preset)
        known.preset->sendIfEmpty.clear();
    Draft draft({}, known.globalVariables);
    identityStage(known, draft);
    const TracedText expanded = draft.macros.expand(TracedText::computed(text, Source(SourceKind::NewUser)));
    return draft.macros.budget().goesOn() ? expanded.text() : text;
}

QString typedAsStored(const PromptInputs &inputs, const std::stop_token &stop)
{
    const PromptInputs known = knownToReaders(inputs.userText, inputs);
    Draft draft(stop, known.globalVariables);
    identityStage(known, draft);
    return draft.macros.budget().goesOn() ? draft.result.typedText : inputs.userText;
}

} // namespace snug

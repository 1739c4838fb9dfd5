#include "core/prompt/typedtext.h"

#include "core/prompt/stages/stages.h"

namespace snug {

QString expandMacros(const QString &text, const PromptInputs &inputs)
{
    if (!text.contains(u'{') && !text.contains(u'<'))
        return text;
    Draft draft;
    identityStage(inputs, draft);
    return draft.macros.expand(TracedText::computed(text, Source(QStringLiteral("new.user")))).text();
}

} // namespace snug

#include "core/prompt/promptblocks.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

QList<OutboundMessage> promptBlocks(const AssembledPrompt &prompt)
{
    if (!prompt.prompt)
        return prompt.messages;
    OutboundMessage block;
    block.content = *prompt.prompt;
    block.tokens = prompt.budget.used;
    block.source =
        Source(SourceKind::PromptText, {}, QCoreApplication::translate("PromptSources", "The whole prompt"));
    return {block};
}

bool isWholeText(const OutboundMessage &block)
{
    return block.source.kind() == SourceKind::PromptText;
}

} // namespace snug

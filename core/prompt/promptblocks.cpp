#include "core/prompt/promptblocks.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr QStringView wholeText = u"prompt.text";

QList<OutboundMessage> promptBlocks(const AssembledPrompt &prompt)
{
    if (!prompt.prompt)
        return prompt.messages;
    OutboundMessage block;
    block.content = *prompt.prompt;
    block.tokens = prompt.budget.used;
    block.source =
        Source(wholeText.toString(), {}, QCoreApplication::translate("PromptSources", "The whole prompt"));
    return {block};
}

bool isWholeText(const OutboundMessage &block)
{
    return block.source.type() == wholeText;
}

} // namespace snug

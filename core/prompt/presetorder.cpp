#include "core/prompt/presetorder.h"

#include "core/formats/preset.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

OrderInEffect orderInEffect(const Preset &preset)
{
    const auto order = std::ranges::find(preset.orders, presetOrderInUse, &PromptOrder::characterId);
    if (order != preset.orders.cend() && !order->items.isEmpty())
        return {order->items, false};
    return {builtInPromptOrder().items, true};
}

QList<PromptBlock> blocksInEffect(const Preset &preset)
{
    QList<PromptBlock> blocks;
    QSet<QString> seen;
    for (const QList<PromptBlock> &list : {preset.prompts, builtInPromptBlocks()}) {
        for (const PromptBlock &block : list) {
            if (!seen.contains(block.identifier))
                blocks.append(block);
            seen.insert(block.identifier);
        }
    }
    return blocks;
}

bool isPassedOver(const PromptBlock &block)
{
    return block.placement == PromptBlock::Placement::Relative && !block.marker && block.source.isObject() &&
           !block.source.contains(u"system_prompt");
}

} // namespace snug

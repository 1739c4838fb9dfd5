#include "core/editing/presetcomparison.h"

#include "core/editing/presetedits.h"

namespace snug {

namespace {

QStringList allBlocks(const Preset &preset)
{
    QStringList identifiers = blockOrder(preset);
    for (const PromptBlock &block : preset.prompts) {
        if (!identifiers.contains(block.identifier))
            identifiers.append(block.identifier);
    }
    return identifiers;
}

// `main` with what only `other` has, each behind what stands before it there.
QStringList wovenOrder(QStringList main, const QStringList &other)
{
    qsizetype place = 0;
    for (const QString &each : other) {
        if (const qsizetype known = main.indexOf(each); known >= 0)
            place = known + 1;
        else
            main.insert(place++, each);
    }
    return main;
}

PromptBlock withoutSource(PromptBlock block)
{
    block.source = Json();
    return block;
}

} // namespace

QList<BlockPair> comparedBlocks(const Preset &left, const Preset &right)
{
    using State = BlockPair::State;
    QList<BlockPair> pairs;
    for (const QString &identifier : wovenOrder(allBlocks(left), allBlocks(right))) {
        const PromptBlock *a = findBlock(left, identifier);
        const PromptBlock *b = findBlock(right, identifier);
        if (!a && !b)
            continue; // orders may name what is not there
        BlockPair pair{.identifier = identifier};
        if (!a || !b) {
            pair.state = a ? State::OnlyLeft : State::OnlyRight;
        } else {
            pair.isTextDifferent = a->content != b->content;
            pair.isSwitchDifferent = isBlockOn(left, identifier) != isBlockOn(right, identifier);
            const bool isSame = withoutSource(*a) == withoutSource(*b) && !pair.isSwitchDifferent;
            pair.state = isSame ? State::Same : State::Different;
        }
        pairs.append(pair);
    }
    return pairs;
}

} // namespace snug

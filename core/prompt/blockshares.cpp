#include "core/prompt/blockshares.h"

#include "core/prompt/promptaccount.h"
#include "core/prompt/promptblocks.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Empty: of no block.
QString blockOf(const Source &source)
{
    for (Source link = source; link.kind() != SourceKind::Unknown; link = link.parent()) {
        const SourceKind kind = link.kind();
        const SourceFamily family = link.family();
        if (kind == SourceKind::PresetRelative || kind == SourceKind::PresetInChat ||
            kind == SourceKind::PresetUnlisted)
            return link.id();
        if (!link.hasParent()) {
            if (family == SourceFamily::History || family == SourceFamily::New)
                return u"chatHistory"_s;
            if (family == SourceFamily::Example || kind == SourceKind::CharExamples)
                return u"dialogueExamples"_s;
            break;
        }
    }
    return {};
}

struct BlockParts
{
    struct Part
    {
        QString text;
        int tokens = 0;
    };
    QHash<QString, Part> parts;
    bool isShared = false; // with other blocks, or with lore and notes
};

// What is of no block (lore, a note) and stands beside blocks in a merged message belongs to none of them.
BlockParts partsOf(const OutboundMessage &message, const Budget &budget)
{
    BlockParts made;
    const bool isMerged = message.source.kind() == SourceKind::PresetInChat ||
                          std::ranges::any_of(message.content.spans(), [](const Span &span) {
                              return span.source.kind() == SourceKind::SeparatorSquash;
                          });
    const QString whole = isMerged ? QString() : blockOf(message.source);
    const QList<int> tokens = messageAccount(message, budget).spans;
    for (qsizetype i = 0; i < tokens.size(); ++i) {
        const Span &span = message.content.spans().at(i);
        const QString own = blockOf(span.source);
        const bool isBetween = isSeparator(span.source);
        if (own.isEmpty() && (whole.isEmpty() || isBetween)) {
            made.isShared |= !isBetween;
            continue;
        }
        BlockParts::Part &part = made.parts[own.isEmpty() ? whole : own];
        part.text += QStringView(message.content.text()).sliced(span.start, span.length);
        part.tokens += isBetween ? 0 : tokens.at(i);
    }
    made.isShared |= made.parts.size() > 1;
    return made;
}

} // namespace

QHash<QString, BlockShare> blockShares(const AssembledPrompt &prompt, qsizetype textLimit)
{
    QHash<QString, BlockShare> shares;
    for (const OutboundMessage &message : promptBlocks(prompt)) {
        const BlockParts made = partsOf(message, prompt.budget);
        for (const auto &[identifier, part] : made.parts.asKeyValueRange()) {
            BlockShare &share = shares[identifier];
            share.isShared |= made.isShared;
            share.tokens += part.tokens;
            if (share.text.size() < textLimit) {
                if (!share.text.isEmpty())
                    share.text += u"\n\n"_s;
                share.text += part.text.left(textLimit - share.text.size());
            }
        }
    }
    return shares;
}

} // namespace snug

#include "core/prompt/blockshares.h"

#include "core/prompt/promptblocks.h"

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

struct Parts
{
    QHash<QString, QString> texts;
    qsizetype length = 0;
};

Parts partsOf(const OutboundMessage &message)
{
    Parts parts;
    const QString whole = blockOf(message.source);
    const QString &text = message.content.text();
    for (const Span &span : message.content.spans()) {
        const QString own = blockOf(span.source);
        parts.texts[own.isEmpty() ? whole : own] += QStringView(text).sliced(span.start, span.length);
    }
    parts.texts.remove({});
    for (const QString &part : std::as_const(parts.texts))
        parts.length += part.size();
    return parts;
}

} // namespace

QHash<QString, BlockShare> blockShares(const AssembledPrompt &prompt, qsizetype textLimit)
{
    QHash<QString, BlockShare> shares;
    for (const OutboundMessage &message : promptBlocks(prompt)) {
        const Parts parts = partsOf(message);
        for (const auto &[identifier, text] : parts.texts.asKeyValueRange()) {
            BlockShare &share = shares[identifier];
            share.isShared |= parts.texts.size() > 1;
            share.tokens +=
                parts.texts.size() == 1
                    ? message.tokens
                    : int(qint64(message.tokens) * text.size() / std::max<qsizetype>(1, parts.length));
            if (share.text.size() < textLimit) {
                if (!share.text.isEmpty())
                    share.text += u"\n\n"_s;
                share.text += text.left(textLimit - share.text.size());
            }
        }
    }
    return shares;
}

} // namespace snug

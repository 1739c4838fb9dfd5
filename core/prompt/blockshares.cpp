#include "core/prompt/blockshares.h"

#include "core/prompt/promptblocks.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Empty: of no block.
QString blockOf(const Source &source)
{
    for (Source link = source; link.type() != u"unknown"; link = link.parent()) {
        const QString type = link.type();
        if (type == u"preset.relative" || type == u"preset.in_chat" || type == u"preset.unlisted")
            return link.id();
        if (!link.hasParent()) {
            if (type.startsWith(u"history.") || type.startsWith(u"new."))
                return u"chatHistory"_s;
            if (type.startsWith(u"example.") || type == u"char.examples")
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

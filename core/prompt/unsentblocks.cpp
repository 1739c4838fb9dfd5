#include "core/prompt/unsentblocks.h"

#include "core/prompt/presetorder.h"
#include "core/prompt/promptblocks.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct UnsentBlocksText
{
    Q_DECLARE_TR_FUNCTIONS(UnsentBlocks)
};

void noteBlocks(const Source &source, QSet<QString> &sent)
{
    for (Source link = source;; link = link.parent()) {
        if (link.kind() == SourceKind::PresetRelative || link.kind() == SourceKind::PresetInChat ||
            link.kind() == SourceKind::PresetUnlisted)
            sent.insert(link.id());
        if (!link.hasParent())
            return;
    }
}

// Identifiers of blocks that some text of the prompt comes from. Chat and examples are their markers'.
QSet<QString> sentBlocks(const AssembledPrompt &prompt)
{
    QSet<QString> sent;
    const QList<OutboundMessage> blocks = promptBlocks(prompt);
    for (const OutboundMessage &message : blocks) {
        noteBlocks(message.source, sent);
        for (const Span &span : message.content.spans()) {
            noteBlocks(span.source, sent);
            if (span.source.family() == SourceFamily::History || span.source.kind() == SourceKind::NewUser)
                sent.insert(u"chatHistory"_s);
            if (span.source.kind() == SourceKind::CharExamples)
                sent.insert(u"dialogueExamples"_s);
        }
    }
    return sent;
}

} // namespace

// Macros by their braces, those inside others with them (docs/sillytavern/macros.md).
QStringList onlySets(const QString &text)
{
    static const QStringList setters{u"setvar"_s, u"addvar"_s, u"setglobalvar"_s, u"addglobalvar"_s};
    static const QStringList silent{u"trim"_s, u"noop"_s, u"//"_s, u"comment"_s};
    QStringList variables;
    qsizetype at = 0;
    while (at < text.size()) {
        if (!QStringView(text).sliced(at).startsWith(u"{{")) {
            if (!text.at(at).isSpace())
                return {};
            ++at;
            continue;
        }
        qsizetype end = at;
        int depth = 0;
        do {
            const QStringView rest = QStringView(text).sliced(end);
            const bool opens = rest.startsWith(u"{{");
            const bool closes = rest.startsWith(u"}}");
            depth += opens ? 1 : closes ? -1 : 0;
            end += opens || closes ? 2 : 1;
        } while (depth > 0 && end < text.size());
        if (depth > 0)
            return {};
        const QString inner = text.sliced(at + 2, end - at - 4).trimmed();
        const QString name = inner.section(u"::"_s, 0, 0).trimmed().toLower();
        const bool isSilent = inner.startsWith(u"//") || silent.contains(name);
        if (!isSilent && !setters.contains(name))
            return {};
        const QString variable = inner.section(u"::"_s, 1, 1).trimmed();
        if (!isSilent && !variable.isEmpty() && !variables.contains(variable))
            variables.append(variable);
        at = end;
    }
    return variables;
}

QList<UnsentBlock> unsentBlocks(const PromptInputs &inputs, const AssembledPrompt &prompt)
{
    if (!inputs.preset || prompt.mode != PromptMode::SillyTavern || prompt.failure)
        return {};
    const Preset &preset = *inputs.preset;
    const QSet<QString> sent = sentBlocks(prompt);
    QList<UnsentBlock> unsent;
    QSet<QString> listed;
    const auto blockOf = [&](const QString &identifier) {
        const auto block = std::ranges::find(preset.prompts, identifier, &PromptBlock::identifier);
        return block == preset.prompts.cend() ? nullptr : &*block;
    };
    const auto add = [&](const PromptBlock &block, UnsentBlock::Why why) {
        unsent.append({.identifier = block.identifier,
                       .name = block.name.isEmpty() ? block.identifier : block.name,
                       .why = why,
                       .isMarker = block.marker});
    };
    for (const PromptOrderItem &item : orderInEffect(preset, inputs.layout.order).items) {
        const PromptBlock *block = blockOf(item.identifier);
        if (!block || listed.contains(item.identifier))
            continue;
        listed.insert(item.identifier);
        if (sent.contains(item.identifier))
            continue;
        if (!isSwitchedOn(item, inputs.layout)) {
            add(*block, UnsentBlock::Why::Off);
        } else if (!isTriggered(*block, inputs.type)) {
            add(*block, UnsentBlock::Why::Trigger);
        } else if (isPassedOver(*block)) {
            add(*block, UnsentBlock::Why::PassedOver);
        } else if (block->marker || block->content.trimmed().isEmpty()) {
            add(*block, UnsentBlock::Why::Empty);
        } else if (const QStringList sets = onlySets(block->content); !sets.isEmpty()) {
            add(*block, UnsentBlock::Why::Sets);
            unsent.last().sets = sets;
        } else {
            add(*block, UnsentBlock::Why::NoPlace);
        }
    }
    for (const PromptBlock &block : preset.prompts) {
        if (!listed.contains(block.identifier) && !sent.contains(block.identifier)) {
            listed.insert(block.identifier);
            add(block, UnsentBlock::Why::NotOrdered);
        }
    }
    return unsent;
}

QString unsentReason(const UnsentBlock &block)
{
    switch (block.why) {
    case UnsentBlock::Why::Off:
        return UnsentBlocksText::tr("switched off in the preset's order");
    case UnsentBlock::Why::NotOrdered:
        return UnsentBlocksText::tr("the preset's order does not list it");
    case UnsentBlock::Why::PassedOver:
        return UnsentBlocksText::tr("its file lacks the key system_prompt, so SillyTavern does not send it");
    case UnsentBlock::Why::Trigger:
        return UnsentBlocksText::tr("not for this kind of reply");
    case UnsentBlock::Why::Empty:
        return block.isMarker ? UnsentBlocksText::tr("its content is empty")
                              : UnsentBlocksText::tr("it has no text");
    case UnsentBlock::Why::Sets:
        //: %1 are names of variables
        return UnsentBlocksText::tr("sets variables (%1); sends no text").arg(block.sets.join(u", "_s));
    case UnsentBlock::Why::NoPlace:
        return UnsentBlocksText::tr("nothing of its text is left, or it did not fit");
    }
    Q_UNREACHABLE();
}

} // namespace snug

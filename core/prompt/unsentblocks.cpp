#include "core/prompt/unsentblocks.h"

#include "core/macros/macroparser.h"
#include "core/prompt/presetorder.h"
#include "core/prompt/promptblocks.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

#include <algorithm>
#include <optional>

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

// How many arguments macros take that set variables and leave no text
// (docs/sillytavern/macros.md#variables); 0 = the macro is none of them.
int setterArguments(QString macro)
{
    macro.remove(u"global"_s);
    static const QHash<QString, int> setters{
        {u"setvar"_s, 2},      {u"addvar"_s, 2},    {u"setvarkey"_s, 3},
        {u"setvarindex"_s, 3}, {u"deletevar"_s, 1}, {u"flushvar"_s, 1},
    };
    return setters.value(macro, 0);
}

bool opensScope(const MacroCall &call)
{
    return !call.isClosing && !call.arguments.isEmpty() &&
           call.arguments.size() == setterArguments(call.name) - 1;
}

// Behind the tag that closes the scope of this node; -1 if none does.
qsizetype behindScope(const QString &text, const QList<MacroNode> &nodes, qsizetype opening)
{
    const QString name = readMacroCall(text, nodes.at(opening)).name;
    int depth = 1;
    for (qsizetype i = opening + 1; i < nodes.size(); ++i) {
        const MacroCall call = nodes.at(i).isMacro ? readMacroCall(text, nodes.at(i)) : MacroCall();
        if (call.kind != MacroCall::Kind::Named || call.name != name)
            continue;
        depth += call.isClosing ? -1 : opensScope(call) ? 1 : 0;
        if (depth == 0)
            return i + 1;
    }
    return -1;
}

// The variable that a call sets without leaving text; empty where it sets none, nothing where it leaves text.
std::optional<QString> silentlySet(const QString &text, const MacroCall &call)
{
    static const QStringList silent{u"trim"_s, u"noop"_s, u"//"_s, u"comment"_s};
    static const QStringList assignments{u"="_s, u"+="_s, u"-="_s};
    if (call.kind == MacroCall::Kind::Variable)
        return assignments.contains(call.variableOperator) ? std::optional(call.name) : std::nullopt;
    if (call.kind != MacroCall::Kind::Named || call.isClosing)
        return {};
    if (silent.contains(call.name))
        return QString();
    const int wanted = setterArguments(call.name);
    if (wanted == 0 || (call.arguments.size() != wanted && !opensScope(call)))
        return {};
    const MacroArgument &first = call.arguments.first();
    return text.sliced(first.start, first.end - first.start).trimmed();
}

} // namespace

QStringList onlySets(const QString &text)
{
    const QList<MacroNode> nodes = parseMacros(text);
    QStringList variables;
    qsizetype at = 0;
    while (at < nodes.size()) {
        const MacroNode &node = nodes.at(at);
        if (!node.isMacro) {
            if (!QStringView(text).sliced(node.start, node.end - node.start).trimmed().isEmpty())
                return {};
            ++at;
            continue;
        }
        const MacroCall call = node.isTooDeep ? MacroCall() : readMacroCall(text, node);
        const std::optional<QString> variable = silentlySet(text, call);
        at = opensScope(call) ? behindScope(text, nodes, at) : at + 1;
        if (!variable || at < 0)
            return {};
        if (!variable->isEmpty() && !variables.contains(*variable))
            variables.append(*variable);
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

#include "core/prompt/frames/smeltlore.h"

#include "core/prompt/stages/stages.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

TracedText newline()
{
    return TracedText::computed(u"\n"_s, Source(SourceKind::SeparatorNewline));
}

bool isOfChat(const OutboundMessage &message)
{
    return message.source.family() == SourceFamily::History || message.source.kind() == SourceKind::NewUser;
}

} // namespace

SmeltLore smeltLore(const PromptInputs &inputs, Draft &draft)
{
    if (inputs.lorebooks.isEmpty())
        return {};
    if (!inputs.layout.loreWhereMerged) {
        draft.result.trace.warnings.append(QCoreApplication::translate(
            "Prompt", "The lorebooks are not used: the layout of prompts says so for this form."));
        return {};
    }
    // SillyTavern's stages up to the lore, beside the prompt that is being laid out.
    Draft scanned;
    scanned.stop = draft.stop;
    scanned.macros.state = draft.macros.state;
    for (const auto stage : {identityStage, historyStage, noteStage, loreStage}) {
        if (draft.stop.stop_requested())
            return {};
        stage(inputs, scanned);
    }
    AssembledPrompt &result = draft.result;
    result.trace.lore = std::move(scanned.result.trace.lore);
    result.trace.loreEvidence = std::move(scanned.result.trace.loreEvidence);
    result.trace.warnings += scanned.result.trace.warnings;
    result.timedLore = scanned.result.timedLore;

    SmeltLore lore;
    lore.before = scanned.lore.before;
    lore.after = scanned.lore.after;
    lore.atDepth = scanned.lore.atDepth;
    const auto addTo = [](TracedText &whole, const TracedText &text, bool isInFront) {
        whole = whole.isEmpty()
                    ? text
                    : TracedText::join(isInFront ? QList{text, whole} : QList{whole, text}, newline());
    };
    for (const LoreExample &example : std::as_const(scanned.lore.examples))
        addTo(example.isOnTop ? lore.examplesTop : lore.examplesBottom, example.text, example.isOnTop);
    const QList<TracedText> aroundNote = scanned.lore.noteTop + scanned.lore.noteBottom;
    if (!aroundNote.isEmpty())
        lore.atDepth.append({.text = TracedText::join(aroundNote, newline()),
                             .depth = scanned.note.depth,
                             .role = Role::System});
    return lore;
}

TracedText withLore(const TracedText &top, const TracedText &examples, const TracedText &bottom)
{
    QList<TracedText> texts{top, examples, bottom};
    texts.removeIf([](const TracedText &text) { return text.isEmpty(); });
    return texts.size() == 1 ? texts.first() : TracedText::join(texts, newline());
}

void insertAtDepths(const QList<LoreAtDepth> &texts, QList<OutboundMessage> &messages)
{
    QList<qsizetype> chat; // where its messages stand, the newest first
    for (qsizetype i = messages.size() - 1; i >= 0; --i) {
        if (isOfChat(messages[i]))
            chat.append(i);
    }
    struct Placed
    {
        qsizetype at = 0;
        const LoreAtDepth *text = nullptr;
    };
    QList<Placed> placed;
    for (const LoreAtDepth &text : texts) {
        const qsizetype depth = std::clamp<qsizetype>(text.depth, 0, chat.size());
        placed.append(
            {depth == 0 ? (chat.isEmpty() ? messages.size() : chat.first() + 1) : chat[depth - 1], &text});
    }
    // From behind, so that the places in front stay what they are.
    std::ranges::stable_sort(placed, std::ranges::greater(), &Placed::at);
    for (const Placed &each : std::as_const(placed)) {
        const TracedText &text = each.text->text;
        if (!text.trimmed().isEmpty())
            messages.insert(
                each.at, {.role = each.text->role, .content = text, .source = text.spans().first().source});
    }
}

} // namespace snug

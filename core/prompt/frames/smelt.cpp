#include "core/prompt/frames/frames.h"
#include "core/prompt/frames/smeltchat.h"
#include "core/prompt/frames/smeltlore.h"
#include "core/prompt/labels.h"
#include "core/prompt/presetorder.h"
#include "core/prompt/stages/joining.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

// The text that stands for a marker; nothing for identifiers that are none.
static std::optional<TracedText> markerText(const PromptInputs &inputs, const Draft &draft,
                                            const SmeltLore &lore, const QString &identifier)
{
    const Card card = inputs.card.value_or(Card());
    const auto cardText = [&](const QString &text, SourceKind kind) {
        return smeltText(draft, text, cardSource(kind, draft.characterName));
    };
    if (identifier == u"charDescription")
        return cardText(card.description, SourceKind::CharDescription);
    if (identifier == u"charPersonality")
        return cardText(card.personality, SourceKind::CharPersonality);
    if (identifier == u"scenario")
        return cardText(card.scenario, SourceKind::CharScenario);
    if (identifier == u"dialogueExamples")
        return withLore(lore.examplesTop, cardText(card.messageExamples, SourceKind::CharExamples),
                        lore.examplesBottom);
    if (identifier == u"personaDescription")
        return smeltPersona(inputs, draft);
    if (identifier == u"worldInfoBefore")
        return lore.before;
    if (identifier == u"worldInfoAfter")
        return lore.after;
    if (identifier == u"enhanceDefinitions")
        return TracedText();
    return std::nullopt;
}

void smeltFrame(const PromptInputs &inputs, Draft &draft)
{
    smeltIdentity(inputs, draft);
    const Preset &preset = *inputs.preset;
    const SmeltLore lore = smeltLore(inputs, draft);
    const PromptOrder *order = mergedOrder(preset, inputs.layout.order);
    const bool isApart = inputs.layout.joining == LayoutSettings::Joining::Separate;
    // Lore whose marker the order does not have, or has switched off, is in front of the chat all the same.
    const auto hasMarker = [&](QStringView identifier) {
        return std::ranges::any_of(order->items, [&](const PromptOrderItem &item) {
            return item.enabled && item.identifier == identifier &&
                   std::ranges::contains(preset.prompts, item.identifier, &PromptBlock::identifier);
        });
    };

    QList<TracedText> before;
    if (!hasMarker(u"worldInfoBefore"))
        before.append(lore.before);
    QList<TracedText> after;
    bool isBehindHistory = false;
    for (const PromptOrderItem &item : order->items) {
        if (!item.enabled)
            continue;
        if (item.identifier == u"chatHistory") {
            isBehindHistory = true;
            continue;
        }
        const auto block = std::ranges::find(preset.prompts, item.identifier, &PromptBlock::identifier);
        if (block == preset.prompts.cend())
            continue;
        const Source source = blockSource(preset, *block);
        const std::optional<TracedText> marker = markerText(inputs, draft, lore, item.identifier);
        const TracedText text = marker ? marker->inside(source) : smeltText(draft, block->content, source);
        (isBehindHistory ? after : before).append(text);
    }
    if (!hasMarker(u"dialogueExamples"))
        before.append(withLore(lore.examplesTop, {}, lore.examplesBottom));
    if (!hasMarker(u"worldInfoAfter"))
        before.append(lore.after);
    const auto add = [&](const QList<TracedText> &texts) {
        if (!isApart)
            return addSystemMessage(draft, texts, presetSource(preset));
        for (const TracedText &text : texts)
            addSystemMessage(draft, {text}, text.isEmpty() ? Source() : text.spans().first().source);
    };
    add(before);
    addHistory(inputs, draft);
    add(after);
    addNewTurn(inputs, draft);
    insertAtDepths(lore.atDepth, draft.result.messages);
    trimMessages(draft);
    joinMessages(draft.result, inputs.layout.joining, nullptr);
}

} // namespace snug

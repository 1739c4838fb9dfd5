#include "core/prompt/frames/frames.h"
#include "core/prompt/frames/smeltchat.h"
#include "core/prompt/labels.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

// The text that stands for a marker; nothing for identifiers that are none.
static std::optional<TracedText> markerText(const PromptInputs &inputs, const Draft &draft,
                                            const QString &identifier)
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
        return cardText(card.messageExamples, SourceKind::CharExamples);
    if (identifier == u"personaDescription")
        return smeltPersona(inputs, draft);
    if (identifier == u"worldInfoBefore" || identifier == u"worldInfoAfter" ||
        identifier == u"enhanceDefinitions")
        return TracedText();
    return std::nullopt;
}

void smeltFrame(const PromptInputs &inputs, Draft &draft)
{
    smeltIdentity(inputs, draft);
    const Preset &preset = *inputs.preset;
    auto order = std::ranges::find(preset.orders, 100000, &PromptOrder::characterId);
    if (order == preset.orders.cend())
        order = preset.orders.cbegin();

    QList<TracedText> before;
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
        const std::optional<TracedText> marker = markerText(inputs, draft, item.identifier);
        const TracedText text = marker ? marker->inside(source) : smeltText(draft, block->content, source);
        (isBehindHistory ? after : before).append(text);
    }
    addSystemMessage(draft, before, presetSource(preset));
    addHistory(inputs, draft);
    addSystemMessage(draft, after, presetSource(preset));
    addNewTurn(inputs, draft);
    trimMessages(inputs, draft);
}

} // namespace snug

#include "core/model/whitespace.h"
#include "core/prompt/frames/frames.h"
#include "core/prompt/frames/smeltchat.h"
#include "core/prompt/frames/smeltlore.h"
#include "core/prompt/labels.h"
#include "core/prompt/smelttext.h"
#include "core/prompt/stages/joining.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

static bool isBlank(const QString &text)
{
    return javaScriptTrimmed(text).isEmpty();
}

void fallbackFrame(const PromptInputs &inputs, Draft &draft)
{
    smeltIdentity(inputs, draft);
    const SmeltLore lore = smeltLore(inputs, draft);
    QList<TracedText> parts;
    if (TracedText persona = smeltPersona(inputs, draft); !persona.isEmpty()) {
        persona.prepend(TracedText::computed(u"# The user\n"_s,
                                             personaSource(SourceKind::PersonaAnchor, draft.userName)));
        parts.append(persona);
    }
    const auto cardText = [&](const QString &text, SourceKind kind) {
        return smeltText(draft, text, cardSource(kind, draft.characterName));
    };
    parts.append(lore.before);
    if (inputs.card && !isBlank(inputs.card->systemPrompt)) {
        parts.append(cardText(inputs.card->systemPrompt, SourceKind::CardSystemPrompt));
        parts.append(withLore(lore.examplesTop, {}, lore.examplesBottom));
    } else if (inputs.card) {
        parts.append(cardText(inputs.card->description, SourceKind::CharDescription));
        parts.append(cardText(inputs.card->personality, SourceKind::CharPersonality));
        parts.append(cardText(inputs.card->scenario, SourceKind::CharScenario));
        parts.append(withLore(lore.examplesTop,
                              cardText(inputs.card->messageExamples, SourceKind::CharExamples),
                              lore.examplesBottom));
        parts.append(TracedText(formattingHint.toString(),
                                Source(SourceKind::FormatHint, {},
                                       QCoreApplication::translate("PromptSources", "formatting hint"))));
    }
    if (!inputs.card)
        parts.append(withLore(lore.examplesTop, {}, lore.examplesBottom));
    parts.append(lore.after);
    addSystemMessage(
        draft, parts,
        Source(SourceKind::FrameHead, {}, QCoreApplication::translate("PromptSources", "persona and card")));
    addHistory(inputs, draft);
    if (inputs.card)
        addSystemMessage(draft, {cardText(inputs.card->postHistoryInstructions, SourceKind::CardPostHistory)},
                         cardSource(SourceKind::CardPostHistory, draft.characterName));
    addNewTurn(inputs, draft);
    insertAtDepths(lore.atDepth, draft.result.messages);
    trimMessages(draft);
    joinMessages(draft.result, inputs.layout.joining, nullptr);
}

} // namespace snug

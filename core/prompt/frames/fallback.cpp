#include "core/model/whitespace.h"
#include "core/prompt/frames/frames.h"
#include "core/prompt/frames/smeltchat.h"
#include "core/prompt/labels.h"
#include "core/prompt/smelttext.h"

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
    QList<TracedText> parts;
    if (TracedText persona = smeltPersona(inputs, draft); !persona.isEmpty()) {
        persona.prepend(
            TracedText::computed(u"# The user\n"_s, personaSource(u"persona.anchor"_s, draft.userName)));
        parts.append(persona);
    }
    const auto cardText = [&](const QString &text, const QString &type) {
        return smeltText(draft, text, cardSource(type, draft.characterName));
    };
    if (inputs.card && !isBlank(inputs.card->systemPrompt)) {
        parts.append(cardText(inputs.card->systemPrompt, u"card.system_prompt"_s));
    } else if (inputs.card) {
        parts.append(cardText(inputs.card->description, u"char.description"_s));
        parts.append(cardText(inputs.card->personality, u"char.personality"_s));
        parts.append(cardText(inputs.card->scenario, u"char.scenario"_s));
        parts.append(cardText(inputs.card->messageExamples, u"char.examples"_s));
        parts.append(TracedText(
            formattingHint.toString(),
            Source(u"format.hint"_s, {}, QCoreApplication::translate("PromptSources", "formatting hint"))));
    }
    addSystemMessage(
        draft, parts,
        Source(u"frame.head"_s, {}, QCoreApplication::translate("PromptSources", "persona and card")));
    addHistory(inputs, draft);
    if (inputs.card)
        addSystemMessage(draft, {cardText(inputs.card->postHistoryInstructions, u"card.post_history"_s)},
                         cardSource(u"card.post_history"_s, draft.characterName));
    addNewTurn(inputs, draft);
    trimMessages(inputs, draft);
}

} // namespace snug

#include "core/prompt/stages/stages.h"

namespace snug {

// All that was put into the prompt beside cards and preset, in the order in which SillyTavern keeps it.
static QList<TracedText> injectedTexts(const Draft &draft)
{
    QList<TracedText> first; // the summary
    QList<TracedText> later;
    for (const ChatText &text : draft.chatTexts)
        (text.isKnown ? first : later).append(text.text);
    QList<TracedText> texts = first;
    texts.append(draft.note.text);
    texts += later;
    for (const QStringView beginning : {u"DEPTH_PROMPT", u"customDepthWI", u"PERSONA_DESCRIPTION"}) {
        for (const InChatText &text : draft.inChat) {
            if (text.key.startsWith(beginning))
                texts.append(text.text);
        }
    }
    return texts;
}

void breakdownStage(const PromptInputs &inputs, Draft &draft)
{
    QList<TracedText> texts = injectedTexts(draft);
    if (inputs.textCompletion && inputs.textCompletion->systemPrompt &&
        !inputs.settings.preferCharacterPrompt)
        texts.append(TracedText(inputs.textCompletion->systemPrompt->content, Source()));
    for (const TracedText &text : std::as_const(texts)) {
        if (text.text().contains(u"{{")) // also those that show a card's text, which may set variables
            draft.macros.expand(text);
    }
}

} // namespace snug

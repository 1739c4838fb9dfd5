#include "core/prompt/frames/storytexts.h"

#include "core/model/whitespace.h"
#include "core/prompt/templatelabels.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

TracedText storySystemText(const PromptInputs &inputs, Draft &draft)
{
    if (!inputs.textCompletion->systemPrompt)
        return {};
    const SystemPrompt &prompt = *inputs.textCompletion->systemPrompt;
    const TracedText own(prompt.content, systemPromptSource(prompt, u"content"_s));
    if (!inputs.settings.preferCharacterPrompt || draft.card.systemPrompt.isEmpty())
        return draft.macros.expand(own);
    // What {{original}} gives has its macros resolved with the story string.
    return draft.macros.expandWithOriginal(draft.card.systemPrompt, own);
}

TracedText storyPostHistory(const PromptInputs &inputs, Draft &draft)
{
    if (!inputs.textCompletion->systemPrompt)
        return {};
    const SystemPrompt &prompt = *inputs.textCompletion->systemPrompt;
    const TracedText own(prompt.postHistory, systemPromptSource(prompt, u"post_history"_s));
    if (!inputs.settings.preferCharacterPostHistory || draft.card.postHistory.isEmpty())
        return draft.macros.expand(own);
    return draft.macros.expandWithOriginal(draft.card.postHistory, own);
}

TracedText unresolvedBesideMain(const Draft &draft, NotePlace place)
{
    QList<BesideMain> texts = draft.beforeNote + draft.behindNote;
    texts.append({.key = u"2_floating_prompt"_s, .text = draft.note.text, .place = draft.note.place});
    std::ranges::stable_sort(texts, {}, &BesideMain::key);
    QList<TracedText> parts;
    for (const BesideMain &text : std::as_const(texts)) {
        if (text.place == place && !text.text.isEmpty())
            parts.append(text.text.trimmed());
    }
    const TracedText newline = TracedText::computed(u"\n"_s, Source(SourceKind::SeparatorNewline));
    return TracedText::join(parts, newline);
}

TracedText textBesideMain(Draft &draft, NotePlace place)
{
    return draft.macros.expand(unresolvedBesideMain(draft, place)).trimmed();
}

TracedText withoutLeadingBlanks(const TracedText &text)
{
    return text.mid(text.size() - trimmedStart(text.text()).size());
}

} // namespace snug

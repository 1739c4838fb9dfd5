#include "core/prompt/labels.h"
#include "core/prompt/stages/stages.h"

using namespace Qt::StringLiterals;

namespace snug {

static const TracedText &newline()
{
    static const TracedText text = TracedText::computed(u"\n"_s, Source(SourceKind::SeparatorNewline));
    return text;
}

// Lore around the note, then the persona around both. They ride on the note's turn.
static void dressNote(const PromptInputs &inputs, Draft &draft)
{
    AuthorsNote &note = draft.note;
    if (!note.isDue)
        return;
    TracedText text = TracedText::join(draft.lore.noteTop, newline());
    text.append(newline());
    text.append(note.text);
    text.append(newline());
    text.append(TracedText::join(draft.lore.noteBottom, newline()));
    if (text.text().startsWith(u'\n'))
        text.remove(0, 1);
    if (text.text().endsWith(u'\n'))
        text.remove(text.size() - 1, 1);
    note.text = text;

    if (!inputs.persona || inputs.persona->description.isEmpty())
        return;
    const TracedText persona(inputs.persona->description,
                             personaSource(SourceKind::PersonaDescription, draft.userName));
    if (inputs.persona->position == Persona::Position::NoteTop)
        note.text = TracedText::join({persona, note.text}, newline());
    else if (inputs.persona->position == Persona::Position::NoteBottom)
        note.text = TracedText::join({note.text, persona}, newline());
}

// What the chat's metadata and its messages have for the prompt; each at its depth or beside the main prompt.
static void placeChatTexts(Draft &draft)
{
    for (const ChatText &text : std::as_const(draft.chatTexts)) {
        if (text.place == NotePlace::InChat)
            draft.inChat.append({text.key, text.text, text.depth, text.role, text.source});
        else if (text.place != NotePlace::None)
            (text.isKnown ? draft.beforeNote : draft.behindNote)
                .append({text.key, text.text, text.place, text.role, text.source});
    }
}

void placementStage(const PromptInputs &inputs, Draft &draft)
{
    dressNote(inputs, draft);
    placeChatTexts(draft);
    const AuthorsNote &note = draft.note;
    if (note.place == NotePlace::InChat && !note.text.isEmpty())
        draft.inChat.append(
            {u"2_floating_prompt"_s, note.text, note.depth, note.role, note.text.spans().first().source});
    for (qsizetype i = 0; i < draft.depthTexts.size(); ++i) {
        const DepthText &text = draft.depthTexts[i];
        draft.inChat.append({u"DEPTH_PROMPT_%1"_s.arg(i), text.text, text.depth, text.role, text.source});
    }
    if (inputs.persona && inputs.persona->position == Persona::Position::AtDepth &&
        !inputs.persona->description.isEmpty()) {
        const Source source = personaSource(SourceKind::PersonaDescription, draft.userName);
        draft.inChat.append({u"PERSONA_DESCRIPTION"_s, TracedText(inputs.persona->description, source),
                             inputs.persona->depth, inputs.persona->role, source});
    }
    for (const LoreAtDepth &lore : std::as_const(draft.lore.atDepth)) {
        draft.inChat.append({u"customDepthWI_%1_%2"_s.arg(lore.depth).arg(roleNumber(lore.role)), lore.text,
                             lore.depth, lore.role, lore.text.spans().first().source});
    }
    std::ranges::stable_sort(draft.inChat, {}, &InChatText::key);
}

} // namespace snug

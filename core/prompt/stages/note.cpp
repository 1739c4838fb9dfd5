#include "core/prompt/injectiondepth.h"
#include "core/prompt/stages/chattexts.h"
#include "core/prompt/stages/stages.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

// Once every `interval` user messages, hidden ones and the new one counted.
static bool isNoteDue(const PromptInputs &inputs, Draft &draft, int interval)
{
    if (interval == 1)
        return true;
    qsizetype userMessages =
        factsOf(inputs, draft).userMessages + (draft.typed && draft.typed->isUser ? 1 : 0);
    for (qsizetype i = draft.storedMessages; i < inputs.chat.messages.size(); ++i)
        userMessages -= inputs.chat.messages.at(i).isUser ? 1 : 0;
    return interval > 0 && userMessages >= interval && userMessages % interval == 0;
}

static NotePlace notePlace(int position)
{
    switch (position) {
    case 0:
        return NotePlace::AfterMain;
    case 1:
        return NotePlace::InChat;
    case 2:
        return NotePlace::BeforeMain;
    default:
        return NotePlace::None;
    }
}

// As JavaScript's Number() takes it: a switch is 1 or 0.
static int numberOfNote(const Json &value, int otherwise)
{
    return value.isBool() ? int(value.toBool()) : value.toInt(otherwise);
}

void noteStage(const PromptInputs &inputs, Draft &draft)
{
    collectChatTexts(inputs, draft);
    const NoteSettings &settings = inputs.settings.note;
    const Json metadata = inputs.chat.metadata();
    const Json chatText = metadata.value(u"note_prompt");
    AuthorsNote &note = draft.note;
    note.isDue = isNoteDue(inputs, draft, metadata.value(u"note_interval").toInt(settings.interval));
    note.place = notePlace(numberOfNote(metadata.value(u"note_position"), settings.position));
    const Json depth = metadata.value(u"note_depth");
    note.depth = depthInChat(depth, numberOfNote(depth, settings.depth));
    note.role = roleFromNumber(numberOfNote(metadata.value(u"note_role"), roleNumber(settings.role)));
    if (!note.isDue)
        return;

    const bool isChats = !chatText.isUndefined() && !chatText.isNull();
    QString words = isChats ? chatText.toText() : settings.text;
    words.replace(u"\r\n"_s, u"\n"_s).replace(u'\r', u'\n'); // SillyTavern reads it from a text field
    note.text = TracedText(words, Source(SourceKind::NoteChat, {},
                                         QCoreApplication::translate("PromptSources", "author's note")));
    const QString avatar = QFileInfo(inputs.avatar).completeBaseName();
    const auto own = std::ranges::find(settings.characterNotes, avatar, &CharacterNote::avatar);
    if (own == settings.characterNotes.cend() || !own->isUsed)
        return; // one without text replaces the chat's as well
    const Source source(SourceKind::NoteCharacter, avatar,
                        QCoreApplication::translate("PromptSources", "character's note"));
    const TracedText character(own->text, source);
    const TracedText newline = TracedText::computed(u"\n"_s, source);
    switch (own->placement) {
    case CharacterNote::Placement::Replaces:
        note.text = character;
        break;
    case CharacterNote::Placement::Before:
        note.text = TracedText::join({character, note.text}, newline);
        break;
    case CharacterNote::Placement::After:
        note.text = TracedText::join({note.text, character}, newline);
        break;
    }
}

} // namespace snug

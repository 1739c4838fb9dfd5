#include "core/prompt/stages/extensionmacros.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

// As they are written: what a macro gives is not read for macros again.
static void setNotes(const PromptInputs &inputs, MacroPass &macros)
{
    const NoteSettings &settings = inputs.settings.note;
    const Json chats = inputs.chat.metadata().value(u"note_prompt");
    const bool isChats = !chats.isUndefined() && !chats.isNull();
    macros.setValue({u"authorsnote"}, {isChats ? chats.toText() : settings.text, u"note.chat"_s});
    const QString avatar = QFileInfo(inputs.avatar).completeBaseName();
    const auto own = std::ranges::find(settings.characterNotes, avatar, &CharacterNote::avatar);
    const bool hasOwn = own != settings.characterNotes.cend();
    macros.setValue({u"charauthorsnote"}, {hasOwn ? own->text : QString(), u"note.character"_s});
    macros.setValue({u"defaultauthorsnote"}, {settings.text, u"note.chat"_s});
}

void setExtensionMacros(const PromptInputs &inputs, Draft &draft)
{
    MacroPass &macros = draft.macros;
    setNotes(inputs, macros);
    const ReasoningSettings &reasoning = inputs.settings.replies.reasoning;
    macros.setValue({u"reasoningprefix"}, {reasoning.prefix});
    macros.setValue({u"reasoningsuffix"}, {reasoning.suffix});
    macros.setValue({u"reasoningseparator"}, {reasoning.separator});
    const Json pictures =
        inputs.card ? inputs.card->source.value(u"data").value(u"extensions").value(u"sd_character_prompt")
                    : Json();
    macros.setValue({u"charprefix"}, {pictures.value(u"positive").toText()});
    macros.setValue({u"charnegativeprefix"}, {pictures.value(u"negative").toText()});
}

} // namespace snug

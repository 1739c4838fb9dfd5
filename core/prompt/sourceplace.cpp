#include "core/prompt/sourceplace.h"

namespace snug {

SourcePlace sourcePlaceOf(SourceKind kind)
{
    switch (kind) {
    case SourceKind::PresetFile:
    case SourceKind::PresetRelative:
    case SourceKind::PresetInChat:
    case SourceKind::PresetUnlisted:
    case SourceKind::PresetText:
        return SourcePlace::Preset;
    case SourceKind::PresetSystemPrompt:
        return SourcePlace::SystemPrompt;
    case SourceKind::CharDescription:
    case SourceKind::CharPersonality:
    case SourceKind::CharScenario:
    case SourceKind::CharExamples:
    case SourceKind::CharExampleBlocks:
    case SourceKind::CharFirstMessage:
    case SourceKind::CharAlternateGreeting:
    case SourceKind::CharVersion:
    case SourceKind::CharCreatorNotes:
    case SourceKind::CharFacts:
    case SourceKind::CardSystemPrompt:
    case SourceKind::CardPostHistory:
    case SourceKind::CardDepthPrompt:
        return SourcePlace::Card;
    case SourceKind::PersonaDescription:
    case SourceKind::PersonaAnchor:
        return SourcePlace::Persona;
    case SourceKind::CharName:
    case SourceKind::PersonaName:
        return SourcePlace::Name;
    case SourceKind::WorldBookEntry:
    case SourceKind::WorldBookBeforeChar:
    case SourceKind::WorldBookAfterChar:
    case SourceKind::WorldBookInChat:
    case SourceKind::WorldBookNoteTop:
    case SourceKind::WorldBookNoteBottom:
    case SourceKind::WorldBookExamplesTop:
    case SourceKind::WorldBookExamplesBottom:
    case SourceKind::WorldBookOutlet:
    case SourceKind::MemoryEntry:
    case SourceKind::MemorySidePrompt:
        return SourcePlace::Lorebook;
    case SourceKind::HistoryUser:
    case SourceKind::HistoryAssistant:
    case SourceKind::HistoryThinking:
    case SourceKind::HistoryFile:
    case SourceKind::HistoryCaption:
    case SourceKind::NoteSummary:
    case SourceKind::HistoryNarrator:
        return SourcePlace::Message;
    case SourceKind::NewUser:
        return SourcePlace::Composer;
    case SourceKind::RegexScript:
        return SourcePlace::Script;
    case SourceKind::RuleReplacement:
        return SourcePlace::Rules;
    case SourceKind::TemplateContext:
        return SourcePlace::ContextTemplate;
    case SourceKind::TemplateInstruct:
        return SourcePlace::InstructTemplate;
    case SourceKind::TemplateSystem:
    case SourceKind::TemplateOutput:
    case SourceKind::TemplateAdded:
        return SourcePlace::ChatTemplate;
    case SourceKind::ExampleName:
    case SourceKind::GroupFieldName:
    case SourceKind::GroupJoin:
    case SourceKind::GroupNames:
    case SourceKind::HistoryName:
    case SourceKind::HistoryUserName:
    case SourceKind::Macro:
    case SourceKind::ConversionName:
    case SourceKind::SeparatorBlock:
    case SourceKind::SeparatorMerge:
    case SourceKind::SeparatorNewline:
    case SourceKind::SeparatorSquash:
        return SourcePlace::Within;
    case SourceKind::ChatMesExample:
    case SourceKind::ChatScenario:
    case SourceKind::ChatSystemPrompt:
    case SourceKind::ControlQuiet:
    case SourceKind::ControlReplier:
    case SourceKind::ControlStart:
    case SourceKind::ConversionText:
    case SourceKind::Counter:
    case SourceKind::FormatHint:
    case SourceKind::FrameHead:
    case SourceKind::MemoryFrame:
    case SourceKind::MemoryInstructions:
    case SourceKind::NoteCharacter:
    case SourceKind::NoteChat:
    case SourceKind::NoteInjected:
    case SourceKind::Other:
    case SourceKind::PresetOriginal:
    case SourceKind::PresetRedirect:
    case SourceKind::PresetSecret:
    case SourceKind::PromptText:
    case SourceKind::TemplateFile:
    case SourceKind::Unknown:
        break;
    }
    return SourcePlace::Nowhere;
}

PlacedSource placedSource(const Source &source)
{
    PlacedSource name;
    for (Source link = source;; link = link.parent()) {
        const SourcePlace place = sourcePlaceOf(link.kind());
        if (place == SourcePlace::Name && name.place == SourcePlace::Nowhere)
            name = {link.kind() == SourceKind::CharName ? SourcePlace::Card : SourcePlace::Persona, link};
        else if (place == SourcePlace::Nowhere)
            return name;
        else if (place != SourcePlace::Within && place != SourcePlace::Name)
            return {place, link};
        if (!link.hasParent())
            return name;
    }
}

} // namespace snug

// What a stretch of outbound text can have come from.
//
// The names are SmartTavern's (docs/systems/smarttavern.md#message-model), extended in the same spirit: a
// family, a dot, a member. They stand in the ledger, in exports and in what `snug assemble` prints. A name
// that is not in the table (of a later version's ledger, of an outlet) is SourceKind::Other and keeps its
// family.
#pragma once

#include <QString>

namespace snug {

enum class SourceFamily : quint8 {
    Other,
    Preset,
    Format,
    Char,
    Card,
    Chat,
    Persona,
    WorldBook,
    History,
    New,
    Memory,
    Note,
    Control,
    Group,
    Frame,
    Example,
    Prompt,
    Macro,
    Regex,
    Rule,
    Template,
    Separator,
    Conversion,
    Counter,
};

enum class SourceKind : quint8 {
    Unknown, // nothing is known of it
    Other,   // named, but not here
    // preset.
    PresetFile,
    PresetRelative,
    PresetInChat,
    PresetUnlisted,
    PresetText,
    PresetSystemPrompt,
    PresetOriginal,
    PresetRedirect,
    PresetSecret,
    // format.
    FormatHint,
    // char.
    CharName,
    CharDescription,
    CharPersonality,
    CharScenario,
    CharExamples,
    CharExampleBlocks,
    CharFirstMessage,
    CharAlternateGreeting,
    CharVersion,
    CharCreatorNotes,
    CharFacts,
    // card.
    CardSystemPrompt,
    CardPostHistory,
    CardDepthPrompt,
    // chat.
    ChatScenario,
    ChatSystemPrompt,
    ChatMesExample,
    // persona.
    PersonaName,
    PersonaDescription,
    PersonaAnchor,
    // world_book.
    WorldBookEntry,
    WorldBookBeforeChar,
    WorldBookAfterChar,
    WorldBookInChat,
    WorldBookNoteTop,
    WorldBookNoteBottom,
    WorldBookExamplesTop,
    WorldBookExamplesBottom,
    WorldBookOutlet,
    // history.
    HistoryUser,
    HistoryAssistant,
    HistoryThinking,
    HistoryFile,
    HistoryCaption,
    HistoryNarrator,
    HistoryName,
    HistoryUserName,
    // new.
    NewUser,
    // memory.
    MemoryEntry,
    MemorySidePrompt,
    MemoryInstructions,
    MemoryFrame,
    // note.
    NoteChat,
    NoteCharacter,
    NoteSummary,
    NoteInjected,
    // control.
    ControlQuiet,
    ControlReplier,
    ControlStart,
    // group.
    GroupJoin,
    GroupFieldName,
    GroupNames,
    // frame.
    FrameHead,
    // example.
    ExampleName,
    // prompt.
    PromptText,
    // macro
    Macro,
    // regex.
    RegexScript,
    // rule.
    RuleReplacement,
    // template.
    TemplateFile,
    TemplateContext,
    TemplateInstruct,
    TemplateSystem,
    TemplateOutput,
    TemplateAdded,
    // separator.
    SeparatorNewline,
    SeparatorSquash,
    SeparatorBlock,
    SeparatorMerge,
    // conversion. (what the step from messages to a service's request adds)
    ConversionName,
    ConversionText,
    // counter
    Counter,
};

// "preset.relative"; of Other nothing.
QLatin1StringView sourceKindName(SourceKind kind);
SourceKind sourceKindNamed(QStringView name);
SourceFamily sourceFamilyOf(SourceKind kind);
// By what stands before the dot.
SourceFamily sourceFamilyNamed(QStringView name);

} // namespace snug

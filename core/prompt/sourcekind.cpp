#include "core/prompt/sourcekind.h"

#include <QHash>

#include <algorithm>
#include <array>

namespace snug {

namespace {

struct KindName
{
    SourceKind kind;
    SourceFamily family;
    QLatin1StringView name;
};

// In the order of the enumeration: a kind is its row.
constexpr std::array kindNames{
    KindName{SourceKind::Unknown, SourceFamily::Other, QLatin1StringView("unknown")},
    KindName{SourceKind::Other, SourceFamily::Other, QLatin1StringView()},
    KindName{SourceKind::PresetFile, SourceFamily::Preset, QLatin1StringView("preset.file")},
    KindName{SourceKind::PresetRelative, SourceFamily::Preset, QLatin1StringView("preset.relative")},
    KindName{SourceKind::PresetInChat, SourceFamily::Preset, QLatin1StringView("preset.in_chat")},
    KindName{SourceKind::PresetUnlisted, SourceFamily::Preset, QLatin1StringView("preset.unlisted")},
    KindName{SourceKind::PresetText, SourceFamily::Preset, QLatin1StringView("preset.text")},
    KindName{SourceKind::PresetSystemPrompt, SourceFamily::Preset, QLatin1StringView("preset.system_prompt")},
    KindName{SourceKind::PresetOriginal, SourceFamily::Preset, QLatin1StringView("preset.original")},
    KindName{SourceKind::PresetRedirect, SourceFamily::Preset, QLatin1StringView("preset.redirect")},
    KindName{SourceKind::PresetSecret, SourceFamily::Preset, QLatin1StringView("preset.secret")},
    KindName{SourceKind::FormatHint, SourceFamily::Format, QLatin1StringView("format.hint")},
    KindName{SourceKind::CharName, SourceFamily::Char, QLatin1StringView("char.name")},
    KindName{SourceKind::CharDescription, SourceFamily::Char, QLatin1StringView("char.description")},
    KindName{SourceKind::CharPersonality, SourceFamily::Char, QLatin1StringView("char.personality")},
    KindName{SourceKind::CharScenario, SourceFamily::Char, QLatin1StringView("char.scenario")},
    KindName{SourceKind::CharExamples, SourceFamily::Char, QLatin1StringView("char.examples")},
    KindName{SourceKind::CharExampleBlocks, SourceFamily::Char, QLatin1StringView("char.example_blocks")},
    KindName{SourceKind::CharFirstMessage, SourceFamily::Char, QLatin1StringView("char.first_message")},
    KindName{SourceKind::CharAlternateGreeting, SourceFamily::Char,
             QLatin1StringView("char.alternate_greeting")},
    KindName{SourceKind::CharVersion, SourceFamily::Char, QLatin1StringView("char.version")},
    KindName{SourceKind::CharCreatorNotes, SourceFamily::Char, QLatin1StringView("char.creator_notes")},
    KindName{SourceKind::CharFacts, SourceFamily::Char, QLatin1StringView("char.facts")},
    KindName{SourceKind::CardSystemPrompt, SourceFamily::Card, QLatin1StringView("card.system_prompt")},
    KindName{SourceKind::CardPostHistory, SourceFamily::Card, QLatin1StringView("card.post_history")},
    KindName{SourceKind::CardDepthPrompt, SourceFamily::Card, QLatin1StringView("card.depth_prompt")},
    KindName{SourceKind::ChatScenario, SourceFamily::Chat, QLatin1StringView("chat.scenario")},
    KindName{SourceKind::ChatSystemPrompt, SourceFamily::Chat, QLatin1StringView("chat.system_prompt")},
    KindName{SourceKind::ChatMesExample, SourceFamily::Chat, QLatin1StringView("chat.mes_example")},
    KindName{SourceKind::PersonaName, SourceFamily::Persona, QLatin1StringView("persona.name")},
    KindName{SourceKind::PersonaDescription, SourceFamily::Persona, QLatin1StringView("persona.description")},
    KindName{SourceKind::PersonaAnchor, SourceFamily::Persona, QLatin1StringView("persona.anchor")},
    KindName{SourceKind::WorldBookEntry, SourceFamily::WorldBook, QLatin1StringView("world_book.entry")},
    KindName{SourceKind::WorldBookBeforeChar, SourceFamily::WorldBook,
             QLatin1StringView("world_book.before_char")},
    KindName{SourceKind::WorldBookAfterChar, SourceFamily::WorldBook,
             QLatin1StringView("world_book.after_char")},
    KindName{SourceKind::WorldBookInChat, SourceFamily::WorldBook, QLatin1StringView("world_book.in_chat")},
    KindName{SourceKind::WorldBookNoteTop, SourceFamily::WorldBook, QLatin1StringView("world_book.note_top")},
    KindName{SourceKind::WorldBookNoteBottom, SourceFamily::WorldBook,
             QLatin1StringView("world_book.note_bottom")},
    KindName{SourceKind::WorldBookExamplesTop, SourceFamily::WorldBook,
             QLatin1StringView("world_book.examples_top")},
    KindName{SourceKind::WorldBookExamplesBottom, SourceFamily::WorldBook,
             QLatin1StringView("world_book.examples_bottom")},
    KindName{SourceKind::WorldBookOutlet, SourceFamily::WorldBook, QLatin1StringView("world_book.outlet")},
    KindName{SourceKind::HistoryUser, SourceFamily::History, QLatin1StringView("history.user")},
    KindName{SourceKind::HistoryAssistant, SourceFamily::History, QLatin1StringView("history.assistant")},
    KindName{SourceKind::HistoryThinking, SourceFamily::History, QLatin1StringView("history.thinking")},
    KindName{SourceKind::HistoryFile, SourceFamily::History, QLatin1StringView("history.file")},
    KindName{SourceKind::HistoryCaption, SourceFamily::History, QLatin1StringView("history.caption")},
    KindName{SourceKind::HistoryNarrator, SourceFamily::History, QLatin1StringView("history.narrator")},
    KindName{SourceKind::HistoryName, SourceFamily::History, QLatin1StringView("history.name")},
    KindName{SourceKind::HistoryUserName, SourceFamily::History, QLatin1StringView("history.user_name")},
    KindName{SourceKind::NewUser, SourceFamily::New, QLatin1StringView("new.user")},
    KindName{SourceKind::MemoryEntry, SourceFamily::Memory, QLatin1StringView("memory.entry")},
    KindName{SourceKind::MemorySidePrompt, SourceFamily::Memory, QLatin1StringView("memory.side_prompt")},
    KindName{SourceKind::MemoryInstructions, SourceFamily::Memory, QLatin1StringView("memory.instructions")},
    KindName{SourceKind::MemoryFrame, SourceFamily::Memory, QLatin1StringView("memory.frame")},
    KindName{SourceKind::NoteChat, SourceFamily::Note, QLatin1StringView("note.chat")},
    KindName{SourceKind::NoteCharacter, SourceFamily::Note, QLatin1StringView("note.character")},
    KindName{SourceKind::NoteSummary, SourceFamily::Note, QLatin1StringView("note.summary")},
    KindName{SourceKind::NoteInjected, SourceFamily::Note, QLatin1StringView("note.injected")},
    KindName{SourceKind::ControlQuiet, SourceFamily::Control, QLatin1StringView("control.quiet")},
    KindName{SourceKind::ControlReplier, SourceFamily::Control, QLatin1StringView("control.replier")},
    KindName{SourceKind::ControlStart, SourceFamily::Control, QLatin1StringView("control.start")},
    KindName{SourceKind::GroupJoin, SourceFamily::Group, QLatin1StringView("group.join")},
    KindName{SourceKind::GroupFieldName, SourceFamily::Group, QLatin1StringView("group.field_name")},
    KindName{SourceKind::GroupNames, SourceFamily::Group, QLatin1StringView("group.names")},
    KindName{SourceKind::FrameHead, SourceFamily::Frame, QLatin1StringView("frame.head")},
    KindName{SourceKind::ExampleName, SourceFamily::Example, QLatin1StringView("example.name")},
    KindName{SourceKind::PromptText, SourceFamily::Prompt, QLatin1StringView("prompt.text")},
    KindName{SourceKind::Macro, SourceFamily::Macro, QLatin1StringView("macro")},
    KindName{SourceKind::RegexScript, SourceFamily::Regex, QLatin1StringView("regex.script")},
    KindName{SourceKind::RuleReplacement, SourceFamily::Rule, QLatin1StringView("rule.replacement")},
    KindName{SourceKind::TemplateFile, SourceFamily::Template, QLatin1StringView("template.file")},
    KindName{SourceKind::TemplateContext, SourceFamily::Template, QLatin1StringView("template.context")},
    KindName{SourceKind::TemplateInstruct, SourceFamily::Template, QLatin1StringView("template.instruct")},
    KindName{SourceKind::TemplateSystem, SourceFamily::Template, QLatin1StringView("template.system")},
    KindName{SourceKind::TemplateOutput, SourceFamily::Template, QLatin1StringView("template.output")},
    KindName{SourceKind::TemplateAdded, SourceFamily::Template, QLatin1StringView("template.added")},
    KindName{SourceKind::SeparatorNewline, SourceFamily::Separator, QLatin1StringView("separator.newline")},
    KindName{SourceKind::SeparatorSquash, SourceFamily::Separator, QLatin1StringView("separator.squash")},
    KindName{SourceKind::SeparatorBlock, SourceFamily::Separator, QLatin1StringView("separator.block")},
    KindName{SourceKind::SeparatorMerge, SourceFamily::Separator, QLatin1StringView("separator.merge")},
    KindName{SourceKind::ConversionName, SourceFamily::Conversion, QLatin1StringView("conversion.name")},
    KindName{SourceKind::ConversionText, SourceFamily::Conversion, QLatin1StringView("conversion.text")},
    KindName{SourceKind::Counter, SourceFamily::Counter, QLatin1StringView("counter")},
};

consteval bool standsInOrder()
{
    for (std::size_t i = 0; i < kindNames.size(); ++i) {
        if (kindNames[i].kind != SourceKind(i))
            return false;
    }
    return kindNames.back().kind == SourceKind::Counter;
}
static_assert(standsInOrder());

struct FamilyName
{
    SourceFamily family;
    QLatin1StringView name;
};

constexpr std::array familyNames{
    FamilyName{SourceFamily::Preset, QLatin1StringView("preset")},
    FamilyName{SourceFamily::Format, QLatin1StringView("format")},
    FamilyName{SourceFamily::Char, QLatin1StringView("char")},
    FamilyName{SourceFamily::Card, QLatin1StringView("card")},
    FamilyName{SourceFamily::Chat, QLatin1StringView("chat")},
    FamilyName{SourceFamily::Persona, QLatin1StringView("persona")},
    FamilyName{SourceFamily::WorldBook, QLatin1StringView("world_book")},
    FamilyName{SourceFamily::History, QLatin1StringView("history")},
    FamilyName{SourceFamily::New, QLatin1StringView("new")},
    FamilyName{SourceFamily::Memory, QLatin1StringView("memory")},
    FamilyName{SourceFamily::Note, QLatin1StringView("note")},
    FamilyName{SourceFamily::Control, QLatin1StringView("control")},
    FamilyName{SourceFamily::Group, QLatin1StringView("group")},
    FamilyName{SourceFamily::Frame, QLatin1StringView("frame")},
    FamilyName{SourceFamily::Example, QLatin1StringView("example")},
    FamilyName{SourceFamily::Prompt, QLatin1StringView("prompt")},
    FamilyName{SourceFamily::Macro, QLatin1StringView("macro")},
    FamilyName{SourceFamily::Regex, QLatin1StringView("regex")},
    FamilyName{SourceFamily::Rule, QLatin1StringView("rule")},
    FamilyName{SourceFamily::Template, QLatin1StringView("template")},
    FamilyName{SourceFamily::Separator, QLatin1StringView("separator")},
    FamilyName{SourceFamily::Conversion, QLatin1StringView("conversion")},
    FamilyName{SourceFamily::Counter, QLatin1StringView("counter")},
};

} // namespace

QLatin1StringView sourceKindName(SourceKind kind)
{
    return kindNames[std::size_t(kind)].name;
}

SourceKind sourceKindNamed(QStringView name)
{
    static const QHash<QString, SourceKind> kinds = [] {
        QHash<QString, SourceKind> all;
        for (const KindName &each : kindNames) {
            if (!each.name.isEmpty())
                all.insert(each.name.toString(), each.kind);
        }
        return all;
    }();
    return kinds.value(name.toString(), SourceKind::Other);
}

SourceFamily sourceFamilyOf(SourceKind kind)
{
    return kindNames[std::size_t(kind)].family;
}

SourceFamily sourceFamilyNamed(QStringView name)
{
    const qsizetype dot = name.indexOf(u'.');
    const QStringView family = dot < 0 ? name : name.first(dot);
    const auto found =
        std::ranges::find_if(familyNames, [family](const FamilyName &each) { return each.name == family; });
    return found == familyNames.end() ? SourceFamily::Other : found->family;
}

} // namespace snug

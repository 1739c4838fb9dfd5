#include "app/help/foreignwords.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString st()
{
    return u"SillyTavern"_s;
}

QList<ForeignWord> sillyTavernWords()
{
    using enum ActionId;
    return {
        {u"AI Response Configuration"_s, st(),
         QCoreApplication::translate("ForeignWords", "Samplers and prompts are in the preset editor"),
         EditPreset},
        {u"Prompt Manager"_s, st(),
         QCoreApplication::translate("ForeignWords", "The blocks of the preset, in their order"), EditPreset},
        {u"Prompt Itemization"_s, st(),
         QCoreApplication::translate("ForeignWords",
                                     "The Prompt pane shows it live, before anything is sent"),
         FocusInspector},
        {u"World Info"_s, st(), QCoreApplication::translate("ForeignWords", "Lorebooks"), EditLorebooks},
        {u"Lorebook"_s, st(), QCoreApplication::translate("ForeignWords", "Lorebooks"), EditLorebooks},
        {u"Active World(s) for all chats"_s, st(),
         QCoreApplication::translate("ForeignWords", "Ticked in the Lorebooks menu"), WordMenu::Lorebooks},
        {u"Chat Lorebook"_s, st(),
         QCoreApplication::translate("ForeignWords", "The lorebook that a chat's memories are kept in"),
         WordMenu::Memories},
        {u"Persona Management"_s, st(),
         QCoreApplication::translate("ForeignWords", "Personas, with their locks"), EditPersonas},
        {u"Character Management"_s, st(),
         QCoreApplication::translate("ForeignWords",
                                     "The library pane; all documents by kind are in the Studio"),
         OpenStudio},
        {u"Create New Character"_s, st(), QCoreApplication::translate("ForeignWords", "New Character"),
         NewCharacter},
        {u"Advanced Definitions"_s, st(),
         QCoreApplication::translate("ForeignWords", "Pages of the character editor"), EditCharacter},
        {u"Alternate Greetings"_s, st(),
         QCoreApplication::translate("ForeignWords", "A page of the character editor"), EditCharacter},
        {u"API Connections"_s, st(),
         QCoreApplication::translate("ForeignWords", "Connections; keys are in the system's keyring"),
         Connections},
        {u"Connection Profiles"_s, st(),
         QCoreApplication::translate("ForeignWords", "Each connection is one; the menu changes between them"),
         WordMenu::Connections},
        {u"Advanced Formatting"_s, st(),
         QCoreApplication::translate("ForeignWords", "Templates of text completion"),
         WordMenu::TextTemplates},
        {u"Instruct Mode"_s, st(),
         QCoreApplication::translate("ForeignWords", "Instruct template, for connections that complete text"),
         WordMenu::TextTemplates},
        {u"Context Template"_s, st(),
         QCoreApplication::translate("ForeignWords", "For connections that complete text"),
         WordMenu::TextTemplates},
        {u"Story String"_s, st(),
         QCoreApplication::translate("ForeignWords", "A field of the context template"),
         WordMenu::TextTemplates},
        {u"Regex"_s, st(),
         QCoreApplication::translate("ForeignWords",
                                     "Regex scripts: global, of the preset, of the character"),
         EditScripts},
        {u"Summarize"_s, st(),
         QCoreApplication::translate("ForeignWords", "Memories of scenes, kept in a lorebook"),
         WordMenu::Memories},
        {u"Swipe"_s, st(),
         QCoreApplication::translate("ForeignWords", "Another reply in the place of the last one"),
         SwipeNext},
        {u"Continue"_s, st(), QCoreApplication::translate("ForeignWords", "Continues the last message"),
         Continue},
        {u"Impersonate"_s, st(),
         QCoreApplication::translate("ForeignWords", "The model drafts your next message"), Impersonate},
        {u"Create Branch"_s, st(),
         QCoreApplication::translate("ForeignWords", "A new chat that shares what came before"), BranchHere},
        {u"Checkpoint"_s, st(),
         QCoreApplication::translate("ForeignWords", "A copy of the chat up to a message"), CheckpointHere},
        {u"Timelines"_s, st(), QCoreApplication::translate("ForeignWords", "A chat's branches as a tree"),
         Branches},
        {u"Exclude message from prompts"_s, st(),
         QCoreApplication::translate("ForeignWords", "Hidden messages stay in the chat and are not sent"),
         HideMessage},
        {u"Start new chat"_s, st(), QCoreApplication::translate("ForeignWords", "New Chat"), NewChat},
        {u"Temporary Chat"_s, st(),
         QCoreApplication::translate("ForeignWords", "A chat without a character; here it is kept"),
         NewModelChat},
        {u"Manage chat files"_s, st(),
         QCoreApplication::translate("ForeignWords", "The lower list of the library pane"), ShowLibrary},
        {u"Group Chat"_s, st(),
         QCoreApplication::translate("ForeignWords",
                                     "New Group; its members and their order are edited there"),
         NewGroup},
        {u"Mute"_s, st(),
         QCoreApplication::translate("ForeignWords", "Members of a group who do not answer unasked"),
         EditGroup},
        {u"Backups"_s, st(),
         QCoreApplication::translate("ForeignWords",
                                     "A copy of the whole library a day, and what was deleted"),
         Backups},
        {u"Token Counter"_s, st(),
         QCoreApplication::translate("ForeignWords", "Beside every block of the prompt, and in the editors"),
         FocusInspector},
        {u"Vector Storage"_s, st(),
         QCoreApplication::translate("ForeignWords",
                                     "Vectorized entries of lorebooks, with an embeddings model"),
         Connections},
        {u"User Settings"_s, st(),
         QCoreApplication::translate("ForeignWords", "Light or dark is in the View menu"), ThemeSystem},
    };
}

QList<ForeignWord> otherWords()
{
    const QString smart = u"SmartTavern"_s;
    const QString turns = u"gf-lt"_s;
    const QString memory = u"Memory Books"_s;
    const QString hologram = u"hologram"_s;
    const QString smelt = u"smelt"_s;
    using enum ActionId;
    return {
        {u"framing_prompt"_s, smart,
         QCoreApplication::translate("ForeignWords",
                                     "The mode Framing; presets of SmartTavern choose it by themselves"),
         WordMenu::Modes},
        {u"before_char"_s, smart,
         QCoreApplication::translate("ForeignWords",
                                     "Whether its keys see injected texts: in the prompt layout"),
         PromptLayout},
        {u"World Book"_s, smart, QCoreApplication::translate("ForeignWords", "Lorebooks"), EditLorebooks},
        {u"source annotations"_s, smart,
         QCoreApplication::translate("ForeignWords", "Copied with the messages, in SmartTavern's form"),
         CopySources},
        {u"regex rules"_s, smart,
         QCoreApplication::translate("ForeignWords", "In the Studio; on or off in the Regex Scripts menu"),
         WordMenu::Scripts},
        {u"Writing as…"_s, turns,
         QCoreApplication::translate("ForeignWords", "Whom you play; the bar above the composer"),
         WriteAsNext},
        {u"WriteNextMsgAsCompletionAgent"_s, turns,
         QCoreApplication::translate("ForeignWords", "Who is to reply; the bar above the composer"),
         WriteAsNext},
        {u"CharSpecificContextEnabled"_s, turns,
         QCoreApplication::translate("ForeignWords", "Keep secrets, in this chat"), KeepSecrets},
        {u"__known_to_chars__"_s, turns,
         QCoreApplication::translate("ForeignWords",
                                     "Whom a message is for: choose recipients instead of typing the tag"),
         FocusRecipients},
        {u"AutoTurn"_s, turns,
         QCoreApplication::translate("ForeignWords", "Recipients of a private message answer in turn"),
         WhoKnowsWhat},
        {u"ShowThinking"_s, turns,
         QCoreApplication::translate("ForeignWords", "Reasoning is folded above the reply"), FocusTranscript},
        {u"Generate Memory"_s, memory,
         QCoreApplication::translate("ForeignWords", "Makes a memory of the marked scene"),
         WordMenu::Memories},
        {u"Scene markers"_s, memory,
         QCoreApplication::translate("ForeignWords", "Begin and end of a scene, set on messages"),
         WordMenu::Memories},
        {u"Summary Prompt Manager"_s, memory, QCoreApplication::translate("ForeignWords", "Summary presets"),
         WordMenu::Memories},
        {u"Side Prompts"_s, memory,
         QCoreApplication::translate("ForeignWords", "Trackers that run after or between messages"),
         WordMenu::Memories},
        {u"Trackers"_s, memory, QCoreApplication::translate("ForeignWords", "Side prompts"),
         WordMenu::Memories},
        {u"Memory profiles"_s, memory, QCoreApplication::translate("ForeignWords", "In the memory settings"),
         WordMenu::Memories},
        {u"Jinja template"_s, hologram,
         QCoreApplication::translate("ForeignWords", "Prompt templates lay out the whole prompt"),
         EditPromptTemplate},
        {u"Nunjucks template"_s, hologram,
         QCoreApplication::translate("ForeignWords", "Prompt templates lay out the whole prompt"),
         EditPromptTemplate},
        {u"/edit <entity> type:Template"_s, hologram,
         QCoreApplication::translate("ForeignWords", "The character's prompt template"), EditPromptTemplate},
        {u"/edit <entity> type:System Prompt"_s, hologram,
         QCoreApplication::translate("ForeignWords", "The character's system prompt template"),
         EditSystemPromptTemplate},
        {u"Template Rendering Playground"_s, hologram,
         QCoreApplication::translate("ForeignWords",
                                     "The messages that a prompt template makes, beside its text"),
         EditPromptTemplate},
        {u"No preset"_s, smelt,
         QCoreApplication::translate("ForeignWords", "The menu of presets, at its end"), WordMenu::Presets},
        {u"Preset mode"_s, smelt,
         QCoreApplication::translate("ForeignWords", "The mode Merged, in the menu of modes"),
         WordMenu::Modes},
        {u"worldInfoBefore"_s, smelt,
         QCoreApplication::translate("ForeignWords", "Lore in the merged form: a switch of the layout"),
         PromptLayout},
        {u"userName"_s, smelt,
         QCoreApplication::translate("ForeignWords", "Your own name, when no persona has another"), OwnName},
    };
}

} // namespace

QList<ForeignWord> foreignWords()
{
    return sillyTavernWords() + otherWords();
}

} // namespace snug

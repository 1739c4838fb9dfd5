// All parts of the program. For application.cpp alone, which connects them.
#pragma once

#include "app/chat/castoffer.h"
#include "app/chat/chatcontroller.h"
#include "app/chat/composerfocus.h"
#include "app/chat/findcontroller.h"
#include "app/chat/globalvariables.h"
#include "app/chat/hintcontroller.h"
#include "app/chat/knowledgecontroller.h"
#include "app/chat/learntrefusals.h"
#include "app/chat/loadnotices.h"
#include "app/chat/messagescontroller.h"
#include "app/chat/notecontroller.h"
#include "app/chat/quickcontroller.h"
#include "app/chat/readingcontroller.h"
#include "app/chat/refusalnotices.h"
#include "app/chat/replyquestions.h"
#include "app/chat/rescuenotices.h"
#include "app/chat/scriptpermissioncontroller.h"
#include "app/chat/slashcontroller.h"
#include "app/chat/undooffers.h"
#include "app/chat/undosteps.h"
#include "app/chat/unsenttextscontroller.h"
#include "app/documents/documentactions.h"
#include "app/documents/documentscontroller.h"
#include "app/documents/newdocumentcontroller.h"
#include "app/documents/studiocontroller.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/charactertemplates.h"
#include "app/editors/chattemplateeditorcontroller.h"
#include "app/editors/completiontemplateeditorcontroller.h"
#include "app/editors/draftnotices.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/editors/personaeditorcontroller.h"
#include "app/editors/preseteditorcontroller.h"
#include "app/editors/ruleseditorcontroller.h"
#include "app/editors/scripteditorcontroller.h"
#include "app/editors/sourcepopovercontroller.h"
#include "app/help/findeverywherecontroller.h"
#include "app/help/manualcontroller.h"
#include "app/help/palettecontroller.h"
#include "app/inspector/changescontroller.h"
#include "app/inspector/countingcontroller.h"
#include "app/inspector/historycontroller.h"
#include "app/inspector/layoutcontroller.h"
#include "app/inspector/lorereplaycontroller.h"
#include "app/inspector/lorerowcontroller.h"
#include "app/inspector/promptexport.h"
#include "app/inspector/prompttestcontroller.h"
#include "app/inspector/setupscontroller.h"
#include "app/inspector/sharedprompts.h"
#include "app/inspector/storycontroller.h"
#include "app/inspector/variablescontroller.h"
#include "app/inspector/whatifcontroller.h"
#include "app/library/awkwardcontroller.h"
#include "app/library/branchescontroller.h"
#include "app/library/connectionchoice.h"
#include "app/library/connectionquestion.h"
#include "app/library/groupcontroller.h"
#include "app/library/librarycontroller.h"
#include "app/library/manycontroller.h"
#include "app/library/ownname.h"
#include "app/library/profilesquestion.h"
#include "app/library/recentlibraries.h"
#include "app/library/saveproblems.h"
#include "app/library/takencontroller.h"
#include "app/memory/memorycontroller.h"
#include "app/memory/memorydialogs.h"
#include "app/settings.h"
#include "app/whatwas/backupscontroller.h"
#include "app/whatwas/whatwascontroller.h"
#include "app/window/application.h"
#include "app/window/menucontroller.h"
#include "app/window/quitting.h"
#include "app/window/sourcerouter.h"
#include "app/window/windowlayouts.h"
#include "core/library/library.h"
#include "core/wire/networktransport.h"
#include "core/wire/observedtransport.h"
#include "core/wire/queuetransport.h"
#include "core/workspace/workspace.h"
#include "widgets/chat/codecolours.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/memorydesk.h"
#include "widgets/library/librarypane.h"
#include "widgets/theme/plainwords.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/studio.h"

#include <KSyntaxHighlighting/Repository>

#include <optional>

namespace snug {

// In the order of construction; what is used by others stands above them.
struct Application::Parts
{
    Parts(QApplication &application, const Options &options);

    Settings settings;
    WindowLayouts layouts;
    PlainWords plainWords;
    SystemTheme theme;
    NetworkTransport network;
    ObservedTransport transport; // learns of all that goes out
    QueueTransport queued;       // what all others send through
    std::unique_ptr<KeyStore> keys;
    std::optional<KSyntaxHighlighting::Repository> definitions; // 4 ms, once there is code to colour
    std::function<KSyntaxHighlighting::Repository *()> syntax;
    CodeColours colours;
    std::shared_ptr<PictureEngine> pictures;
    Library library;
    CastModel cast;
    ChatsModel chats;
    Actions actions;
    LibraryPane *libraryPane; // the window's, from here on
    ChatPane *chatPane;
    Inspector *inspector;
    MemoryDesk *memoryDesk;
    MainWindow window;
    Studio studio;
    Workspace workspace;
    AppContext context;

    ChatController chat;
    ComposerFocus composerFocus;
    ReadingController reading;
    MessagesController messages;
    UndoOffers undoOffers;
    UndoSteps undoSteps;
    MenuController menus;
    FindController find;
    GlobalVariables globalVariables;
    SlashController slash;
    NoteController note;
    QuickController quick;
    HintController hints;
    UnsentTextsController unsent;
    LoadNotices unread;
    RescueNotices rescued;
    ScriptPermissionController scripts;
    ReplyQuestions questions;
    RefusalNotices refused;
    LearntRefusals refusals;
    PromptTestController promptTests;
    PromptExport promptExport;
    MemoryController memories;
    MemoryDialogs memoryDialogs;
    ConnectionQuestion connectionQuestion;
    ProfilesQuestion profilesQuestion;
    ConnectionChoice connectionChoice;
    LibraryController libraryController;
    SharedPrompts sharedPrompts;
    RecentLibraries recent;
    AwkwardController awkward;
    BranchesController branches;
    ManyController many;
    OwnName ownName;
    TakenController taken;
    SaveProblems saveProblems;
    GroupController groups;
    ChatTemplateEditorController chatTemplateEditor;
    CompletionTemplateEditorController completionTemplateEditor;
    LorebookEditorController lorebookEditor;
    LoreReplayController loreReplay;
    PresetEditorController presetEditor;
    DraftNotices drafts;
    CardEditorController cardEditor;
    PersonaEditorController personaEditor;
    ScriptEditorController scriptEditor;
    RulesEditorController rulesEditor;
    CharacterTemplates characterTemplates;
    KnowledgeController knowledge;
    CastOffer castOffer;
    HistoryController history;
    ChangesController changes;
    WhatIfController whatIf;
    SetupsController setups;
    CountingController counting;
    VariablesController variables;
    LoreRowController loreRows;
    StoryController story;
    LayoutController layout;
    WhatWasController whatWas;
    DocumentActions documentActions;
    NewDocumentController newDocuments;
    DocumentsController documents;
    StudioController studioController;
    SourcePopoverController sourcePopover;
    BackupsController backups;
    PaletteController palette;
    ManualController manual;
    FindEverywhereController findEverywhere;
    SourceRouter sources;
    Quitting quitting;
};

} // namespace snug

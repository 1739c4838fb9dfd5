// All rooms, panes and windows of the program. For rooms.cpp alone, which opens the doors between them.
#pragma once

#include "app/rooms/cardeditorroom.h"
#include "app/rooms/changesroom.h"
#include "app/rooms/chatroom.h"
#include "app/rooms/connectionquestion.h"
#include "app/rooms/draftsroom.h"
#include "app/rooms/grouproom.h"
#include "app/rooms/historyroom.h"
#include "app/rooms/ledgerroom.h"
#include "app/rooms/libraryroom.h"
#include "app/rooms/loreeditorroom.h"
#include "app/rooms/lorereplayroom.h"
#include "app/rooms/memorydialogs.h"
#include "app/rooms/memoryroom.h"
#include "app/rooms/memoryshelf.h"
#include "app/rooms/menuroom.h"
#include "app/rooms/modelroom.h"
#include "app/rooms/personaeditorroom.h"
#include "app/rooms/preseteditorroom.h"
#include "app/rooms/promptexport.h"
#include "app/rooms/promptroom.h"
#include "app/rooms/prompttestroom.h"
#include "app/rooms/rooms.h"
#include "app/rooms/scripteditorroom.h"
#include "app/rooms/scriptroom.h"
#include "app/rooms/secretsroom.h"
#include "app/rooms/setupsroom.h"
#include "app/rooms/similarityroom.h"
#include "app/rooms/templateeditorroom.h"
#include "app/rooms/texttemplateroom.h"
#include "app/rooms/whatifroom.h"
#include "app/rooms/windowlayouts.h"
#include "core/wire/networktransport.h"
#include "core/wire/witnessedtransport.h"
#include "widgets/chat/codecolours.h"
#include "widgets/inspector/inspector.h"
#include "widgets/library/librarypane.h"
#include "widgets/theme/plainwords.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <KSyntaxHighlighting/Repository>

namespace snug {

// In the order of construction; what is used by others stands above them.
struct Rooms::Built
{
    Built(QApplication &application, const Options &options);

    Settings settings;
    WindowLayouts layouts;
    PlainWords plainWords;
    SystemTheme theme;
    NetworkTransport network;
    WitnessedTransport transport; // what all others send through
    std::unique_ptr<KeyStore> keys;
    KSyntaxHighlighting::Repository syntax; // 4 ms; one for the program
    CodeColours colours;
    std::shared_ptr<PictureEngine> pictures;
    Library library;
    CastModel cast;
    ChatsModel chats;
    Actions actions;
    LibraryPane *libraryPane; // the window's, from here on
    ChatPane *chatPane;
    Inspector *inspector;
    MemoryPane *memoryPane;
    MainWindow window;
    LedgerRoom ledger;
    ModelRoom model;
    PromptRoom prompt;
    ChatRoom chat;
    MenuRoom menus;
    ScriptRoom scripts;
    SimilarityRoom similarity;
    PromptTestRoom promptTests;
    PromptExport promptExport;
    MemoryShelf memoryShelf;
    MemoryRoom memories;
    MemoryDialogs memoryDialogs;
    ConnectionQuestion connectionQuestion;
    LibraryRoom libraryRoom;
    GroupRoom groups;
    TemplateEditorRoom templateEditor;
    TextTemplateRoom textTemplates;
    LoreEditorRoom loreEditor;
    LoreReplayRoom loreReplay;
    PresetEditorRoom presetEditor;
    DraftsRoom drafts;
    CardEditorRoom cardEditor;
    PersonaEditorRoom personaEditor;
    ScriptEditorRoom scriptEditor;
    SecretsRoom secrets;
    HistoryRoom history;
    ChangesRoom changes;
    WhatIfRoom whatIf;
    SetupsRoom setups;
};

} // namespace snug

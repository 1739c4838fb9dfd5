// What the program consists of, for the controllers and for tests: each takes it by reference and uses the
// parts it needs. All parts outlive all controllers' work; none may be used in a constructor before its turn
// (see ApplicationParts).
#pragma once

#include <functional>
#include <memory>

namespace KSyntaxHighlighting {
class Repository;
}

namespace snug {

class Actions;
class CardEditorController;
class CastModel;
class ChangesController;
class ChatController;
class ChatPane;
class ChatTemplateEditorController;
class ChatsModel;
class CompletionTemplateEditorController;
class GlobalVariables;
class HistoryController;
class Inspector;
class Library;
class LibraryController;
class LibraryPane;
class LoreReplayController;
class LorebookEditorController;
class MainWindow;
class MemoryController;
class MemoryDesk;
class MemoryDialogs;
class PersonaEditorController;
class PictureEngine;
class PresetEditorController;
class RulesEditorController;
class ScriptEditorController;
class Settings;
class SetupsController;
class Studio;
class SystemTheme;
class UndoSteps;
class WhatIfController;
struct Workspace;

struct AppContext
{
    // Of the program.
    Settings &settings;
    SystemTheme &theme;
    // Makes the program's only one when it is first asked.
    const std::function<KSyntaxHighlighting::Repository *()> &syntax;
    const std::shared_ptr<PictureEngine> &pictures;
    Actions &actions;

    // What is open, and what is in effect.
    Library &library;
    Workspace &workspace;
    CastModel &cast;
    ChatsModel &chats;

    // The window and its panes.
    MainWindow &window;
    LibraryPane &libraryPane;
    ChatPane &chatPane;
    Inspector &inspector;
    MemoryDesk &memoryDesk;
    Studio &studio;

    // Controllers that others ask.
    ChatController &chat;
    UndoSteps &undoSteps;
    GlobalVariables &globalVariables;
    MemoryController &memories;
    MemoryDialogs &memoryDialogs;
    LibraryController &libraryController;
    ChatTemplateEditorController &chatTemplateEditor;
    CompletionTemplateEditorController &completionTemplateEditor;
    LorebookEditorController &lorebookEditor;
    LoreReplayController &loreReplay;
    PresetEditorController &presetEditor;
    CardEditorController &cardEditor;
    PersonaEditorController &personaEditor;
    ScriptEditorController &scriptEditor;
    RulesEditorController &rulesEditor;
    HistoryController &history;
    ChangesController &changes;
    WhatIfController &whatIf;
    SetupsController &setups;
};

} // namespace snug

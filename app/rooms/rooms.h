// Builds the program's rooms and opens the doors between them. The only place that knows all of them.
#pragma once

#include "app/settings.h"
#include "core/library/library.h"
#include "widgets/theme/systemtheme.h"

#include <QObject>
#include <QString>
#include <QUrl>

#include <memory>

class QApplication;

namespace snug {

class Actions;
class CardEditorRoom;
class ChatPane;
class ChatRoom;
class HistoryRoom;
class Inspector;
class LedgerRoom;
class LibraryRoom;
class LoreEditorRoom;
class MemoryDialogs;
class MemoryRoom;
class MemoryShelf;
class MainWindow;
class ModelRoom;
class LoreReplayRoom;
class PersonaEditorRoom;
class PresetEditorRoom;
class PromptRoom;
class ScriptEditorRoom;
class SetupsRoom;
class TemplateEditorRoom;
class TextTemplateRoom;
class WhatIfRoom;

class Rooms : public QObject
{
    Q_OBJECT

public:
    struct Options
    {
        QString libraryFolder;   // empty: the one of the last run, or the default with the sample library
        QString settingsFile;    // empty: the user's
        int understudyPace = 35; // milliseconds a token
        bool keysForThisRunOnly = false; // do not touch the system's keyring
    };

    Rooms(QApplication &application, const Options &options, QObject *parent = nullptr);
    ~Rooms() override;

    MainWindow &window() const;
    ChatRoom &chat() const;
    PromptRoom &prompt() const;
    MemoryRoom &memories() const;
    MemoryShelf &memoryShelf() const;
    MemoryDialogs &memoryDialogs() const;
    ModelRoom &model() const;
    LedgerRoom &ledger() const;
    HistoryRoom &history() const;
    WhatIfRoom &whatIf() const;
    LibraryRoom &libraryRoom() const;
    Library &library() const;
    Inspector &inspector() const;
    ChatPane &pane() const;
    Actions &actions() const;
    SystemTheme &theme() const;
    TemplateEditorRoom &templateEditor() const;
    TextTemplateRoom &textTemplates() const;
    PresetEditorRoom &presetEditor() const;
    LoreEditorRoom &loreEditor() const;
    LoreReplayRoom &loreReplay() const;
    SetupsRoom &setups() const;
    CardEditorRoom &cardEditor() const;
    PersonaEditorRoom &personaEditor() const;
    ScriptEditorRoom &scriptEditor() const;

private:
    void joinTheme();
    void joinWindow();
    void joinUnderstudyNote();
    void importUrls(const QList<QUrl> &urls);

    struct Built;
    std::unique_ptr<Built> m;
};

} // namespace snug

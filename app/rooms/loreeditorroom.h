// The window in which lorebooks are written: opened on demand and on what was clicked, fed with the library's
// lorebooks, what is doubtful in them, their tokens, and what they would do in the open chat.
#pragma once

#include "app/rooms/loretrials.h"
#include "core/editing/documenteditor.h"

#include <memory>

namespace KSyntaxHighlighting {
class Repository;
}

namespace snug {

class ChatRoom;
class Inspector;
class Library;
class MainWindow;
class ModelRoom;
class PromptRoom;
class SystemTheme;

class LoreEditorRoom : public QObject
{
    Q_OBJECT

public:
    struct Surroundings // all outlive the room
    {
        Library *library;
        PromptRoom *prompt;
        ChatRoom *chat;
        ModelRoom *model;
        Inspector *inspector;
        MainWindow *window;
        SystemTheme *theme;
        KSyntaxHighlighting::Repository *syntax;
    };

    explicit LoreEditorRoom(const Surroundings &around, QObject *parent = nullptr);
    ~LoreEditorRoom() override;

    // The lorebook of this name at this entry; without a name the one that was open, or the first in effect.
    void open(const QString &name = {}, int uid = -1);
    void create(const QString &name);
    LorebookEditor *editor() const { return m_editor; }
    DocumentEditor<Lorebook> &document() { return m_document; }

Q_SIGNALS:
    void simulationWanted(const QString &book);

private:
    void make();
    void joinEditor();
    void joinDocument();
    void show();
    void openDocument(const QString &name);
    void showDocument();
    void putIntoEffect(bool isOpen);
    void showLibrary();
    void showEffect();
    void askForName();
    void followSource(const Source &source);

    Surroundings m_around;
    QPointer<LorebookEditor> m_editor;
    DocumentEditor<Lorebook> m_document;
    int m_wantedEntry = -1;               // once the document is open
    std::unique_ptr<LoreTrials> m_trials; // of the editor
};

} // namespace snug

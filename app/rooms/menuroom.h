// The menus whose content depends on the library and on what is in effect: persona, preset, lorebooks, mode,
// connection; and the windows that they open.
#pragma once

#include "widgets/dialogs/connectiondialog.h"

#include <QObject>
#include <QPointer>

class QMenu;

namespace snug {

class Actions;
class ChatPane;
class ChatRoom;
class Inspector;
class Library;
class MainWindow;
class ModelRoom;
class PromptRoom;

class MenuRoom : public QObject
{
    Q_OBJECT

public:
    struct Surroundings // all outlive the room
    {
        Library *library;
        PromptRoom *prompt;
        ModelRoom *model;
        ChatRoom *chat;
        MainWindow *window;
        ChatPane *pane;
        Inspector *inspector;
        Actions *actions;
    };

    explicit MenuRoom(const Surroundings &around, QObject *parent = nullptr);

    void showConnections();

Q_SIGNALS:
    void templateEditorWanted();
    void textTemplateEditorWanted();

private:
    void fillPersonas();
    void fillPresets();
    void fillLorebooks();
    void fillModes();
    void fillTemplates();
    void fillConnections();
    void joinInspector();
    void about();

    Surroundings m_around;
    QPointer<ConnectionDialog> m_connections;
};

} // namespace snug

// Groups in the window: making and editing them, who speaks next, and whose prompt is looked at.
#pragma once

#include "core/model/group.h"
#include "core/result.h"

#include <QObject>
#include <QPointer>

#include <memory>

namespace snug {

class Actions;
class CastModel;
class ChatPane;
class ChatRoom;
class GroupDialog;
class Inspector;
class Library;
class LibraryPane;
class LibraryRoom;
class MainWindow;
class PictureEngine;
class SystemTheme;

class GroupRoom : public QObject
{
    Q_OBJECT

public:
    struct Surroundings // all outlive the room
    {
        Library *library;
        CastModel *cast;
        LibraryPane *list;
        ChatPane *pane;
        Inspector *inspector;
        MainWindow *window;
        Actions *actions;
        ChatRoom *chat;
        LibraryRoom *libraryRoom;
        SystemTheme *theme;
        std::shared_ptr<PictureEngine> pictures;
    };

    explicit GroupRoom(const Surroundings &around, QObject *parent = nullptr);

    void newGroup(const QStringList &members);
    void editGroup(const QString &file);

Q_SIGNALS:
    void failed(const snug::Error &error);

private:
    void joinDialogs();
    void joinSession();
    GroupDialog *open(int purpose);
    void save(const QString &file, const Group &group);
    void showSpeakers();
    void fillSpeakMenu();
    void letSpeak(const QString &avatar);

    Surroundings m_around;
    QPointer<GroupDialog> m_edited;
    QString m_editedFile;
    int m_saving = 0; // edits on their way to the disk
};

} // namespace snug

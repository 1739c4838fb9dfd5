// The list of chats in the library's pane: whose are shown, which are pinned or put away, and what is done
// with them from there. Every step can be taken back.
#pragma once

#include "app/library/exportcontroller.h"
#include "core/library/listedchats.h"
#include "core/library/statedocument.h"
#include "core/library/trash.h"
#include "widgets/library/castmodel.h"

#include <QFutureWatcher>
#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>

namespace snug {

struct AppContext;

class ChatListController : public QObject
{
    Q_OBJECT

public:
    explicit ChatListController(const AppContext &app, QObject *parent = nullptr);
    ~ChatListController() override;

    // Whose chats are listed, where not all are; nobody's where nothing is said.
    void setWhose(const std::optional<CastEntry> &entry);
    void fill();
    // To the trash. `group`: of a group's chat, the group's file.
    void deleteChat(const ChatReference &reference, const QString &group);
    void exportChat(const ChatReference &reference) { m_export.exportChat(reference); }
    // Which chats are pinned and archived; nothing: it is not read yet.
    const std::optional<ChatShelf> &shelf() const { return m_shelf; }
    // Named as on the shelf. Archived chats are kept, and listed only where they are asked for.
    void setArchived(const QStringList &names, bool isArchived);

Q_SIGNALS:
    void shelfChanged();

private:
    void connectList();
    void exportMessages(int first, int last);
    void readShelf();
    void changeShelf(const std::function<void(ChatShelf &)> &change);
    void fillAll();
    void showAll();
    void show(QList<ListedChat> chats);
    void open(const ListedChat &chat);
    void openOwnerless(const ListedChat &chat);
    void askForName(const ListedChat &chat);
    void askForNameOf(const ChatReference &reference, const QString &group, const QString &title);
    QString shownTitle(const ChatReference &reference) const;
    // Going back there is nothing to take back.
    enum class Way : quint8 { There, Back };
    void rename(const ChatReference &reference, const QString &group, const QString &to, Way way);
    void copy(const ListedChat &chat);
    void copied(const ListedChat &chat, const ChatReference &copy);
    void askForCharacter(const ListedChat &chat);
    void move(const ChatReference &reference, const QString &cardFile, Way way);
    void archive(const ListedChat &chat, bool isArchived);
    void throwAway(const ChatReference &reference, const QString &group,
                   const std::function<void(const TrashItem &)> &then = {});
    QString shelfName(const ChatReference &reference) const;

    const AppContext &m_app;
    ExportController m_export;
    StateDocument m_file;
    std::optional<ChatShelf> m_shelf;
    std::optional<CastEntry> m_whose;
    std::optional<ChatReference> m_made;         // chosen once it is listed
    QFutureWatcher<QList<ListedChat>> m_listing; // of all
    QTimer m_listSoon;
};

} // namespace snug

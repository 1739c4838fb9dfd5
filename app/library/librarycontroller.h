// The library as the user handles it: choosing somebody, opening folders, files in and out, deleting and
// taking that back.
#pragma once

#include "app/library/castlistcontroller.h"
#include "app/library/chatlistcontroller.h"
#include "app/library/exportcontroller.h"
#include "app/library/rememberedchoices.h"
#include "app/settings.h"
#include "core/library/library.h"
#include "widgets/dialogs/reportdialog.h"
#include "widgets/library/castmodel.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

namespace snug {

struct AppContext;

class LibraryController : public QObject
{
    Q_OBJECT

public:
    explicit LibraryController(const AppContext &app, QObject *parent = nullptr);

    // Opens a folder; the default one is made, with the sample library in it, when it is not there yet. What
    // the open one could not save is asked about first.
    void openFolder(const QString &folder);
    void importFiles(const QStringList &paths);
    void importOnceOpen(const QStringList &paths) { m_toImport += paths; }
    // Somebody who has just been made: the group or character is chosen, and the first chat begins.
    void begin(CastEntry::Kind kind, const QString &id);
    // One of those that are listed.
    void openChat(const QString &name);
    // Of whom it is, who is chosen with it.
    void openChatOf(CastEntry::Kind kind, const QString &id, const QString &name);
    void showError(const Error &error);
    // Says what was deleted, with a way to take it back; `then`: once it is there again.
    void offerUndo(const QString &text, const QString &trashId, const std::function<void()> &then = {});
    // A chat of this title cannot be opened: there is nobody whose it is.
    void tellOwnerless(const QString &title);
    // To the trash, with the chats; can be undone. `whenThere`: once it is there again, or could not go.
    void deleteEntry(const CastEntry &entry, const std::function<void()> &whenThere = {});
    // What is chosen and typed, for the next run.
    void rememberChoices() { m_choices.remember(); }
    ChatListController &chatList() { return m_chatList; }

Q_SIGNALS:
    void settled(); // the library is open and the last chat is being shown, or there is none

private:
    void openNow(const QString &folder);
    void connectPane();
    void connectActions();
    void opened();
    void showRefusedFolders();
    void showMissing(const Error &error);
    void openLastChat();
    void openLastChat(const QString &name);
    void choose(const CastEntry &entry);
    void chooseGroup(const QString &file);
    void adoptGroupChat(const ChatReference &reference);
    void newChat();
    void newModelChat();
    bool isThere(const CastEntry &entry) const;
    std::optional<CastEntry> entryOf(CastEntry::Kind kind, const QString &id) const;
    void fillChats();
    void askForFolder();
    void askForImport();
    Group groupOf(const QString &file) const;

    static const QString ownerlessNotice;
    const AppContext &m_app;
    ExportController m_export;
    CastListController m_castList;
    ChatListController m_chatList;
    std::optional<CastEntry> m_entry; // whose chats are listed
    QStringList m_refused;            // folders whose notices are shown
    QStringList m_toImport;           // once a library is open
    QString m_wanted;                 // the folder that was to be opened last; empty = the default one
    ReportDialog *m_report = nullptr;
    RememberedChoices m_choices;
};

} // namespace snug

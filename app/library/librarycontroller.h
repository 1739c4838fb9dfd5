// The library as the user handles it: choosing somebody, opening folders, files in and out, deleting and
// taking that back.
#pragma once

#include "app/library/exportcontroller.h"
#include "app/library/rememberedchoices.h"
#include "app/settings.h"
#include "core/library/chatsmodel.h"
#include "core/library/library.h"
#include "widgets/dialogs/reportdialog.h"
#include "widgets/library/castmodel.h"

#include <QObject>

#include <memory>
#include <optional>

namespace snug {

struct AppContext;

class LibraryController : public QObject
{
    Q_OBJECT

public:
    explicit LibraryController(const AppContext &app, QObject *parent = nullptr);

    // Opens a folder; the default one is made, with the sample library in it, when it is not there yet.
    void openFolder(const QString &folder);
    void importFiles(const QStringList &paths);
    // Somebody who has just been made: the group or character is chosen, and the first chat begins.
    void begin(CastEntry::Kind kind, const QString &id);
    // One of those that are listed.
    void openChat(const QString &name);
    void showError(const Error &error);
    void deleteRuleFile(const QString &name);
    // To the trash, with the chats; can be undone.
    void deleteEntry(const CastEntry &entry);
    // What is chosen and typed, for the next run.
    void rememberChoices() { m_choices.remember(); }

Q_SIGNALS:
    void settled(); // the library is open and the last chat is being shown, or there is none

private:
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
    void fillCast();
    void fillChats();
    void deleteChatNamed(const QString &name);
    void offerUndo(const QString &text, const QString &trashId);
    void exportChatNamed(const QString &name);
    void askForFolder();
    void askForImport();
    Group groupOf(const QString &file) const;

    const AppContext &m_app;
    ExportController m_export;
    std::optional<CastEntry> m_entry; // whose chats are listed
    QStringList m_refused;            // folders whose notices are shown
    QString m_wanted;                 // the folder that was to be opened last; empty = the default one
    ReportDialog *m_report = nullptr;
    RememberedChoices m_choices;
};

} // namespace snug

// Where replies come from: the list of connections and a form for the one selected.
#pragma once

#include "core/model/connection.h"
#include "core/wire/wirerequest.h"

#include <QDialog>
#include <QList>
#include <QTimer>

#include <chrono>
#include <optional>

class QAction;
class QListWidget;
class QPushButton;
class QVBoxLayout;

namespace snug {

class ConnectionForm;
class PlainLabel;

// A window of its own, never modal. Edits are told as each field is done; there is no OK button.
// The dialog neither asks the network nor the keyring: it says what the user wants.
class ConnectionDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ConnectionDialog(QWidget *parent = nullptr);
    ~ConnectionDialog() override;

    // `active` is the id of the connection in use.
    void setConnections(const QList<Connection> &connections, const QString &active);
    QList<Connection> connections() const { return m_connections; }
    void select(const QString &id);
    // A new one, which is none before something has been said of it; its service waits to be chosen.
    void beginNew();

    // What a test, a model list or the keyring said about the connection `id`; ignored if the user
    // has moved on to another one.
    void showTestResult(const QString &id, bool good, const QString &text, const QStringList &models);
    // The test has found this program at the address of `id`.
    void offerService(const QString &id, snug::ChatService service);
    // `where` is a sentence: "The key is in the system keyring."
    void showKeyState(const QString &id, bool hasKey, const QString &where);
    // The key of `id` was given to the origin `from`, and the address leads to `to`.
    void askAboutKey(const QString &id, const QString &from, const QString &to);
    // Ids of connections that the library brought and that nothing is sent to.
    void setNotAllowed(const QStringList &ids);
    // Programs that answer on this computer, without ids; those that are connected already are not offered.
    void setFound(const QList<Connection> &found, bool isLooking);
    // How long a deletion can be undone, while the window is open.
    void setUndoTime(std::chrono::milliseconds time) { m_undoTime.setInterval(time); }

Q_SIGNALS:
    void connectionsEdited(const QList<snug::Connection> &connections);
    void activated(const QString &id);
    void keyEntered(const QString &id, const snug::Secret &key);
    void keyForgotten(const QString &id);
    void keyStateRequested(const QString &id);
    void testRequested(const snug::Connection &connection);
    void keyWantedHere(const QString &id, const QString &from);
    void keyLeftThere(const QString &id, const QString &from);
    void allowed(const QString &id);
    void deletionStands(const QString &id); // cannot be undone any more
    void duplicated(const QString &from, const QString &to);
    void lookRequested();                       // once more for programs on this computer
    void pageRequested(const QString &address); // a web page, where a key is to be had

protected:
    void hideEvent(QHideEvent *event) override;

private:
    void makeList();
    void makeUndo();
    void useCurrent();
    void duplicateCurrent();
    void undoDeletion();
    void letDeletionStand();
    void fillList();
    void showCurrent();
    void startNew();
    void take(const Connection &connection);
    void add(Connection connection);
    void showFound();
    void removeCurrent();
    int currentRow() const;
    const Connection *current() const;

    QList<Connection> m_connections;
    std::optional<Connection> m_unsaid; // a new one, at the end of the list
    QString m_active;
    QStringList m_notAllowed;
    struct Deletion
    {
        Connection connection;
        qsizetype row = 0;
        bool wasActive = false;
    };
    std::optional<Deletion> m_deletion; // that can be undone
    QTimer m_undoTime;
    QWidget *m_undoRow = nullptr;
    PlainLabel *m_undoText = nullptr;
    QList<Connection> m_found;
    bool m_isLooking = false;
    QVBoxLayout *m_foundRows = nullptr;
    QListWidget *m_list = nullptr;
    ConnectionForm *m_form = nullptr;
    QPushButton *m_remove = nullptr;
    QPushButton *m_use = nullptr;
    QAction *m_useAction = nullptr;
    QAction *m_duplicateAction = nullptr;
    QAction *m_renameAction = nullptr;
    QAction *m_removeAction = nullptr;
    QAction *m_undoAction = nullptr;
};

} // namespace snug

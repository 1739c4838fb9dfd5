// Where replies come from: the list of connections and a form for the one selected.
#pragma once

#include "core/model/connection.h"
#include "core/wire/wirerequest.h"

#include <QDialog>
#include <QList>

class QListWidget;
class QPushButton;

namespace snug {

class ConnectionForm;

// A window of its own, never modal. Edits are told as they are made; there is no OK button.
// The dialog neither asks the network nor the keyring: it says what the user wants.
class ConnectionDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ConnectionDialog(QWidget *parent = nullptr);

    // `active` is the id of the connection in use.
    void setConnections(const QList<Connection> &connections, const QString &active);
    QList<Connection> connections() const { return m_connections; }
    void select(const QString &id);

    // What a test, a model list or the keyring said about the connection `id`; ignored if the user
    // has moved on to another one.
    void showTestResult(const QString &id, bool good, const QString &text, const QStringList &models);
    // `where` is a sentence: "The key is in the system keyring."
    void showKeyState(const QString &id, bool hasKey, const QString &where);

Q_SIGNALS:
    void connectionsEdited(const QList<snug::Connection> &connections);
    void activated(const QString &id);
    void keyEntered(const QString &id, const snug::Secret &key);
    void keyForgotten(const QString &id);
    void keyStateWanted(const QString &id);
    void testRequested(const snug::Connection &connection);

private:
    void fillList();
    void showCurrent();
    void addConnection();
    void removeCurrent();
    int currentRow() const;

    QList<Connection> m_connections;
    QString m_active;
    QListWidget *m_list = nullptr;
    ConnectionForm *m_form = nullptr;
    QPushButton *m_remove = nullptr;
    QPushButton *m_use = nullptr;
};

} // namespace snug

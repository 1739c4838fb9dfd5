// The window of connections, and the menu that changes connection or model in two clicks.
#pragma once

#include "widgets/dialogs/connectiondialog.h"

#include <QHash>
#include <QObject>
#include <QPoint>
#include <QPointer>

class QMenu;

namespace snug {

struct AppContext;

class ConnectionWindow : public QObject
{
    Q_OBJECT

public:
    explicit ConnectionWindow(const AppContext &app, QObject *parent = nullptr);

    void show();
    // `menu` filled anew: the connections, and the models of the one in use.
    void fillMenu(QMenu *menu);

private:
    void connectDialog(ConnectionDialog *dialog);
    void showFound(ConnectionDialog *dialog);
    QString withSpeed(const QString &id, const QString &text) const;
    void fillModels(QMenu *menu, const Connection &connection);

    const AppContext &m_app;
    QPointer<ConnectionDialog> m_dialog;
    QHash<QString, QStringList> m_models; // by connection: as its server listed them last
    QPointer<QMenu> m_waiting;            // opens again with the models that were asked for
    QPoint m_waitingAt;
};

} // namespace snug

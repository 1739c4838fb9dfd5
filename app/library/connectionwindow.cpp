#include "app/library/connectionwindow.h"

#include "app/appcontext.h"
#include "app/chat/choicesteps.h"
#include "app/desktop.h"
#include "core/ledger/replyspeed.h"
#include "core/wire/modellists.h"
#include "core/wire/serverwords.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QLocale>
#include <QMenu>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype mostListed = 25; // of a menu; the window has all

// One checkable item; names may hold an ampersand.
QAction *addChoice(QMenu *menu, const QString &text, bool isChecked)
{
    QAction *action = menu->addAction(QString(text).replace(u'&', u"&&"_s));
    action->setCheckable(true);
    action->setChecked(isChecked);
    return action;
}

} // namespace

ConnectionWindow::ConnectionWindow(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.workspace.connections, &Connections::testEnded, this,
            [this](const QString &id, bool, const QString &, const QStringList &models) {
                if (!models.isEmpty())
                    m_models.insert(id, models);
                QMenu *menu = std::exchange(m_waiting, nullptr);
                if (menu && !models.isEmpty() && id == m_app.workspace.connections.active())
                    menu->popup(m_waitingAt);
            });
}

void ConnectionWindow::show()
{
    if (m_dialog) {
        m_dialog->show();
        m_dialog->raise();
        m_dialog->activateWindow();
        return;
    }
    m_dialog = new ConnectionDialog(&m_app.window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connectDialog(m_dialog);
    const Connections &model = m_app.workspace.connections;
    m_dialog->setNotAllowed(model.notAllowed());
    m_dialog->setConnections(model.connections(), model.active());
    showFound(m_dialog);
    m_dialog->show();
    const QList<Connection> all = model.connections();
    const auto newest = std::find_if(all.crbegin(), all.crend(), [](const Connection &connection) {
        return connection.kind != Connection::Kind::Understudy;
    });
    if (newest == all.crend())
        m_dialog->beginNew();
    else if (model.active().isEmpty()) // to be chosen now
        m_dialog->select(newest->id);
    if (!m_app.workspace.localServers.hasLooked())
        m_app.workspace.localServers.look();
}

void ConnectionWindow::connectDialog(ConnectionDialog *dialog)
{
    Connections *model = &m_app.workspace.connections;
    connect(dialog, &ConnectionDialog::connectionsEdited, model, &Connections::setConnections);
    connect(dialog, &ConnectionDialog::activated, this,
            [this](const QString &id) { chooseConnection(m_app, id); });
    connect(dialog, &ConnectionDialog::keyEntered, model, &Connections::storeKey);
    connect(dialog, &ConnectionDialog::keyForgotten, model, &Connections::forgetKey);
    connect(dialog, &ConnectionDialog::keyStateRequested, model, &Connections::askKeyState);
    connect(dialog, &ConnectionDialog::testRequested, model, &Connections::test);
    connect(dialog, &ConnectionDialog::keyWantedHere, model, &Connections::bringKeyHere);
    connect(dialog, &ConnectionDialog::keyLeftThere, model, &Connections::leaveKeyThere);
    connect(dialog, &ConnectionDialog::allowed, model, [model](const QString &id) { model->allow({id}); });
    connect(dialog, &ConnectionDialog::deletionStands, model, &Connections::forgetKey);
    connect(dialog, &ConnectionDialog::duplicated, model, [model](const QString &from, const QString &to) {
        model->withLink(from, {}, model, [model, to](const ModelLink &link) {
            if (!link.key.isEmpty())
                model->storeKey(to, link.key);
        });
    });
    connect(dialog, &ConnectionDialog::pageRequested, dialog,
            [dialog](const QString &address) { followLink(address, address, dialog); });
    connect(dialog, &ConnectionDialog::lookRequested, &m_app.workspace.localServers, &LocalServers::look);
    connect(&m_app.workspace.localServers, &LocalServers::changed, dialog,
            [this, dialog] { showFound(dialog); });
    connect(model, &Connections::connectionsChanged, dialog, [dialog, model] {
        if (dialog->connections() != model->connections()) // the menu's doing, say
            dialog->setConnections(model->connections(), model->active());
    });
    connect(model, &Connections::keyElsewhere, dialog, &ConnectionDialog::askAboutKey);
    connect(model, &Connections::waitingChanged, dialog,
            [dialog, model] { dialog->setNotAllowed(model->notAllowed()); });
    connect(model, &Connections::testEnded, dialog,
            [this, dialog](const QString &id, bool good, const QString &text, const QStringList &models) {
                dialog->showTestResult(id, good, good ? withSpeed(id, text) : text, models);
            });
    connect(model, &Connections::programFound, dialog, &ConnectionDialog::offerService);
    connect(model, &Connections::keyStateKnown, dialog, &ConnectionDialog::showKeyState);
}

// How fast it has been is known from the last reply, not from a test, which asks for none.
QString ConnectionWindow::withSpeed(const QString &id, const QString &text) const
{
    const QList<Connection> all = m_app.workspace.connections.connections();
    const auto tested = std::ranges::find(all, id, &Connection::id);
    const auto speed = tested == all.end()
                           ? std::nullopt
                           : lastReplySpeed(m_app.workspace.history.heads(), id, tested->model);
    if (!speed)
        return text;
    const QLocale locale;
    //: two numbers: "23.5", "0.8"
    return text + u'\n' +
           tr("The last reply came at %1 tokens a second and began after %2 s.")
               .arg(locale.toString(speed->tokensPerSecond, 'f', 1),
                    locale.toString(speed->beginsAfter, 'f', 1));
}

void ConnectionWindow::showFound(ConnectionDialog *dialog)
{
    const LocalServers &servers = m_app.workspace.localServers;
    dialog->setFound(servers.found(), servers.isLooking());
}

void ConnectionWindow::fillMenu(QMenu *menu)
{
    menu->clear();
    Connections &connections = m_app.workspace.connections;
    for (const Connection &connection : connections.connections()) {
        QAction *action = addChoice(menu, connection.name, connection.id == connections.active());
        connect(action, &QAction::triggered, this,
                [this, id = connection.id] { chooseConnection(m_app, id); });
        if (connection.id == connections.active() && connection.kind != Connection::Kind::Understudy)
            fillModels(menu, connection);
    }
    menu->addSeparator();
    menu->addAction(m_app.actions.action(ActionId::Connections));
}

// Below the connection in use, so that one click opens and the next one chooses.
void ConnectionWindow::fillModels(QMenu *menu, const Connection &connection)
{
    QStringList models = m_models.value(connection.id, knownModels(connection));
    models = models.first(std::min(models.size(), mostListed));
    if (!connection.model.isEmpty() && !models.contains(connection.model))
        models.prepend(connection.model);
    for (const QString &model : std::as_const(models)) {
        //: In a menu, below a connection's name: %1 is one of its models
        QAction *action = addChoice(menu, tr("    %1").arg(shownWords(model, 80)), model == connection.model);
        connect(action, &QAction::triggered, this,
                [this, id = connection.id, model] { chooseModel(m_app, id, model); });
    }
    if (m_models.contains(connection.id))
        return;
    QAction *ask = menu->addAction(tr("    Ask for Its Models"));
    connect(ask, &QAction::triggered, this, [this, menu, connection] {
        m_waiting = menu;
        m_waitingAt = menu->pos();
        m_app.workspace.connections.test(connection);
    });
}

} // namespace snug

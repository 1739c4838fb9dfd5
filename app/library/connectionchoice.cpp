#include "app/library/connectionchoice.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/chat/choicesteps.h"
#include "app/library/localoffers.h"
#include "app/library/profilesquestion.h"
#include "app/library/statenotices.h"
#include "core/library/library.h"
#include "core/wire/serverwords.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/chat/composer.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QAction>

using namespace Qt::StringLiterals;

namespace snug {

static const QString connectionsFileName = u"snug/connections.json"_s;

ConnectionChoice::ConnectionChoice(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.workspace.connections, &Connections::filesRead, this, &ConnectionChoice::filesRead);
    connect(&app.workspace.connections, &Connections::activeChanged, this, &ConnectionChoice::refresh);
    connect(&app.chat, &ChatController::activity, this, &ConnectionChoice::keepAfter);
    NoticeBar *notices = app.chatPane.notices();
    const auto follow = [this, notices] {
        if (notices->isShown(noticeId()))
            post();
    };
    connect(&app.workspace.connections, &Connections::connectionsChanged, this, follow);
    connect(&app.workspace.localServers, &LocalServers::changed, this, follow);
    connect(notices, &NoticeBar::posted, this, [this, notices](const QString &id) {
        if (id != ProfilesQuestion::noticeId() || !notices->isShown(noticeId()))
            return;
        m_isUntold = true;
        notices->dismiss(noticeId());
    });
    connect(notices, &NoticeBar::gone, this, [this](const QString &id) {
        if (id == ProfilesQuestion::noticeId())
            tell();
    });
    connect(&app.library, &Library::closed, this, [this] {
        m_isFileRead = false;
        m_isUsedLast = false;
        refresh();
    });
}

QString ConnectionChoice::noticeId()
{
    return u"connectionChoice"_s;
}

void ConnectionChoice::filesRead(const ConnectionsRead &read)
{
    m_isFileRead = true;
    m_isUsedLast = read.isUsedLast;
    m_hasAsked = false;
    const QString own = m_app.workspace.connections.own().path();
    for (const QString &file : {own, connectionsFileName})
        dismissStateDamage(m_app, file);
    refresh();
    if (read.ownDamage)
        postDamage(own, *read.ownDamage, read.offered);
    if (read.damage)
        postDamage(connectionsFileName, *read.damage, read.offered);
    const Connections &connections = m_app.workspace.connections;
    m_offered = read.offered;
    m_isUntold = isMissing() && !read.damage && !read.ownDamage;
    tell();
    if (m_isUsedLast) {
        m_app.window.showNews(
            //: %1 is a connection
            tr("“%1” answers in this library: you used it last")
                .arg(shownWords(connections.activeName(), 40)));
    }
}

// It is the library's from its first reply on, whatever is used elsewhere by then.
void ConnectionChoice::keepAfter(const QString &activity)
{
    if (!m_isUsedLast)
        return;
    if (!activity.isEmpty()) {
        m_hasAsked = true;
        return;
    }
    if (!m_hasAsked)
        return;
    m_isUsedLast = false;
    Connections &connections = m_app.workspace.connections;
    connections.chooseActive(connections.active());
}

bool ConnectionChoice::isMissing() const
{
    return m_isFileRead && m_app.workspace.connections.active().isEmpty();
}

// Whoever has chosen needs no telling any more; that a file was damaged is said until it is put away.
void ConnectionChoice::refresh()
{
    const bool isOff = isMissing();
    m_app.chatPane.composer()->setSendingOff(isOff ? tr("No connection is chosen, so nothing can be sent.")
                                                   : QString());
    using enum ActionId;
    for (const ActionId id : {Send, Regenerate, Continue, Impersonate})
        m_app.actions.action(id)->setEnabled(!isOff);
    if (isOff)
        return;
    m_isUntold = false;
    m_app.chatPane.notices()->dismiss(noticeId());
}

QList<NoticeAction> ConnectionChoice::ways(const QString &offered)
{
    Connections &connections = m_app.workspace.connections;
    QList<NoticeAction> actions;
    for (const Connection &connection : connections.connections()) {
        if (connection.id == offered) {
            //: %1 is a connection
            actions.append({tr("Use “%1”").arg(shownWords(connection.name, 40)),
                            [this, offered] { chooseConnection(m_app, offered); }});
        }
    }
    actions.append(localOffers(m_app).ways);
    // The list alone chooses nothing: what is said holds until somebody answers.
    actions.append({.text = tr("Choose a Connection…"),
                    .act = [this] { m_app.actions.action(ActionId::Connections)->trigger(); },
                    .keepsNotice = true});
    return actions;
}

void ConnectionChoice::postDamage(const QString &file, const StateDamage &damage, const QString &offered)
{
    Connections &connections = m_app.workspace.connections;
    const bool isOwn = file != connectionsFileName;
    StateNotice said{.file = file,
                     .content = isOwn ? tr("your connections") : tr("the connection chosen in this library"),
                     .consequence = tr("Nothing is sent until you choose a connection."),
                     .actions = ways(offered)};
    showStateDamage(m_app, said, damage, [&connections, isOwn] {
        if (isOwn)
            connections.own().readAgain();
        else
            connections.readFile();
    });
}

// While SillyTavern's own connections are asked about, the line above the composer says it.
void ConnectionChoice::tell()
{
    NoticeBar *notices = m_app.chatPane.notices();
    if (!m_isUntold || !isMissing() || notices->isShown(ProfilesQuestion::noticeId()))
        return;
    m_isUntold = false;
    post();
}

void ConnectionChoice::post()
{
    QList<NoticeAction> actions = ways(m_offered);
    if (m_offered != understudyId())
        actions.append(ways(understudyId()).first(1));
    m_app.chatPane.notices()->post(
        noticeId(),
        {Notice::Kind::Hint, localOffers(m_app).after(tr("Nobody answers in this library yet.")), actions});
}

} // namespace snug

#include "app/library/connectionchoice.h"

#include "app/appcontext.h"
#include "app/chat/choicesteps.h"
#include "app/library/statenotices.h"
#include "core/library/library.h"
#include "core/wire/serverwords.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/chat/composer.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

#include <QAction>

using namespace Qt::StringLiterals;

namespace snug {

static const QString connectionsFileName = u"snug/connections.json"_s;

ConnectionChoice::ConnectionChoice(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.workspace.connections, &Connections::fileRead, this, &ConnectionChoice::fileRead);
    connect(&app.workspace.connections, &Connections::activeChanged, this, &ConnectionChoice::refresh);
    connect(&app.library, &Library::closed, this, [this] {
        m_isFileRead = false;
        refresh();
    });
}

QString ConnectionChoice::noticeId()
{
    return u"connectionChoice"_s;
}

void ConnectionChoice::fileRead(const std::optional<StateDamage> &damage, const QString &lastActive)
{
    m_isFileRead = true;
    dismissStateDamage(m_app, connectionsFileName);
    refresh();
    if (damage || m_app.workspace.connections.active().isEmpty())
        post(damage, lastActive);
}

// Whoever has chosen needs no telling any more; that a file was damaged is said until it is put away.
void ConnectionChoice::refresh()
{
    const bool isMissing = m_isFileRead && m_app.workspace.connections.active().isEmpty();
    m_app.chatPane.composer()->setSendingOff(
        isMissing ? tr("No connection is chosen, so nothing can be sent.") : QString());
    using enum ActionId;
    for (const ActionId id : {Send, Regenerate, Continue, Impersonate})
        m_app.actions.action(id)->setEnabled(!isMissing);
    if (!isMissing)
        m_app.chatPane.notices()->dismiss(noticeId());
}

void ConnectionChoice::post(const std::optional<StateDamage> &damage, const QString &lastActive)
{
    Connections &connections = m_app.workspace.connections;
    QList<NoticeAction> actions;
    const auto add = [&](const QString &id) {
        for (const Connection &connection : connections.connections()) {
            if (connection.id == id || (id.isEmpty() && connection.kind == Connection::Kind::Understudy)) {
                //: %1 is a connection
                actions.append({tr("Use “%1”").arg(shownWords(connection.name, 40)),
                                [this, chosen = connection.id] { chooseConnection(m_app, chosen); }});
                return;
            }
        }
    };
    if (damage && !lastActive.isEmpty())
        add(lastActive);
    actions.append(
        {tr("Choose a Connection…"), [this] { m_app.actions.action(ActionId::Connections)->trigger(); }});
    if (damage) {
        StateNotice said{.file = connectionsFileName,
                         .content = tr("your connections"),
                         .consequence = tr("Nothing is sent until you choose a connection."),
                         .actions = actions};
        return showStateDamage(m_app, said, *damage, [&connections] { connections.readFile(); });
    }
    add({});
    m_app.chatPane.notices()->post(
        noticeId(), {Notice::Kind::Hint,
                     tr("Nobody answers in this library yet: choose a connection to a model, or the "
                        "Understudy, a stand-in that makes up replies without one."),
                     actions});
}

} // namespace snug

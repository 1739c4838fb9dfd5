#include "app/library/profilesquestion.h"

#include "app/appcontext.h"
#include "core/library/library.h"
#include "core/wire/address.h"
#include "core/wire/serverwords.h"
#include "core/workspace/connections.h"
#include "core/workspace/profileconnections.h"
#include "core/workspace/workspace.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

#include <QAction>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr qsizetype mostProfilesShown = 6;

ProfilesQuestion::ProfilesQuestion(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.workspace.connections, &Connections::filesRead, this, [this] {
        m_isFileRead = true;
        refresh();
    });
    connect(&app.workspace.connections, &Connections::connectionsChanged, this, &ProfilesQuestion::refresh);
    connect(&app.library, &Library::closed, this, [this] {
        m_isFileRead = false;
        m_app.chatPane.notices()->dismiss(noticeId());
    });
}

QString ProfilesQuestion::noticeId()
{
    return u"profiles"_s;
}

QList<Connection> ProfilesQuestion::open() const
{
    QList<Connection> found = profileConnections(m_app.library.contents().settings.source);
    const QList<Connection> &there = m_app.workspace.connections.connections();
    const OwnConnectionsFile &own = m_app.workspace.connections.own().file();
    // Another folder's settings may call another connection the same.
    for (Connection &connection : found) {
        if (own.find(connection.id) && !own.hasBeen(connection.id, originOf(connection.baseUrl)))
            connection.id = idBesideAnother(connection.id, connection.baseUrl);
    }
    found.removeIf([&](const Connection &connection) {
        return m_app.workspace.connections.consents().answerFor(connection) !=
                   ConnectionConsents::Answer::None ||
               std::ranges::any_of(there, [&](const Connection &other) {
                   return other.id == connection.id ||
                          (connection.brings.choosesNothing() && other.baseUrl == connection.baseUrl &&
                           other.model == connection.model);
               });
    });
    return found;
}

void ProfilesQuestion::refresh()
{
    const QList<Connection> found = open();
    if (!m_isFileRead || found.isEmpty())
        return m_app.chatPane.notices()->dismiss(noticeId());
    QStringList places;
    for (const Connection &connection : found.first(std::min(found.size(), mostProfilesShown)))
        //: %1 is a connection, %2 its server: "Home (https://example.com)"
        places.append(tr("%1 (%2)").arg(shownWords(connection.name, 40), originOf(connection.baseUrl)));
    QString list = places.join(u", "_s);
    if (found.size() > mostProfilesShown)
        list = tr("%1 and %n more", nullptr, int(found.size() - mostProfilesShown)).arg(list);
    m_app.chatPane.notices()->post(
        noticeId(),
        {Notice::Kind::Hint,
         tr("SillyTavern's settings name %n connection(s): %1.", nullptr, int(found.size())).arg(list) +
             u' ' + tr("Keys are not among them."),
         {{tr("Make Connections"), [this] { make(); }}, {tr("Leave Them Out"), [this] { leaveOut(); }}}});
}

void ProfilesQuestion::make()
{
    m_app.workspace.connections.setConnections(m_app.workspace.connections.connections() + open());
    m_app.chatPane.notices()->dismiss(noticeId());
    m_app.actions.action(ActionId::Connections)->trigger();
}

void ProfilesQuestion::leaveOut()
{
    for (const Connection &connection : open())
        m_app.workspace.connections.consents().leaveOut(connection);
    m_app.chatPane.notices()->dismiss(noticeId());
}

} // namespace snug

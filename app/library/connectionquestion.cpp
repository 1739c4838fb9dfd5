#include "app/library/connectionquestion.h"

#include "app/appcontext.h"
#include "core/wire/address.h"
#include "core/wire/serverwords.h"
#include "core/workspace/connections.h"
#include "core/workspace/memorysetup.h"
#include "core/workspace/workspace.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

#include <QAction>

using namespace Qt::StringLiterals;

namespace snug {

// More than this many hosts in one sentence are read by nobody; then there is no button that takes them all.
static constexpr qsizetype mostShown = 8;

ConnectionQuestion::ConnectionQuestion(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.workspace.connections, &Connections::waitingChanged, this, &ConnectionQuestion::refresh);
    connect(&app.workspace.connections, &Connections::activeChanged, this, &ConnectionQuestion::refresh);
    connect(&app.workspace.memory, &MemorySetup::changed, this, &ConnectionQuestion::refresh);
}

QString ConnectionQuestion::noticeId()
{
    return u"connections"_s;
}

void ConnectionQuestion::refresh()
{
    QStringList places;
    bool hasKeys = false;
    bool isOwn = false; // the user's list, perhaps, came from another computer
    QString active;
    const auto add = [&places](const QString &name, const QUrl &address) {
        //: %1 is a connection, %2 its server: "Home (https://example.com)"
        const QString place = tr("%1 (%2)").arg(shownWords(name, 40), originOf(address));
        if (!places.contains(place))
            places.append(place);
    };
    for (const Connection &connection : m_app.workspace.connections.waiting()) {
        add(connection.name, connection.baseUrl);
        hasKeys = hasKeys || connection.needsKey;
        isOwn = isOwn || m_app.workspace.connections.own().file().find(connection.id);
        if (connection.id == m_app.workspace.connections.active())
            active = shownWords(connection.name, 40);
    }
    for (const MemoryProfile &profile : m_app.workspace.memory.waiting()) {
        add(profile.name, MemorySetup::addressOf(profile));
        hasKeys = hasKeys || !profile.apiKey.isEmpty();
    }
    if (places.isEmpty()) {
        m_asked.clear();
        return m_app.chatPane.notices()->dismiss(noticeId());
    }
    const bool isLong = places.size() > mostShown;
    QString list = places.first(qMin(places.size(), mostShown)).join(u", "_s);
    if (isLong)
        list = tr("%1 and %n more", nullptr, int(places.size() - mostShown)).arg(list);
    QStringList sentences{
        (isOwn ? tr("There are connections that have not been used on this computer: %1.")
               : tr("This library contains connections that have not been used on this computer: %1."))
            .arg(list)};
    sentences.append(hasKeys ? tr("Nothing is sent there and no key is looked up until you allow it. The "
                                  "keys that are kept for them are sent there from then on.")
                             : tr("Nothing is sent there until you allow it."));
    if (!active.isEmpty())
        sentences.append(tr("Replies wait for it: “%1” is the connection in use.").arg(active));
    const QString text = sentences.join(u' ');
    if (text == m_asked)
        return;
    m_asked = text;
    QList<NoticeAction> actions;
    if (isLong)
        actions.append({tr("Review Them…"), [this] {
                            m_asked.clear();
                            refresh();
                            m_app.actions.action(ActionId::Connections)->trigger();
                        }});
    else
        actions.append({tr("Use Them"), [this] { allowAll(); }});
    actions.append({tr("Leave Them Out"), [this] { leaveOut(); }});
    m_app.chatPane.notices()->post(noticeId(), {Notice::Kind::Problem, text, actions});
}

void ConnectionQuestion::allowAll()
{
    QStringList ids;
    for (const Connection &connection : m_app.workspace.connections.waiting())
        ids.append(connection.id);
    m_app.workspace.connections.allow(ids);
    m_app.workspace.memory.allowWaiting();
}

void ConnectionQuestion::leaveOut()
{
    m_app.workspace.memory.leaveOutWaiting();
    m_app.workspace.connections.leaveOutWaiting();
}

} // namespace snug

#include "app/library/understudynote.h"

#include "app/appcontext.h"
#include "app/library/localoffers.h"
#include "app/library/profilesquestion.h"
#include "app/settings.h"
#include "core/library/library.h"
#include "core/library/usualplaces.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

#include <QAction>

using namespace Qt::StringLiterals;

namespace snug {

static const QString understudyNotice = u"understudy"_s;

UnderstudyNote::UnderstudyNote(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    NoticeBar *notices = app.chatPane.notices();
    connect(&app.workspace.connections, &Connections::activeChanged, this, &UnderstudyNote::refresh);
    connect(&app.workspace.connections, &Connections::connectionsChanged, this, &UnderstudyNote::refresh);
    connect(&app.workspace.connections, &Connections::linkChanged, this, &UnderstudyNote::refresh);
    connect(&app.workspace.localServers, &LocalServers::changed, this, &UnderstudyNote::refresh);
    connect(&app.library, &Library::opened, this, &UnderstudyNote::refresh);
    connect(&app.library, &Library::closed, this, &UnderstudyNote::refresh);
    connect(notices, &NoticeBar::putAway, this, [this](const QString &which) {
        if (which != understudyNotice)
            return;
        SessionSettings session = m_app.settings.session();
        session.understudyNoteHidden = true;
        m_app.settings.setSession(session);
    });
    const auto follow = [this](const QString &which) {
        if (which == ProfilesQuestion::noticeId())
            refresh();
    };
    connect(notices, &NoticeBar::posted, this, follow);
    connect(notices, &NoticeBar::gone, this, follow);
    refresh();
}

// The question about SillyTavern's own connections says the same way on, and stands alone.
void UnderstudyNote::refresh()
{
    NoticeBar *notices = m_app.chatPane.notices();
    if (!m_app.workspace.connections.isUnderstudy() || m_app.settings.session().understudyNoteHidden ||
        notices->isShown(ProfilesQuestion::noticeId()))
        return notices->dismiss(understudyNotice);
    const LocalOffers local = localOffers(m_app);
    const Offer offer{.folder = !m_app.library.isOpen() ||
                                !isWrittenBySillyTavern(m_app.library.contents().settings.source),
                      .programs = local.names};
    if (notices->isShown(understudyNotice) && offer == m_offer)
        return;
    m_offer = offer;
    post(local);
}

void UnderstudyNote::post(const LocalOffers &local)
{
    QList<NoticeAction> ways = local.ways;
    ways.append({.text = tr("Connect a Model…"),
                 .act = [this] { m_app.actions.action(ActionId::Connections)->trigger(); },
                 .keepsNotice = true});
    // Who has opened one needs no other.
    if (m_offer.folder)
        ways.append({.text = tr("Open a SillyTavern Folder…"),
                     .act = [this] { m_app.actions.action(ActionId::OpenLibrary)->trigger(); },
                     .keepsNotice = true});
    m_app.chatPane.notices()->post(
        understudyNotice,
        {Notice::Kind::Hint, local.after(tr("This is the Understudy, not a model.")), ways});
}

} // namespace snug

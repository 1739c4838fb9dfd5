#include "app/chat/refusalnotices.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/conversion/modelsizes.h"
#include "core/wire/serverwords.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"
#include "widgets/window/windowpages.h"

#include <QDockWidget>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

const QString waitNotice = u"wait"_s;
const QString tooLongNotice = u"tooLong"_s;

} // namespace

RefusalNotices::RefusalNotices(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.chat, &ChatController::sessionChanged, this, &RefusalNotices::follow);
    // Nothing goes out by itself that nothing is seen of.
    connect(app.chatPane.notices(), &NoticeBar::putAway, this, [this](const QString &id) {
        if (ChatSession *session = m_app.chat.session(); session && id == waitNotice)
            session->run().waiting().cancel();
    });
}

void RefusalNotices::follow()
{
    if (ChatSession *session = m_app.chat.session()) {
        connect(&session->run().waiting(), &RetryWait::changed, this, &RefusalNotices::showWait,
                Qt::UniqueConnection);
        connect(session, &ChatSession::replyChanged, this, &RefusalNotices::showTooLong,
                Qt::UniqueConnection);
    }
    showWait();
    showTooLong();
}

QString RefusalNotices::waitWords(const ChatSession &session) const
{
    const RetryWait &wait = session.run().waiting();
    const QString name = shownWords(m_app.workspace.connections.activeName(), 40);
    const std::optional<TurnFault> &fault = session.reply().fault;
    //: %1 is a connection
    QString why = tr("%1 is getting too many requests.").arg(name);
    if (fault && fault->kind == FaultKind::Overloaded)
        //: %1 is a connection
        why = tr("%1 has no room at the moment.").arg(name);
    else if (fault && fault->retryAfter)
        //: %1 is a connection
        why = tr("%1 asks you to wait.").arg(name);
    const int left = wait.secondsLeft();
    const QString time = left < 90
                             ? tr("%1 s", "seconds").arg(left)
                             //: minutes and seconds
                             : tr("%1 min %2 s").arg(QString::number(left / 60), QString::number(left % 60));
    //: %1 says why, as a sentence; %2 a time: "12 s"; %3 which attempt of %4 it is
    return tr("%1 Trying again in %2 (%3 of %4).")
        .arg(why, time, QString::number(wait.number()), QString::number(wait.most()));
}

void RefusalNotices::showWait()
{
    const ChatSession *session = m_app.chat.session();
    NoticeBar *notices = m_app.chatPane.notices();
    if (!session || !session->run().waiting().isWaiting())
        return notices->dismiss(waitNotice);
    if (notices->isShown(waitNotice))
        return notices->reword(waitNotice, waitWords(*session));
    notices->post(waitNotice, {Notice::Kind::Hint,
                               waitWords(*session),
                               {{tr("Cancel", "asking again"),
                                 [this] {
                                     if (ChatSession *asked = m_app.chat.session())
                                         asked->run().waiting().cancel();
                                 }},
                                {tr("Try Now"), [this] {
                                     if (ChatSession *asked = m_app.chat.session())
                                         asked->retry();
                                 }}}});
}

// A context that fits where the service names none: the model's, if more than that was sent, else one with
// room for three quarters of the prompt, which can be asked for again. 0 = nothing is known of what was sent.
int RefusalNotices::fittingContext(const ChatSession &session) const
{
    if (!session.run().lastSent())
        return 0;
    const Budget &sent = session.run().lastSent()->prompt.budget;
    const std::optional<int> models = modelContext(m_app.workspace.connections.link().connection);
    if (models && *models < sent.used + sent.reserved)
        return *models;
    constexpr int step = 100;
    return sent.reserved + qMax(step, sent.used * 3 / 4 / step * step);
}

void RefusalNotices::showTooLong()
{
    const ChatSession *session = m_app.chat.session();
    NoticeBar *notices = m_app.chatPane.notices();
    if (!session || !session->reply().isTooLong())
        return notices->dismiss(tooLongNotice);
    if (notices->isShown(tooLongNotice))
        return;
    const std::optional<int> said = session->reply().fault->contextSize;
    const bool isSaid = said && *said > 0;
    const int size = isSaid ? *said : fittingContext(*session);
    const QString tokens = QLocale().toString(size);
    QList<NoticeAction> ways;
    if (size > 0)
        //: a number of tokens: "4,096"
        ways.append({tr("Use %1 Tokens").arg(tokens), [this, size] { useContext(size); }});
    ways.append({tr("Show the Prompt"), [this] {
                     m_app.window.pages()->showChat();
                     m_app.window.chatPage()->inspectorDock()->show();
                     m_app.inspector.bringToFront(m_app.inspector.prompt());
                 }});
    const QString name = shownWords(m_app.workspace.connections.activeName(), 40);
    notices->post(
        tooLongNotice,
        {Notice::Kind::Problem,
         isSaid ? tr("The prompt is longer than the %1 tokens that the model of %2 takes. With that as "
                     "the connection's context size, the oldest messages are left out.")
                      .arg(tokens, name)
         : size > 0
             ? tr("The prompt is longer than the model of %1 takes, which does not say how much that is. "
                  "With %2 tokens as the connection's context size, the oldest messages are left out. "
                  "You can also hide messages, or see what takes up the room.")
                   .arg(name, tokens)
             : tr("The prompt is longer than the model of %1 takes. Lower the context size in the "
                  "connection or the preset, hide older messages, or see what takes up the room.")
                   .arg(name),
         ways});
}

// The connection's own size from now on; the prompt is made anew with it.
void RefusalNotices::useContext(int tokens)
{
    Connections &model = m_app.workspace.connections;
    QList<Connection> connections = model.connections();
    for (Connection &connection : connections) {
        if (connection.id == model.active())
            connection.contextSize = tokens;
    }
    model.setConnections(connections);
    if (ChatSession *session = m_app.chat.session())
        session->retry();
}

} // namespace snug

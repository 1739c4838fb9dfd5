#include "app/chat/replyquestions.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/wire/serverwords.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

const QString quietNotice = u"quiet"_s;
const QString unsentNotice = u"unsent"_s;
const QString queueNotice = u"queue"_s;

} // namespace

ReplyQuestions::ReplyQuestions(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.chat, &ChatController::sessionChanged, this, &ReplyQuestions::follow);
    connect(app.chatPane.notices(), &NoticeBar::putAway, this, [this](const QString &id) {
        if (id == quietNotice)
            waitOn();
        m_isQueueHidden = m_isQueueHidden || id == queueNotice;
    });
}

void ReplyQuestions::follow()
{
    if (const ChatSession *session = m_app.chat.session()) {
        connect(session, &ChatSession::replyChanged, this, &ReplyQuestions::show, Qt::UniqueConnection);
        show();
    } else {
        dismiss();
    }
}

void ReplyQuestions::dismiss()
{
    m_app.chatPane.notices()->dismiss(quietNotice);
    m_app.chatPane.notices()->dismiss(unsentNotice);
    m_app.chatPane.notices()->dismiss(queueNotice);
}

// How far a reply is that waits for its turn.
void ReplyQuestions::showQueue()
{
    NoticeBar *notices = m_app.chatPane.notices();
    const std::optional<ProgressReport> &progress = m_app.chat.session()->reply().progress;
    const bool isQueued = progress && (progress->step == u"queue" || progress->step == u"nobody");
    m_isQueueHidden = m_isQueueHidden && isQueued;
    if (!isQueued || m_isQueueHidden)
        return notices->dismiss(queueNotice);
    const qint64 place = progress->done.value_or(0);
    const qint64 seconds = progress->total.value_or(0);
    const QString name = shownWords(m_app.workspace.connections.activeName(), 40);
    QString words = tr("A worker of %1 is writing the reply.").arg(name);
    if (place > 0)
        //: %1 a place in a queue, %2 a connection, %3 seconds
        words = tr("Place %1 in the queue of %2, about %3 s to wait.")
                    .arg(QString::number(place), name, QString::number(seconds));
    if (progress->step == u"nobody")
        //: %1 is a connection
        words = tr("No worker of %1 takes this model and this length at the moment.").arg(name);
    if (progress->kudos)
        //: %1 is a sentence about the queue, %2 an amount of the AI Horde's own currency
        words = tr("%1 It costs %2 kudos.").arg(words, QLocale().toString(*progress->kudos, 'f', 0));
    if (notices->isShown(queueNotice))
        return notices->reword(queueNotice, words);
    notices->post(
        queueNotice,
        {Notice::Kind::Hint, words, {{tr("Stop", "a reply under way"), [this] { m_app.chat.stop(); }}}});
}

void ReplyQuestions::show()
{
    const ChatSession *session = m_app.chat.session();
    if (!session)
        return;
    const ReplyState &reply = session->reply();
    showQueue();
    NoticeBar *notices = m_app.chatPane.notices();
    if (!reply.isQuiet)
        notices->dismiss(quietNotice);
    else if (!notices->isShown(quietNotice))
        notices->post(quietNotice,
                      {Notice::Kind::Hint,
                       //: %1 is the name of a connection
                       tr("%1 has sent nothing for a minute.").arg(m_app.workspace.connections.activeName()),
                       {{tr("Stop", "a reply under way"), [this] { m_app.chat.stop(); }},
                        {tr("Wait", "for a reply"), [this] { waitOn(); }}}});
    if (!reply.canSendAnyway)
        notices->dismiss(unsentNotice);
    else if (!notices->isShown(unsentNotice))
        notices->post(unsentNotice,
                      {Notice::Kind::Problem,
                       tr("Your newest message would not be in the prompt, so nothing was sent."),
                       {{tr("Send Without It"), [this] {
                             if (ChatSession *asked = m_app.chat.session())
                                 asked->retry(ReplyRun::WayOn::WithoutNewest);
                         }}}});
}

void ReplyQuestions::waitOn()
{
    if (ChatSession *session = m_app.chat.session())
        session->retry(ReplyRun::WayOn::Wait);
}

} // namespace snug

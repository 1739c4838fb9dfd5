#include "app/chat/learntrefusals.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/wire/goingback.h"
#include "core/wire/refusedmember.h"
#include "core/wire/serverwords.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int mostInARow = 8; // a server that refuses key after key is left to the user

} // namespace

LearntRefusals::LearntRefusals(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.workspace.refusals, &RefusalLearning::learnt, this, &LearntRefusals::take);
    connect(&app.chat, &ChatController::sessionChanged, this, [this] {
        m_inARow = 0;
        if (ChatSession *session = m_app.chat.session())
            connect(session, &ChatSession::replyChanged, this, &LearntRefusals::followReply,
                    Qt::UniqueConnection);
    });
}

void LearntRefusals::followReply()
{
    const ChatSession *session = m_app.chat.session();
    if (!session)
        return;
    const ReplyState &reply = session->reply();
    if (!reply.hasFailed() && !reply.isUnderWay())
        m_inARow = 0;
}

void LearntRefusals::take(const QString &id, const QString &model, const QString &key)
{
    const bool isSentAgain = sendAgain(id, model, key);
    QString name;
    QStringList refused;
    for (const Connection &connection : m_app.workspace.connections.connections()) {
        if (connection.id != id)
            continue;
        name = connection.name;
        refused = connection.request.refusedFor(model);
    }
    const QString other = otherLimitName(key);
    QString words =
        key == earlierThoughts()
            //: %1 is a connection, %2 a model
            ? tr("For %2, %1 does not accept the thoughts of earlier replies. They are left "
                 "out from now on.")
                  .arg(shownWords(name, 40), shownWords(model, 60))
            : !other.isEmpty() && !refused.contains(other)
                  //: %1 is a connection, %2 and %4 are keys of a request ("max_tokens"), %3 a model
                  ? tr("For %3, %1 does not accept “%2”. It is sent as “%4” from now on.")
                        .arg(shownWords(name, 40), key, shownWords(model, 60), other)
                  //: %1 is a connection, %2 a key of a request ("top_p"), %3 a model
                  : tr("For %3, %1 does not accept “%2”. It is left out from now on.")
                        .arg(shownWords(name, 40), shownWords(key, 40), shownWords(model, 60));
    if (isSentAgain)
        //: %1 is a sentence about what is left out of requests from now on
        words = tr("%1 The request was sent again.").arg(words);
    m_app.chatPane.notices()->post(
        u"refusedKey"_s, {Notice::Kind::Hint,
                          words,
                          {{tr("Keep Sending It"),
                            [this, id, model, key] { m_app.workspace.refusals.forget(id, model, key); }}},
                          Notice::Until::Chat});
}

// Only what the refusal was about, and only where nothing of a reply is there.
bool LearntRefusals::sendAgain(const QString &id, const QString &model, const QString &key)
{
    ChatSession *session = m_app.chat.session();
    if (!session)
        return false;
    const ReplyState &reply = session->reply();
    const bool isRefused =
        reply.hasFailed() && !reply.hasArrived && reply.fault &&
        (reply.fault->kind == FaultKind::UnsupportedParameter || reply.fault->kind == FaultKind::Replay);
    const Connection &connection = session->upcoming().link().connection;
    if (!isRefused || connection.id != id || connection.model != model ||
        !connection.request.refusedFor(model).contains(key) || m_inARow >= mostInARow)
        return false;
    ++m_inARow;
    return session->retry();
}

} // namespace snug

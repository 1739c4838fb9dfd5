#include "core/workspace/refusallearning.h"

#include "core/formats/jsontext.h"
#include "core/wire/goingback.h"
#include "core/wire/refusedmember.h"
#include "core/wire/serverfault.h"
#include "core/workspace/connections.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Members of what goes back, as any service spells them; texts have their quotes escaped.
bool sendsThoughts(const QByteArray &body)
{
    return std::ranges::any_of(std::array{"\"signature\":", "\"encrypted_content\":", "\"thoughtSignature\":",
                                          "\"reasoning_details\":", "\"redacted_thinking\""},
                               [&body](const char *member) { return body.contains(member); });
}

// A message may name it in words alone: "Thinking level is not supported".
QString keySpelledOut(const Json &body, const QString &message)
{
    static const QStringList keys{u"reasoning_effort"_s, u"reasoning.summary"_s, u"thinking_level"_s,
                                  u"thinking_budget"_s,  u"top_logprobs"_s,      u"stream_options"_s};
    for (const QString &key : keys) {
        const QString words = QString(key).replace(u'_', u' ').replace(u'.', u' ');
        if (const QString path = memberPath(body, key);
            !path.isEmpty() && message.contains(words, Qt::CaseInsensitive))
            return path;
    }
    return {};
}

} // namespace

QString refusedKey(int status, const WireHeaders &headers, const QByteArray &answer, const QByteArray &body)
{
    if (status != 400 && status != 422)
        return {};
    const ServerFault fault = serverFault(status, headers, answer);
    if (fault.kind == FaultKind::Replay && sendsThoughts(body))
        return earlierThoughts();
    const Result<Json> request = parseJson(body);
    if (fault.kind != FaultKind::UnsupportedParameter || !request)
        return {};
    return fault.parameter.isEmpty() ? keySpelledOut(*request, fault.message)
                                     : memberPath(*request, fault.parameter);
}

RefusalLearning::RefusalLearning(Connections *connections, TurnObserver *next, QObject *parent)
    : QObject(parent)
    , m_connections(connections)
    , m_next(next)
{
}

void RefusalLearning::ended(const Turn &turn)
{
    m_next->ended(turn);
    const QString key = refusedKey(turn.status(), turn.headers(), turn.received(), turn.request().body);
    if (key.isEmpty())
        return;
    // Later: the turn is about to say how it ended.
    QMetaObject::invokeMethod(
        this,
        [this, id = turn.link().connection.id, model = turn.link().connection.model, key] {
            learn(id, model, key);
        },
        Qt::QueuedConnection);
}

void RefusalLearning::learn(const QString &connectionId, const QString &model, const QString &key)
{
    QList<Connection> connections = m_connections->connections();
    const auto found = std::ranges::find(connections, connectionId, &Connection::id);
    if (found == connections.end() || found->request.refusedFor(model).contains(key))
        return;
    found->request.refused.append({model, key});
    m_connections->setConnections(connections);
    Q_EMIT learnt(connectionId, model, key);
}

void RefusalLearning::forget(const QString &connectionId, const QString &model, const QString &key)
{
    QList<Connection> connections = m_connections->connections();
    const auto found = std::ranges::find(connections, connectionId, &Connection::id);
    if (found == connections.end())
        return;
    found->request.refused.removeOne(RequestSettings::Refusal{model, key});
    m_connections->setConnections(connections);
}

} // namespace snug

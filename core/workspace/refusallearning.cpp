#include "core/workspace/refusallearning.h"

#include "core/formats/jsontext.h"
#include "core/wire/goingback.h"
#include "core/wire/serverfault.h"
#include "core/workspace/connections.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Without them there is nothing to answer, or nobody to read the answer.
bool isEssential(const QString &key)
{
    static const QStringList keys{u"model"_s, u"messages"_s, u"contents"_s,          u"prompt"_s,
                                  u"input"_s, u"system"_s,   u"systemInstruction"_s, u"stream"_s};
    return keys.contains(key);
}

// "generation_config.top_k" for what the body calls "topK".
QString camelCased(const QString &name)
{
    QString cased;
    for (const QChar letter : name) {
        if (cased.endsWith(u'_')) {
            cased.chop(1);
            cased += letter.toUpper();
        } else {
            cased += letter;
        }
    }
    return cased;
}

// Members of what goes back, as any service spells them; texts have their quotes escaped.
bool sendsThoughts(const QByteArray &body)
{
    return std::ranges::any_of(std::array{"\"signature\":", "\"encrypted_content\":", "\"thoughtSignature\":",
                                          "\"reasoning_details\":", "\"redacted_thinking\""},
                               [&body](const char *member) { return body.contains(member); });
}

QString keyIn(const Json &body, const QString &name)
{
    for (const QString &key : {name, camelCased(name)}) {
        if (body.contains(key))
            return key;
        for (const QString &group : {u"generationConfig"_s, u"options"_s, u"parameters"_s}) {
            if (body.value(group).contains(key))
                return key;
        }
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
    if (fault.kind != FaultKind::UnsupportedParameter || fault.parameter.isEmpty() || !request)
        return {};
    // The last name of the path: "body.top_k"; a place in the messages is no key of the request.
    const QStringList path = fault.parameter.split(u'.');
    if (path.contains(u"messages"_s) || path.contains(u"contents"_s))
        return {};
    const QString key = keyIn(*request, path.last());
    return isEssential(key) ? QString() : key;
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

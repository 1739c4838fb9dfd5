// A server that refuses a key of a request teaches: the key is left out from then on, for that connection and
// model. Stands between the turns and whoever else is told of them.
#pragma once

#include "core/chat/turn.h"

#include <QObject>

namespace snug {

class Connections;

class RefusalLearning : public QObject, public TurnObserver
{
    Q_OBJECT

public:
    // Both outlive the turns that are told here; `connections` may be made after this.
    RefusalLearning(Connections *connections, TurnObserver *next, QObject *parent = nullptr);

    QString begun(const Turn &turn) override { return m_next->begun(turn); }
    void ended(const Turn &turn) override;

    // Forgets it again: the key is sent as before.
    void forget(const QString &connectionId, const QString &model, const QString &key);

Q_SIGNALS:
    void learnt(const QString &connectionId, const QString &model, const QString &key);

private:
    void learn(const QString &connectionId, const QString &model, const QString &key);

    Connections *m_connections;
    TurnObserver *m_next;
};

// The key of the body that the answer refuses, by its path as it stands there ("reasoning.summary"), or
// earlierThoughts(); empty if there is none, or if a request would be none without it.
QString refusedKey(int status, const WireHeaders &headers, const QByteArray &answer, const QByteArray &body);

} // namespace snug

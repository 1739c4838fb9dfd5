// Replies that follow a private reply: who is asked next, and for how long
// (docs/systems/gf-lt.md#private-replies).
#pragma once

#include "core/model/knowledge.h"

#include <QStringList>

#include <optional>

namespace snug {

// What was said, and among whom.
struct PrivateReply
{
    QString sender;
    QStringList knownTo;    // empty = public
    QString user;           // the user's own name
    QString writer = {};    // whom the user plays; empty = nobody else
    QStringList names = {}; // everybody in the chat; Queue::FirstOnly takes a list of all as public
    // It names them itself. One that is only as private as what it answers asks nobody.
    bool isAddressed = true;
};

// Who is asked for an answer, in order, whether or not the chain is switched on. The user, the sender and
// tools are never asked.
QStringList recipientsToAsk(const PrivateReply &reply, const KnowledgeSettings &settings);

// The rounds to come: first in, first out. What ends them besides the limit: KnowledgeSettings::ChainEnd.
class PrivateChain
{
public:
    // The user has spoken, or stopped it.
    void clear();
    // The user lets it go on beyond the limit.
    void extend() { m_rounds = 0; }
    // A reply has come; its recipients join the queue if settings.autoTurn, or those in it are called off.
    void add(const PrivateReply &reply, const KnowledgeSettings &settings);
    // Who speaks now; nothing if nobody waits or the limit is reached.
    std::optional<QString> next(const KnowledgeSettings &settings);

    const QStringList &waiting() const { return m_waiting; }
    int rounds() const { return m_rounds; } // since clear()
    bool isAtLimit(const KnowledgeSettings &settings) const { return m_rounds >= settings.roundLimit; }

    bool operator==(const PrivateChain &) const = default;

private:
    QStringList m_waiting;
    int m_rounds = 0;
};

} // namespace snug

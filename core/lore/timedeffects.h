// Effects of lore entries that outlast a turn: sticky and cooldown (docs/sillytavern/lore.md#timed-effects).
// Lengths are numbers of history messages.
#pragma once

#include "core/lore/loreindex.h"
#include "core/model/json.h"

#include <QHash>

namespace snug {

class TimedEffects
{
public:
    // `state`: chat_metadata.timedWorldInfo; what has ended or is no longer true leaves it.
    TimedEffects(const LoreIndex &index, const Json &state, qsizetype length);

    bool isSticky(qsizetype candidate) const { return m_sticky.contains(candidate); }
    bool isCoolingDown(qsizetype candidate) const { return m_coolingDown.contains(candidate); }
    // Messages until the effect ends; 0 = there is none.
    int stickyLeft(qsizetype candidate) const { return m_sticky.value(candidate); }
    int cooldownLeft(qsizetype candidate) const { return m_coolingDown.value(candidate); }
    QList<qsizetype> stickyCandidates() const { return m_sticky.keys(); }

    // What has fired begins its effects, unless they last already.
    void begin(const QList<qsizetype> &activated);
    // Undefined if nothing has changed.
    Json changedState() const;

private:
    void check(const QString &type);
    void set(const QString &type, qsizetype candidate, bool isProtected);
    qsizetype candidateWith(const QString &hash, const QString &key);
    QString hashOf(qsizetype candidate);
    QString keyOf(qsizetype candidate) const;
    int duration(const QString &type, qsizetype candidate) const;

    const LoreIndex &m_index;
    const Json m_before;
    Json m_state;
    const qsizetype m_length;
    QHash<qsizetype, int> m_sticky; // messages left
    QHash<qsizetype, int> m_coolingDown;
    QHash<qsizetype, QString> m_hashes;
};

} // namespace snug

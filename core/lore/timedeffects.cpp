#include "core/lore/timedeffects.h"

#include "core/lore/entryhash.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

const QString sticky = u"sticky"_s;
const QString cooldown = u"cooldown"_s;

} // namespace

TimedEffects::TimedEffects(const LoreIndex &index, const Json &state, qsizetype length)
    : m_index(index)
    , m_before(state)
    , m_state(state.isObject() ? state : Json::object())
    , m_length(length)
{
    for (const QString &type : QStringList{sticky, cooldown})
        check(type);
}

int TimedEffects::duration(const QString &type, qsizetype candidate) const
{
    const LoreEntry &entry = *m_index.candidates()[static_cast<size_t>(candidate)].entry;
    return type == sticky ? entry.sticky : entry.cooldown;
}

QString TimedEffects::keyOf(qsizetype candidate) const
{
    const LoreCandidate &found = m_index.candidates()[static_cast<size_t>(candidate)];
    return found.book + u'.' + QString::number(found.entry->uid);
}

QString TimedEffects::hashOf(qsizetype candidate)
{
    auto hash = m_hashes.find(candidate);
    if (hash == m_hashes.end()) {
        const LoreCandidate &found = m_index.candidates()[static_cast<size_t>(candidate)];
        hash = m_hashes.insert(candidate, QString::number(loreEntryHash(found.book, *found.entry)));
    }
    return *hash;
}

// Only entries with a lasting effect can have begun one.
qsizetype TimedEffects::candidateWith(const QString &hash, const QString &key)
{
    for (const quint32 timed : m_index.timed()) {
        if (keyOf(timed) == key && hashOf(timed) == hash)
            return timed;
    }
    for (const quint32 timed : m_index.timed()) {
        if (hashOf(timed) == hash)
            return timed;
    }
    return -1;
}

void TimedEffects::check(const QString &type)
{
    const Json effects = m_state.value(type);
    if (!effects.isObject())
        return;
    Json kept = effects;
    for (const Json::Member &member : effects.members()) {
        const Json &effect = member.value;
        if (!effect.isObject()) {
            kept.remove(member.key);
            continue;
        }
        const double end = effect.value(u"end").toDouble();
        // The chat has not gone on since: a swipe, a reply made again, deleted messages.
        if (double(m_length) <= effect.value(u"start").toDouble() && !effect.value(u"protected").toBool()) {
            kept.remove(member.key);
            continue;
        }
        const qsizetype candidate = candidateWith(effect.value(u"hash").toText(), member.key);
        const bool isOver = double(m_length) >= end;
        if (candidate < 0 || duration(type, candidate) == 0) {
            // It may belong to a book that is not in effect just now.
            if (isOver || candidate >= 0)
                kept.remove(member.key);
            continue;
        }
        if (!isOver) {
            const int left = static_cast<int>(std::ceil(end - double(m_length)));
            (type == sticky ? m_sticky : m_coolingDown).insert(candidate, left);
            continue;
        }
        kept.remove(member.key);
        if (type == sticky && duration(cooldown, candidate) != 0) {
            set(cooldown, candidate, true);
            m_coolingDown.insert(candidate, duration(cooldown, candidate));
        }
    }
    m_state.set(type, kept);
}

void TimedEffects::set(const QString &type, qsizetype candidate, bool isProtected)
{
    Json effects = m_state.value(type);
    if (!effects.isObject())
        effects = Json::object();
    bool isNumber = false;
    const qint64 hash = hashOf(candidate).toLongLong(&isNumber);
    effects.set(keyOf(candidate),
                Json::object({{u"hash"_s, Json(hash)},
                              {u"start"_s, Json(qint64(m_length))},
                              {u"end"_s, Json(qint64(m_length) + duration(type, candidate))},
                              {u"protected"_s, Json(isProtected)}}));
    m_state.set(type, effects);
}

void TimedEffects::begin(const QList<qsizetype> &activated)
{
    if (m_index.timed().empty())
        return;
    for (const qsizetype candidate : activated) {
        for (const QString &type : QStringList{sticky, cooldown}) {
            const bool isSet = m_state.value(type).value(keyOf(candidate)).isObject();
            if (duration(type, candidate) != 0 && !isSet)
                set(type, candidate, false);
        }
    }
}

Json TimedEffects::changedState() const
{
    const Json before = m_before.isObject() ? m_before : Json::object();
    return m_state == before ? Json() : m_state;
}

} // namespace snug

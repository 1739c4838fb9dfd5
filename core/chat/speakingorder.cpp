#include "core/chat/speakingorder.h"

#include <algorithm>
#include <chrono>

namespace snug {

SpeakingOrder::SpeakingOrder(QObject *parent)
    : QObject(parent)
{
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &SpeakingOrder::nextRoundDue);
}

SpeakerQueue SpeakingOrder::coming() const
{
    return m_round.speakers.isEmpty() ? m_next : m_round;
}

QString SpeakingOrder::shown() const
{
    if (!m_looked.isEmpty())
        return m_looked;
    const SpeakerQueue queue = coming();
    if (!queue.speakers.isEmpty())
        return queue.speakers.first().avatar;
    for (const bool mayBeMuted : {false, true}) {
        for (const MemberTurn &turn : queue.silent) {
            if (turn.reason != SpeakingReason::NoCard && (mayBeMuted || turn.reason != SpeakingReason::Muted))
                return turn.avatar;
        }
    }
    return {};
}

void SpeakingOrder::look(const QString &avatar)
{
    if (m_looked == avatar || (!avatar.isEmpty() && !m_present.contains(avatar)))
        return;
    m_looked = avatar;
    Q_EMIT lookedChanged();
}

void SpeakingOrder::setGoesOn(bool goesOn)
{
    if (m_goesOn == goesOn)
        return;
    m_goesOn = goesOn;
    if (goesOn && m_round.speakers.isEmpty())
        m_pause.start();
    else
        m_pause.stop();
    Q_EMIT changed();
}

void SpeakingOrder::update(const std::optional<GroupInputs> &group, const SpeakerQueue &next)
{
    m_isGroup = group.has_value();
    m_next = next;
    m_present.clear();
    if (group) {
        using seconds = std::chrono::duration<double>;
        const seconds pause(std::clamp(group->settings.autoModeDelay, 0.0, 3600.0));
        m_pause.setInterval(std::chrono::duration_cast<std::chrono::milliseconds>(pause));
        for (const GroupMember &member : group->members)
            m_present.append(member.avatar);
    }
    if (!m_present.contains(m_looked))
        m_looked.clear();
    Q_EMIT changed();
}

std::optional<MemberTurn> SpeakingOrder::begin(const SpeakerQueue &round, qint64 id, bool isAsked)
{
    m_pause.stop();
    m_looked.clear();
    m_round = round;
    m_roundId = id;
    m_isAsked = isAsked;
    return advance();
}

std::optional<MemberTurn> SpeakingOrder::advance()
{
    std::optional<MemberTurn> next;
    if (!m_round.speakers.isEmpty())
        next = m_round.speakers.takeFirst();
    Q_EMIT changed();
    return next;
}

void SpeakingOrder::end(bool byItself)
{
    m_round = {};
    m_isAsked = true;
    m_goesOn = m_goesOn && byItself;
    if (m_goesOn)
        m_pause.start();
    else
        m_pause.stop();
    Q_EMIT changed();
}

} // namespace snug

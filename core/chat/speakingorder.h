// The round of replies in a group: who is still to speak, who would speak next, and whom one looks at.
#pragma once

#include "core/chat/nextspeakers.h"

#include <QObject>
#include <QTimer>

namespace snug {

class SpeakingOrder : public QObject
{
    Q_OBJECT

public:
    explicit SpeakingOrder(QObject *parent = nullptr);

    bool isGroup() const { return m_isGroup; }
    // Who answers, and who does not and why: those still to speak in this round, or those who would
    // answer what stands in the composer.
    SpeakerQueue coming() const;
    // Whose prompt is shown: the one looked at, or the first to come; where nobody answers unasked, the
    // first who could, or would unmuted. Empty: there is nobody.
    QString shown() const;
    // The member whose prompt is looked at instead of the next one's; empty = follow the next one.
    const QString &looked() const { return m_looked; }
    void look(const QString &avatar);

    // The group goes on by itself, some seconds after each round, until something stops it.
    bool goesOn() const { return m_goesOn; }
    void setGoesOn(bool goesOn);

    // For the session. Nothing in `group`: a chat with one character.
    void update(const std::optional<GroupInputs> &group, const SpeakerQueue &next);
    // A round begins; the first speaker is returned, the others wait. Nothing: nobody speaks.
    // `isAsked`: by the user; otherwise the group goes on by itself.
    std::optional<MemberTurn> begin(const SpeakerQueue &round, qint64 id, bool isAsked);
    std::optional<MemberTurn> advance();
    // The round is over, however far it came; with `byItself` the next one may follow.
    void end(bool byItself);
    bool isAsked() const { return m_isAsked; }
    // Those who wait speak without having been asked.
    bool areComingUnasked() const { return !m_isAsked && !m_round.speakers.isEmpty(); }
    // Marks the messages of one round (extra.gen_id): milliseconds since the epoch.
    qint64 roundId() const { return m_roundId; }

    // A reply that has fewer tokens is gone on with before the next member speaks; 0 = none is
    // (docs/sillytavern/settings.md#auto-continue).
    int leastTokens() const { return m_leastTokens; }
    void setLeastTokens(int tokens) { m_leastTokens = tokens; }

Q_SIGNALS:
    void changed();       // something that is shown
    void lookedChanged(); // the prompt of another member is wanted
    void nextRoundDue();

private:
    bool m_isGroup = false;
    bool m_goesOn = false;
    SpeakerQueue m_next;
    SpeakerQueue m_round; // `speakers`: those who wait
    QString m_looked;
    QStringList m_present; // avatars of members with cards
    qint64 m_roundId = 0;
    bool m_isAsked = true; // the round
    int m_leastTokens = 0;
    QTimer m_pause;
};

} // namespace snug

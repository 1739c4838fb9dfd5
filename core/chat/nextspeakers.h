// Who of a group answers, in which order, and why: SillyTavern 1.19's orders of speaking.
#pragma once

#include "core/model/chat.h"
#include "core/prompt/promptinputs.h"

#include <QList>
#include <QString>

namespace snug {

// Why a member speaks, or does not.
enum class SpeakingReason : quint8 {
    // speaks
    Mentioned,   // natural order: `word` of the name occurs in the text
    Talkative,   // natural order: the roll was not above the talkativeness
    Drawn,       // natural order: nobody else came forward, so one was drawn
    Listed,      // list order
    Pooled,      // pooled order: drawn from those who have not spoken since the user
    PooledAnew,  // pooled order: all have spoken, so all may be drawn again
    ByHand,      // manual order: drawn, because a reply was asked for without saying whose
    Lot,         // impersonation: whoever the lot falls on
    LastSpeaker, // swipe, regenerate, continue: it is this member's message
    Asked,       // the user asked for exactly this one
    Told,        // somebody has told them something in private
    InScene,     // one of those on a card with several characters
    // does not
    Muted,
    NoCard,     // the card's file is missing
    JustSpoke,  // natural order: nobody answers themselves
    Quiet,      // natural order: the roll was above the talkativeness
    NotChosen,  // another one was drawn
    WaitsForYou // manual order: nobody answers unasked
};

struct MemberTurn
{
    QString avatar = {};
    QString name = {}; // the card's; the file's where there is no card
    SpeakingReason reason = SpeakingReason::Listed;
    QString word = {};        // Mentioned: as it stands in the name
    double talkativeness = 0; // Talkative, Quiet: 0 to 1, with the roll beside it
    double roll = 0;
    bool operator==(const MemberTurn &) const = default;
};

struct SpeakerQueue
{
    QList<MemberTurn> speakers; // in order
    QList<MemberTurn> silent;   // everybody else, in the group's order
    bool operator==(const SpeakerQueue &) const = default;
};

struct SpeakerQuestion
{
    GenerationType type = GenerationType::Normal;
    QString userText = {};    // about to be sent; the chat does not have it yet
    QString asked = {};       // exactly this member
    bool isAutomatic = false; // nobody typed: the group goes on by itself
    quint64 seed = 0;         // of the lots
};

SpeakerQueue nextSpeakers(const GroupInputs &group, const Chat &chat, const SpeakerQuestion &question);

// The reason in the user's words, a sentence without a full stop: "is mentioned: “Aoife”".
QString reasonText(const MemberTurn &turn);

// Words as SillyTavern finds them in names and texts: runs of ASCII letters, digits and underscores, in
// lower case.
QStringList mentionWords(const QString &text);

} // namespace snug

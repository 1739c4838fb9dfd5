// What became of each lore entry in effect, and why.
#pragma once

#include <QHash>
#include <QString>

#include <memory>

namespace snug {

// What let an entry through or stopped it, in the order in which SillyTavern 1.19 looks
// (docs/sillytavern/lore.md#gates). Of several reasons in one scan the one furthest down counts.
enum class LoreGate : quint8 {
    // Stopped
    Disabled,
    GenerationType, // not for this kind of reply
    CharacterName,
    CharacterTag,
    Delay,
    Cooldown,
    DelayUntilRecursion,
    ExcludeRecursion,
    BarringDecorator, // @@dont_activate
    NoKeys,
    KeyNotFound,
    SecondaryKeys,
    GroupSticky,   // another member is sticky
    GroupCooldown, // sticky and cooling down at once: out of its group
    GroupScore,    // fewer keys of it occur than of another member
    GroupTaken,    // another member fired in an earlier round
    GroupPriority, // another member goes first
    GroupLot,      // another member was drawn
    GroupQuirk,    // removed in place of an entry that lost in two groups
    BudgetSpent,   // not even tried
    Probability,
    Budget, // did not fit
    Empty,  // nothing is left of its content
    // Stopped, of SmartTavern's entries, which decide by themselves
    DuplicateId,
    ConditionFails,
    NoPlace, // the preset has none, or what says where is not a number
    // Fired
    ActivatingDecorator, // @@activate
    Constant,
    Sticky,
    KeyFound,
    ConditionHolds, // SmartTavern's: its keys or its condition
    Similar,        // what it says is near to what was said last
};

// Where a key was found.
enum class LorePlace : quint8 {
    Nowhere,
    Message,
    PersonaDescription,
    CharacterDescription,
    CharacterPersonality,
    CharacterDepthPrompt,
    Scenario,
    CreatorNotes,
    Injection, // author's note, depth prompt, quiet prompt
    Lore,      // another entry's content
};

// "in the scenario"; empty for Nowhere.
QString placeText(LorePlace place);

// The particulars of a row; which of them are set depends on the gate.
struct LoreDetail
{
    QString key;          // as it was looked for, macros resolved
    QString secondaryKey; // the one that decided
    LorePlace place = LorePlace::Nowhere;
    int message = -1;     // its index in the chat file; the typed text's is the file's size
    QString name;         // the speaker, or the title of the other entry
    qsizetype start = -1; // UTF-16 units into that text; -1 = in the speaker's name in front of it
    qsizetype length = 0;
    QString group;
    QString rival;    // the title of the entry that got the group
    double value = 0; // what the entry has: its weight, score, tokens, percentage, messages to wait
    double other = 0; // what it is measured by: the rival's, the tokens left

    bool operator==(const LoreDetail &) const = default;
};

// How near a vectorized entry's content is to what was said last.
struct LoreSimilarity
{
    double score = 0; // cosine, -1 to 1
    int rank = 0;     // from 1 on, among all vectorized entries in effect
    int count = 0;    // of those
    bool isNear = false;
    double threshold = 0; // the least score that counts
    int most = 0;         // so many count at most

    bool operator==(const LoreSimilarity &) const = default;
};
// By "book.uid". An entry that is not there was not measured.
using LoreSimilarities = QHash<QString, LoreSimilarity>;

// One entry's row.
struct LoreTrace
{
    QString book;
    int uid = 0;
    QString title;
    bool fired = false;
    LoreGate gate = LoreGate::KeyNotFound;
    int round = 0;  // the step of the scan that decided, 1 = the first; 0 = none in particular
    int tokens = 0; // of the content, of entries that passed their keys
    std::shared_ptr<const LoreDetail> detail = {};         // null where there is nothing to say
    std::shared_ptr<const LoreSimilarity> similarity = {}; // of vectorized entries that were measured

    // Particulars, empty ones if there are none.
    const LoreDetail &details() const;
    bool operator==(const LoreTrace &other) const;
};

// "key-not-found", "budget" …; "message", "scenario" …: for output that programs read.
QString loreGateName(LoreGate gate);
QString lorePlaceName(LorePlace place);

// The row's reason, in the user's words. Without the nearest miss (see nearestmiss.h).
QString loreReason(const LoreTrace &row);

} // namespace snug

// Everything that can be said about a lorebook entry, one field at a time: for forms, for changing many
// entries at once, for undo's words.
#pragma once

#include "core/model/lorebook.h"

#include <QList>
#include <QString>
#include <QVariant>

namespace snug {

enum class LoreField : quint8 {
    // What it is
    Enabled,
    Title,
    Keys,
    SecondaryKeys,
    SecondaryLogic,
    Selective, // secondary keys count
    Content,
    Strategy, // LoreStrategy as int
    // Where it goes
    Position,
    Depth,
    Role,
    OutletName,
    Order,
    // What is matched
    ScanDepth,
    CaseSensitive,
    WholeWords,
    MatchPersona,
    MatchDescription,
    MatchPersonality,
    MatchDepthPrompt,
    MatchScenario,
    MatchCreatorNotes,
    // Other entries
    ExcludeRecursion,
    PreventRecursion,
    DelayUntilRecursion,
    // Chance and groups
    UseProbability,
    Probability,
    Group,
    GroupOverride,
    GroupWeight,
    GroupScoring,
    // Time
    Sticky,
    Cooldown,
    Delay,
    // For whom and when
    Triggers,
    FilterExcludes,
    FilterNames,
    FilterTags,
    // The rest
    IgnoreBudget,
    AutomationId, // of SillyTavern's quick replies; kept in the entry's source
};
inline constexpr int loreFieldCount = int(LoreField::AutomationId) + 1;

// How a field is shown and what its values are (loreFieldValue()).
enum class LoreFieldKind : quint8 {
    Check,         // bool
    Line,          // QString
    Text,          // QString of many lines
    List,          // QStringList, a line each; a line that is typed may hold several, at commas
    Whole,         // int
    Number,        // double
    Choice,        // int, of `choices`
    Optional,      // a bool or nothing (invalid = the global setting)
    OptionalWhole, // an int or nothing
};

struct LoreChoice
{
    int value = 0;
    QString text;
};

struct LoreFieldInfo
{
    LoreField field = LoreField::Title;
    LoreFieldKind kind = LoreFieldKind::Line;
    QString label;
    QString meaning;   // a sentence or two, plain
    QString unit = {}; // behind a number
    QList<LoreChoice> choices = {};
};

// Of numbers and choices, both included.
struct LoreFieldBounds
{
    double least = 0;
    double most = 0;
};
LoreFieldBounds loreFieldBounds(LoreField field);
LoreFieldKind loreFieldKind(LoreField field);

// All of them, in the order of LoreField; made anew in the language of the moment.
QList<LoreFieldInfo> loreFields();
LoreFieldInfo loreFieldInfo(LoreField field);

QVariant loreFieldValue(const LoreEntry &entry, LoreField field);
// False for values that make no sense there; the entry is unchanged then.
bool setLoreFieldValue(LoreEntry &entry, LoreField field, const QVariant &value);
// Whether the field has any effect, given the others: a depth is of no use before the card.
bool isLoreFieldUsed(const LoreEntry &entry, LoreField field);

// Keys out of a text: split at commas and line breaks that are not inside an expression, trimmed, none empty.
QStringList keysFromText(const QString &text);
// Likewise, but a line that is one of `known` stays as it is, commas included.
QStringList keysFromLines(const QString &text, const QStringList &known);

} // namespace snug

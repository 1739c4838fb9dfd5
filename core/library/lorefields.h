// Everything that can be said about a lorebook entry, one field at a time: for forms, for changing many
// entries at once, for undo's words.
#pragma once

#include "core/library/fieldinfo.h"
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

FieldBounds loreFieldBounds(LoreField field);
FieldKind loreFieldKind(LoreField field);

// `id` is the LoreField.
// All of them, in the order of LoreField; made anew in the language of the moment.
QList<FieldInfo> loreFields();
FieldInfo loreFieldInfo(LoreField field);

QVariant loreFieldValue(const LoreEntry &entry, LoreField field);
// False for values that make no sense there; the entry is unchanged then.
bool setLoreFieldValue(LoreEntry &entry, LoreField field, const QVariant &value);
// Whether the field has any effect, given the others: a depth is of no use before the card.
bool isLoreFieldUsed(const LoreEntry &entry, LoreField field);

} // namespace snug

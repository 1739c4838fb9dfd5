// What an editor does to a whole lorebook: values in, values out. Entries are named by their uids; those
// that are not there are passed over.
//
// Entries are listed by their displayIndex, equal ones by their order in the file; that stays, new ones are
// appended there.
#pragma once

#include "core/library/lorefields.h"
#include "core/model/lorebook.h"

#include <QList>

#include <limits>

namespace snug {

struct LorebookEdit
{
    Lorebook book;
    QList<int> uids; // the entries that were made, in the order in which they are listed
};

// Gives the entries (places in Lorebook::entries) this order in the list. As few as can be get another
// displayIndex, a new one between its neighbours': what nobody moved stays as it is in the file. From
// `firstNew` on they have none of their own yet.
void listEntries(Lorebook &book, const QList<qsizetype> &rows,
                 qsizetype firstNew = std::numeric_limits<qsizetype>::max());

// In front of the entry `before`; -1 = at the end.
LorebookEdit insertedEntry(const Lorebook &book, int before, LoreEntry entry = {});
// Each copy right behind its original, with a uid of its own.
LorebookEdit duplicatedEntries(const Lorebook &book, const QList<int> &uids);
Lorebook withoutEntries(const Lorebook &book, const QList<int> &uids);

// One step up (-1) or down (1) in the list, all together.
Lorebook movedEntries(const Lorebook &book, const QList<int> &uids, int by);
// These in this order, at the places that they have among the others.
Lorebook listedAs(const Lorebook &book, const QList<int> &uids);

// How a field of many entries changes. Add: numbers are added, lists get what they lack; Remove: lists
// lose it; for all other fields both are Set.
enum class LoreChange : quint8 { Set, Add, Remove };
Lorebook withField(const Lorebook &book, const QList<int> &uids, LoreField field, const QVariant &value,
                   LoreChange change = LoreChange::Set);
// Their orders become first, first + step …
Lorebook withOrders(const Lorebook &book, const QList<int> &uids, double first, double step);

// What books of cards say about themselves. SillyTavern keeps, but does not use, them in world files.
struct LorebookTraits
{
    QString description;
    std::optional<int> scanDepth;
    std::optional<int> tokenBudget;
    std::optional<bool> isRecursive;
    bool operator==(const LorebookTraits &) const = default;
};
LorebookTraits lorebookTraits(const Lorebook &book);
Lorebook withTraits(const Lorebook &book, const LorebookTraits &traits);

} // namespace snug

// What people do to the blocks of a preset, as functions of values: each gives the preset as it is
// afterwards. "The order" is the one in use (character id 100001); a preset without one gets it when it is
// needed. Identifiers that are not there are passed over.
#pragma once

#include "core/model/preset.h"

#include <QHash>
#include <QStringList>

namespace snug {

// The identifiers of the order in use, as they stand.
QStringList blockOrder(const Preset &preset);
const PromptBlock *findBlock(const Preset &preset, QStringView identifier); // null: none
// Whether each block of the order is on.
QHash<QString, bool> blockSwitches(const Preset &preset);
bool isBlockOn(const Preset &preset, QStringView identifier);

// One row up (-1) or down (+1), together; those at the end stay.
Preset withMoved(Preset preset, const QStringList &identifiers, int direction);
Preset withSwitched(Preset preset, const QStringList &identifiers, bool isOn);
// These in this order, at the places that they have among the others.
Preset withBlocksInOrder(Preset preset, const QStringList &identifiers);
// Out of the order; the blocks stay in the preset.
Preset withTakenOut(Preset preset, const QStringList &identifiers);
// Into the order behind `after`, or at the end when that is not there.
Preset withPutIn(Preset preset, const QStringList &identifiers, QStringView after);
// Out of the preset; built-in blocks and markers stay.
Preset withDeleted(Preset preset, const QStringList &identifiers);

// A block of the user's own with an identifier that is free.
PromptBlock newBlock(const Preset &preset, const QString &name);
// Into the preset and its order, behind `after` or at the end.
Preset withNew(Preset preset, const PromptBlock &block, QStringView after);
// Copies of their own behind the last of them; a copy of a marker or a built-in block is an ordinary one with
// its text. `copies` receives the new identifiers.
Preset withDuplicates(Preset preset, const QStringList &identifiers, QStringList *copies = nullptr);
Preset withBlock(Preset preset, const PromptBlock &block); // found by its identifier

// The order of another character id in place of the one in use.
Preset withOrderOf(Preset preset, qint64 characterId);
// The order in use, kept for another character id as well; and without what is kept for one. The one in use,
// and SillyTavern's leftover 100000, stay.
Preset withOrderFor(Preset preset, qint64 characterId);
Preset withoutOrderFor(Preset preset, qint64 characterId);
// Ids of orders that the file has and nothing uses.
QList<qint64> otherOrders(const Preset &preset);

// Groups that lists show: neighbours of the same folder. Kept in the block under a key of Snug's own, which
// other programs pass over; empty = none.
QString blockFolder(const PromptBlock &block);
Preset withFolder(Preset preset, const QStringList &identifiers, const QString &folder);
// After `moved` have changed their places: who has come among the blocks of a folder belongs to it, who has
// left the others of his folder no longer does. A folder that has moved as a whole stays one.
Preset withFoldersByPlace(Preset preset, const QStringList &moved);

// A block of another preset, in place of the one with its identifier or behind `after`.
Preset withCopied(Preset preset, const Preset &from, const QString &identifier, QStringView after);

// Keys with which a foreign preset would send prompts, or add words to them, elsewhere: Snug does not use
// them, other programs do.
QStringList connectionKeys(const Preset &preset);
Preset withoutConnectionKeys(Preset preset);

} // namespace snug

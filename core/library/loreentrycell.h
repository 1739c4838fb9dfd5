// What a lore entry shows in the columns of a table, and how an edited cell changes it.
#pragma once

#include "core/library/loreentriesmodel.h"
#include "core/model/lorebook.h"

#include <QString>
#include <QVariant>

namespace snug {

QString loreColumnTitle(LoreEntriesModel::Column column);
QString lorePositionText(LoreEntry::Position position);
QString loreCellText(const LoreEntry &entry, LoreEntriesModel::Column column);

// For editing and sorting: int and double as such, the position as int.
QVariant loreCellValue(const LoreEntry &entry, LoreEntriesModel::Column column);
// False for values that make no sense there; the entry is unchanged then.
bool setLoreCellValue(LoreEntry &entry, LoreEntriesModel::Column column, const QVariant &value);

// "Constant" (always in), "Keys", "Vectors", as one value for the strategy column.
enum class LoreStrategy : quint8 { Keys = 0, Constant = 1, Vectors = 2 };
LoreStrategy loreStrategy(const LoreEntry &entry);
QString loreStrategyText(LoreStrategy strategy);

} // namespace snug

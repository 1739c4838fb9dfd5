// Tags that are folders of the list, as in SillyTavern: docs/sillytavern/library.md#folders
#pragma once

#include "widgets/library/castmodel.h"

namespace snug {

bool hasTag(const CastEntry &entry, const QString &tag); // in any letter case

// A row for each tag that is a folder, with how many are inside; by name.
QList<CastEntry> castFolders(const QList<CastEntry> &cast);

// In a closed folder that is none of the opened ones.
bool isPutAway(const CastEntry &entry, const QStringList &openedTags);

} // namespace snug

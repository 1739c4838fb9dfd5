// A tag as such: coloured, called otherwise, deleted, and put back. Blocking; for the disk thread. Letter
// case makes no difference between names.
#pragma once

#include "core/library/manyatonce.h"

namespace snug {

// What a change of a tag replaces.
struct TagBefore
{
    QList<std::pair<qsizetype, Tag>> tags; // those of the name, with their places
    TagsBefore whose;                      // the entries of those whose tags were written anew
    QStringList made;                      // ids of tags that there were none of before
};

// `colour` is CSS; empty: none.
Result<TagBefore> setTagColour(LibraryStore &store, const QString &name, const QString &colour);
// Not to a name that another tag has. What is a card's own is written down, so that it follows.
Result<TagBefore> renameTag(LibraryStore &store, const QString &name, const QString &to);
// From everybody.
Result<TagBefore> deleteTag(LibraryStore &store, const QString &name);
Result<void> restoreTag(LibraryStore &store, const TagBefore &before);

} // namespace snug

// Files that a Snug which was killed while it wrote has left behind: new versions that never got their name.
#pragma once

#include <QString>
#include <QStringList>

namespace snug {

class LibraryLayout;

// Only files that nobody but writeFileDurably() names so.
bool isLeftoverName(const QString &fileName);

// Removes them wherever Snug writes in a library; in its trash beside what was deleted, not inside it. Only
// for who holds the library's lock and writes nothing meanwhile. Returns what went.
QStringList removeLeftovers(const LibraryLayout &layout);

} // namespace snug

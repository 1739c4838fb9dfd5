// What a document was before each save, in "snug/versions/<kind>/<name>/" of the library. Blocking; for the
// disk thread.
#pragma once

#include "core/editing/documentkey.h"
#include "core/library/keptversions.h"
#include "core/library/librarylayout.h"

namespace snug {

// Bytes that are kept already only become as new as `saved`.
Result<void> keepVersion(const LibraryLayout &layout, const DocumentKey &key, const QByteArray &bytes,
                         const QDateTime &saved, const VersionLimits &limits = {});
// Newest first.
QList<KeptVersion> listVersions(const LibraryLayout &layout, const DocumentKey &key);
Result<QByteArray> readVersion(const LibraryLayout &layout, const DocumentKey &key, const QString &id);
// The document is called otherwise now, and its versions go with it; those of an earlier document of that
// name stay where they are and are joined by them.
Result<void> moveVersions(const LibraryLayout &layout, const DocumentKey &from, const DocumentKey &to);

} // namespace snug

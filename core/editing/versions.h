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

} // namespace snug

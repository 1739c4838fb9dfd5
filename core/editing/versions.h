// What a document was before each save, in "snug/versions/<kind>/<name>/" of the library. Blocking; for the
// disk thread.
#pragma once

#include "core/editing/documentkey.h"
#include "core/library/librarylayout.h"
#include "core/result.h"

#include <QDateTime>
#include <QList>

namespace snug {

struct KeptVersion
{
    QString id;      // the file's name: time and checksum
    QDateTime saved; // when the document had been brought into this state
    qint64 size = 0; // bytes
    bool operator==(const KeptVersion &) const = default;
};

// The oldest go when either is exceeded; the newest five stay in any case.
struct VersionLimits
{
    int count = 60;
    qint64 bytes = qint64(64) << 20;
};

// Bytes that are kept already only become as new as `saved`.
Result<void> keepVersion(const LibraryLayout &layout, const DocumentKey &key, const QByteArray &bytes,
                         const QDateTime &saved, const VersionLimits &limits = {});
// Newest first.
QList<KeptVersion> listVersions(const LibraryLayout &layout, const DocumentKey &key);
Result<QByteArray> readVersion(const LibraryLayout &layout, const DocumentKey &key, const QString &id);

} // namespace snug

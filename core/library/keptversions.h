// What a file was before it was replaced: its former bytes, in a folder of their own under "snug/versions/".
// Blocking; for the disk thread.
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QString>

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

// `folder` is made. Bytes that are kept already only become as new as `saved`.
Result<void> keepVersionIn(const QString &folder, const QByteArray &bytes, const QDateTime &saved,
                           const VersionLimits &limits = {});
// Newest first.
QList<KeptVersion> listVersionsIn(const QString &folder);
Result<QByteArray> readVersionIn(const QString &folder, const QString &id);

} // namespace snug

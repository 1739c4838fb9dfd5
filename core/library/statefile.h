// Small files of Snug's own in a library's snug/ folder. Blocking; for the disk thread.
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QString>

namespace snug {

// A file that is not there reads as empty.
Result<QByteArray> readStateFile(const QString &path);
// Makes the folder if need be.
Result<void> writeStateFile(const QString &path, const QByteArray &bytes);

} // namespace snug

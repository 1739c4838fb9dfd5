// Bytes that have reached the disk: the system calls that Qt has no word for.
#pragma once

#include "core/result.h"

#include <QFileDevice>
#include <QString>

namespace snug {

// Writes all of `bytes` at the device's position and waits until the disk has them. A short write
// is a failure (QSaveFile and QFile report it only in the returned count). `shownPath` names the
// file in the message.
Result<void> writeAllAndSync(QFileDevice &device, const QByteArray &bytes, const QString &shownPath);

// Makes created, renamed and deleted names in `folder` durable. Best effort: some file systems
// refuse it, and then there is nothing better to do.
void syncFolder(const QString &folder);
void syncFolder(int folder); // a descriptor, also one that is only good as a place

// "Mira.png could not be saved: No space left on device", with a way out.
Error saveError(const QString &path, const QString &reason);

} // namespace snug

// The bytes of a file that shows a picture, without what else is in it.
#pragma once

#include "core/result.h"

#include <QByteArray>

namespace snug {

// Regular files only, so that nothing waits for a pipe. Of a PNG only the chunks that make the picture are
// read, so that a card with many megabytes of assets costs no more than its picture; of all else at most
// what any picture may have. Fails with what is wrong with the file: "could not be read: …".
Result<QByteArray> readPictureFile(const QString &path);

} // namespace snug

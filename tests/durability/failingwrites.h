// The same short story again and again, and each time another call to the disk fails: the n-th write, sync,
// rename, open, link or truncation, once or for good. What fails is said; what is called saved is on the
// disk; and once the disk is well again, so is everything.
#pragma once

#include "tests/durability/findings.h"

namespace snug::durability {

struct WriteFailure
{
    QString call;  // "write", "short", "sync", "rename", "open", "link", "truncate", "unlink", "mkdir"
    QString error; // "ENOSPC", "EIO", "EROFS", "EMFILE"
    bool isForGood = false;
};

QList<WriteFailure> allWriteFailures();

// With the first, second, third … of these calls failing, until none fails any more or `most` have.
Findings failWrites(const WriteFailure &failure, const QString &folder, int most);

} // namespace snug::durability

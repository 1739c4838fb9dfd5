// The library that comes with the program.
#pragma once

#include "core/result.h"

#include <QString>

namespace snug {

// Copies the sample (a tree of files, usually Qt resources) to `root`, which must not exist or be an
// empty folder. All or nothing: the files are written beside it first and get their place in one
// rename.
Result<void> installSampleLibrary(const QString &root,
                                  const QString &sample = QStringLiteral(":/snug/sample"));

} // namespace snug

// What an import took of a folder, in the words of the report about a folder that is opened in place.
// Blocking; for the disk thread.
#pragma once

#include "core/library/importer.h"
#include "core/library/takenreport.h"

namespace snug {

// The files of `report` that lie in `folder`, and the settings of a settings.json at its top.
TakenReport importTaken(const ImportReport &report, const QString &folder);

} // namespace snug

// What Snug makes of a folder of SillyTavern's: each file, each setting, and why. Nothing is changed.
// Blocking; for the disk thread.
#pragma once

#include "core/formats/takensettings.h"
#include "core/result.h"

namespace snug {

class LibraryStore;

struct TakenReport
{
    QList<TakenItem> files;    // paths in the library, in order; not what is in "snug"
    QList<TakenItem> settings; // of settings.json
    qsizetype unlisted = 0;    // files beyond the limit

    qsizetype count(TakenHow how) const;
};

// `store` has read everything.
TakenReport takenReport(const LibraryStore &store);

// "1,203 taken, 4 taken in another form, …"
QString takenSummary(const TakenReport &report);
// All of it, in groups, what was not understood first; lines without markup.
QString takenText(const TakenReport &report);

} // namespace snug

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
    bool isImport = false;     // the files went into another library, the settings stayed

    qsizetype count(TakenHow how) const;
};

// `store` has read everything.
TakenReport takenReport(const LibraryStore &store);
// What a folder of SillyTavern's may hold at `path` and Snug does nothing with.
TakenItem takenUnread(const QString &path);

// "1,203 taken, 4 taken in another form, …"
QString takenSummary(const TakenReport &report);
// All of it, in groups, what was not understood first; lines without markup.
QStringList takenLines(const TakenReport &report);
QString takenText(const TakenReport &report); // the same as one text

} // namespace snug

// Names for files made from what the user calls things.
#pragma once

#include <QString>

namespace snug {

// `name` as a file name that Linux, Windows and macOS all take: SillyTavern 1.19's rule (the npm
// package sanitize-filename: / \ ? < > : * | " and control characters go, as do trailing dots and
// spaces and the names of devices) and without characters that do not show (directions, joiners,
// zero widths, variation selectors), cut to `byteLimit` UTF-8 bytes. Never empty: `otherwise` steps in.
QString safeFileName(QStringView name, const QString &otherwise, qsizetype byteLimit = 200);

// `base + suffix`, or "base (2)suffix", "base (3)suffix", …: the first that is not in `folder`.
// File systems that ignore case are taken into account. Returns the name, without the folder.
QString freeFileName(const QString &folder, const QString &base, const QString &suffix);

// Any name spelt so that it is one folder on every system, differently for different names; and the name
// again.
QString folderNameFor(const QString &name);
QString nameInFolder(const QString &folder);

} // namespace snug

// The characters of a library for a question that asks for one of them.
#pragma once

#include "core/library/librarycontents.h"

#include <QMap>
#include <QString>

namespace snug {

// From what the user reads to the card's file, in the order of the names; names that several have are told
// apart by the file. Without those that cannot be read, and without the card of the file `without`.
QMap<QString, QString> cardChoices(const LibraryContents &contents, const QString &without = {});

} // namespace snug

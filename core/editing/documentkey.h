// What names a document of the library in Snug's own folders.
#pragma once

#include "core/editing/documentkind.h"

namespace snug {

struct DocumentKey
{
    DocumentKind kind = DocumentKind::Preset;
    QString name; // as the library calls it: "Slow Burn", "Mira.png"
    bool operator==(const DocumentKey &) const = default;
};

// "<kind>/<name>", the name spelt by folderNameFor().
QString folderOf(const DocumentKey &key);

} // namespace snug

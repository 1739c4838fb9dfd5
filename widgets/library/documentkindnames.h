// The kinds of documents as lists have them, and what they are called there.
#pragma once

#include "core/editing/documentkind.h"

#include <QList>

namespace snug {

// In their order.
QList<DocumentKind> listedKinds();
// Regex scripts are three kinds, by whose they are, and one list.
DocumentKind listedAs(DocumentKind kind);
QString kindTitle(DocumentKind kind); // "Presets"
QString kindName(DocumentKind kind);  // "Preset", as an entry of a menu that makes one

} // namespace snug

// Two documents that were written apart, made comparable: numbers of lore entries mean nothing from one
// lorebook to another, so an entry is the same entry by its title or its text.
#pragma once

#include "core/editing/documentkind.h"
#include "core/model/json.h"

namespace snug {

// `other` with the numbers that its entries have in `present`; entries that only it has get numbers that are
// free in both. Of lorebooks, and of the lorebooks in cards; other documents stay as they are.
Json alignedDocument(DocumentKind kind, const Json &other, const Json &present);

} // namespace snug

// The format of each kind of document.
#pragma once

#include "core/editing/documentformat.h"

namespace snug {

DocumentFormat documentFormatOf(DocumentKind kind);

} // namespace snug

// Which editor is for which kind of document.
#pragma once

#include "core/editing/documentkind.h"

namespace snug {

struct AppContext;
class EditorController;

EditorController &editorOf(const AppContext &app, DocumentKind kind);

} // namespace snug

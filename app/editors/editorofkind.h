// Which editor is for which kind of document.
#pragma once

#include "core/editing/documentkind.h"

namespace snug {

struct AppContext;
class EditorController;

EditorController &editorOf(const AppContext &app, DocumentKind kind);

// Whether an editor of this kind is left when what it has in front is deleted.
bool hasEditorOfItsOwn(DocumentKind kind);

} // namespace snug

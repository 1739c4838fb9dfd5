// What is said of a document's picture, which is in the file at once and no part of what Undo knows.
#pragma once

#include "core/editing/versions.h"

#include <functional>

namespace snug {

class DocumentEditing;
class EditorStatus;

// That it was replaced, with the way back to the newest version; both outlive what is shown.
void tellOfPicture(EditorStatus *status, DocumentEditing *editing,
                   const std::function<void(const KeptVersion &version)> &putBack);

} // namespace snug

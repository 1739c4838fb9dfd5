// What a field does where it is one of a form.
#pragma once

class QWidget;

namespace snug {

// Undo and Redo are the document's, not the field's; and scrolling the form does not change the number or the
// choice that the pointer happens to pass over.
void becomeFormField(QWidget *field);

} // namespace snug

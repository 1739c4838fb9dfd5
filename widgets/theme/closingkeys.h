// What closes a window in which one only looks: Esc, and the system's key for it (Ctrl+W). An editor has the
// latter alone, since Esc leaves its fields.
#pragma once

class QWidget;

namespace snug {

void closeByKeys(QWidget *window);

} // namespace snug

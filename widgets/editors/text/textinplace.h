// Setting a text that somebody may be writing in.
#pragma once

#include <QString>

class QPlainTextEdit;

namespace snug {

// Changes only what differs, so that the caret and the view stay where nothing happened.
void setTextInPlace(QPlainTextEdit *edit, const QString &text);

} // namespace snug

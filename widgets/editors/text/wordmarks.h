// Two texts beside each other, with the words marked that only one of them has.
#pragma once

class QPlainTextEdit;

namespace snug {

struct Theme;

// At the left what the other does not have, at the right what is new there.
void markDifferences(QPlainTextEdit *left, QPlainTextEdit *right, const Theme &theme);
// In the theme that the program's palette is of: for dialogs, which get no theme.
void markDifferences(QPlainTextEdit *left, QPlainTextEdit *right);

} // namespace snug

// How high a field for running text has to be.
#pragma once

class QPlainTextEdit;

namespace snug {

// To show all that is written in it at its present width without scrolling; of more than `enough`, somewhere
// above that.
int heightOfText(const QPlainTextEdit &field, int enough);
// To show so many lines.
int heightOfLines(const QPlainTextEdit &field, int lines);

} // namespace snug

// Doubtful stretches of a text that is being written: a wave below them, warnings on a faint ground, and on
// hover what is doubtful.
#pragma once

#include "core/lint/lintfinding.h"

#include <QTextEdit>

namespace snug {

// Findings about the whole text have no mark.
QList<QTextEdit::ExtraSelection> findingMarks(QTextDocument *document, const QList<LintFinding> &findings,
                                              const QColor &warning, const QColor &hint);

// What is said about this place of the text, a paragraph each; empty: nothing.
QString findingsTip(const QList<LintFinding> &findings, qsizetype position);

} // namespace snug

// What is done to a list of regex scripts, as functions of values. Scripts are named by their rows:
// identifiers may be absent or repeated in files.
#pragma once

#include "core/model/regexscript.h"
#include "core/result.h"

namespace snug {

// One that acts on replies and does nothing yet.
RegexScript newScript(const QString &name);
// With an identifier of its own; for copies and for what is imported.
RegexScript asNewScript(RegexScript script);

// Behind `row`; at the end for rows that are not there.
QList<RegexScript> withScripts(QList<RegexScript> scripts, const QList<RegexScript> &added, qsizetype behind);
QList<RegexScript> withoutRows(QList<RegexScript> scripts, const QList<int> &rows);
// One up (-1) or down (+1), together; those at the end stay. `rows` becomes where they are then.
QList<RegexScript> withRowsMoved(QList<RegexScript> scripts, QList<int> &rows, int direction);
// Together before the one that is in row `before` now; likewise.
QList<RegexScript> withRowsMovedTo(QList<RegexScript> scripts, QList<int> &rows, int before);
// What tells one of them from the others, also when the list has changed: its identifier, or its row where
// that is absent or repeated. The row of such a mark; -1: it is gone.
QString scriptMark(const QList<RegexScript> &scripts, qsizetype row);
qsizetype rowOfScript(const QList<RegexScript> &scripts, const QString &mark);
QList<RegexScript> rowsOf(const QList<RegexScript> &scripts, const QList<int> &rows);

} // namespace snug

// Which of the known words a misspelt one was probably meant to be.
#pragma once

#include <QStringList>

namespace snug {

// Two slips apart at most, of words below seven letters one; case does not count. A slip is a letter too
// many, too few or another, or two that changed places. Empty if none is near.
QString nearestSpelling(QStringView word, const QStringList &known);

} // namespace snug

// Which of the known words a misspelt one was probably meant to be.
#pragma once

#include <QStringList>

namespace snug {

// Two letters apart at most, of short words one; case does not count. Empty if none is near.
QString nearestSpelling(QStringView word, const QStringList &known);

} // namespace snug

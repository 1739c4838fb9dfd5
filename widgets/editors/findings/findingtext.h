// What `snug lint` found, in sentences for those who write.
#pragma once

#include "core/lint/lintfinding.h"

namespace snug {

// What is doubtful, and what to do about it.
QString findingText(const LintFinding &finding);

// Those about one text of a document, whose place in the file is `where`.
QList<LintFinding> findingsAt(const QList<LintFinding> &findings, QStringView where);

} // namespace snug

// A file of any kind that Snug can judge: what its reader did not understand, and what is doubtful in it.
#pragma once

#include "core/lint/booklint.h"
#include "core/result.h"

#include <QByteArray>

namespace snug {

// Cards, presets, lorebooks, regex scripts, backups of personas, context and instruct templates and system
// prompts; of other kinds that are read only the kind is told (`isJudged`). Places in an archived card are
// those in its card.json.
struct FileFindings
{
    QList<LintFinding> findings;
    QString kind; // "a character card"
    bool isJudged = true;
};

// `name` is the file's name without its ending. An error: the file is of no known kind, or broken.
Result<FileFindings> fileFindings(const QByteArray &bytes, const QString &name,
                                  const BookLintSettings &settings);

} // namespace snug

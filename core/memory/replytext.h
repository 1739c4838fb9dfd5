// Finding JSON in an answer and forgiving what models do to it: fences, comments, commas too many.
#pragma once

#include <QStringList>

namespace snug {

// Where to look for the object, best first, without repeats: each fenced block, the whole text, the
// balanced stretch from the first bracket.
QStringList jsonCandidates(const QString &text);

// Without // and /* */ comments and without commas before a closing bracket; texts stay as they are.
QString withoutCommentsAndCommas(QStringView json);

// Brackets of both kinds are closed in order and no text is left open.
bool isBalanced(QStringView text);

// 80 characters and more whose end is no end of a sentence.
bool isCutOff(QStringView text);

} // namespace snug

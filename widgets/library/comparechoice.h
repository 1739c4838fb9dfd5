// Which documents of a list are to be compared: the two that are chosen, or the one with another yet to be
// chosen.
#pragma once

#include "widgets/library/librarydocument.h"

class QAction;

namespace snug {

struct ComparedKeys
{
    DocumentKey left;
    DocumentKey right; // without a name: yet to be chosen
};

bool canBeCompared(DocumentKind kind);
ComparedKeys comparedKeys(const QList<LibraryDocument> &chosen);
// Says which it would be, and whether it can be done.
void showCompare(QAction *action, const QList<LibraryDocument> &chosen);

} // namespace snug

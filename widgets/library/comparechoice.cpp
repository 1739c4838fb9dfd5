#include "widgets/library/comparechoice.h"

#include <QAction>
#include <QCoreApplication>

#include <algorithm>

namespace snug {

bool canBeCompared(DocumentKind kind)
{
    return kind == DocumentKind::Card || kind == DocumentKind::Lorebook || kind == DocumentKind::Preset;
}

ComparedKeys comparedKeys(const QList<LibraryDocument> &chosen)
{
    if (chosen.isEmpty())
        return {};
    const DocumentKey &left = chosen.first().key;
    return {left, chosen.size() == 2 ? chosen.last().key : DocumentKey{left.kind, {}}};
}

void showCompare(QAction *action, const QList<LibraryDocument> &chosen)
{
    const auto fits = [&](const LibraryDocument &document) {
        return document.problem.isEmpty() && canBeCompared(document.key.kind) &&
               document.key.kind == chosen.first().key.kind;
    };
    action->setEnabled(!chosen.isEmpty() && chosen.size() <= 2 && std::ranges::all_of(chosen, fits));
    action->setText(chosen.size() == 2
                        ? QCoreApplication::translate("snug::CompareChoice", "Co&mpare the Two")
                        : QCoreApplication::translate("snug::CompareChoice", "Co&mpare With…"));
}

} // namespace snug

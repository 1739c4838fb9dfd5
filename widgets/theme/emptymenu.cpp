#include "widgets/theme/emptymenu.h"

#include <QMenu>

namespace snug {

void emptyMenu(QMenu *menu)
{
    const QList<QAction *> actions = menu->actions();
    for (QAction *action : actions) {
        // One that is shown in several places belongs to one of them.
        if (QMenu *below = action->menu(); below && below->parent() == menu) {
            menu->removeAction(action);
            below->deleteLater(); // it may be the one that was chosen from
        }
    }
    menu->clear();
}

} // namespace snug

#include "widgets/chat/messagemenu.h"

#include <QAbstractItemModel>
#include <QMenu>
#include <QPersistentModelIndex>

namespace snug {

QMenu *messageMenu(const QModelIndex &message, const std::function<void(MessageAction, int row)> &perform,
                   QWidget *parent)
{
    auto *menu = new QMenu(parent);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QPersistentModelIndex index(message);
    for (const MessageAction action : menuActionsFor(message)) {
        if (action == MessageAction::Delete)
            menu->addSeparator();
        QAction *item = menu->addAction(icon(actionIcon(action)), actionText(action), parent,
                                        [perform, action, index] { perform(action, index.row()); });
        item->setShortcut(actionKey(action));
        item->setShortcutVisibleInContextMenu(true);
    }
    return menu;
}

} // namespace snug

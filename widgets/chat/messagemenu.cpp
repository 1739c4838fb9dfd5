#include "widgets/chat/messagemenu.h"

#include "core/chat/chatmodel.h"

#include <QAbstractItemModel>
#include <QCoreApplication>
#include <QMenu>
#include <QPersistentModelIndex>

namespace snug {

namespace {

QMenu *emptyMenu(QWidget *parent)
{
    auto *menu = new QMenu(parent);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    return menu;
}

void addAction(QMenu *menu, MessageAction action, const QString &text, const QModelIndex &message,
               const PerformAction &perform)
{
    const QPersistentModelIndex index(message);
    QAction *item = menu->addAction(icon(actionIcon(action)), text, menu->parentWidget(),
                                    [perform, action, index] { perform(action, index.row()); });
    item->setShortcut(actionKey(action));
    item->setShortcutVisibleInContextMenu(true);
}

QString rangeText(MessageAction action, int count)
{
    switch (action) {
    case MessageAction::Copy:
        return QCoreApplication::translate("MessageAction", "Copy %n message(s)", nullptr, count);
    case MessageAction::Hide:
        return QCoreApplication::translate("MessageAction", "Hide %n message(s) from the prompt", nullptr,
                                           count);
    case MessageAction::Show:
        return QCoreApplication::translate("MessageAction", "Show %n message(s) in the prompt", nullptr,
                                           count);
    case MessageAction::Export:
        return QCoreApplication::translate("MessageAction", "Export %n message(s)…", nullptr, count);
    case MessageAction::RunScript:
        return QCoreApplication::translate("MessageAction", "Run %n message(s) through a script…", nullptr,
                                           count);
    case MessageAction::Delete:
        return QCoreApplication::translate("MessageAction", "Delete %n message(s)", nullptr, count);
    default:
        return actionText(action);
    }
}

} // namespace

QMenu *messageMenu(const QModelIndex &message, const PerformAction &perform, QWidget *parent)
{
    QMenu *menu = emptyMenu(parent);
    for (const MessageAction action : menuActionsFor(message)) {
        if (action == MessageAction::Delete || action == MessageAction::MoveUp)
            menu->addSeparator();
        addAction(menu, action, actionText(action), message, perform);
    }
    return menu;
}

MessageAction hidingOf(const QModelIndex &first, const QModelIndex &last)
{
    for (int row = first.row(); row <= last.row(); ++row) {
        if (!first.siblingAtRow(row).data(IsHiddenRole).toBool())
            return MessageAction::Hide;
    }
    return MessageAction::Show;
}

QMenu *messagesMenu(const QModelIndex &first, const QModelIndex &last, const PerformAction &perform,
                    QWidget *parent)
{
    QMenu *menu = emptyMenu(parent);
    const int count = last.row() - first.row() + 1;
    for (const MessageAction action : {MessageAction::Copy, MessageAction::Export, hidingOf(first, last),
                                       MessageAction::RunScript, MessageAction::Delete}) {
        if (action == MessageAction::Delete)
            menu->addSeparator();
        addAction(menu, action, rangeText(action, count), first, perform);
    }
    return menu;
}

} // namespace snug

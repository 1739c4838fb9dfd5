// The context menu of a message, or of several.
#pragma once

#include "widgets/chat/messageaction.h"

#include <functional>

class QMenu;
class QWidget;

namespace snug {

using PerformAction = std::function<void(MessageAction, int row)>;

// Deletes itself when it closes. `perform` is told of the message's row, wherever it is by then.
QMenu *messageMenu(const QModelIndex &message, const PerformAction &perform, QWidget *parent);
// What can be done to these messages at once; `perform` is told of the first one's row.
QMenu *messagesMenu(const QModelIndex &first, const QModelIndex &last, const PerformAction &perform,
                    QWidget *parent);
// Hide, or Show where all of them are hidden.
MessageAction hidingOf(const QModelIndex &first, const QModelIndex &last);

} // namespace snug

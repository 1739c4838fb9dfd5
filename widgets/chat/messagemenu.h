// The context menu of a message.
#pragma once

#include "widgets/chat/messageaction.h"

#include <functional>

class QMenu;
class QWidget;

namespace snug {

// Deletes itself when it closes. `perform` is told of the message's row, wherever it is by then.
QMenu *messageMenu(const QModelIndex &message, const std::function<void(MessageAction, int row)> &perform,
                   QWidget *parent);

} // namespace snug

// What one can do with a message: the same in the action bar, the context menu and for a screen reader.
#pragma once

#include "widgets/theme/icons.h"

#include <QKeySequence>
#include <QString>

namespace snug {

enum class MessageAction : quint8 {
    Regenerate,
    Continue,
    Edit,
    Copy,
    CopyMarkdown,
    Branch,
    Request,    // what was sent for it
    StartScene, // a memory is made of a scene
    EndScene,
    Hide,
    Show,
    Delete,
};

QString actionText(MessageAction action);
IconName actionIcon(MessageAction action);
QKeySequence actionKey(MessageAction action); // empty where there is none

} // namespace snug

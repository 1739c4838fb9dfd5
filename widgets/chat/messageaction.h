// What one can do with a message: the same in the action bar, the context menu and for a screen reader.
#pragma once

#include "widgets/theme/icons.h"

#include <QKeySequence>
#include <QList>
#include <QModelIndex>
#include <QString>

#include <optional>

namespace snug {

enum class MessageAction : quint8 {
    Regenerate,
    Continue,
    Edit,
    Copy,
    CopyMarkdown,
    Branch,
    Checkpoint, // a copy up to here is kept
    Request,    // what was sent for it
    Cut,        // what was cut from it before it was stored
    Swipes,     // all of its alternatives
    MoveUp,
    MoveDown,
    Merge,      // with the message above it
    Narrate,    // below it
    Knowers,    // who knows it
    StartScene, // a memory is made of a scene
    EndScene,
    Hide,
    Show,
    Export,    // to a file
    RunScript, // a regex script, of a list
    Delete,
};

QString actionText(MessageAction action);
IconName actionIcon(MessageAction action);
// Never a letter alone: who types wants to write. Empty where there is none.
QKeySequence actionKey(MessageAction action);
// The action that a key on a message stands for. Hide is also for Show.
std::optional<MessageAction> actionOfKey(QKeyCombination key);

// What the action bar offers for a message of core/chat/chatmodel.h; nothing for an invalid index.
QList<MessageAction> actionsFor(const QModelIndex &message);
// Likewise the context menu: more of them.
QList<MessageAction> menuActionsFor(const QModelIndex &message);

} // namespace snug

#include "widgets/chat/messageaction.h"

#include "core/chat/chatmodel.h"

#include <QAbstractItemModel>
#include <QCoreApplication>

namespace snug {

QString actionText(MessageAction action)
{
    switch (action) {
    case MessageAction::Regenerate:
        return QCoreApplication::translate("MessageAction", "Regenerate");
    case MessageAction::Continue:
        return QCoreApplication::translate("MessageAction", "Continue");
    case MessageAction::Edit:
        return QCoreApplication::translate("MessageAction", "Edit");
    case MessageAction::Copy:
        return QCoreApplication::translate("MessageAction", "Copy");
    case MessageAction::CopyMarkdown:
        return QCoreApplication::translate("MessageAction", "Copy as Markdown");
    case MessageAction::Branch:
        return QCoreApplication::translate("MessageAction", "Branch from here");
    case MessageAction::Checkpoint:
        return QCoreApplication::translate("MessageAction", "Keep a checkpoint…");
    case MessageAction::Request:
        return QCoreApplication::translate("MessageAction", "Request of this reply");
    case MessageAction::Cut:
        return QCoreApplication::translate("MessageAction", "What was cut…");
    case MessageAction::Swipes:
        return QCoreApplication::translate("MessageAction", "Swipes…");
    case MessageAction::MoveUp:
        return QCoreApplication::translate("MessageAction", "Move up");
    case MessageAction::MoveDown:
        return QCoreApplication::translate("MessageAction", "Move down");
    case MessageAction::Merge:
        return QCoreApplication::translate("MessageAction", "Merge with the message above");
    case MessageAction::Narrate:
        return QCoreApplication::translate("MessageAction", "Narrate below…");
    case MessageAction::Knowers:
        return QCoreApplication::translate("MessageAction", "Who knows this…");
    case MessageAction::StartScene:
        return QCoreApplication::translate("MessageAction", "Start scene here");
    case MessageAction::EndScene:
        return QCoreApplication::translate("MessageAction", "End scene here");
    case MessageAction::Hide:
        return QCoreApplication::translate("MessageAction", "Hide from the prompt");
    case MessageAction::Show:
        return QCoreApplication::translate("MessageAction", "Show in the prompt");
    case MessageAction::Export:
        return QCoreApplication::translate("MessageAction", "Export…");
    case MessageAction::RunScript:
        return QCoreApplication::translate("MessageAction", "Run through a script…");
    case MessageAction::Delete:
        return QCoreApplication::translate("MessageAction", "Delete");
    }
    return {};
}

IconName actionIcon(MessageAction action)
{
    switch (action) {
    case MessageAction::Regenerate:
        return IconName::Retry;
    case MessageAction::Continue:
        return IconName::Continue;
    case MessageAction::Edit:
        return IconName::Edit;
    case MessageAction::Copy:
    case MessageAction::CopyMarkdown:
        return IconName::Copy;
    case MessageAction::Branch:
        return IconName::Branch;
    case MessageAction::Checkpoint:
        return IconName::Pin;
    case MessageAction::Request:
    case MessageAction::Cut:
        return IconName::Search;
    case MessageAction::StartScene:
    case MessageAction::EndScene:
        return IconName::Book;
    case MessageAction::Swipes:
        return IconName::ChevronDown;
    case MessageAction::MoveUp:
    case MessageAction::MoveDown:
    case MessageAction::Merge:
    case MessageAction::Narrate:
    case MessageAction::Knowers:
    case MessageAction::Export:
    case MessageAction::RunScript:
        break;
    case MessageAction::Hide:
        return IconName::EyeOff;
    case MessageAction::Show:
        return IconName::Eye;
    case MessageAction::Delete:
        return IconName::Trash;
    }
    return IconName::Menu;
}

QKeySequence actionKey(MessageAction action)
{
    switch (action) {
    case MessageAction::Regenerate:
        return Qt::CTRL | Qt::Key_R;
    case MessageAction::Continue:
        return Qt::CTRL | Qt::ALT | Qt::Key_Return;
    case MessageAction::Edit:
        return Qt::Key_F2;
    case MessageAction::Copy:
        return QKeySequence::Copy;
    case MessageAction::Request:
        return Qt::ALT | Qt::Key_Return;
    case MessageAction::StartScene:
        return Qt::CTRL | Qt::Key_BracketLeft;
    case MessageAction::EndScene:
        return Qt::CTRL | Qt::Key_BracketRight;
    case MessageAction::Hide:
    case MessageAction::Show:
        return Qt::CTRL | Qt::Key_H;
    case MessageAction::Delete:
        return QKeySequence::Delete;
    case MessageAction::Branch:
        return Qt::CTRL | Qt::Key_B;
    case MessageAction::Swipes:
        return Qt::ALT | Qt::Key_Down;
    case MessageAction::MoveUp:
        return Qt::CTRL | Qt::SHIFT | Qt::Key_Up;
    case MessageAction::MoveDown:
        return Qt::CTRL | Qt::SHIFT | Qt::Key_Down;
    case MessageAction::CopyMarkdown:
    case MessageAction::Checkpoint:
    case MessageAction::Cut:
    case MessageAction::Merge:
    case MessageAction::Narrate:
    case MessageAction::Knowers:
    case MessageAction::Export:
    case MessageAction::RunScript:
        break;
    }
    return {};
}

std::optional<MessageAction> actionOfKey(QKeyCombination key)
{
    for (const MessageAction action :
         {MessageAction::Regenerate, MessageAction::Continue, MessageAction::Edit, MessageAction::Branch,
          MessageAction::Request, MessageAction::Swipes, MessageAction::MoveUp, MessageAction::MoveDown,
          MessageAction::StartScene, MessageAction::EndScene, MessageAction::Hide, MessageAction::Delete}) {
        if (actionKey(action) == QKeySequence(key))
            return action;
    }
    return {};
}

QList<MessageAction> actionsFor(const QModelIndex &message)
{
    if (!message.isValid())
        return {};
    if (message.data(IsStreamingRole).toBool())
        return {MessageAction::Copy};
    QList<MessageAction> list;
    const bool isLast = message.row() == message.model()->rowCount() - 1;
    if (isLast && message.row() > 0 && !message.data(IsUserRole).toBool())
        list << MessageAction::Regenerate << MessageAction::Continue;
    if (!isLast && message.data(SwipeCountRole).toInt() > 1) // the last one shows them below itself
        list << MessageAction::Swipes;
    list << MessageAction::Edit << MessageAction::Copy << MessageAction::Branch
         << (message.data(IsHiddenRole).toBool() ? MessageAction::Show : MessageAction::Hide)
         << MessageAction::Delete;
    return list;
}

QList<MessageAction> menuActionsFor(const QModelIndex &message)
{
    QList<MessageAction> list = actionsFor(message);
    const bool isReply =
        message.row() > 0 && !message.data(IsUserRole).toBool() && !message.data(IsNarratorRole).toBool();
    const bool hasSwipes = isReply || message.data(SwipeCountRole).toInt() > 1;
    if (const qsizetype edit = list.indexOf(MessageAction::Edit);
        hasSwipes && edit >= 0 && !list.contains(MessageAction::Swipes))
        list.insert(edit, MessageAction::Swipes);
    if (const qsizetype copy = list.indexOf(MessageAction::Copy); copy >= 0)
        list.insert(copy + 1, MessageAction::CopyMarkdown);
    if (const qsizetype branch = list.indexOf(MessageAction::Branch); branch >= 0) {
        list.insert(branch + 1, MessageAction::StartScene);
        list.insert(branch + 2, MessageAction::EndScene);
        if (message.data(KeepsSecretsRole).toBool())
            list.insert(branch + 1, MessageAction::Knowers);
        if (message.data(WasCutRole).toBool())
            list.insert(branch + 1, MessageAction::Cut);
        if (!message.data(RequestRole).toString().isEmpty())
            list.insert(branch + 1, MessageAction::Request);
        list.insert(branch + 1, MessageAction::Checkpoint);
    }
    if (const qsizetype place = list.indexOf(MessageAction::Delete); place >= 0) {
        const bool isLast = message.row() == message.model()->rowCount() - 1;
        QList<MessageAction> moves;
        if (message.row() > 0)
            moves << MessageAction::MoveUp;
        if (!isLast)
            moves << MessageAction::MoveDown;
        if (message.row() > 0)
            moves << MessageAction::Merge;
        moves << MessageAction::Narrate;
        for (qsizetype i = 0; i < moves.size(); ++i)
            list.insert(place + i, moves.at(i));
    }
    return list;
}

} // namespace snug

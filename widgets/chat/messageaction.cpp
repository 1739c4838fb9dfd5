#include "widgets/chat/messageaction.h"

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
    case MessageAction::Request:
        return QCoreApplication::translate("MessageAction", "Request of this reply");
    case MessageAction::StartScene:
        return QCoreApplication::translate("MessageAction", "Start scene here");
    case MessageAction::EndScene:
        return QCoreApplication::translate("MessageAction", "End scene here");
    case MessageAction::Hide:
        return QCoreApplication::translate("MessageAction", "Hide from the prompt");
    case MessageAction::Show:
        return QCoreApplication::translate("MessageAction", "Show in the prompt");
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
    case MessageAction::Request:
        return IconName::Search;
    case MessageAction::StartScene:
    case MessageAction::EndScene:
        return IconName::Book;
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
        return Qt::Key_R;
    case MessageAction::Continue:
        return Qt::Key_C;
    case MessageAction::Edit:
        return Qt::Key_E;
    case MessageAction::Copy:
        return QKeySequence::Copy;
    case MessageAction::Request:
        return Qt::Key_I;
    case MessageAction::StartScene:
        return Qt::Key_BracketLeft;
    case MessageAction::EndScene:
        return Qt::Key_BracketRight;
    case MessageAction::Hide:
    case MessageAction::Show:
        return Qt::Key_H;
    case MessageAction::Delete:
        return QKeySequence::Delete;
    case MessageAction::Branch:
    case MessageAction::CopyMarkdown:
        break;
    }
    return {};
}

} // namespace snug

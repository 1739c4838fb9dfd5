#include "core/chat/checkpoint.h"

#include "core/chat/conversation.h"
#include "core/library/filenames.h"

#include <QUuid>

using namespace Qt::StringLiterals;

namespace snug {

QString checkpointName(const QString &chatName, const std::function<bool(const QString &)> &taken)
{
    return nameBeside(chatName, u"Checkpoint", taken);
}

QString checkpointNameOf(const QString &typed, const std::function<bool(const QString &)> &taken)
{
    const QString stem = safeFileName(typed.trimmed(), QString());
    QString name = stem;
    for (int number = 2; !name.isEmpty() && taken(name); ++number)
        name = u"%1 (%2)"_s.arg(stem).arg(number);
    return name;
}

ChatChange linkCheckpoint(const Chat &chat, qsizetype row, const QString &name)
{
    if (!hasRow(chat, row))
        return {};
    Message message = chat.messages.at(row);
    if (!message.extra.isObject())
        message.extra = Json::object();
    message.extra.set(u"bookmark_link"_s, Json(name));
    mirrorIntoActiveSwipe(message);
    return replaceMessage(chat, row, message);
}

std::optional<Chat> checkpointOf(const UndoStep &step, const Chat &chat)
{
    if (step.action != UndoAction::Checkpoint || step.changes.isEmpty())
        return std::nullopt;
    const qsizetype row = step.changes.first().index;
    if (!hasRow(chat, row))
        return std::nullopt;
    const QString name = chat.messages.at(row).extra.value(u"bookmark_link").toText();
    if (name.isEmpty())
        return std::nullopt;
    // The copy does not point to itself.
    Chat copy = branchOf(chat, row, name, QUuid::createUuid().toString(QUuid::WithoutBraces));
    copy.messages[row].extra.remove(u"bookmark_link"_s);
    mirrorIntoActiveSwipe(copy.messages[row]);
    return copy;
}

} // namespace snug

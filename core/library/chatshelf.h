// Which chats the user has pinned to the top of the list, and which are put away: "snug/shelf.json".
#pragma once

#include "core/model/json.h"
#include "core/result.h"

#include <QByteArray>
#include <QSet>
#include <QString>

namespace snug {

// Chats are named as LibraryLayout::relative() has their files: "chats/Mira/Harbour day.jsonl".
struct ChatShelf
{
    QSet<QString> pinned;
    QSet<QString> archived;
    Json source = {}; // unknown keys stay

    bool isEmpty() const { return pinned.isEmpty() && archived.isEmpty(); }
    // The file has another name from now on.
    void rename(const QString &from, const QString &to);
    bool operator==(const ChatShelf &) const = default;
};

// Why these bytes are no such file, if they are not.
Result<void> checkChatShelf(const QByteArray &bytes);
ChatShelf readChatShelf(const QByteArray &bytes); // empty where it makes no sense
QByteArray writeChatShelf(const ChatShelf &shelf);

} // namespace snug

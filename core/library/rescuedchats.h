// Chats that could not be saved in their library: whole copies in another place, until they can be. Blocking;
// for the disk thread.
#pragma once

#include "core/library/fileversion.h"
#include "core/library/librarycontents.h"

#include <QDateTime>

namespace snug {

// The user's own place for what programs keep between runs ("~/.local/state/snug/unsaved"); libraries lie
// elsewhere, as a rule on other disks.
QString rescuedChatsFolder();

struct RescuedChat
{
    QString file; // the copy
    QString library;
    ChatReference reference;
    QDateTime written;
    // The state of the chat's file that it goes on from; by size and checksum only. A default one: the file
    // was not there.
    FileVersion base;
    QByteArray bytes; // the chat, as its file should be
};

// One copy a chat: a newer one replaces it. Returns its file.
Result<QString> rescueChat(const QString &folder, const RescuedChat &chat);
// A copy that is not there is no failure.
Result<void> forgetRescuedChat(const QString &file);
Result<RescuedChat> readRescuedChat(const QString &file);
// Those of a library; without their bytes. What cannot be read is left out, and stays.
QList<RescuedChat> listRescuedChats(const QString &folder, const QString &library);

} // namespace snug

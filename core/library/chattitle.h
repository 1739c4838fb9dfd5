// What a list calls a chat: its own name where somebody gave it one, else what was said in it first.
#pragma once

#include "core/library/librarycontents.h"

#include <QString>

namespace snug {

// Names that SillyTavern and Snug make of a time, and what they add to those of branches:
// docs/sillytavern/library.md#names-of-chats
bool isMadeUpChatName(const QString &name);
// When the chat was begun, as such a name says; invalid for other names.
QDateTime timeInChatName(const QString &name);

QString chatTitle(const ChatSummary &chat);
// When something was said in it last; where its last message does not say, when its file was written.
QDateTime lastSaid(const ChatSummary &chat);

} // namespace snug

// A group's chat as it begins: SillyTavern 1.19 lets every member greet.
#pragma once

#include "core/chat/chatmessage.h"
#include "core/prompt/promptinputs.h"

namespace snug {

// "2026-11-21@22h26m04s850ms": the chats of groups are named by the time alone.
QString newGroupChatName(const QDateTime &date);

// `expand` resolves macros as that member. Each greets with one of the card's greetings, drawn by `seed`:
// the first message and the alternates. SillyTavern 1.19 does not know those that are only for groups.
Chat newGroupChat(const QString &name, const GroupInputs &group,
                  const std::function<QString(const QString &text, const GroupMember &member)> &expand,
                  const QDateTime &date, const QString &integrity, quint64 seed);

} // namespace snug

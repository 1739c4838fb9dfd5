// Finding words in a chat. Pure.
#pragma once

#include "core/model/chat.h"

#include <stop_token>

namespace snug {

struct ChatSearch
{
    enum class Who : quint8 { Everybody, User, Others };

    QString words; // case and accents do not count; empty finds nothing
    Who who = Who::Everybody;
    bool operator==(const ChatSearch &) const = default;
};

// The messages whose shown text, or reasoning, has the words in it; indexes, in their order. Hidden ones
// count: they are in the story. Stopped: what was found until then.
QList<qsizetype> findInChat(const QList<Message> &messages, const ChatSearch &search,
                            const std::stop_token &stop = {});

} // namespace snug

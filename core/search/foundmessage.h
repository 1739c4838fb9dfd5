// A found text in the chat as it is now: between reading the file and going there, messages may have come,
// gone or moved. Pure.
#pragma once

#include "core/model/chat.h"
#include "core/search/searchindex.h"

namespace snug {

struct FoundMessage
{
    qsizetype row = 0;
    int swipe = -1; // which alternative has the text; -1: the message has none
    bool operator==(const FoundMessage &) const = default;
};

// The message that has the found text, the nearest to where it was; nothing if it is not there any more.
std::optional<FoundMessage> foundMessage(const QList<Message> &messages, const FoundText &found);

} // namespace snug

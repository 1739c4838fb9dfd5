// Chats as SillyTavern writes them: one JSON object a line, the first one a header or already a
// message. Nothing is ever dropped: lines that cannot be read stay where they stand.
#pragma once

#include "core/formats/fields.h"
#include "core/model/chat.h"

#include <QDateTime>

namespace snug {

struct ChatReading
{
    Chat chat;
    // The file's end from the last line break on, if the last line is cut off (a crash while
    // appending). Not part of `chat`; the caller keeps these bytes elsewhere and cuts the file.
    QByteArray tornTail;
    Warnings warnings; // places are "line 12"
};

// Never fails as a whole: a file without a readable line is a chat without messages.
ChatReading readChat(const QByteArray &bytes, const QString &name = {});

// The whole file. Lines that nobody changed keep their bytes.
QByteArray writeChat(const Chat &chat);

// One line, without a line break, for appending.
QByteArray encodeMessageLine(const Message &message);
QByteArray encodeHeaderLine(const Json &header);

// The message's JSON: `source` with the changed keys set.
Json writtenMessage(const Message &message);

// Dates as ISO 8601, as SillyTavern's older spellings ("June 19, 2023 4:13pm",
// "2023-6-19 @16h 13m 05s 123ms", "2023-06-19@16h13m05s"), or as milliseconds since 1970.
// Those without a zone are local time. Invalid if it is none of these.
QDateTime sendDateTime(const QString &sendDate);

} // namespace snug

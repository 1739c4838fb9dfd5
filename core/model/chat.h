// A chat: its metadata and its messages, each with its swipes, as SillyTavern's JSONL files hold them.
#pragma once

#include "core/model/json.h"

#include <QDateTime>
#include <QList>
#include <QString>

#include <optional>

namespace snug {

// What the provider said a reply cost, in tokens. Nothing = it did not say.
struct TokenUsage
{
    std::optional<int> prompt; // the whole prompt, its cached part included
    std::optional<int> completion;
    std::optional<int> cached;
    std::optional<int> cacheWrite;
    std::optional<int> reasoning;
    std::optional<double> cost; // US dollars
    // Parts of cacheWrite by how long they are kept, where a service says both (Anthropic).
    std::optional<int> cacheWriteMinutes = {}; // five minutes
    std::optional<int> cacheWriteHour = {};
    bool isReasoningBeside = false; // `completion` does not contain `reasoning` (Gemini, xAI's chat)
    bool operator==(const TokenUsage &) const = default;
};

// One of the alternatives of a message. `info` is the file's swipe_info item (dates, extra).
struct Swipe
{
    QString text;
    Json info;
    bool operator==(const Swipe &) const = default;
};

struct Message
{
    QString name; // the speaker shown
    bool isUser = false;
    bool isHidden = false;  // is_system: not sent, not counted
    QString text;           // of the active swipe; wins over swipes[activeSwipe] where they differ
    QString sendDate;       // as spelt in the file
    QList<Swipe> swipes;    // all alternatives; empty for messages without
    int activeSwipe = 0;    // always inside `swipes` when there are any
    QString forcedAvatar;   // force_avatar
    QString originalAvatar; // a group member's picture file
    Json extra;             // belongs to the active swipe: reasoning, type, model, token_count, …
    Json source;            // the line as read

    bool isNarrator() const { return extra.value(u"type").toText() == QLatin1String("narrator"); }
    QString reasoning() const { return extra.value(u"reasoning").toText(); }

    bool operator==(const Message &) const = default;
};

// A line that is no message. It is kept and written where it stood.
struct UnreadableLine
{
    qsizetype beforeMessage = 0; // index; the number of messages = at the end
    QByteArray bytes;            // without its line break; may be blank
    bool operator==(const UnreadableLine &) const = default;
};

// What one file holds.
struct Chat
{
    QString name; // the file's name without ".jsonl"
    Json header;  // the first line as read; Undefined if the file had none
    QList<Message> messages;
    QList<UnreadableLine> unreadableLines = {};
    bool endsWithLineBreak = false; // SillyTavern's files do not

    Json metadata() const { return header.value(u"chat_metadata"); }

    bool operator==(const Chat &) const = default;
};

} // namespace snug

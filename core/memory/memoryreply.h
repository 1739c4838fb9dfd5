// The model's answer to the request for a memory: what it wraps its JSON in, what is forgiven, and what
// is wrong with it (docs/systems/memory-books.md#answer).
#pragma once

#include "core/model/json.h"

#include <QStringList>

#include <expected>

namespace snug {

enum class ReplyFault : quint8 {
    EmptyOrInvalid,
    NoJsonBlock,
    Unbalanced,
    IncompleteSentence,
    MissingContent,
    MissingTitle,
    InvalidKeywords,
    Malformed,
    ProviderTruncation,
    ProviderTruncationFlag,
};

// "EMPTY_OR_INVALID", …: binding, shown with the message.
QString replyFaultCode(ReplyFault fault);
// What happened, then what to do.
QString replyFaultText(ReplyFault fault);
// Whether asking once more by itself is worth it.
bool isWorthRetrying(ReplyFault fault);

// Automatic retries of one request, and the pause before each.
inline constexpr int AutomaticMemoryRetries = 2;
inline constexpr int MemoryRetryPause = 2000; // milliseconds
inline constexpr int UserMemoryRetries = 3;

struct MemoryReply
{
    Json parsed; // the whole object, unknown members too; of repeated members the last
    QString content;
    QString title;
    QStringList keywords;
};

// How the provider says that the answer ended.
struct ReplyEnding
{
    QString finishReason;
    bool saysTruncated = false;
};

// The text in a provider's answer: a text, a list of blocks, an object with content, or candidates with
// parts. Empty if there is none.
QString replyText(const Json &answer);

// Without what goes round the answer: think sections that are closed, invisible characters.
QString cleanedReply(QStringView text);

std::expected<MemoryReply, ReplyFault> readMemoryReply(const Json &answer, const ReplyEnding &ending = {});
std::expected<MemoryReply, ReplyFault> readMemoryReply(const QString &text, const ReplyEnding &ending = {});

// The object as a memory, or which field is wrong. Takes what any reader of JSON gave.
std::expected<MemoryReply, ReplyFault> memoryFromJson(const Json &value);

} // namespace snug

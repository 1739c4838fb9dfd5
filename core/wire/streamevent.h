// What a provider's stream says, in one vocabulary for all providers.
#pragma once

#include "core/model/chat.h"
#include "core/result.h"

#include <QString>

#include <variant>

namespace snug {

struct TextDelta
{
    QString text;
    bool operator==(const TextDelta &) const = default;
};

struct ReasoningDelta
{
    QString text;
    bool operator==(const ReasoningDelta &) const = default;
};

struct UsageReport
{
    TokenUsage usage;
    bool operator==(const UsageReport &) const = default;
};

enum class StopReason : quint8 {
    Stop,   // the model ended, or a stop string
    Length, // token limit
    ContentFilter,
    Cut,   // the connection ended without a final event
    Error, // the server said so inside the stream
};

struct Finished
{
    StopReason reason = StopReason::Stop;
    Error error = {}; // filled for Error
    // The model's own words when it declined to answer (OpenAI's `refusal`); not part of the reply.
    QString refusal = {};
    bool operator==(const Finished &) const = default;
};

using StreamEvent = std::variant<TextDelta, ReasoningDelta, UsageReport, Finished>;

} // namespace snug

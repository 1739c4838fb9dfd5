// What a provider's stream says, in one vocabulary for all providers.
#pragma once

#include "core/model/chat.h"
#include "core/model/opaqueitem.h"
#include "core/result.h"
#include "core/wire/serverfault.h"

#include <QString>
#include <QStringList>

#include <variant>

namespace snug {

struct TextDelta
{
    QString text;
    bool operator==(const TextDelta &) const = default;
};

// Parts of a summary are told apart by an empty line.
struct ReasoningDelta
{
    QString text;
    bool operator==(const ReasoningDelta &) const = default;
};

// The newest numbers, not what to add to the last ones.
struct UsageReport
{
    TokenUsage usage;
    bool operator==(const UsageReport &) const = default;
};

struct TokenAlternative
{
    QString token;
    double logProb = 0; // natural logarithm
    bool operator==(const TokenAlternative &) const = default;
};

struct TokenLogProb
{
    QString token;
    double logProb = 0;    // natural logarithm
    QByteArray bytes = {}; // of the token, where the server says them: it may be part of a character
    // What could have stood there, most likely first; mostly with the token itself among them.
    QList<TokenAlternative> others = {};
    bool operator==(const TokenLogProb &) const = default;
};

// Of the tokens chosen since the last report.
struct LogProbsDelta
{
    QList<TokenLogProb> tokens;
    bool operator==(const LogProbsDelta &) const = default;
};

// Something before the reply that takes time: a prompt being read, a model being loaded.
struct ProgressReport
{
    // The server's words; "prompt" = tokens of the prompt; "queue" = place in it, and about how many seconds.
    QString step;
    std::optional<qint64> done = {};
    std::optional<qint64> total = {};
    std::optional<double> kudos = {}; // what the job costs, where it is paid so
    bool operator==(const ProgressReport &) const = default;
};

// At most once, just before the end, in the reply's order.
struct OpaqueReport
{
    QList<OpaqueItem> items;
    bool operator==(const OpaqueReport &) const = default;
};

enum class StopReason : quint8 {
    Stop,   // the model ended, or a stop string
    Length, // token limit
    ContentFilter,
    Cut,    // the connection ended without a final event
    Error,  // the server said so inside the stream
    Pause,  // the service paused: send back what came, and it goes on
    Tool,   // the model wants a tool
    Loaded, // the server loaded or unloaded a model and wrote nothing
};

struct Finished
{
    StopReason reason = StopReason::Stop;
    Error error = {}; // filled for Error
    // The model's own words when it declined to answer (OpenAI's `refusal`); not part of the reply.
    QString refusal = {};
    // Also beside other reasons: Content of a filter, Context of a limit that was the context's.
    std::optional<ServerFault> fault = {};
    QString word = {};         // the server's for the reason; empty = it said nothing
    QString stopText = {};     // the stop string that was met, where it is said
    QString blockMessage = {}; // why a prompt was blocked, in the server's words
    int pictures = 0;          // that came and are not kept
    QStringList dropped = {};  // paths of what the service left out of the history
    bool operator==(const Finished &) const = default;
};

using StreamEvent = std::variant<TextDelta, ReasoningDelta, UsageReport, LogProbsDelta, ProgressReport,
                                 OpaqueReport, Finished>;

} // namespace snug

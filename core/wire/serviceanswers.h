// What services answer beside replies: counts, context sizes, balances, queues. Pure functions of bodies.
#pragma once

#include "core/result.h"
#include "core/wire/serverfault.h"
#include "core/wire/streamevent.h"

#include <QList>
#include <QString>

#include <optional>

namespace snug {

// Of the service's own counting: Anthropic, Gemini, Responses, Cohere, KoboldCpp, TabbyAPI,
// text-generation-webui, vLLM, llama-server.
struct TokenCount
{
    int count = 0;
    std::optional<int> contextSize = {}; // vLLM says it as well
    bool operator==(const TokenCount &) const = default;
};
Result<TokenCount> parseTokenCount(const QByteArray &body);

// KoboldCpp's true context, TabbyAPI's model, Ollama's /api/show and /api/ps, llama-server's and TabbyAPI's
// /props.
struct ContextFacts
{
    int contextSize = 0;           // tokens
    QStringList capabilities = {}; // Ollama's words
    bool operator==(const ContextFacts &) const = default;
};
Result<ContextFacts> parseContextFacts(const QByteArray &body);

// Money left, as the service spells it: currency (empty = its own unit) and amount.
struct Balance
{
    QString currency;
    QString amount;
    bool operator==(const Balance &) const = default;
};
// DeepSeek's /user/balance, OpenRouter's /key, the Horde's kudos.
Result<QList<Balance>> parseBalances(const QByteArray &body);

// KoboldCpp's /api/extra/perf.
struct KoboldQueue
{
    int waiting = 0;
    bool isIdle = false;
    bool operator==(const KoboldQueue &) const = default;
};
Result<KoboldQueue> parseKoboldQueue(const QByteArray &body);

// KoboldCpp's /api/extra/abort. Not done = the job still waits in the queue.
struct KoboldAbort
{
    bool isAborted = false;
    bool isDone = false;
    bool operator==(const KoboldAbort &) const = default;
};
Result<KoboldAbort> parseKoboldAbort(const QByteArray &body);

// KoboldCpp's /api/extra/last_logprobs; empty where none were kept.
Result<QList<TokenLogProb>> parseLastLogProbs(const QByteArray &body);

// AI Horde: a job that was taken.
struct HordeJob
{
    QString id;
    double kudos = 0;     // what it will cost
    QString warning = {}; // the Horde's words
    bool operator==(const HordeJob &) const = default;
};
Result<HordeJob> parseHordeJob(const QByteArray &body);

// And how it stands. Also the answer to cancelling it.
struct HordeStatus
{
    int queuePosition = 0;
    int waitSeconds = 0; // as the Horde guesses
    double kudos = 0;
    bool isPossible = true; // some worker could take it
    bool isDone = false;
    bool isFaulted = false;
    bool isCensored = false;
    QString text = {}; // may contain the stop text
    QString model = {};
    QString worker = {};
    bool operator==(const HordeStatus &) const = default;
};
Result<HordeStatus> parseHordeStatus(const QByteArray &body);
// How the reply ended; nothing while it is under way.
std::optional<Finished> hordeEnd(const HordeStatus &status);

} // namespace snug

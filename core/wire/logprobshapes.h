// The shapes in which servers say how likely the tokens of a reply were. docs/wire.md#log-probabilities
#pragma once

#include "core/wire/streamevent.h"

#include <QJsonValue>

namespace snug {

// [{"token":…, "logprob":…, "bytes":[…], "top_logprobs":[…]}], the same as `content` of an object, or
// OpenAI's older {"tokens":[…], "token_logprobs":[…], "top_logprobs":[{token: number}]}.
QList<TokenLogProb> logProbsIn(const QJsonValue &value);
// Google's {"chosenCandidates":[…], "topCandidates":[{"candidates":[…]}]}.
QList<TokenLogProb> geminiLogProbsIn(const QJsonValue &value);
// Cohere's {"text":…, "logprobs":[…]} or a list of them: a text of several tokens is one here.
QList<TokenLogProb> cohereLogProbsIn(const QJsonValue &value);

} // namespace snug

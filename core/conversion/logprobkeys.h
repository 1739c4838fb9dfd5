// How a service is asked how likely each of its words was, and which services say it. Data of November 2026
// (docs/providers.md#log-probabilities).
#pragma once

#include "core/conversion/chatask.h"
#include "core/conversion/textcall.h"

namespace snug {

struct LogProbTraits
{
    enum class Answer : quint8 {
        Said,
        NotSaid,            // the service is not known to say it
        NotWhileThinking,   // only of models that do not think, or while they do not
        NotByResponses,     // by its chat completions only
        NotAsSillyTavern,   // which does not ask this service
        OnlyAsTokenNumbers, // which mean nothing without the model's own vocabulary
    };
    Answer answer = Answer::NotSaid;
    int mostAlternatives = 0; // beside each word

    bool isSaid() const { return answer == Answer::Said; }
    bool operator==(const LogProbTraits &) const = default;
};

LogProbTraits logProbTraits(const ChatAsk &ask);
LogProbTraits logProbTraits(TextService service);

// The members of the body (of Gemini's generationConfig) that ask for them; empty where the service says
// nothing or nobody wants it.
Json logProbKeys(const ChatAsk &ask);
// The same where a text is completed by OpenAI's older shape or one of its like.
Json logProbKeys(const TextAsk &ask);

} // namespace snug

#include "core/wire/recordedlogprobs.h"

#include "core/wire/wiredialect.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype mostBytes = 4 * 1024 * 1024;

// By the end of the path that was asked: these dialects have numbers, the others never.
WireDialect dialectOf(const QString &path)
{
    if (path.endsWith(u"/responses"))
        return WireDialect::OpenAiResponses;
    if (path.endsWith(u"/api/chat"))
        return WireDialect::OllamaChat;
    if (path.endsWith(u"/api/generate"))
        return WireDialect::OllamaGenerate;
    if (path.endsWith(u"/completion"))
        return WireDialect::LlamaCompletion;
    if (path.endsWith(u":streamGenerateContent") || path.endsWith(u":generateContent"))
        return WireDialect::Gemini;
    if (path.endsWith(u"/v2/chat"))
        return WireDialect::Cohere;
    if (path.contains(u"/generate"))
        return WireDialect::KoboldGenerate;
    return WireDialect::OpenAiChat;
}

} // namespace

QList<TokenLogProb> recordedLogProbs(const WireRequest &request, const QByteArray &received)
{
    if (received.size() > mostBytes || !(received.contains("logprob") || received.contains("probabilities")))
        return {};
    const auto decoder = decoderFor(dialectOf(request.url.path()));
    QList<StreamEvent> events = decoder->push(received);
    events += decoder->end();
    QList<TokenLogProb> tokens;
    for (const StreamEvent &event : std::as_const(events)) {
        if (const auto *delta = std::get_if<LogProbsDelta>(&event))
            tokens += delta->tokens;
    }
    return tokens;
}

} // namespace snug

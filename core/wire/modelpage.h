// What services say of their models.
#pragma once

#include "core/result.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace snug {

struct ModelFacts
{
    QString id; // what a request names; empty where a service names none (seen at Gemini)
    std::optional<int> contextSize = {};    // tokens
    std::optional<int> mostReply = {};      // tokens of one reply
    QStringList capabilities = {};          // the service's words: "thinking", "vision", "top_k"
    QStringList parameters = {};            // keys of a request that it hears (OpenRouter)
    bool isForChat = true;                  // false where the service says that it embeds, ranks or draws
    std::optional<double> promptPrice = {}; // US dollars a token (OpenRouter)
    std::optional<double> replyPrice = {};
    bool operator==(const ModelFacts &) const = default;
};

struct ModelPage
{
    QList<ModelFacts> models; // in the service's order; ids may repeat
    QString next = {};        // the cursor of the next page; empty = this is the last
    bool operator==(const ModelPage &) const = default;

    QStringList ids() const; // without the empty and the repeated ones
    // Of the models for chats if the service tells them apart, else of all. Google's "models/" goes.
    QStringList chatIds() const;
    // By a name as requests have it; of a list of one, that one's.
    std::optional<ModelFacts> factsOf(QStringView id) const;
};

// {"data":[…]} (OpenAI's shape), {"models":[…]} (Gemini, Cohere, Ollama), {"result":[…]} (Cloudflare),
// {"publisherModels":[…]} (Vertex), a bare list (also the Horde's), one
// loaded model (text-generation-webui, KoboldCpp, TabbyAPI).
// No more models than anybody looks through.
Result<ModelPage> parseModelPage(const QByteArray &body);

} // namespace snug

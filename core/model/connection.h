// Where replies come from: an endpoint, its kind and a model. Keys are never part of this value; they live in
// the system's keyring, bound to the connection's id and its address's origin (core/wire/keychain.h).
#pragma once

#include "core/model/broughtchoices.h"
#include "core/model/chatservice.h"
#include "core/model/requestsettings.h"
#include "core/model/textservice.h"

#include <QString>
#include <QUrl>

#include <optional>

namespace snug {

struct Connection
{
    // OpenAiCompletion, LlamaCompletion and TextService complete a text instead of answering messages.
    // ChatService and TextService are what `service` and `textService` say; the others are the kinds of
    // before there were services, and their addresses say who is there.
    enum class Kind : quint8 {
        Understudy,
        OpenAiChat,
        LlamaServer,
        OpenAiCompletion,
        LlamaCompletion,
        ChatService,
        TextService,
    };

    QString id; // uuid
    QString name;
    Kind kind = Kind::OpenAiChat;
    snug::ChatService service = snug::ChatService::Custom;      // of Kind::ChatService
    snug::TextService textService = snug::TextService::Generic; // of Kind::TextService
    // Up to and including "/v1" for the OpenAI kinds; the server's root for llama-server's; for services what
    // stands in front of their calls' paths (ChatServiceFacts::address).
    QUrl baseUrl;
    QString model;
    QString embeddingModel;         // measures how near texts are; empty = the model above
    std::optional<int> contextSize; // when set, wins over the preset's
    bool needsKey = false;
    QString tokenizerFile;         // a tokenizer.json or tiktoken file for this model, a name that
                                   // loadTokenizer() knows, or empty
    int silenceTimeoutSeconds = 0; // give up after this long without a byte; 0 = never
    RequestSettings request;
    BroughtChoices brings;

    // What the user lets it be asked beside replies. Kept for the user on this computer and never in a
    // library, which may come from somebody else.
    std::optional<bool> countsTokens =
        {};                     // sends it the texts to be counted; unset: if it is this computer's own
    bool measuresTexts = false; // sends its /v1/embeddings lorebook entries and the last messages

    bool completesText() const
    {
        return kind == Kind::OpenAiCompletion || kind == Kind::LlamaCompletion || kind == Kind::TextService;
    }
    bool isLlamaServer() const { return kind == Kind::LlamaServer || kind == Kind::LlamaCompletion; }
    bool operator==(const Connection &) const = default;
};

} // namespace snug

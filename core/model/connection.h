// Where replies come from: an endpoint, its kind and a model. Keys are never part of this value;
// they live in the system's keyring under the connection's id (core/wire/keychain.h).
#pragma once

#include <QString>
#include <QUrl>

#include <optional>

namespace snug {

struct Connection
{
    // The last two complete a text instead of answering messages.
    enum class Kind : quint8 { Understudy, OpenAiChat, LlamaServer, OpenAiCompletion, LlamaCompletion };

    QString id; // uuid; also the keyring entry's name
    QString name;
    Kind kind = Kind::OpenAiChat;
    QUrl baseUrl; // up to and including "/v1" for the OpenAI kinds; the server's root for llama-server's
    QString model;
    QString embeddingModel;         // measures how near texts are; empty = the model above
    std::optional<int> contextSize; // when set, wins over the preset's
    bool needsKey = false;
    QString tokenizerFile;         // a tokenizer.json or tiktoken file for this model, or empty
    int silenceTimeoutSeconds = 0; // give up after this long without a byte; 0 = never

    bool completesText() const { return kind == Kind::OpenAiCompletion || kind == Kind::LlamaCompletion; }
    bool isLlamaServer() const { return kind == Kind::LlamaServer || kind == Kind::LlamaCompletion; }
    bool operator==(const Connection &) const = default;
};

} // namespace snug

// What llama.cpp's server can be asked beside replies.
// https://github.com/ggml-org/llama.cpp/tree/master/tools/server
#pragma once

#include "core/model/connection.h"
#include "core/result.h"
#include "core/wire/wirerequest.h"

#include <QList>
#include <QString>

namespace snug {

// GET /props: what the server runs.
struct LlamaProps
{
    int contextSize = 0; // tokens a slot has for prompt and reply; 0 = not said
    int slotCount = 0;
    QString model;        // alias, or the file's name
    QString chatTemplate; // Jinja

    bool operator==(const LlamaProps &) const = default;
};
WireRequest llamaPropsRequest(const Connection &connection, const Secret &key);
Result<LlamaProps> parseLlamaProps(const QByteArray &body);

// GET /health: 200 when ready, 503 while the model loads. Needs no key.
WireRequest llamaHealthRequest(const Connection &connection);
bool isLlamaHealthy(int status, const QByteArray &body);

// POST /tokenize: the model's own token ids for a text. Special tokens in it are read as such, as the server
// does in prompts; the one that begins a text comes if `withBeginning`.
WireRequest llamaTokenizeRequest(const Connection &connection, const Secret &key, QStringView text,
                                 bool withBeginning);
Result<QList<int>> parseLlamaTokens(const QByteArray &body);

} // namespace snug

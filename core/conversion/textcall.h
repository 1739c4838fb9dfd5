// What is asked of a server that completes a text, with a text preset as SillyTavern's files have it, and its
// spelling for each kind of server.
#pragma once

#include "core/conversion/chatask.h"
#include "core/model/textservice.h"

namespace snug {

struct TextAsk
{
    TextService service = TextService::Generic;
    ChatAsk::Form form = ChatAsk::Form::Right;
    ChatAsk::Purpose purpose = ChatAsk::Purpose::Reply;
    QString server = {}; // with or without "/v1"
    QString model = {};
    QString prompt = {};
    Json preset = {}; // the members of a text preset; what is missing has SillyTavern's default
    QStringList stop = {};
    int maxTokens = 0;
    int contextSize = 0;
    bool wantsLogprobs = false;
    int alternatives = 5;                     // to each word, if those are wanted
    Json logitBias = {};                      // token id -> bias
    std::optional<int> keepAliveSeconds = {}; // Ollama; negative = for good, nothing = as the server does
    int batchSize = -1;                       // Ollama; -1 = do not say

    bool isCompatible() const { return form == ChatAsk::Form::Compatible; }
};

ServiceCall textCall(const TextAsk &ask);

// KoboldAI's own API, also the one that AI Horde's workers speak.
struct KoboldAbilities
{
    bool stopSequences = true;
    bool streaming = true;
    bool defaultBadWords = true;
    bool mirostat = true;
    bool grammar = true;
    bool minP = true;
};

struct KoboldAsk
{
    QString server = {}; // ends in "/api"
    QString prompt = {};
    Json preset = {};
    QStringList stop = {};
    int maxTokens = 0;
    int contextSize = 0;
    KoboldAbilities abilities = {};
    bool continues = false; // what is there already
};

ServiceCall koboldCall(const KoboldAsk &ask);
// A job for AI Horde's workers with one of these models.
ServiceCall hordeCall(const KoboldAsk &ask, const QStringList &models, bool onlyTrusted);

// NovelAI's own models: Clio, Kayra, Erato. https://text.novelai.net
struct NovelAsk
{
    QString prompt = {};
    Json preset = {};
    QString model = {};
    QStringList stop = {};
    int maxTokens = 0;
    int tier = 3;
    bool wantsLogprobs = false;
    bool streams = false;
};

ServiceCall novelCall(const NovelAsk &ask);

} // namespace snug

// What is asked of a chat service before its own rules: the messages and what the user set.
#pragma once

#include "core/conversion/messagerules.h"
#include "core/conversion/outboundprompt.h"
#include "core/model/chatservice.h"
#include "core/model/preset.h"
#include "core/model/requestsettings.h"

#include <QByteArray>

namespace snug {

struct ChatAsk
{
    // Compatible: byte for byte what SillyTavern 1.19 sends, also where it is out of date. Right: what the
    // service's documentation asks for (docs/providers.md lists the differences).
    enum class Form : quint8 { Right, Compatible };
    enum class Purpose : quint8 { Reply, Quiet, Continue, Impersonate };

    ChatService service = ChatService::OpenAi;
    Form form = Form::Right;
    Purpose purpose = Purpose::Reply;
    QString model = {};
    QString address = {}; // of the user's own server or a proxy; empty = the service's
    bool isProxy = false;
    bool isKeyless = false;
    bool takesAllSamplers = false; // a server that people run, whatever its service is called
    QList<ConvertedMessage> messages = {};
    SpeakerNames names = {};
    PostProcessing postProcessing = PostProcessing::None;
    QString placeholder = {};

    SamplerValues samplers = {};
    Json preset = {};    // its file, for what only servers of the user's own know
    int maxTokens = 0;   // 0 = do not say
    int contextSize = 0; // prompt and reply, for servers that are told; 0 = do not say
    bool streams = true;
    QStringList stop = {};
    int replies = 1;
    bool wantsLogprobs = false;
    int alternatives = 5; // to each word, if those are wanted
    Json logitBias = {};  // token id -> bias
    Json schema = {};     // {"name", "description", "strict", "value"}
    Json tools = {};      // OpenAI's list
    Json toolChoice = {};

    Effort effort = Effort::Auto;
    Verbosity verbosity = Verbosity::Auto;
    bool showsThoughts = true;
    bool turnsThinkingOff = false; // where the service can
    bool usesSystemText = false;
    QString prefill = {};              // assistant_prefill
    QString impersonationPrefill = {}; // assistant_impersonation
    bool continuesPrefill = false;
    bool searchesWeb = false;
    bool wantsImages = false;
    QString imageAspect = {};
    QString imageSize = {};
    bool thinksAdaptively = true; // Claude 4.6: adaptive thinking instead of a budget of tokens
    UserClaims claims = {};
    QStringList capabilities = {}; // as the service calls what this model can do; empty = not known
    QStringList heardKeys = {};    // of the body, that the service says this model hears; empty = not known
    CacheMarks cache = {};
    ServiceOptions options = {};
    RequestExtras extras = {};

    bool isCompatible() const { return form == Form::Compatible; }
    bool operator==(const ChatAsk &) const = default;
};

// A header; the key, where there is one, follows its value.
struct CallHeader
{
    QByteArray name; // lower case
    QByteArray value = {};
    bool hasKey = false;

    bool operator==(const CallHeader &) const = default;
};

struct QueryItem
{
    QString name;
    QString value = {};
    bool hasKey = false;

    bool operator==(const QueryItem &) const = default;
};

// A request in a service's own spelling. The key is not part of it.
struct ServiceCall
{
    QString address; // without a query
    QList<QueryItem> query = {};
    QList<CallHeader> headers = {}; // but content-type and accept-encoding
    Json body = {};

    bool operator==(const ServiceCall &) const = default;
};

// The messages that really go: the user's post-processing, then the service's own rules.
OutboundPrompt outboundPrompt(const ChatAsk &ask);
// The request for it. `prompt` is outboundPrompt(ask): encoding only spells.
ServiceCall chatCall(const ChatAsk &ask, const OutboundPrompt &prompt);

} // namespace snug

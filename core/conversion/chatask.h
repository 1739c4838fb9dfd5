// What is asked of a chat service before its own rules: the messages and what the user set.
#pragma once

#include "core/conversion/chatservice.h"
#include "core/conversion/messagerules.h"
#include "core/conversion/outboundprompt.h"
#include "core/model/preset.h"

#include <QByteArray>

namespace snug {

// How long a model may think, with SillyTavern's words. A service's own levels are found by its rules.
enum class Effort : quint8 { Auto, Min, Low, Medium, High, Max };
enum class Verbosity : quint8 { Auto, Low, Medium, High };

QString effortName(Effort effort); // "auto", "min", …
std::optional<Effort> effortNamed(QStringView name);
QString verbosityName(Verbosity verbosity);
std::optional<Verbosity> verbosityNamed(QStringView name);

// Marks on the prompt that a service keeps for later requests.
struct CacheMarks
{
    bool system = false;       // behind the system text
    int depth = -1;            // role changes from the end; -1 = none
    bool forAnHour = false;    // not for five minutes
    bool geminiSystem = false; // the same for Gemini's models behind OpenRouter

    bool operator==(const CacheMarks &) const = default;
};

// What only one service knows.
struct ServiceOptions
{
    // OpenRouter
    QStringList providers = {};
    QStringList quantizations = {};
    bool allowsFallbacks = true;
    bool usesFallbackRoute = false;
    QString middleOut = {};     // "on", "off", "auto"; empty = auto
    bool hasCachePrice = false; // the model's listing has a price for writing a cache
    // Vertex AI
    bool usesServiceAccount = false;
    QString region = {};
    QString project = {};
    // Azure, Workers AI, Z.AI, SiliconFlow, MiniMax, Pollinations, NanoGPT, Mistral, Gemini
    QString deployment = {};
    QString apiVersion = {};
    QString account = {};
    bool usesOtherEndpoint = false; // coding plan, mainland China, anonymous
    QString provider = {};
    bool paysAsItGoes = false;
    bool prefixesLast = false;   // Mistral: a trailing assistant message is the reply's beginning
    bool keepsSignatures = true; // Gemini: thought signatures go back
    QByteArray affinity = {};    // Fireworks: what keeps a chat on one machine

    bool operator==(const ServiceOptions &) const = default;
};

// What any server of OpenAI's shape may need beside; YAML or JSON as the user wrote it.
struct RequestExtras
{
    QString headers = {};
    QString body = {};
    QString leftOut = {};

    bool isEmpty() const { return headers.isEmpty() && body.isEmpty() && leftOut.isEmpty(); }
    bool operator==(const RequestExtras &) const = default;
};

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
    QList<ConvertedMessage> messages = {};
    SpeakerNames names = {};
    PostProcessing postProcessing = PostProcessing::None;
    QString placeholder = {};

    SamplerValues samplers = {};
    int maxTokens = 0; // 0 = do not say
    bool streams = true;
    QStringList stop = {};
    int replies = 1;
    bool wantsLogprobs = false;
    Json logitBias = {}; // token id -> bias
    Json schema = {};    // {"name", "description", "strict", "value"}
    Json tools = {};     // OpenAI's list
    Json toolChoice = {};

    Effort effort = Effort::Auto;
    Verbosity verbosity = Verbosity::Auto;
    bool showsThoughts = true;
    bool usesSystemText = false;
    QString prefill = {};              // assistant_prefill
    QString impersonationPrefill = {}; // assistant_impersonation
    bool continuesPrefill = false;
    bool searchesWeb = false;
    bool wantsImages = false;
    QString imageAspect = {};
    QString imageSize = {};
    bool thinksAdaptively = true; // Claude 4.6: adaptive thinking instead of a budget of tokens
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

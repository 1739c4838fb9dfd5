// What a user says about the requests of one connection, beside where they go. Words are SillyTavern's.
#pragma once

#include "core/model/modelclaims.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace snug {

// How long a model may think. A service's own levels are found by its rules (core/conversion/modeltraits.h).
enum class Effort : quint8 { Auto, Min, Low, Medium, High, Max };
enum class Verbosity : quint8 { Auto, Low, Medium, High };

QString effortName(Effort effort); // "auto", "min", …
std::optional<Effort> effortNamed(QStringView name);
QString verbosityName(Verbosity verbosity);
std::optional<Verbosity> verbosityNamed(QStringView name);

// SillyTavern's custom_prompt_post_processing (docs/providers.md#one-step-between-prompt-and-request).
enum class PostProcessing : quint8 { None, Merge, MergeTools, Semi, SemiTools, Strict, StrictTools, Single };

QString postProcessingName(PostProcessing mode); // "merge_tools"; "" for none
// Nothing for words that are none of them. "claude" is an old word for "merge".
std::optional<PostProcessing> postProcessingNamed(QStringView name);

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
    // OpenAI, xAI, DeepSeek, llama.cpp and what is of their kind: /responses instead of /chat/completions
    bool usesResponses = false;
    // Ollama: how long the model stays in memory behind a reply; negative = for good, nothing = as the server
    // does
    std::optional<int> keepAliveSeconds = {};
    QByteArray affinity = {}; // Fireworks: what keeps a chat on one machine

    bool operator==(const ServiceOptions &) const = default;
};

// What any server may need beside; YAML or JSON as the user wrote it.
struct RequestExtras
{
    QString headers = {};
    QString body = {};
    QString leftOut = {};

    bool isEmpty() const { return headers.isEmpty() && body.isEmpty() && leftOut.isEmpty(); }
    bool operator==(const RequestExtras &) const = default;
};

struct RequestSettings
{
    PostProcessing postProcessing = PostProcessing::None;
    RequestExtras extras = {};
    QString prefill = {};              // the reply begins with it; empty = the preset's
    std::optional<Effort> effort = {}; // nothing = as the preset says
    std::optional<Verbosity> verbosity = {};
    std::optional<bool> showsThoughts = {};
    // The model is to answer without thinking, where it can: hidden thoughts are thought all the same.
    bool turnsThinkingOff = false;
    // How likely each word was, with so many others that were likely; nothing = not asked for.
    std::optional<int> logProbAlternatives = {};
    UserClaims claims = {};
    ServiceClaims said = {}; // counts for its model only
    CacheMarks cache = {};
    ServiceOptions options = {};
    // What SillyTavern sends, also where it is out of date; else what the service's documentation asks for.
    bool isCompatible = false;
    // Keys of the body that the server has refused, by model: "gpt-9" -> {"top_p"}. They are left out.
    QStringList refusedFor(const QString &model) const;

    struct Refusal
    {
        QString model;
        QString key;
        bool operator==(const Refusal &) const = default;
    };
    QList<Refusal> refused = {};

    bool operator==(const RequestSettings &) const = default;
};

} // namespace snug

// The services and servers that complete a text, by SillyTavern's names for them.
#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace snug {

enum class TextService : quint8 {
    Generic,
    TextGenerationWebUi,
    Mancer,
    Vllm,
    Aphrodite,
    Tabby,
    KoboldCpp,
    TogetherAi,
    LlamaCpp,
    Ollama,
    InfermaticAi,
    DreamGen,
    OpenRouter,
    Featherless,
    HuggingFace,
    NovelAi,
    Horde,
};

struct TextServiceFacts
{
    TextService service;
    QString id;      // SillyTavern's textgenerationwebui type, "novel", "koboldhorde"
    QString name;    // as the service calls itself
    QString address; // its own, or where such a server usually is
    bool needsKey = true;
    QString keyPage = {}; // where a user gets one
};

const QList<TextServiceFacts> &textServices();
const TextServiceFacts &factsOf(TextService service);
// "ooba", "koboldcpp", …
QString textServiceName(TextService service);
std::optional<TextService> textServiceNamed(QStringView id);

} // namespace snug

// The services that answer chats, by SillyTavern's names for them, and where they are.
#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace snug {

enum class ChatService : quint8 {
    OpenAi,
    Claude,
    OpenRouter,
    Gemini,
    Vertex,
    Mistral,
    Custom, // any address of OpenAI's shape
    Cohere,
    Perplexity,
    Groq,
    DeepSeek,
    Xai,
    Ai21,
    AimlApi,
    Azure,
    Chutes,
    ElectronHub,
    Fireworks,
    MiniMax,
    Moonshot,
    NanoGpt,
    Pollinations,
    SiliconFlow,
    WorkersAi,
    Zai,
    // Of OpenAI's shape; SillyTavern reaches them as Custom or with texts only.
    NovelAi,
    Together,
    // Servers that people run themselves. SillyTavern reaches all but Ollama as Custom.
    Ollama, // its own API, not the one of OpenAI's shape
    KoboldCpp,
    Tabby,
    TextGenerationWebUi,
    Vllm,
    LmStudio,
    LlamaCpp,
};

struct ChatServiceFacts
{
    enum class Key : quint8 { Needed, Optional, None };

    ChatService service;
    QString id;      // SillyTavern's chat_completion_source, where it has one
    QString name;    // as the service calls itself
    QString address; // up to what stands in front of the call's path; empty where the user's data make it
    Key key = Key::Needed;
    QString keyPage = {}; // where a user gets one
};

const QList<ChatServiceFacts> &chatServices();
const ChatServiceFacts &factsOf(ChatService service);
std::optional<ChatService> chatServiceNamed(QStringView id);
// A program on the user's own computer or network: takes all samplers, and its address is the user's to say.
bool isOwnServer(ChatService service);
// Answers OpenAI's Responses as well.
bool hasResponses(ChatService service);
// Messages in OpenAI's shape, "choices" in the answer.
bool hasOpenAiShape(ChatService service);

} // namespace snug

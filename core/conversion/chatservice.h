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
};

struct ChatServiceFacts
{
    ChatService service;
    QString id;      // SillyTavern's chat_completion_source
    QString name;    // as the service calls itself
    QString address; // up to what stands in front of the call's path; empty where the user's data make it
};

const QList<ChatServiceFacts> &chatServices();
const ChatServiceFacts &factsOf(ChatService service);
std::optional<ChatService> chatServiceNamed(QStringView id);

} // namespace snug

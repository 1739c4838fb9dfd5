// docs/wire.md#anthropic
#include "core/wire/replyreader.h"

#include <QJsonArray>

#include <map>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype mostBlocks = 4096;

// A block of the reply that goes back as it came.
struct AnthropicBlock
{
    QString type;
    QString thinking;
    QString signature;
    QString data; // of redacted thinking
    qsizetype textAt = 0;
};

class AnthropicReader : public ReplyReader
{
public:
    bool read(const QJsonObject &object, QByteArrayView bytes, ReplyBuilder &reply) override;
    void finish(ReplyBuilder &reply) override;

private:
    void beginBlock(int index, const QJsonValue &block, ReplyBuilder &reply);
    void readDelta(int index, const QJsonValue &delta, ReplyBuilder &reply);
    void readUsage(const QJsonValue &usage, ReplyBuilder &reply, bool isFirst);
    static void readStop(const QJsonValue &message, ReplyBuilder &reply);

    std::map<int, AnthropicBlock> m_blocks; // thinking, by index
};

bool AnthropicReader::read(const QJsonObject &object, QByteArrayView, ReplyBuilder &reply)
{
    const QString type = object.value(u"type").toString();
    const int index = object.value(u"index").toInt();
    if (type == u"message_start") {
        readUsage(object.value(u"message")[u"usage"], reply, true);
    } else if (type == u"content_block_start") {
        beginBlock(index, object.value(u"content_block"), reply);
    } else if (type == u"content_block_delta") {
        readDelta(index, object.value(u"delta"), reply);
    } else if (type == u"message_delta") {
        readUsage(object.value(u"usage"), reply, false);
        readStop(object.value(u"delta"), reply);
    } else if (type == u"message_stop") {
        if (reply.stopped())
            reply.close();
    } else if (type == u"message") {
        const QJsonArray content = object.value(u"content").toArray();
        for (qsizetype i = 0; i < content.size(); ++i)
            beginBlock(int(i), content[i], reply);
        readUsage(object.value(u"usage"), reply, false);
        readStop(object, reply);
        for (const QJsonValue &change : object.value(u"input_transformations").toArray()) {
            if (change[u"type"].toString() == u"thinking_dropped")
                reply.end().dropped << change[u"path"].toString();
        }
    } else {
        return type == u"ping" || type == u"content_block_stop";
    }
    return true;
}

// A block may hold something from its start.
void AnthropicReader::beginBlock(int index, const QJsonValue &block, ReplyBuilder &reply)
{
    const QString type = block[u"type"].toString();
    if (type == u"text") {
        reply.addText(block[u"text"].toString());
    } else if (type == u"thinking" || type == u"redacted_thinking") {
        const QString thinking = block[u"thinking"].toString();
        if (m_blocks.size() < mostBlocks)
            m_blocks.insert_or_assign(index, AnthropicBlock{type, thinking, block[u"signature"].toString(),
                                                            block[u"data"].toString(), reply.textSize()});
        reply.addReasoning(thinking);
    }
}

void AnthropicReader::readDelta(int index, const QJsonValue &delta, ReplyBuilder &reply)
{
    const QString type = delta[u"type"].toString();
    const auto block = m_blocks.find(index);
    if (type == u"text_delta") {
        reply.addText(delta[u"text"].toString());
    } else if (type == u"thinking_delta") {
        reply.addReasoning(delta[u"thinking"].toString());
        if (block != m_blocks.end())
            block->second.thinking += delta[u"thinking"].toString();
    } else if (type == u"signature_delta" && block != m_blocks.end()) {
        block->second.signature += delta[u"signature"].toString();
    }
}

// The whole prompt is what was read from the cache, what was written to it, and the rest.
void AnthropicReader::readUsage(const QJsonValue &value, ReplyBuilder &reply, bool isFirst)
{
    if (!value.isObject())
        return;
    TokenUsage &usage = reply.usage();
    const QJsonValue written = value[u"cache_creation_input_tokens"];
    const QJsonValue read = value[u"cache_read_input_tokens"];
    if (value[u"input_tokens"].isDouble()) {
        readCount(usage.prompt,
                  QJsonValue(value[u"input_tokens"].toDouble() + written.toDouble() + read.toDouble()));
        readCount(usage.cached, read);
        readCount(usage.cacheWrite, written);
        const QJsonValue parts = value[u"cache_creation"];
        if (parts[u"ephemeral_5m_input_tokens"].toDouble() > 0 &&
            parts[u"ephemeral_1h_input_tokens"].toDouble() > 0) {
            readCount(usage.cacheWriteMinutes, parts[u"ephemeral_5m_input_tokens"]);
            readCount(usage.cacheWriteHour, parts[u"ephemeral_1h_input_tokens"]);
        }
    }
    if (!isFirst) // what message_start says of the output is a beginning
        readCount(usage.completion, value[u"output_tokens"]);
    readCount(usage.reasoning, value[u"output_tokens_details"][u"thinking_tokens"]);
}

void AnthropicReader::readStop(const QJsonValue &message, ReplyBuilder &reply)
{
    const QString word = message[u"stop_reason"].toString();
    if (word.isEmpty())
        return;
    reply.stop(word);
    reply.end().stopText = message[u"stop_sequence"].toString();
    reply.addRefusal(message[u"stop_details"][u"explanation"].toString());
    if (word == u"model_context_window_exceeded")
        reply.setFault({.kind = FaultKind::Context});
}

void AnthropicReader::finish(ReplyBuilder &reply)
{
    for (const auto &[index, block] : m_blocks) {
        const bool isThinking = block.type == u"thinking";
        reply.addOpaque({isThinking ? Json::object({{u"type"_s, block.type},
                                                    {u"thinking"_s, block.thinking},
                                                    {u"signature"_s, block.signature}})
                                    : Json::object({{u"type"_s, block.type}, {u"data"_s, block.data}}),
                         block.textAt});
    }
}

} // namespace

std::unique_ptr<ReplyReader> anthropicReader()
{
    return std::make_unique<AnthropicReader>();
}

} // namespace snug

#include "core/wire/pausedreply.h"

#include "core/formats/jsontext.h"
#include "core/model/json.h"
#include "core/wire/ssedecoder.h"

#include <map>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype mostSentBack = 4096;

// The blocks of an answer, put together from its events.
class AnsweredBlocks
{
public:
    void take(const Json &event);
    QList<Json> blocks() const;

private:
    void grow(int index, const Json &delta);
    void add(int index, const QString &key, const QString &text);

    std::map<int, Json> m_blocks;
    std::map<int, QString> m_calls; // what is written into a tool's call, in pieces
};

void AnsweredBlocks::take(const Json &event)
{
    const QString type = event.value(u"type").toText();
    const int index = event.value(u"index").toInt();
    if (type == u"content_block_start" && std::ssize(m_blocks) < mostSentBack)
        m_blocks.insert_or_assign(index, event.value(u"content_block"));
    else if (type == u"content_block_delta" && m_blocks.contains(index))
        grow(index, event.value(u"delta"));
    if (type != u"message")
        return;
    int place = 0;
    for (const Json &block : event.value(u"content").items())
        m_blocks.insert_or_assign(place++, block);
}

void AnsweredBlocks::add(int index, const QString &key, const QString &text)
{
    Json &block = m_blocks[index];
    block.set(key, Json(block.value(key).toText() + text));
}

void AnsweredBlocks::grow(int index, const Json &delta)
{
    const QString type = delta.value(u"type").toText();
    if (type == u"text_delta")
        add(index, u"text"_s, delta.value(u"text").toText());
    else if (type == u"thinking_delta")
        add(index, u"thinking"_s, delta.value(u"thinking").toText());
    else if (type == u"signature_delta")
        add(index, u"signature"_s, delta.value(u"signature").toText());
    else if (type == u"input_json_delta")
        m_calls[index] += delta.value(u"partial_json").toText();
    else if (type == u"citations_delta")
        m_blocks[index].set(u"citations"_s, Json::array(m_blocks[index].value(u"citations").items() +
                                                        QList<Json>{delta.value(u"citation")}));
}

// Empty texts are refused, and so are thoughts without their signature.
bool mayGoBack(const Json &block)
{
    const QString type = block.value(u"type").toText();
    if (type == u"text")
        return !block.value(u"text").toText().isEmpty();
    return type != u"thinking" || !block.value(u"signature").toText().isEmpty();
}

QList<Json> AnsweredBlocks::blocks() const
{
    QList<Json> list;
    for (const auto &[index, block] : m_blocks) {
        Json whole = block;
        if (const auto written = m_calls.find(index); written != m_calls.end())
            whole.set(u"input"_s, parseJson(written->second.toUtf8()).value_or(Json::object({})));
        if (mayGoBack(whole))
            list.append(whole);
    }
    return list;
}

QList<Json> blocksOf(const QByteArray &answer)
{
    AnsweredBlocks answered;
    if (const Result<Json> whole = parseJson(answer)) {
        answered.take(*whole);
        return answered.blocks();
    }
    SseDecoder events;
    for (const SseEvent &event : events.push(answer)) {
        if (const Result<Json> data = parseJson(event.data))
            answered.take(*data);
    }
    return answered.blocks();
}

// What begins the reply already, and more of it.
Json lengthened(const Json &message, const QList<Json> &blocks)
{
    const Json content = message.value(u"content");
    QList<Json> all = content.items();
    if (content.isString())
        all = {Json::object({{u"type"_s, Json(u"text"_s)}, {u"text"_s, content}})};
    Json result = message;
    result.set(u"content"_s, Json::array(all + blocks));
    return result;
}

} // namespace

std::optional<WireRequest> requestAfterPause(const WireRequest &sent, const QByteArray &answer)
{
    Result<Json> body = parseJson(sent.body);
    if (!body || !body->value(u"messages").isArray())
        return {};
    const QList<Json> blocks = blocksOf(answer);
    if (blocks.isEmpty())
        return {};
    QList<Json> messages = body->value(u"messages").items();
    if (!messages.isEmpty() && messages.last().value(u"role").toText() == u"assistant")
        messages.last() = lengthened(messages.last(), blocks);
    else
        messages.append(
            Json::object({{u"role"_s, Json(u"assistant"_s)}, {u"content"_s, Json::array(blocks)}}));
    body->set(u"messages"_s, Json::array(messages));
    WireRequest next = sent;
    next.body = writeJsonLine(*body);
    return next;
}

} // namespace snug

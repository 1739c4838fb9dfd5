// docs/wire.md#openai-shape
#include "core/wire/logprobshapes.h"
#include "core/wire/replyreader.h"

#include <QHash>
#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// OpenRouter's reasoning_details: what stands in pieces in the stream and goes back as one.
struct ReasoningDetail
{
    std::optional<double> index;
    QString type;
    Json entry;
};

class OpenAiReader : public ReplyReader
{
public:
    bool read(const QJsonObject &object, QByteArrayView bytes, ReplyBuilder &reply) override;
    void finish(ReplyBuilder &reply) override;

private:
    void readChoice(const QJsonValue &choice, ReplyBuilder &reply);
    QString reasoningIn(const QJsonValue &message);
    void readContent(const QJsonValue &content, ReplyBuilder &reply);
    void readDetails(const Json &choice, ReplyBuilder &reply);
    void addDetail(const Json &detail);

    QList<ReasoningDetail> m_details;
    qsizetype m_detailsAt = 0;
    bool m_hasPlainReasoning = false;
};

void readTimings(TokenUsage &usage, const QJsonValue &timings)
{
    if (!timings.isObject()) // llama-server's; usage, where it comes too, says the same
        return;
    readCount(usage.cached, timings[u"cache_n"]);
    readCount(usage.completion, timings[u"predicted_n"]);
    readCount(usage.prompt, QJsonValue(timings[u"prompt_n"].toInteger() + timings[u"cache_n"].toInteger()));
}

// MiniMax refuses inside a 200, with numbers of its own. https://www.minimax.io/platform/document/error-code
std::optional<ServerFault> miniMaxFault(const QJsonValue &state)
{
    using enum FaultKind;
    const int code = state[u"status_code"].toInt();
    if (code == 0)
        return {};
    static const QHash<int, FaultKind> kinds{{1002, Rate},    {1004, Auth},      {2049, Auth},
                                             {1008, Quota},   {1026, Content},   {1027, Content},
                                             {1039, Context}, {2013, BadRequest}};
    ServerFault fault = faultOf(state[u"status_msg"]);
    fault.kind = kinds.value(code, Server);
    return fault;
}

bool OpenAiReader::read(const QJsonObject &object, QByteArrayView bytes, ReplyBuilder &reply)
{
    const QJsonValue usage = object.value(u"usage");
    const QJsonValue groq = object.value(u"x_groq");
    readTimings(reply.usage(), object.value(u"timings"));
    readOpenAiUsage(reply.usage(), groq[u"usage"]);
    readOpenAiUsage(reply.usage(), usage);
    if (const QJsonValue progress = object.value(u"prompt_progress"); progress.isObject())
        reply.addProgress({u"prompt"_s, progress[u"processed"].toInteger(), progress[u"total"].toInteger()});
    const QJsonValue choices = object.value(u"choices");
    const QJsonArray list = choices.toArray();
    for (qsizetype i = 0; i < list.size() && !reply.isClosed(); ++i) {
        const QJsonValue &choice = list[i];
        if (!choice.isObject() || choice[u"index"].toInt(0) != 0)
            continue;
        const QJsonValue message = choice[u"delta"].isObject() ? choice[u"delta"] : choice[u"message"];
        if (message[u"reasoning_details"].isArray())
            readDetails(speltEvent(bytes).value(u"choices").at(i), reply);
        readChoice(choice, reply);
    }
    if (const QJsonValue error = groq[u"error"]; !error.toString().isEmpty() && !reply.isClosed())
        reply.fail(faultOf(error));
    const std::optional<ServerFault> fault = miniMaxFault(object.value(u"base_resp"));
    if (fault && !reply.isClosed())
        reply.fail(*fault);
    return choices.isArray() || usage.isObject() || fault;
}

void OpenAiReader::readChoice(const QJsonValue &choice, ReplyBuilder &reply)
{
    const bool hasMessage = choice[u"delta"].isObject() || choice[u"message"].isObject();
    const QJsonValue message = choice[u"delta"].isObject() ? choice[u"delta"] : choice[u"message"];
    reply.addReasoning(reasoningIn(hasMessage ? message : choice));
    // Together repeats a delta's content in `text`, which is a text completion's.
    if (hasMessage)
        readContent(message[u"content"], reply);
    else
        reply.addText(choice[u"text"].toString());
    reply.end().pictures += int(message[u"images"].toArray().size());
    reply.addRefusal(message[u"refusal"].toString());
    if (choice[u"logprobs"].isDouble()) // Together's streams: the one token's
        reply.addLogProbs({{message[u"content"].toString(), choice[u"logprobs"].toDouble()}});
    else
        reply.addLogProbs(logProbsIn(choice[u"logprobs"]));
    readOpenAiUsage(reply.usage(), choice[u"usage"]);
    // A later null, or an empty string, does not take back what was said.
    if (const QString word = choice[u"finish_reason"].toString(); !word.isEmpty()) {
        reply.stop(word);
        if (word == u"insufficient_system_resource")
            reply.setFault({.kind = FaultKind::Overloaded});
    }
    if (const QJsonValue error = choice[u"error"]; error.isObject() || !error.toString().isEmpty())
        reply.fail(faultOf(error));
}

// The spellings repeat each other where several are sent; details say it again where there is a plain text.
QString OpenAiReader::reasoningIn(const QJsonValue &message)
{
    for (const auto *member : {u"reasoning_content", u"reasoning"}) {
        if (const QString words = message[QStringView(member)].toString(); !words.isEmpty()) {
            m_hasPlainReasoning = true;
            return words;
        }
    }
    QString words;
    for (const QJsonValue &detail : message[u"reasoning_details"].toArray())
        words += detail[u"text"].toString() + detail[u"summary"].toString();
    return m_hasPlainReasoning ? QString() : words;
}

// Text, or Mistral's list of parts.
void OpenAiReader::readContent(const QJsonValue &content, ReplyBuilder &reply)
{
    if (content.isString())
        return reply.addText(content.toString());
    for (const QJsonValue &part : content.toArray()) {
        if (part[u"type"].toString() != u"thinking") {
            reply.addText(part[u"text"].toString());
            continue;
        }
        reply.addReasoning(part[u"thinking"].toString());
        for (const QJsonValue &thought : part[u"thinking"].toArray())
            reply.addReasoning(thought[u"text"].toString());
    }
}

void OpenAiReader::readDetails(const Json &choice, ReplyBuilder &reply)
{
    const Json delta = choice.value(u"delta");
    const Json details = (delta.isObject() ? delta : choice.value(u"message")).value(u"reasoning_details");
    if (m_details.isEmpty())
        m_detailsAt = reply.textSize();
    for (const Json &detail : details.items()) {
        if (detail.isObject())
            addDetail(detail);
    }
}

// Fragments of one index and type are one entry: their texts are joined, the rest is taken as it comes.
void OpenAiReader::addDetail(const Json &detail)
{
    constexpr qsizetype mostDetails = 4096;
    const std::optional<double> index = detail.value(u"index").asDouble();
    const QString type = detail.value(u"type").toText();
    const auto known = std::ranges::find_if(m_details, [&](const ReasoningDetail &each) {
        return index && each.index == index && each.type == type;
    });
    if (known == m_details.end()) {
        if (m_details.size() < mostDetails)
            m_details.append({index, type, detail});
        return;
    }
    for (const QString &member : {u"text"_s, u"summary"_s, u"data"_s}) {
        if (const QString more = detail.value(member).toText(); !more.isEmpty())
            known->entry.set(member, QString(known->entry.value(member).toText() + more));
    }
    for (const QString &member : {u"signature"_s, u"id"_s, u"format"_s}) {
        if (const Json value = detail.value(member); !value.toText().isEmpty())
            known->entry.set(member, value);
    }
}

void OpenAiReader::finish(ReplyBuilder &reply)
{
    for (const ReasoningDetail &detail : std::as_const(m_details))
        reply.addOpaque({detail.entry, m_detailsAt});
}

// llama-server's /completion: pieces of text, then one event with `stop` and the numbers.
class LlamaReader : public ReplyReader
{
public:
    bool read(const QJsonObject &object, QByteArrayView bytes, ReplyBuilder &reply) override;
};

bool LlamaReader::read(const QJsonObject &object, QByteArrayView, ReplyBuilder &reply)
{
    const QJsonValue content = object.value(u"content");
    reply.addText(content.toString());
    reply.addLogProbs(logProbsIn(object.value(u"completion_probabilities")));
    if (const QJsonValue progress = object.value(u"prompt_progress"); progress.isObject())
        reply.addProgress({u"prompt"_s, progress[u"processed"].toInteger(), progress[u"total"].toInteger()});
    if (!object.value(u"stop").toBool())
        return content.isString();
    readTimings(reply.usage(), object.value(u"timings"));
    readCount(reply.usage().prompt, object.value(u"tokens_evaluated"));
    readCount(reply.usage().completion, object.value(u"tokens_predicted"));
    const QString word = object.value(u"stop_type").toString();
    const bool isLimit = word == u"limit" || object.value(u"stopped_limit").toBool();
    reply.stop(isLimit ? StopReason::Length : StopReason::Stop, word.isEmpty() ? u"stop"_s : word);
    reply.end().stopText = object.value(u"stopping_word").toString();
    reply.close();
    return true;
}

} // namespace

std::unique_ptr<ReplyReader> openAiReader()
{
    return std::make_unique<OpenAiReader>();
}

std::unique_ptr<ReplyReader> llamaReader()
{
    return std::make_unique<LlamaReader>();
}

} // namespace snug

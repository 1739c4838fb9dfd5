#include "core/wire/openaidecoder.h"

#include "core/wire/servertext.h"
#include "core/wire/statuswords.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype largestBody = 64 * 1024 * 1024;
constexpr qsizetype longestBeginning = 2000; // more than is shown of it
constexpr std::array eventFields{QByteArrayView("data"), QByteArrayView("event"), QByteArrayView("id"),
                                 QByteArrayView("retry")};

void setTo(std::optional<int> &field, const QJsonValue &value)
{
    if (value.isDouble() && value.toDouble() >= 0 && value.toDouble() < 2e9)
        field = static_cast<int>(value.toDouble());
}

// Anything unknown ends a reply as any other end does.
StopReason stopReason(const QString &word)
{
    if (word == u"length" || word == u"max_tokens" || word == u"model_length")
        return StopReason::Length;
    if (word == u"content_filter" || word == u"safety")
        return StopReason::ContentFilter;
    if (word == u"error")
        return StopReason::Error;
    return StopReason::Stop;
}

// Whether some line of it is none of a stream of events. The last one may be cut off.
bool isForeign(QByteArrayView beginning)
{
    bool isCut = true;
    while (!beginning.isEmpty()) {
        const auto end = std::ranges::find_last_if(beginning, [](char c) { return c == '\n' || c == '\r'; });
        const qsizetype start = end.empty() ? 0 : end.begin() - beginning.begin() + 1;
        const QByteArrayView line = beginning.sliced(start).trimmed();
        beginning = beginning.first(std::max<qsizetype>(start - 1, 0));
        const QByteArrayView field = line.first(line.contains(':') ? line.indexOf(':') : line.size());
        const bool isKnown = std::ranges::any_of(eventFields, [&](QByteArrayView known) {
            return field == known || (isCut && known.startsWith(line));
        });
        if (!field.isEmpty() && !isKnown)
            return true;
        isCut = false;
    }
    return false;
}

bool isError(const QJsonValue &error)
{
    return error.isObject() || (error.isString() && !error.toString().isEmpty());
}

} // namespace

QList<StreamEvent> OpenAiDecoder::push(QByteArrayView bytes)
{
    QList<StreamEvent> events;
    if (!m_isFinished)
        readBytes(bytes, events);
    return events;
}

// The first byte that is not white space tells what kind of body this is: servers answer a request
// for a stream with plain JSON or a web page when something is wrong, and some never stream.
void OpenAiDecoder::readBytes(QByteArrayView bytes, QList<StreamEvent> &events)
{
    QByteArray known;
    if (m_kind == Body::Unknown) {
        m_body.append(bytes.data(), bytes.size());
        const auto isFirst = [](char c) { return c != ' ' && c != '\t' && c != '\r' && c != '\n'; };
        const auto first = std::ranges::find_if(m_body, isFirst);
        if (first == m_body.end())
            return;
        m_kind = *first == '{' || *first == '[' ? Body::Json : *first == '<' ? Body::Html : Body::Events;
        if (m_kind == Body::Events) {
            known = std::exchange(m_body, {});
            bytes = known;
        }
    } else if (m_kind != Body::Events) {
        m_body.append(bytes.data(), bytes.size());
    }
    if (m_kind != Body::Events) {
        if (m_body.size() > largestBody)
            fail({.what = ServerText::tr("The server's answer is larger than any reply"),
                  .hint = ServerText::tr("Check the kind and address of the connection.")},
                 events);
        return;
    }
    if (!m_understood && m_beginning.size() < longestBeginning)
        m_beginning += bytes.first(std::min(bytes.size(), longestBeginning - m_beginning.size()));
    for (const SseEvent &event : m_sse.push(bytes)) {
        readEvent(event, events);
        if (m_isFinished)
            return;
    }
    if (m_sse.isOverflowing())
        fail({.what = ServerText::tr("The server's answer is larger than any reply"),
              .hint =
                  ServerText::tr("What has arrived is kept. Check the kind and address of the connection.")},
             events);
}

void OpenAiDecoder::readEvent(const SseEvent &event, QList<StreamEvent> &events)
{
    if (event.data.trimmed() == "[DONE]") {
        finish(m_stop.value_or(StopReason::Stop), {}, events);
        return;
    }
    const QJsonDocument document = QJsonDocument::fromJson(event.data);
    if (document.isObject() && readObject(document.object(), events))
        m_understood = true;
    else if (m_strange.isEmpty())
        m_strange = event.data.first(qMin<qsizetype>(event.data.size(), 1000));
}

// False when nothing in it is known.
bool OpenAiDecoder::readObject(const QJsonObject &object, QList<StreamEvent> &events)
{
    if (m_shape == Shape::Native)
        return readNative(object, events);
    bool isKnown = false;
    const QJsonValue choices = object.value(u"choices");
    for (const QJsonValue &choice : choices.toArray()) {
        if (choice[u"index"].toInt(0) == 0)
            readChoice(choice, events);
        if (m_isFinished)
            return true;
    }
    isKnown = choices.isArray();
    const QJsonValue usage = object.value(u"usage");
    readUsage(usage.isObject() ? usage : object.value(u"x_groq")[u"usage"], object.value(u"timings"), events);
    if (const QJsonValue error = object.value(u"error"); isError(error)) {
        fail(explainStreamError(serverWords(error)), events);
        return true;
    }
    return isKnown || usage.isObject();
}

// llama-server's /completion: pieces of text, then one event with `stop` and the numbers.
bool OpenAiDecoder::readNative(const QJsonObject &object, QList<StreamEvent> &events)
{
    const QJsonValue content = object.value(u"content");
    addText(content.toString(), events);
    if (const QJsonValue error = object.value(u"error"); isError(error)) {
        fail(explainStreamError(serverWords(error)), events);
        return true;
    }
    if (!object.value(u"stop").toBool())
        return content.isString();
    const QJsonObject counted{{u"prompt_tokens"_s, object.value(u"tokens_evaluated")},
                              {u"completion_tokens"_s, object.value(u"tokens_predicted")}};
    readUsage(counted, object.value(u"timings"), events);
    const bool isLimit =
        object.value(u"stop_type").toString() == u"limit" || object.value(u"stopped_limit").toBool();
    finish(isLimit ? StopReason::Length : StopReason::Stop, {}, events);
    return true;
}

void OpenAiDecoder::readChoice(const QJsonValue &choice, QList<StreamEvent> &events)
{
    const QJsonValue delta = choice[u"delta"].isObject() ? choice[u"delta"] : choice[u"message"];
    // The two spellings repeat each other where both are sent.
    QString reasoning = delta[u"reasoning_content"].toString();
    if (reasoning.isEmpty())
        reasoning = delta[u"reasoning"].toString();
    if (!reasoning.isEmpty())
        events.append(ReasoningDelta{reasoning});
    readContent(delta[u"content"], events);
    addText(choice[u"text"].toString(), events); // of a text completion
    m_refusal += delta[u"refusal"].toString();
    if (choice[u"usage"].isObject())
        readUsage(choice[u"usage"], {}, events);
    if (const QJsonValue error = choice[u"error"]; isError(error)) {
        fail(explainStreamError(serverWords(error)), events);
        return;
    }
    // A later null, or an empty string, does not take back what was said.
    if (const QString word = choice[u"finish_reason"].toString(); !word.isEmpty())
        m_stop = stopReason(word);
}

// Text, or Mistral's list of parts.
void OpenAiDecoder::readContent(const QJsonValue &content, QList<StreamEvent> &events)
{
    if (content.isString())
        return addText(content.toString(), events);
    for (const QJsonValue &part : content.toArray()) {
        if (part[u"type"].toString() == u"thinking") {
            for (const QJsonValue &thought : part[u"thinking"].toArray())
                events.append(ReasoningDelta{thought[u"text"].toString()});
        } else {
            addText(part[u"text"].toString(), events);
        }
    }
}

void OpenAiDecoder::addText(const QString &text, QList<StreamEvent> &events)
{
    if (text.isEmpty())
        return;
    if (m_tags == Tags::Split)
        events += m_think.push(text);
    else
        events.append(TextDelta{text});
}

void OpenAiDecoder::readUsage(const QJsonValue &usage, const QJsonValue &timings, QList<StreamEvent> &events)
{
    TokenUsage now = m_usage;
    if (timings.isObject()) { // llama-server; usage, where it comes too, says the same
        setTo(now.cached, timings[u"cache_n"]);
        setTo(now.completion, timings[u"predicted_n"]);
        setTo(now.prompt, timings[u"prompt_n"].toInt() + timings[u"cache_n"].toInt());
    }
    if (usage.isObject()) {
        setTo(now.prompt, usage[u"prompt_tokens"]);
        setTo(now.completion, usage[u"completion_tokens"]);
        setTo(now.cached, usage[u"prompt_cache_hit_tokens"]); // DeepSeek
        const QJsonValue promptDetails = usage[u"prompt_tokens_details"];
        setTo(now.cached, promptDetails[u"cached_tokens"]);
        setTo(now.cacheWrite, promptDetails[u"cache_write_tokens"]);
        setTo(now.reasoning, usage[u"completion_tokens_details"][u"reasoning_tokens"]);
        if (usage[u"cost"].isDouble())
            now.cost = usage[u"cost"].toDouble();
    }
    if (now != m_usage) {
        m_usage = now;
        events.append(UsageReport{now});
    }
}

void OpenAiDecoder::readWholeBody(QList<StreamEvent> &events)
{
    const QJsonDocument document = QJsonDocument::fromJson(m_body.trimmed());
    if (document.isNull()) // cut off in the middle
        return finish(StopReason::Cut, {}, events);
    const QJsonObject object = document.isArray() ? document.array().first().toObject() : document.object();
    if (!readObject(object, events))
        return fail(explainStrangeAnswer(m_body), events);
    if (!m_isFinished)
        finish(m_stop.value_or(StopReason::Stop), {}, events);
}

QList<StreamEvent> OpenAiDecoder::end()
{
    QList<StreamEvent> events;
    if (m_isFinished)
        return events;
    if (m_kind == Body::Json) {
        readWholeBody(events);
    } else if (m_kind == Body::Html) {
        fail(explainStrangeAnswer(m_body), events);
    } else if (!m_understood && !m_strange.isEmpty()) {
        fail(explainStrangeAnswer(m_strange), events);
    } else if (!m_understood && isForeign(m_beginning)) {
        fail(explainStrangeAnswer(m_beginning), events);
    } else {
        finish(m_stop.value_or(StopReason::Cut), {}, events);
    }
    return events;
}

void OpenAiDecoder::fail(Error error, QList<StreamEvent> &events)
{
    finish(StopReason::Error, std::move(error), events);
}

void OpenAiDecoder::finish(StopReason reason, Error error, QList<StreamEvent> &events)
{
    events += m_think.end(reason != StopReason::Cut);
    if (reason == StopReason::Error && error.what.isEmpty())
        error = explainStreamError({});
    events.append(Finished{reason, std::move(error), m_refusal});
    m_isFinished = true;
    m_body = {};
}

} // namespace snug

#include "core/wire/understudy/understudyreply.h"

#include "core/wire/jsonbody.h"
#include "core/wire/understudy/voice.h"

#include <functional>

namespace snug {

namespace {

// A client that does not read is not written to any further.
constexpr qint64 mostUnsent = 256 * 1024;

void beginReply(JsonBody &body, const UnderstudyLine &line, QByteArrayView kind)
{
    body.beginObject();
    body.key("id");
    body.text(QByteArrayView(line.id));
    body.key("object");
    body.text(kind);
    body.key("model");
    body.text(QByteArrayView("understudy"));
    body.key("choices");
    body.beginArray();
}

void writeUsage(JsonBody &body, const UnderstudyLine &line)
{
    const qint64 completion = line.tokens.size();
    body.key("usage");
    body.beginObject();
    body.key("prompt_tokens");
    body.integer(line.promptTokens);
    body.key("completion_tokens");
    body.integer(completion);
    body.key("total_tokens");
    body.integer(line.promptTokens + completion);
    body.endObject();
}

QByteArrayView finishReason(const UnderstudyLine &line)
{
    return line.isCutByLimit ? QByteArrayView("length") : QByteArrayView("stop");
}

// A chunk with this delta; `finish` may be empty.
QByteArray chunk(const UnderstudyLine &line, QByteArrayView finish,
                 const std::function<void(JsonBody &)> &writeDelta)
{
    JsonBody body;
    beginReply(body, line, "chat.completion.chunk");
    body.beginObject();
    body.key("index");
    body.integer(0);
    body.key("delta");
    body.beginObject();
    writeDelta(body);
    body.endObject();
    body.key("finish_reason");
    if (finish.isEmpty())
        body.null();
    else
        body.text(finish);
    body.endObject();
    body.endArray();
    body.endObject();
    return body.take();
}

} // namespace

void cutLine(UnderstudyLine &line, const QString &text, const QStringList &stop, int maxTokens)
{
    qsizetype end = text.size();
    for (const QString &word : stop) {
        if (const qsizetype at = text.indexOf(word); at >= 0)
            end = qMin(end, at);
    }
    for (const QStringView token : understudyTokens(QStringView(text).first(end))) {
        if (maxTokens > 0 && line.tokens.size() == maxTokens) {
            line.isCutByLimit = true;
            break;
        }
        line.tokens << token.toString();
    }
}

QByteArray wholeReply(const UnderstudyLine &line)
{
    JsonBody body;
    beginReply(body, line, "chat.completion");
    body.beginObject();
    body.key("index");
    body.integer(0);
    body.key("message");
    body.beginObject();
    body.key("role");
    body.text(QByteArrayView("assistant"));
    body.member("content", line.tokens.join(QString()));
    body.endObject();
    body.key("finish_reason");
    body.text(finishReason(line));
    body.endObject();
    body.endArray();
    writeUsage(body, line);
    body.endObject();
    return body.take();
}

UnderstudyReply::UnderstudyReply(HttpSession *session, UnderstudyLine line, int millisecondsPerToken)
    : QObject(session)
    , m_session(session)
    , m_line(std::move(line))
{
    m_session->beginEvents();
    m_session->sendEvent(chunk(m_line, {}, [](JsonBody &body) {
        body.key("role");
        body.text(QByteArrayView("assistant"));
        body.key("content");
        body.text(QByteArrayView(""));
    }));
    connect(&m_pace, &QTimer::timeout, this, &UnderstudyReply::sendNext);
    m_pace.start(millisecondsPerToken);
}

void UnderstudyReply::sendNext()
{
    if (m_session->unsent() > mostUnsent)
        return;
    if (m_next == m_line.tokens.size())
        return sendEnd();
    const QString &token = m_line.tokens.at(m_next++);
    m_session->sendEvent(chunk(m_line, {}, [&token](JsonBody &body) { body.member("content", token); }));
}

void UnderstudyReply::sendEnd()
{
    m_pace.stop();
    m_session->sendEvent(chunk(m_line, finishReason(m_line), [](JsonBody &) {}));
    if (m_line.includeUsage) {
        JsonBody body;
        beginReply(body, m_line, "chat.completion.chunk");
        body.endArray();
        writeUsage(body, m_line);
        body.endObject();
        m_session->sendEvent(body.take());
    }
    m_session->sendEvent("[DONE]");
    m_session->endEvents();
    deleteLater();
}

} // namespace snug

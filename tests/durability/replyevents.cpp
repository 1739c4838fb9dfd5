#include "tests/durability/replyevents.h"

namespace snug::durability {

QByteArray streamHead()
{
    return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
}

QByteArray chunkedHead()
{
    return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
}

QByteArray chunkOf(const QByteArray &bytes)
{
    return QByteArray::number(bytes.size(), 16) + "\r\n" + bytes + "\r\n";
}

QByteArray lengthHead(qsizetype length)
{
    return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\nContent-Length: " +
           QByteArray::number(length) + "\r\n\r\n";
}

QByteArray plainAnswer(int status, const QByteArray &body, const QByteArray &type)
{
    return "HTTP/1.1 " + QByteArray::number(status) + " Said\r\nContent-Type: " + type +
           "\r\nConnection: close\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

QByteArray deltaOf(const QByteArray &text, const QByteArray &finish)
{
    return R"({"choices":[{"index":0,"delta":{"content":")" + text + R"("},"finish_reason":)" +
           (finish.isEmpty() ? QByteArray("null") : '"' + finish + '"') + "}]}";
}

QByteArray eventOf(const QByteArray &json)
{
    return "data: " + json + "\n\n";
}

QByteArray doneEvent()
{
    return eventOf("[DONE]");
}

QList<QByteArray> wordsOf(const QByteArray &tag)
{
    QList<QByteArray> words;
    for (const char *word : {" ", "The lamp ", "is ", "lit, ", "Zo\xc3\xab. "})
        words.append(eventOf(deltaOf(words.isEmpty() ? QByteArray(tag + word) : QByteArray(word))));
    words.append(eventOf(deltaOf(tag + "end")));
    return words;
}

QByteArray wholeReply(const QByteArray &tag)
{
    return wordsOf(tag).join() + eventOf(deltaOf({}, "stop")) + doneEvent();
}

} // namespace snug::durability

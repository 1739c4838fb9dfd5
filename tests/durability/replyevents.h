// The bytes of a streamed reply as servers of OpenAI's kind write them.
#pragma once

#include <QByteArray>
#include <QList>

namespace snug::durability {

QByteArray streamHead(); // of an event stream that ends with the connection
QByteArray chunkedHead();
QByteArray chunkOf(const QByteArray &bytes);
QByteArray lengthHead(qsizetype length);
QByteArray plainAnswer(int status, const QByteArray &body, const QByteArray &type);

// The JSON of one piece. `text` is spelt as JSON already; `finish` is empty where the reply goes on.
QByteArray deltaOf(const QByteArray &text, const QByteArray &finish = {});
QByteArray eventOf(const QByteArray &json);
QByteArray doneEvent();

// Events that say "<tag> … <tag>end"; more than three.
QList<QByteArray> wordsOf(const QByteArray &tag);
// All of them, with their end.
QByteArray wholeReply(const QByteArray &tag);

} // namespace snug::durability

// Cuts an answer's bytes into events, whatever form it comes in, and has a dialect's reader read them.
#pragma once

#include "core/wire/jsonvalues.h"
#include "core/wire/provider.h"
#include "core/wire/replyreader.h"
#include "core/wire/ssedecoder.h"

#include <memory>

namespace snug {

// A server's answer to a request for a stream may be a stream of events, JSON lines, an array, one object or
// a web page: the first byte tells. Bounded by JsonValues::largestObject and SseDecoder::maximumEventSize;
// never throws.
class ReplyDecoder : public StreamDecoder
{
public:
    ReplyDecoder(std::unique_ptr<ReplyReader> reader, ThinkTagsIn tags);
    ~ReplyDecoder() override;

    QList<StreamEvent> push(QByteArrayView bytes) override;
    QList<StreamEvent> end() override;
    bool isEnding() const override { return m_reply.stopped() && !m_isFinished; }

private:
    enum class Form : quint8 { Unknown, Events, Json, Html };

    void findForm(QByteArrayView &bytes);
    void readBytes(QByteArrayView bytes);
    void readData(const QByteArray &data);
    void readObject(const QJsonObject &object, QByteArrayView bytes);
    void keepBeginning(QByteArrayView bytes);
    void giveUp(Error error);
    void finish(StopReason reason);
    StopReason reasonAtEnd() const;
    bool isStrange() const;

    std::unique_ptr<ReplyReader> m_reader;
    ReplyBuilder m_reply;
    Form m_form = Form::Unknown;
    QByteArray m_unknown; // until the form is known
    SseDecoder m_sse;
    JsonValues m_values;
    QByteArray m_beginning; // until something is understood
    QByteArray m_strange;   // the first event that was not understood
    bool m_isUnderstood = false;
    bool m_isFinished = false;
};

} // namespace snug

// Decodes answers of the OpenAI chat completions shape, streamed or whole, from OpenAI itself and
// from the many servers that speak it a little differently.
#pragma once

#include "core/wire/provider.h"
#include "core/wire/ssedecoder.h"
#include "core/wire/thinktags.h"

#include <QJsonObject>

namespace snug {

class OpenAiDecoder : public StreamDecoder
{
public:
    // Whether <think> at the start of the text is reasoning. llama-server separates it itself, and
    // where it was told not to, the tags are wanted.
    enum class Tags : quint8 { Split, Keep };
    // Native: llama-server's own /completion, which differs inside the events only.
    enum class Shape : quint8 { OpenAi, Native };
    explicit OpenAiDecoder(Tags tags, Shape shape = Shape::OpenAi)
        : m_tags(tags)
        , m_shape(shape)
    {
    }

    QList<StreamEvent> push(QByteArrayView bytes) override;
    QList<StreamEvent> end() override;
    bool isEnding() const override { return m_stop && !m_isFinished; }

private:
    enum class Body : quint8 { Unknown, Events, Json, Html };

    void readBytes(QByteArrayView bytes, QList<StreamEvent> &events);
    void readEvent(const SseEvent &event, QList<StreamEvent> &events);
    void readWholeBody(QList<StreamEvent> &events);
    bool readObject(const QJsonObject &object, QList<StreamEvent> &events);
    bool readNative(const QJsonObject &object, QList<StreamEvent> &events);
    void readChoice(const QJsonValue &choice, QList<StreamEvent> &events);
    void readContent(const QJsonValue &content, QList<StreamEvent> &events);
    void readUsage(const QJsonValue &usage, const QJsonValue &timings, QList<StreamEvent> &events);
    void addText(const QString &text, QList<StreamEvent> &events);
    void fail(Error error, QList<StreamEvent> &events);
    void finish(StopReason reason, Error error, QList<StreamEvent> &events);

    Tags m_tags;
    Shape m_shape;
    Body m_kind = Body::Unknown;
    QByteArray m_body; // of a body that is no stream of events, or whose kind is not known yet
    SseDecoder m_sse;
    ThinkTags m_think;
    TokenUsage m_usage;
    QString m_refusal;
    QByteArray m_beginning; // of a stream of events, until something of it is understood
    QByteArray m_strange;   // the first event that was not understood
    std::optional<StopReason> m_stop;
    bool m_understood = false; // something of the expected shape came
    bool m_isFinished = false;
};

} // namespace snug

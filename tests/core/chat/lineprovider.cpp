#include "tests/core/chat/lineprovider.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

class LineDecoder : public StreamDecoder
{
public:
    QList<StreamEvent> push(QByteArrayView bytes) override
    {
        QList<StreamEvent> events;
        m_rest += bytes;
        for (qsizetype end = m_rest.indexOf('\n'); end >= 0; end = m_rest.indexOf('\n')) {
            const QString line = QString::fromUtf8(m_rest.first(end)).replace(u'|', u'\n');
            m_rest.remove(0, end + 1);
            if (!m_hasFinished)
                take(line, events);
        }
        return events;
    }

    QList<StreamEvent> end() override
    {
        if (m_hasFinished)
            return {};
        m_hasFinished = true;
        return {Finished{.reason = m_isEnding ? StopReason::Stop : StopReason::Cut}};
    }

    bool isEnding() const override { return m_isEnding && !m_hasFinished; }

private:
    void take(const QString &line, QList<StreamEvent> &events)
    {
        const auto finish = [&](StopReason reason, const Error &error = {}, const QString &refusal = {}) {
            m_hasFinished = true;
            events.append(Finished{.reason = reason, .error = error, .refusal = refusal});
        };
        if (line.startsWith("t "_L1)) {
            events.append(TextDelta{line.sliced(2)});
        } else if (line.startsWith("r "_L1)) {
            events.append(ReasoningDelta{line.sliced(2)});
        } else if (line.startsWith("u "_L1)) {
            const QStringList numbers = line.split(u' ');
            TokenUsage usage;
            usage.prompt = numbers.value(1).toInt();
            usage.completion = numbers.value(2).toInt();
            events.append(UsageReport{usage});
        } else if (line == "ending"_L1) {
            m_isEnding = true;
        } else if (line == "stop"_L1) {
            finish(StopReason::Stop);
        } else if (line == "length"_L1) {
            finish(StopReason::Length);
        } else if (line == "filter"_L1) {
            finish(StopReason::ContentFilter);
        } else if (line.startsWith("refuse "_L1)) {
            finish(StopReason::Stop, {}, line.sliced(7));
        } else if (line == "full"_L1) {
            m_hasFinished = true;
            events.append(Finished{.reason = StopReason::Error,
                                   .error = {.what = u"No room"_s, .hint = u"Wait."_s},
                                   .fault = ServerFault{.kind = FaultKind::Overloaded}});
        } else if (line.startsWith("e "_L1)) {
            finish(StopReason::Error, {.what = line.sliced(2), .hint = u"Wait."_s});
        }
    }

    QByteArray m_rest;
    bool m_hasFinished = false;
    bool m_isEnding = false;
};

} // namespace

WireRequest LineProvider::encode(const AssembledPrompt &prompt, const Connection &connection,
                                 const Secret &key) const
{
    WireRequest request{.method = "POST", .url = connection.baseUrl, .headers = {}, .body = {}};
    request.headers.append({.name = "Authorization", .value = "Bearer ", .secret = key});
    for (const OutboundMessage &message : prompt.messages)
        request.body += roleName(message.role).toUtf8() + ": " + message.content.text().toUtf8() + '\n';
    return request;
}

std::unique_ptr<StreamDecoder> LineProvider::decoder() const
{
    return std::make_unique<LineDecoder>();
}

Error LineProvider::explainStatus(int status, const QByteArray &body, const Connection &,
                                  const WireHeaders &) const
{
    return {.what = u"status %1: %2"_s.arg(status).arg(QString::fromUtf8(body)), .hint = u"Check it."_s};
}

WireRequest LineProvider::modelsRequest(const Connection &connection, const Secret &) const
{
    return {.method = "GET", .url = connection.baseUrl, .headers = {}, .body = {}};
}

Result<QStringList> LineProvider::parseModels(const QByteArray &body) const
{
    return QStringList{QString::fromUtf8(body)};
}

} // namespace snug

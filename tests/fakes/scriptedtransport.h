// A transport that plays answers from a script, from the event loop and without waiting.
#pragma once

#include "core/wire/transport.h"

#include <QPointer>
#include <QQueue>

namespace snug {

// One answer: status and headers, the body cut as the test wants it, and how the exchange ends.
struct ScriptedAnswer
{
    int status = 200; // 0: the exchange ends without an answer (refused, host not found)
    WireHeaders headers = {};
    QList<QByteArray> pieces = {}; // each is one received(), in a turn of the event loop of its own
    ExchangeEnd end = {};
    // Stays open after the last piece until cancel(), ScriptedTransport::release() or more().
    bool holdsOpen = false;

    static ScriptedAnswer whole(const QByteArray &body, int status = 200);
    static ScriptedAnswer inPiecesOf(qsizetype size, const QByteArray &body);
    // Cut at random places, the same for the same seed.
    static ScriptedAnswer cutAtRandom(quint32 seed, const QByteArray &body);
    // OpenAI-style chat stream of these deltas, each its own piece, with stop and [DONE].
    static ScriptedAnswer chatStream(const QStringList &deltas);
    static ScriptedAnswer failing(ExchangeEnd::Kind kind, const QString &detail = {});
};

class ScriptedExchange;

class ScriptedTransport : public Transport
{
public:
    ~ScriptedTransport() override;

    // Answers are used in order, one a request. A request without one is refused.
    void enqueue(const ScriptedAnswer &answer) { m_answers.enqueue(answer); }
    // Every request so far, and the silence time-out it was sent with.
    const QList<WireRequest> &requests() const { return m_requests; }
    const QList<int> &silenceTimeouts() const { return m_silenceTimeouts; }
    // Exchanges that were cancelled or destroyed before their end.
    int abandoned() const { return *m_abandoned; }

    // For the newest exchange that holds open: another piece; the scripted end.
    void more(const QByteArray &piece);
    void release();

    std::unique_ptr<Exchange> send(const WireRequest &request, int silenceTimeoutSeconds) override;

private:
    QQueue<ScriptedAnswer> m_answers;
    QList<WireRequest> m_requests;
    QList<int> m_silenceTimeouts;
    QPointer<ScriptedExchange> m_newest;
    std::shared_ptr<int> m_abandoned = std::make_shared<int>(0);
};

class ScriptedExchange : public Exchange
{
    Q_OBJECT

public:
    ScriptedExchange(ScriptedAnswer answer, std::shared_ptr<int> abandoned);
    ~ScriptedExchange() override;
    void cancel() override;
    void more(const QByteArray &piece);
    void release();

private:
    void playSoon();
    void playOne();
    void finish(const ExchangeEnd &end);

    ScriptedAnswer m_answer;
    std::shared_ptr<int> m_abandoned;
    bool m_started = false;
    bool m_isScheduled = false;
    bool m_isCancelled = false;
    bool m_hasEnded = false;
};

} // namespace snug

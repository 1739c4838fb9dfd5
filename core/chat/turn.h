// One exchange with a model: a request goes out, a reply streams in, exactly one end.
#pragma once

#include "core/model/connection.h"
#include "core/wire/provider.h"
#include "core/wire/transport.h"

#include <QDateTime>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace snug {

// Where replies come from: a connection with everything that speaks for it.
struct ModelLink
{
    Connection connection;
    Secret key;
    const Provider *provider = nullptr; // outlives everybody
    Transport *transport = nullptr;     // outlives the turns it carries

    bool isComplete() const { return provider && transport; }
    bool operator==(const ModelLink &) const = default;
};

using Clock = std::function<QDateTime()>;

// What has come of a turn so far.
struct TurnState
{
    enum class Phase : quint8 {
        Waiting, // nothing has arrived yet
        Streaming,
        Finished,
        Stopped, // by the user; what had arrived is here
        Failed,  // `error` says why; what had arrived is here
    };
    Phase phase = Phase::Waiting;
    QString text;
    QString reasoning;
    std::optional<TokenUsage> usage;
    StopReason stopReason = StopReason::Stop;
    bool isAnswered = false; // the server has ended its reply itself, be it empty
    Error error;     // what happened and the way out
    QString details; // the system's or the server's own words, for "Details"
    QDateTime started;
    QDateTime firstArrived;
    QDateTime finished;

    bool isOver() const { return phase >= Phase::Finished; }
    bool hasArrived() const { return !text.isEmpty() || !reasoning.isEmpty(); }
    bool operator==(const TurnState &) const = default;
};

class Turn : public QObject
{
    Q_OBJECT

public:
    Turn(ModelLink link, WireRequest request, Clock clock, QObject *parent = nullptr);
    ~Turn() override;

    void start();
    // Ends at once, from inside this call, with all that has arrived.
    void stop();

    const TurnState &state() const { return m_state; }
    // Exactly what was sent.
    const WireRequest &request() const { return m_request; }

Q_SIGNALS:
    // The state has grown; at most once a frame (16 ms).
    void progressed();
    // Once, and nothing after it.
    void ended();

private:
    void receive(const QByteArray &bytes);
    void take(const QList<StreamEvent> &events);
    void exchangeEnded(const ExchangeEnd &end);
    void finish(const Finished &finished);
    void fail(const Error &error, const QString &details = {});
    void end(TurnState::Phase phase);
    bool absorb();
    void publish();

    ModelLink m_link;
    WireRequest m_request;
    Clock m_clock;
    std::unique_ptr<StreamDecoder> m_decoder;
    std::unique_ptr<Exchange> m_exchange;
    int m_status = 0;
    WireHeaders m_headers;
    QByteArray m_errorBody; // of a status that is no success
    TurnState m_state;
    QString m_newText; // since the last progressed()
    QString m_newReasoning;
    QTimer m_frame;
};

} // namespace snug

// One exchange with a model: a request goes out, a reply streams in, exactly one end. What comes back is
// without the request's keys, whatever the server repeats: dots stand in their place in texts and errors.
#pragma once

#include "core/chat/turnfault.h"
#include "core/model/connection.h"
#include "core/model/generationtype.h"
#include "core/model/whitespace.h"
#include "core/wire/provider.h"
#include "core/wire/transport.h"

#include <QDateTime>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace snug {

class Turn;

// How long a turn waits, and for how much.
struct TurnLimits
{
    // After the model's own end, for the end of the stream.
    std::chrono::milliseconds afterEnd{3000};
    // Without a byte, until the user is told.
    std::chrono::milliseconds untilQuiet{60'000};
    qsizetype bytes = 48 * 1024 * 1024; // of an answer
    qsizetype kept = 8 * 1024 * 1024;   // of them, for the history
    qsizetype letters = 1'500'000;      // UTF-16 units of text and thoughts: two novels
    qsizetype opaque = 512 * 1024;      // bytes of what goes back
    // After a refusal that passes, see RetryWait: the first pause where the service names none, the longest
    // that is waited by itself, and how often.
    std::chrono::milliseconds untilRetry{4000};
    std::chrono::milliseconds longestRetry{10 * 60'000};
    int retries = 5;

    bool operator==(const TurnLimits &) const = default;
};

// Is told of every turn, whoever takes it: see core/ledger.
class TurnObserver
{
public:
    virtual ~TurnObserver() = default;
    // As it goes out. What is given back names the turn from then on; empty = nothing is kept of it.
    virtual QString begun(const Turn &turn) = 0;
    // Once, also for a turn that is destroyed before its end.
    virtual void ended(const Turn &turn) = 0;
};

// Where replies come from: a connection with everything that speaks for it.
struct ModelLink
{
    Connection connection;
    Secret key;
    const Provider *provider = nullptr; // outlives everybody
    Transport *transport = nullptr;     // outlives the turns it carries
    TurnObserver *observer = nullptr;   // outlives them, too; may be null

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
    QList<OpaqueItem> opaque;               // what the service wants back with it
    std::optional<ProgressReport> progress; // of what comes before the reply: the place in a queue
    StopReason stopReason = StopReason::Stop;
    int pictures = 0;               // that came and are not kept
    bool isAnswered = false;        // the server has ended its reply itself, be it empty
    Error error;                    // what happened and the way out
    std::optional<TurnFault> fault; // the same as a value, where the service is the cause
    QString details;                // the system's or the server's own words, for "Details"
    QDateTime started;
    QDateTime firstArrived;
    QDateTime finished;

    bool isOver() const { return phase >= Phase::Finished; }
    bool hasArrived() const { return !isBlank(text) || !isBlank(reasoning); }
    // A reply that came to its own end, rather than to somebody else's.
    bool isWhole() const { return phase == Phase::Finished && stopReason == StopReason::Stop; }
    bool operator==(const TurnState &) const = default;
};

// What a turn is for, to those who look at it later.
struct TurnSubject
{
    enum class Kind : quint8 { Chat, Memory, SidePrompt, Again, Compared };
    Kind kind = Kind::Chat;
    std::optional<GenerationType> type = {};            // of Chat
    std::shared_ptr<const AssembledPrompt> prompt = {}; // that the request was encoded from; null = unknown
    QString about = {};                                 // who speaks, or the side prompt's name
    qsizetype row = -1;                                 // the message that the answer becomes; -1 = none
    int swipe = 0;
};

class Turn : public QObject
{
    Q_OBJECT

public:
    Turn(ModelLink link, WireRequest request, Clock clock, QObject *parent = nullptr);
    ~Turn() override;

    // Before start().
    void setSubject(const TurnSubject &subject) { m_subject = subject; }
    void setLimits(const TurnLimits &limits) { m_limits = limits; }
    const TurnSubject &subject() const { return m_subject; }

    void start();
    // Ends at once, from inside this call, with all that has arrived. Where the server would work on, it is
    // told.
    void stop();
    // Nothing has come for a while. It is over when something comes; the user may wish to wait as long again.
    bool isQuiet() const { return m_isQuiet; }
    void waitOn();

    const TurnState &state() const { return m_state; }
    // Exactly what was sent.
    const WireRequest &request() const { return m_request; }
    const ModelLink &link() const { return m_link; }
    // The answer as it came, up to the end of the turn: status (0 = none), headers, body.
    int status() const { return m_status; }
    const WireHeaders &headers() const { return m_headers; }
    const QByteArray &received() const { return m_received; } // keys and all
    QString recordId() const { return m_recordId; }           // as the observer names it

Q_SIGNALS:
    // The state has grown, at most once a frame (16 ms), or its progress is another.
    void progressed();
    void quietChanged();
    // Once, and nothing after it. The observer is told next, for what is written here is to be written first;
    // the turn may be given up from here by deleteLater().
    void ended();

private:
    void receive(const QByteArray &bytes);
    void handle(const QList<StreamEvent> &events);
    void exchangeEnded(const ExchangeEnd &end);
    void refuse();
    void finish(const Finished &finished);
    void fail(const Error &error, const QString &details = {});
    void end(TurnState::Phase phase);
    void tellObserver();
    void endWithoutStream();
    void setQuiet(bool isQuiet);
    bool isTooLarge() const;
    std::optional<Error> compression() const;
    QList<OpaqueItem> withoutKeys(const QList<OpaqueItem> &items) const;
    // `isLast`: no more will come, so that nothing is held back.
    bool absorb(bool isLast = false);
    QString withoutKeys(QString &arrived, bool isLast) const;
    void publish();

    ModelLink m_link;
    WireRequest m_request;
    QStringList m_keys; // how its keys may be spelt, longest first
    Clock m_clock;
    std::unique_ptr<StreamDecoder> m_decoder;
    std::unique_ptr<Exchange> m_exchange;
    std::unique_ptr<Exchange> m_stopping; // tells the server
    int m_status = 0;
    WireHeaders m_headers;
    QByteArray m_received;
    qsizetype m_arrived = 0; // bytes, with those that are not kept
    TurnSubject m_subject;
    QString m_recordId;
    TurnState m_state;
    QString m_newText; // since the last progressed()
    QString m_newReasoning;
    QTimer m_frame;
    QTimer m_quiet;
    QTimer m_afterEnd;
    TurnLimits m_limits;
    bool m_isQuiet = false;
    bool m_isObserverTold = false;
};

} // namespace snug

// The network as a narrow interface: one real implementation, one in tests that plays bytes.
#pragma once

#include "core/wire/wirerequest.h"

#include <QByteArray>
#include <QList>
#include <QObject>

#include <memory>

namespace snug {

// Why an exchange ended. Silence and the user's cancel are told apart.
struct ExchangeEnd
{
    enum class Kind : quint8 {
        Complete,  // the body arrived whole
        Cancelled, // cancel() was called
        Refused,   // nobody listens there
        HostNotFound,
        TlsFailed,
        Silent, // no byte for the connection's time-out
        Broken, // the connection ended in the middle
        Failed, // anything else; `detail` says what
    };
    Kind kind = Kind::Complete;
    QString detail; // the system's words, for "Details"; never contains a key

    bool operator==(const ExchangeEnd &) const = default;
};

// One request under way. Exactly one ended(), also after cancel(); destroying it cancels without a signal.
class Exchange : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    virtual void cancel() = 0;

Q_SIGNALS:
    void started(int status, const snug::WireHeaders &headers);
    void received(const QByteArray &bytes);
    void ended(const snug::ExchangeEnd &end);
};

class Transport
{
public:
    virtual ~Transport() = default;
    // Signals come later from the event loop, never from inside this call.
    virtual std::unique_ptr<Exchange> send(const WireRequest &request, int silenceTimeoutSeconds) = 0;
};

} // namespace snug

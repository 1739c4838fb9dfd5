// Why a server refused or stopped: a value by kind, from its status, headers and codes. Its sentences are
// quoted and never decide where a code does. The words for users are made from it in statuswords.h.
#pragma once

#include "core/wire/serverwords.h"
#include "core/wire/wirerequest.h"

#include <QJsonObject>

#include <optional>

namespace snug {

// docs/wire.md#faults
enum class FaultKind : quint8 {
    Auth,
    Quota,                // money or a day's allowance is used up: trying again does not help
    Rate,                 // too many at once: wait, then again
    Overloaded,           // the server has no room: again in a moment
    Context,              // prompt and reply do not fit the model
    UnsupportedParameter, // `parameter` says which, where the server does
    Content,              // a filter, for prompt or reply
    Server,               // a failure of its own
    UnknownModel,         // also other things that are not there: an expired job, a wrong address
    Replay,               // what was sent back of earlier replies (signatures) is refused
    BadRequest,           // none of these
};

// "auth", "unsupported_parameter": how files and tests spell it.
QString faultName(FaultKind kind);
std::optional<FaultKind> faultNamed(QStringView name);
// Whether the same request may do later.
bool isPassing(FaultKind kind);

struct ServerFault
{
    FaultKind kind = FaultKind::Server;
    int status = 0;         // of HTTP; 0 or 2xx = it came inside an answer
    QString message = {};   // the server's own words, several joined with "; "; nothing that looks like a key
    QString parameter = {}; // as the server names it: "messages.2.user.name"
    // Seconds from the answer on, by whichever of its headers or details says so. Beside a Quota it is no
    // invitation.
    std::optional<double> retryAfter = {};
    ServerWords words = {}; // tidied for one line on the screen

    bool operator==(const ServerFault &) const = default;
};

// An answer whose status is no success, or the body of one.
ServerFault serverFault(int status, const WireHeaders &headers, const QByteArray &body);

// One that stands inside a stream or a successful answer: `error`, `detail`, object "error", type "error".
// Nothing, if the object is none.
std::optional<ServerFault> faultInside(const QJsonObject &object);
// From the value that says it.
ServerFault faultOf(const QJsonValue &error, int status = 0);

} // namespace snug

// One API shape: prompt -> request, response bytes -> events. Pure; no sockets, no state between calls.
#pragma once

#include "core/conversion/outboundprompt.h"
#include "core/model/connection.h"
#include "core/prompt/assembledprompt.h"
#include "core/result.h"
#include "core/wire/streamevent.h"
#include "core/wire/wirerequest.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <memory>

namespace snug {

// Push parser for one response body. Feed it bytes however they were cut.
class StreamDecoder
{
public:
    virtual ~StreamDecoder() = default;
    virtual QList<StreamEvent> push(QByteArrayView bytes) = 0;
    // The body is over: whatever is still owed, exactly one Finished in all over the decoder's life.
    virtual QList<StreamEvent> end() = 0;
    // The model has ended its reply, the stream has not ended yet: numbers may follow, text does not.
    virtual bool isEnding() const { return false; }
};

// A prompt on its way out.
struct ReadyRequest
{
    OutboundPrompt outbound = {}; // the messages that really go; empty for texts
    QStringList leftOut = {};     // see Provider::leftOut()
    WireRequest request = {};
};

class Provider
{
public:
    virtual ~Provider() = default;

    // outbound(), leftOut() and encode() together, which a provider may work out in one pass.
    virtual ReadyRequest ready(const AssembledPrompt &prompt, const Connection &connection,
                               const Secret &key) const;

    // The messages that really go, for the inspector: encode() only spells them. Empty for texts.
    virtual OutboundPrompt outbound(const AssembledPrompt &prompt, const Connection &connection) const;
    virtual WireRequest encode(const AssembledPrompt &prompt, const Connection &connection,
                               const Secret &key) const = 0;
    virtual std::unique_ptr<StreamDecoder> decoder() const = 0;
    // What an HTTP status other than 2xx, with this body, means to the user and what to do about it.
    // `headers` are the answer's: retry-after and location are used.
    virtual Error explainStatus(int status, const QByteArray &body, const Connection &connection,
                                const WireHeaders &headers = {}) const;

    // What the prompt asks for and encode() does not send because this API does not know it, one
    // short line each: "top_k 40". The inspector shows them.
    virtual QStringList leftOut(const AssembledPrompt &prompt, const Connection &connection) const = 0;

    // Beside closing the connection, for servers that would go on without anybody who listens. `sent` is the
    // reply's request. Nothing = closing is enough.
    virtual std::optional<WireRequest> stopRequest(const WireRequest &sent, const Connection &connection,
                                                   const Secret &key) const;

    // core/wire/modellists.h
    virtual WireRequest modelsRequest(const Connection &connection, const Secret &key) const;
    virtual Result<QStringList> parseModels(const QByteArray &body) const;
};

// The provider for a connection; lives as long as the program.
const Provider &providerFor(const Connection &connection);
// Of a kind that says all.
const Provider &providerFor(Connection::Kind kind);

} // namespace snug

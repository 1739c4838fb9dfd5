// The exact request: what the inspector's wire view shows and what the socket gets.
#pragma once

#include <QByteArray>
#include <QList>
#include <QUrl>

namespace snug {

// A key. Prints as dots; only the transport reads its bytes.
class Secret
{
public:
    Secret() = default;
    explicit Secret(QByteArray bytes)
        : m_bytes(std::move(bytes))
    {
    }
    bool isEmpty() const { return m_bytes.isEmpty(); }
    const QByteArray &reveal() const { return m_bytes; }
    bool operator==(const Secret &) const = default;

private:
    QByteArray m_bytes;
};

struct WireHeader
{
    QByteArray name;
    QByteArray value;   // the open part: "application/json", "Bearer "
    Secret secret = {}; // follows `value` on the wire

    bool operator==(const WireHeader &) const = default;
};

// Headers as they came with an answer: name and value, names spelt as the server spelt them.
using WireHeaders = QList<QPair<QByteArray, QByteArray>>;

// What a request is for. All but replies are sent without anybody asking for each of them.
enum class RequestPurpose : quint8 {
    Reply,
    Counting,    // tokens of a text
    Embeddings,  // vectors of texts
    ModelList,   // what the server offers
    ServerFacts, // what it runs, and whether it does
    Stopping,    // a reply that is not wanted any more
    Queue,       // how far a reply is that waits for its turn
};

struct WireRequest
{
    QByteArray method;
    QUrl url;
    QList<WireHeader> headers = {};
    QByteArray body = {};
    RequestPurpose purpose = RequestPurpose::Reply; // is not sent

    bool operator==(const WireRequest &) const = default;
};

// Whether each of it that reaches a server may be computed and billed.
inline bool isSentOnce(const WireRequest &request)
{
    return request.method != "GET" &&
           (request.purpose == RequestPurpose::Reply || request.purpose == RequestPurpose::Embeddings);
}

} // namespace snug

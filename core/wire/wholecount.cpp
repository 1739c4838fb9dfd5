#include "core/wire/wholecount.h"

#include "core/formats/jsontext.h"
#include "core/wire/serviceask.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

bool isClaude(const Connection &connection)
{
    return !connection.completesText() && chatServiceOf(connection) == ChatService::Claude;
}

// What of a body makes its prompt; the rest is refused there.
Json promptOf(const Json &body, const QStringList &keys)
{
    Json kept = Json::object();
    for (const QString &key : keys) {
        if (body.contains(key))
            kept.set(key, body.value(key));
    }
    return kept;
}

} // namespace

bool mayCountWhole(const Connection &connection)
{
    return isClaude(connection) ||
           (usesResponses(connection) && chatServiceOf(connection) == ChatService::OpenAi);
}

bool countsWhole(const Connection &connection)
{
    return mayCountWhole(connection) && connection.tokenizerFile.isEmpty() &&
           connection.countsTokens.value_or(false);
}

std::optional<WireRequest> wholeCountRequest(const WireRequest &reply, const Connection &connection)
{
    const Result<Json> body = parseJson(reply.body);
    if (!body || !mayCountWhole(connection))
        return {};
    static const QStringList claude{u"model"_s, u"system"_s,      u"messages"_s,
                                    u"tools"_s, u"tool_choice"_s, u"thinking"_s};
    static const QStringList responses{u"model"_s, u"instructions"_s, u"input"_s,
                                       u"tools"_s, u"reasoning"_s,    u"text"_s};
    const bool isOfClaude = isClaude(connection);
    WireRequest request = reply;
    request.purpose = RequestPurpose::Counting;
    request.url.setPath(request.url.path(QUrl::FullyEncoded) +
                            (isOfClaude ? u"/count_tokens"_s : u"/input_tokens"_s),
                        QUrl::StrictMode);
    request.body = writeJsonLine(promptOf(*body, isOfClaude ? claude : responses));
    for (WireHeader &header : request.headers) {
        if (header.name == "accept")
            header.value = "application/json";
    }
    return request;
}

} // namespace snug

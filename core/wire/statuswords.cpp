#include "core/wire/statuswords.h"

#include "core/wire/servertext.h"

#include <QCoreApplication>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QByteArray headerValue(const WireHeaders &headers, QByteArrayView name)
{
    for (const auto &[headerName, value] : headers) {
        if (headerName.compare(name, Qt::CaseInsensitive) == 0)
            return value;
    }
    return {};
}

// "what happened: the server's own words", or without them.
QString withWords(const QString &what, const QString &message)
{
    //: %1 what happened, %2 what the server itself said about it
    return message.isEmpty() ? what : ServerText::tr("%1: %2").arg(what, message);
}

QString serverName(const Connection &connection)
{
    return connection.name.isEmpty() ? connection.baseUrl.host() : connection.name;
}

// Host and port, never what may stand in front of them.
QString placeOf(const Connection &connection)
{
    QUrl url = connection.baseUrl;
    url.setUserInfo({});
    return url.authority();
}

bool isTooLong(int status, const ServerWords &words)
{
    static const QRegularExpression phrases(
        u"context (length|size|window)|maximum context|too many tokens|prompt is too long|token limit|"
        "exceeds? the (available|maximum|model)"_s,
        QRegularExpression::CaseInsensitiveOption);
    return words.code == u"context_length_exceeded" || words.type == u"exceed_context_size_error" ||
           status == 413 || (status == 400 && words.message.contains(phrases));
}

Error tooLong(const ServerWords &words)
{
    Error error;
    if (words.promptTokens && words.contextSize) {
        error.what =
            withWords(ServerText::tr("The prompt is too long: it has %1 tokens, the model's context takes %2")
                          .arg(*words.promptTokens)
                          .arg(*words.contextSize),
                      words.message);
    } else {
        error.what = withWords(ServerText::tr("The prompt is too long for the model"), words.message);
    }
    error.hint =
        ServerText::tr("Lower the context size in the preset or the connection, or hide older messages.");
    return error;
}

bool isQuota(const ServerWords &words)
{
    return words.code == u"insufficient_quota" || words.type == u"insufficient_quota" ||
           words.message.contains(u"quota"_s, Qt::CaseInsensitive) ||
           words.message.contains(u"billing"_s, Qt::CaseInsensitive);
}

Error tooManyRequests(const ServerWords &words, const WireHeaders &headers)
{
    if (isQuota(words)) {
        return {.what = withWords(ServerText::tr("The account's quota is used up"), words.message),
                .hint =
                    ServerText::tr("Trying again will not help. Look at the account's plan and billing.")};
    }
    Error error{.what = withWords(ServerText::tr("Too many requests for the moment"), words.message)};
    const QByteArray retryAfter = headerValue(headers, "retry-after");
    bool isNumber = false;
    const int seconds = retryAfter.toInt(&isNumber);
    error.hint = isNumber && seconds > 0 ? ServerText::tr("Try again in %n second(s).", nullptr, seconds)
                                         : ServerText::tr("Wait a little, then try again.");
    return error;
}

Error notFound(const ServerWords &words, const Connection &connection)
{
    const bool isModel = words.code == u"model_not_found" ||
                         words.message.contains(u"model"_s, Qt::CaseInsensitive) ||
                         words.message.contains(u"endpoints found"_s, Qt::CaseInsensitive);
    if (isModel && !words.isHtml) {
        return {.what = withWords(
                    ServerText::tr("The server does not offer the model “%1”").arg(connection.model),
                    words.message),
                .hint = ServerText::tr("Choose another model in the connection.")};
    }
    return {.what = withWords(ServerText::tr("There is no chat service at %1")
                                  .arg(connection.baseUrl.toString(QUrl::RemoveUserInfo | QUrl::RemoveQuery)),
                              words.message),
            .hint = ServerText::tr("Check the connection's address. It often ends in /v1.")};
}

Error badRequest(const ServerWords &words)
{
    if (words.code == u"unsupported_parameter" || words.code == u"unsupported_value") {
        return {.what =
                    withWords(ServerText::tr("The model does not take the value “%1”").arg(words.parameter),
                              words.message),
                .hint = ServerText::tr("Clear this value in the preset, then try again.")};
    }
    return {.what = withWords(ServerText::tr("The server did not understand the request"), words.message),
            .hint = ServerText::tr("The inspector's wire view shows what was sent.")};
}

Error serverFailure(int status, const ServerWords &words)
{
    if (status == 501) {
        return {.what = withWords(ServerText::tr("The server cannot do this"), words.message),
                .hint = ServerText::tr("Look at how the server was started.")};
    }
    if (status == 503 && words.message.contains(u"loading"_s, Qt::CaseInsensitive)) {
        return {.what = withWords(ServerText::tr("The server is still loading the model"), words.message),
                .hint = ServerText::tr("Try again in a moment.")};
    }
    if (status == 503 || status == 529) {
        return {.what = withWords(ServerText::tr("The server is busy or not available"), words.message),
                .hint = ServerText::tr("Try again in a moment.")};
    }
    if (status == 504 || status == 524) {
        return {.what = withWords(ServerText::tr("The server gave up waiting for the model"), words.message),
                .hint = ServerText::tr("Try again, or ask for a shorter reply.")};
    }
    return {.what = withWords(ServerText::tr("The server had an error of its own"), words.message),
            .hint = ServerText::tr("Try again. If it stays, look at the server's status or messages.")};
}

Error explain(int status, const ServerWords &words, const Connection &connection, const WireHeaders &headers)
{
    if (isTooLong(status, words))
        return tooLong(words);
    if (status >= 300 && status < 400) {
        const QString target = QString::fromLatin1(headerValue(headers, "location"));
        return {.what = withWords(ServerText::tr("The server sends us to another address"), target),
                .hint = ServerText::tr("If you trust it, enter it as the connection's address.")};
    }
    switch (status) {
    case 401:
        return {.what =
                    connection.needsKey
                        ? withWords(ServerText::tr("%1 does not accept the key").arg(serverName(connection)),
                                    words.message)
                        : withWords(ServerText::tr("%1 asks for a key").arg(serverName(connection)),
                                    words.message),
                .hint = ServerText::tr("Enter the key in the connection's settings.")};
    case 402:
        return {.what = withWords(ServerText::tr("The account has not enough credit"), words.message),
                .hint = ServerText::tr("Top up the account, or ask for a shorter reply.")};
    case 403:
        return {.what = withWords(ServerText::tr("The server does not allow this request"), words.message),
                .hint = ServerText::tr(
                    "Check what the key may do, and whether the text breaks the server's rules.")};
    case 404:
    case 405:
        return notFound(words, connection);
    case 408:
        return {.what =
                    withWords(ServerText::tr("The server waited too long for the request"), words.message),
                .hint = ServerText::tr("Try again.")};
    case 429:
        return tooManyRequests(words, headers);
    default:
        return status >= 500 ? serverFailure(status, words) : badRequest(words);
    }
}

} // namespace

Error explainHttpStatus(int status, const QByteArray &body, const Connection &connection,
                        const WireHeaders &headers)
{
    Error error = explain(status, serverWords(body), connection, headers);
    error.place = u"HTTP %1"_s.arg(status);
    return error;
}

Error explainStreamError(const ServerWords &words)
{
    if (isTooLong(400, words))
        return tooLong(words);
    return {.what = withWords(ServerText::tr("The server stopped with an error"), words.message),
            .hint = ServerText::tr("What has arrived is kept. Try again, or continue from here.")};
}

Error explainStrangeAnswer(const QByteArray &body)
{
    const ServerWords words = serverWords(body);
    if (words.isHtml) {
        return {.what = withWords(ServerText::tr("The address answers with a web page, not with a reply"),
                                  words.message),
                .hint = ServerText::tr("Check the connection's address. It often ends in /v1.")};
    }
    return {.what =
                withWords(ServerText::tr("The server's answer is not a chat reply"), words.message.left(120)),
            .hint = ServerText::tr("Check the kind and address of the connection.")};
}

Error explainEnd(const ExchangeEnd &end, const Connection &connection)
{
    const QString server = serverName(connection);
    switch (end.kind) {
    case ExchangeEnd::Kind::Complete:
    case ExchangeEnd::Kind::Cancelled:
        return {};
    case ExchangeEnd::Kind::Refused:
        return {.what = ServerText::tr("Nothing answers at %1").arg(placeOf(connection)),
                .hint = ServerText::tr("Check that the server is running and that the address is right.")};
    case ExchangeEnd::Kind::HostNotFound:
        return {.what = ServerText::tr("There is no computer named “%1”").arg(connection.baseUrl.host()),
                .hint = ServerText::tr("Check the address and the network.")};
    case ExchangeEnd::Kind::TlsFailed:
        return {.what =
                    withWords(ServerText::tr("The secure connection to %1 failed").arg(server), end.detail),
                .hint = ServerText::tr("Check the address and the computer's clock. Nothing was sent.")};
    case ExchangeEnd::Kind::Silent:
        return {.what = ServerText::tr("%1 has been silent for %n second(s)", nullptr,
                                       connection.silenceTimeoutSeconds)
                            .arg(server),
                .hint = ServerText::tr("Try again, or set a longer limit in the connection.")};
    case ExchangeEnd::Kind::Broken:
        return {.what = ServerText::tr("The connection to %1 broke in the middle").arg(server),
                .hint = ServerText::tr("What has arrived is kept. Try again, or continue from here.")};
    case ExchangeEnd::Kind::Failed:
        break;
    }
    return {.what = withWords(ServerText::tr("The request to %1 failed").arg(server), end.detail),
            .hint = ServerText::tr("Check the network and the connection's address.")};
}

} // namespace snug

#include "core/wire/statuswords.h"

#include "core/wire/servertext.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype longestTarget = 60;

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

// When to try again, by what the server says of it.
QString whenAgain(const ServerFault &fault)
{
    if (!fault.retryAfter || *fault.retryAfter <= 0)
        return {};
    const double seconds = std::ceil(*fault.retryAfter);
    if (seconds > 5400)
        return ServerText::tr("Try again in %n hour(s).", nullptr,
                              int(std::ceil(std::min(seconds, 1e7) / 3600)));
    if (seconds > 90)
        return ServerText::tr("Try again in %n minute(s).", nullptr, int(std::ceil(seconds / 60)));
    return ServerText::tr("Try again in %n second(s).", nullptr, int(seconds));
}

Error tooManyRequests(const ServerFault &fault)
{
    const QString again = whenAgain(fault);
    return {.what = withWords(ServerText::tr("Too many requests for the moment"), fault.words.message),
            .hint = again.isEmpty() ? ServerText::tr("Wait a little, then try again.") : again};
}

Error quotaUsedUp(const ServerFault &fault)
{
    if (fault.status == 402)
        return {.what =
                    withWords(ServerText::tr("The account does not have enough credit"), fault.words.message),
                .hint = ServerText::tr("Top up the account, or ask for a shorter reply.")};
    return {.what = withWords(ServerText::tr("The account's quota is used up"), fault.words.message),
            .hint = ServerText::tr("Trying again will not help. Look at the account's plan and billing.")};
}

Error keyRefused(const ServerFault &fault, const Connection &connection)
{
    if (fault.status == 403)
        return {
            .what = withWords(ServerText::tr("The server does not allow this request"), fault.words.message),
            .hint =
                ServerText::tr("Check what the key may do, and whether the text breaks the server's rules.")};
    const QString what = connection.needsKey
                             ? ServerText::tr("%1 does not accept the key").arg(serverName(connection))
                             : ServerText::tr("%1 asks for a key").arg(serverName(connection));
    return {.what = withWords(what, fault.words.message),
            .hint = ServerText::tr("Enter the key in the connection's settings.")};
}

Error notFound(const ServerFault &fault, const Connection &connection)
{
    const ServerWords &words = fault.words;
    const bool isModel = (fault.status != 404 && fault.status != 405) || words.code == u"model_not_found" ||
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

Error parameterRefused(const ServerFault &fault)
{
    const QString name = shownWords(fault.parameter, 200);
    return {.what =
                withWords(name.isEmpty() ? ServerText::tr("The model does not take something in the request")
                                         : ServerText::tr("The model does not take the value “%1”").arg(name),
                          fault.words.message),
            .hint = name.isEmpty() ? ServerText::tr("The inspector's wire view shows what was sent.")
                                   : ServerText::tr("Clear this value in the preset, then try again.")};
}

Error noRoom(const ServerFault &fault)
{
    const QString again = whenAgain(fault);
    const bool isLoading = fault.words.message.contains(u"loading"_s, Qt::CaseInsensitive);
    return {.what = withWords(isLoading ? ServerText::tr("The server is still loading the model")
                                        : ServerText::tr("The server is busy or not available"),
                              fault.words.message),
            .hint = again.isEmpty() ? ServerText::tr("Try again in a moment.") : again};
}

Error serverFailure(const ServerFault &fault)
{
    const QString &message = fault.words.message;
    switch (fault.status) {
    case 408:
        return {.what = withWords(ServerText::tr("The server waited too long for the request"), message),
                .hint = ServerText::tr("Try again.")};
    case 501:
        return {.what = withWords(ServerText::tr("The server cannot do this"), message),
                .hint = ServerText::tr("Check how the server was started.")};
    case 504:
    case 524:
        return {.what = withWords(ServerText::tr("The server gave up waiting for the model"), message),
                .hint = ServerText::tr("Try again, or ask for a shorter reply.")};
    default:
        return {.what = withWords(ServerText::tr("The server had an internal error"), message),
                .hint = ServerText::tr("Try again. If it persists, look at the server's status or log.")};
    }
}

Error textRefused(const ServerFault &fault)
{
    return {.what = withWords(ServerText::tr("The server does not allow this request"), fault.words.message),
            .hint = ServerText::tr("The text is against the server's rules. Change the last message, or use "
                                   "another connection.")};
}

Error replayRefused(const ServerFault &fault)
{
    return {.what = withWords(ServerText::tr("The server refuses the thoughts of its earlier replies"),
                              fault.words.message),
            .hint = ServerText::tr(
                "They do not fit the chat as it is now, and are left out from now on. Retry.")};
}

} // namespace

Error explainFault(const ServerFault &fault, const Connection &connection)
{
    if (fault.status == 413)
        return tooLong(fault.words);
    if (fault.status == 405)
        return notFound(fault, connection);
    switch (fault.kind) {
    case FaultKind::Auth:
        return keyRefused(fault, connection);
    case FaultKind::Quota:
        return quotaUsedUp(fault);
    case FaultKind::Rate:
        return tooManyRequests(fault);
    case FaultKind::Overloaded:
        return noRoom(fault);
    case FaultKind::Context:
        return tooLong(fault.words);
    case FaultKind::UnsupportedParameter:
        return parameterRefused(fault);
    case FaultKind::Content:
        return textRefused(fault);
    case FaultKind::Server:
        return serverFailure(fault);
    case FaultKind::UnknownModel:
        return notFound(fault, connection);
    case FaultKind::Replay:
        return replayRefused(fault);
    case FaultKind::BadRequest:
        break;
    }
    return {.what =
                withWords(ServerText::tr("The server did not understand the request"), fault.words.message),
            .hint = ServerText::tr("The inspector's wire view shows what was sent.")};
}

Error explainHttpStatus(int status, const QByteArray &body, const Connection &connection,
                        const WireHeaders &headers)
{
    Error error;
    if (status >= 300 && status < 400) {
        // Its beginning says where it leads; one long word would not fit on any line.
        const QString target =
            shownWords(QString::fromLatin1(headerValue(headers, "location")), longestTarget);
        error = {.what = withWords(ServerText::tr("The server redirects to another address"), target),
                 .hint = ServerText::tr("If you trust it, enter it as the connection's address.")};
    } else {
        error = explainFault(serverFault(status, headers, body), connection);
    }
    error.place = u"HTTP %1"_s.arg(status);
    return error;
}

Error explainStreamFault(const ServerFault &fault)
{
    switch (fault.kind) {
    case FaultKind::Context:
        return tooLong(fault.words);
    case FaultKind::Rate:
        return tooManyRequests(fault);
    case FaultKind::Overloaded:
        return noRoom(fault);
    case FaultKind::Quota:
        return quotaUsedUp(fault);
    case FaultKind::Replay:
        return replayRefused(fault);
    case FaultKind::Content:
        return textRefused(fault);
    case FaultKind::UnsupportedParameter:
        return parameterRefused(fault);
    case FaultKind::Auth:
        return {.what =
                    withWords(ServerText::tr("The server does not allow this request"), fault.words.message),
                .hint = ServerText::tr("Check the connection's key and what it may do.")};
    case FaultKind::UnknownModel:
        return {.what = withWords(ServerText::tr("The server does not offer the model"), fault.words.message),
                .hint = ServerText::tr("Choose another model in the connection.")};
    default:
        return {.what = withWords(ServerText::tr("The server stopped with an error"), fault.words.message),
                .hint = ServerText::tr("What has arrived is kept. Try again, or continue from here.")};
    }
}

Error explainStrangeAnswer(const QByteArray &body)
{
    const ServerWords words = serverWords(body);
    if (words.isHtml) {
        return {.what = withWords(ServerText::tr("The address answers with a web page, not with a reply"),
                                  words.message),
                .hint = ServerText::tr("Check the connection's address. It often ends in /v1.")};
    }
    // Bytes that are no text say nothing to anybody.
    const bool isText = !words.message.contains(QChar::ReplacementCharacter);
    return {.what = withWords(ServerText::tr("The server's answer is not a chat reply"),
                              isText ? words.message.left(120) : QString()),
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
                .hint = ServerText::tr("Try again. A server that loads a model may take a while.")};
    case ExchangeEnd::Kind::Broken:
        return {.what = ServerText::tr("%1 closed the connection before its answer was whole").arg(server),
                .hint = ServerText::tr("Check the address and the kind of the connection, or try again.")};
    case ExchangeEnd::Kind::Failed:
        break;
    }
    return {.what = withWords(ServerText::tr("The request to %1 failed").arg(server), end.detail),
            .hint = ServerText::tr("Check the network and the connection's address.")};
}

} // namespace snug

#include "core/chat/turnfailure.h"

#include "core/wire/serverwords.h"

#include <QCoreApplication>
#include <QHostAddress>

namespace snug {

namespace {

struct TurnFailureText
{
    Q_DECLARE_TR_FUNCTIONS(TurnFailure)
};

bool isHere(const Connection &connection)
{
    const QString host = connection.baseUrl.host();
    return host == QLatin1String("localhost") || QHostAddress(host).isLoopback();
}

QString whoShouldListen(const Connection &connection)
{
    switch (connection.kind) {
    case Connection::Kind::LlamaServer:
    case Connection::Kind::LlamaCompletion:
        return TurnFailureText::tr("Is llama-server running?");
    case Connection::Kind::Understudy:
        return TurnFailureText::tr("Choose the connection again to restart it.");
    case Connection::Kind::OpenAiChat:
    case Connection::Kind::OpenAiCompletion:
        break;
    case Connection::Kind::ChatService:
        if (isHere(connection) && isOwnServer(connection.service))
            //: %1 is a program's name: "Ollama"
            return TurnFailureText::tr("Is %1 running?").arg(factsOf(connection.service).name);
        break;
    case Connection::Kind::TextService:
        if (isHere(connection) && connection.textService != TextService::Generic)
            return TurnFailureText::tr("Is %1 running?").arg(factsOf(connection.textService).name);
        break;
    }
    return isHere(connection)
               ? TurnFailureText::tr("Is the program that should listen there running?")
               : TurnFailureText::tr("Check the address in the connection, or try again later.");
}

Error brokenOff(const Connection &connection, bool hasArrived)
{
    if (hasArrived)
        return {.what = TurnFailureText::tr("The connection to %1 ended in the middle of the reply")
                            .arg(serverName(connection)),
                .hint = TurnFailureText::tr("What arrived is kept. Retry, or continue from here.")};
    return {.what = TurnFailureText::tr("The connection to %1 was closed before the reply began")
                        .arg(serverName(connection)),
            .hint = TurnFailureText::tr("Retry. If it happens again, look at the server's log.")};
}

} // namespace

QString serverName(const Connection &connection)
{
    const QUrl &url = connection.baseUrl;
    if (url.host().isEmpty())
        return connection.name;
    const QString host = url.host().contains(u':') ? QString(u'[' + url.host() + u']') : url.host();
    return url.port() < 0 ? host : QString(host + u':' + QString::number(url.port()));
}

Error explainEnd(const ExchangeEnd &end, const Connection &connection, bool hasArrived)
{
    const QString server = serverName(connection);
    switch (end.kind) {
    case ExchangeEnd::Kind::Refused:
        return {.what = TurnFailureText::tr("The server at %1 did not answer").arg(server),
                .hint = whoShouldListen(connection)};
    case ExchangeEnd::Kind::HostNotFound:
        return {.what = TurnFailureText::tr("There is no server called %1").arg(server),
                .hint = TurnFailureText::tr(
                    "Check the address in the connection and that this computer is online.")};
    case ExchangeEnd::Kind::TlsFailed:
        return {.what = TurnFailureText::tr("No secure connection to %1 could be made").arg(server),
                .hint = TurnFailureText::tr(
                    "Check the address and the server's certificate. A server without TLS "
                    "needs http:// instead of https://.")};
    case ExchangeEnd::Kind::Silent:
        return {.what = TurnFailureText::tr("The server at %1 sent nothing for %n second(s)", nullptr,
                                            connection.silenceTimeoutSeconds)
                            .arg(server),
                .hint = hasArrived ? TurnFailureText::tr(
                                         "What arrived is kept. Retry, or raise the connection's time-out.")
                                   : TurnFailureText::tr("Retry, or raise the connection's time-out.")};
    case ExchangeEnd::Kind::Broken:
        return brokenOff(connection, hasArrived);
    case ExchangeEnd::Kind::Complete:
    case ExchangeEnd::Kind::Cancelled:
    case ExchangeEnd::Kind::Failed:
        break;
    }
    return {.what = end.detail.isEmpty()
                        ? TurnFailureText::tr("The request to %1 failed").arg(server)
                        : TurnFailureText::tr("The request to %1 failed: %2").arg(server, end.detail),
            .hint = TurnFailureText::tr("Retry, or check the connection.")};
}

std::optional<Error> explainStop(const TurnState &state, const Connection &connection)
{
    switch (state.stopReason) {
    case StopReason::Cut:
        return brokenOff(connection, state.hasArrived());
    case StopReason::ContentFilter:
        return Error{
            .what =
                TurnFailureText::tr("The content filter of %1 ended the reply").arg(serverName(connection)),
            .hint = TurnFailureText::tr("Change the last message, or use another connection.")};
    case StopReason::Length:
        if (!isBlank(state.text))
            return {};
        return Error{.what = TurnFailureText::tr("The token limit was reached before the reply began"),
                     .hint = TurnFailureText::tr("Raise the preset's reply length: reasoning counts too.")};
    case StopReason::Stop:
        if (!isBlank(state.text))
            return {};
        if (state.pictures > 0)
            return Error{
                .what = TurnFailureText::tr("The model sent a picture and no text"),
                .hint = TurnFailureText::tr(
                    "Snug keeps the texts of replies only. Ask for words, or choose another model.")};
        return Error{.what = TurnFailureText::tr("The model sent an empty reply"),
                     .hint = TurnFailureText::tr(
                         "Retry. If it happens again, look at the prompt's end in the inspector.")};
    case StopReason::Pause:
        return Error{.what = TurnFailureText::tr("%1 paused the reply").arg(serverName(connection)),
                     .hint = TurnFailureText::tr("What arrived is kept. Continue to get the rest.")};
    case StopReason::Tool:
        return Error{.what = TurnFailureText::tr("The model wants to use a tool instead of replying"),
                     .hint = TurnFailureText::tr("Retry, or remove what mentions tools from the prompt.")};
    case StopReason::Loaded:
        return Error{.what = TurnFailureText::tr("The server loaded the model and wrote nothing"),
                     .hint = TurnFailureText::tr("Retry now that the model is loaded.")};
    case StopReason::Error:
        break; // the server's own words are in the event
    }
    return {};
}

Error explainRefusal()
{
    return {.what = TurnFailureText::tr("The model declined to answer"),
            .hint = TurnFailureText::tr("Its words are under Details. Change the last message, or retry.")};
}

Error explainTooLarge(const Connection &connection, bool hasArrived)
{
    //: %1 is a server's address
    return {
        .what =
            TurnFailureText::tr("The answer from %1 is larger than any reply").arg(serverName(connection)),
        .hint = hasArrived ? TurnFailureText::tr(
                                 "What arrived is kept. Set a reply length in the preset, then retry.")
                           : TurnFailureText::tr("Check the kind and address of the connection.")};
}

Error explainNothingSaid(const Connection &connection)
{
    return {
        .what =
            TurnFailureText::tr("The server at %1 answered with nothing at all").arg(serverName(connection)),
        .hint = TurnFailureText::tr("Check the kind and address of the connection, or retry.")};
}

Error explainCompression(const Connection &connection, const QByteArray &coding)
{
    //: %1 is a server's address, %2 a method of compression: "gzip"
    return {.what = TurnFailureText::tr("The answer of %1 is compressed (%2), which was not asked for")
                        .arg(serverName(connection), shownWords(QString::fromLatin1(coding), 20)),
            .hint = TurnFailureText::tr("Switch compression off in the server, or in its proxy.")};
}

Error explainMissingLink()
{
    return {.what = TurnFailureText::tr("There is no connection to send this through"),
            .hint = TurnFailureText::tr("Choose a connection, then retry.")};
}

Error explainMemberGone(const QString &name)
{
    //: %1 is a character's name
    return {.what = TurnFailureText::tr("%1 has left this group").arg(name),
            .hint = TurnFailureText::tr("Add the card to the group again to get more replies from it.")};
}

Error explainNobodyAnswers()
{
    return {.what = TurnFailureText::tr("Nobody in this group can answer"),
            .hint = TurnFailureText::tr("Add or unmute a member, or choose who speaks.")};
}

} // namespace snug

#include "core/wire/understudy/understudystage.h"

#include "core/prompt/knownto.h"
#include "core/wire/jsonbody.h"
#include "core/wire/understudy/sceneanswer.h"
#include "core/wire/understudy/understudyreply.h"
#include "core/wire/understudy/voice.h"

namespace snug {

namespace {

QByteArray errorBody(const Error &error)
{
    JsonBody body;
    body.beginObject();
    body.key("error");
    body.beginObject();
    body.member("message", error.line());
    body.key("type");
    body.text(QByteArrayView("invalid_request_error"));
    body.endObject();
    body.endObject();
    return body.take();
}

const QByteArray &models()
{
    static const QByteArray body =
        R"({"object":"list","data":[{"id":"understudy","object":"model","owned_by":"snug",)"
        R"("description":"A stand-in that composes small scenes from the prompt. Not a language model."}]})";
    return body;
}

// Who is told something in private answers in private, so that private replies can be tried without a model.
QString answered(const QString &reply, const QList<UnderstudyMessage> &messages)
{
    const KnowledgeSettings usual{.isEnabled = true};
    // What a preset says behind the chat is not what was said last.
    for (auto message = messages.crbegin(); message != messages.crend(); ++message) {
        if (message->role == Role::User || message->role == Role::Assistant)
            return privateText(reply, namesInTags(message->content, usual), usual);
    }
    return reply;
}

} // namespace

void UnderstudyStage::listen(quint16 port)
{
    m_server = new QTcpServer(this); // here, so that it belongs to this thread
    connect(m_server, &QTcpServer::newConnection, this, &UnderstudyStage::accept);
    if (m_server->listen(QHostAddress::LocalHost, port))
        Q_EMIT listening(m_server->serverPort());
    else
        Q_EMIT failed(m_server->errorString());
}

void UnderstudyStage::accept()
{
    while (QTcpSocket *socket = m_server->nextPendingConnection()) {
        auto *session = new HttpSession(socket, this);
        connect(session, &HttpSession::requested, this,
                [this, session](const HttpRequest &request) { serve(session, request); });
    }
}

void UnderstudyStage::serve(HttpSession *session, const HttpRequest &request)
{
    if (request.path == "/v1/models" || request.path == "/health") {
        if (request.method != "GET")
            return session->answer(405, errorBody({.what = QStringLiteral("use GET")}));
        return session->answer(200, request.path == "/health" ? QByteArray("{\"status\":\"ok\"}") : models());
    }
    if (request.path != "/v1/chat/completions")
        return session->answer(404, errorBody({.what = QStringLiteral("there is nothing at this path")}));
    if (request.method != "POST")
        return session->answer(405, errorBody({.what = QStringLiteral("use POST")}));
    const Result<UnderstudyRequest> parsed = parseUnderstudyRequest(request.body);
    if (!parsed)
        return session->answer(400, errorBody(parsed.error()));
    complete(session, *parsed);
}

void UnderstudyStage::complete(HttpSession *session, const UnderstudyRequest &request)
{
    const QString prompt = promptText(request);
    UnderstudyLine line;
    line.id = "understudy-" + QByteArray::number(++m_count);
    line.promptTokens = understudyTokenCount(prompt);
    line.includeUsage = request.includeUsage;
    const std::optional<QString> aboutScene = sceneAnswer(request.messages);
    const auto reply = [&] {
        return answered(understudyReply(readPrompt(request.messages), seedFor(request, prompt)),
                        request.messages);
    };
    cutLine(line, aboutScene ? *aboutScene : reply(), request.stop, request.maxTokens);
    if (request.stream)
        new UnderstudyReply(session, std::move(line), m_millisecondsPerToken);
    else
        session->answer(200, wholeReply(line));
}

// Without a seed, asking the same again gives the next reply, as swiping expects.
quint64 UnderstudyStage::seedFor(const UnderstudyRequest &request, const QString &prompt)
{
    if (request.seed)
        return *request.seed;
    return m_timesAsked[qHash(prompt, 0)]++;
}

} // namespace snug

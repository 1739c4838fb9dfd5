// The Understudy over real HTTP, through our own transport and decoder: the way that a first chat takes.
#include "core/wire/networktransport.h"
#include "core/wire/provider.h"
#include "core/wire/understudy/understudyserver.h"
#include "core/wire/understudy/voice.h"
#include "tests/testregistry.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTcpSocket>
#include <QTest>

namespace tst_understudy {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

struct Reply
{
    int status = 0;
    QByteArray body;
    QString text;
    TokenUsage usage;
    std::optional<Finished> finished;
    bool hasEnded = false;
};

AssembledPrompt promptOf(const QList<std::pair<Role, QString>> &messages)
{
    AssembledPrompt prompt;
    for (const auto &[role, text] : messages) {
        OutboundMessage message;
        message.role = role;
        message.content = TracedText(text, {});
        prompt.messages << message;
    }
    return prompt;
}

const QString mainPrompt = u"You write Mira Okafor's side of a story that is told together with Ada. "
                           "Mira keeps the lighthouse at the end of the breakwater. The lantern is old, the "
                           "harbour is quiet, and her coat hangs by the door."_s;

AssembledPrompt lighthouse(const QString &userText)
{
    return promptOf({{Role::System, mainPrompt}, {Role::User, userText}});
}

} // namespace

class TestUnderstudy : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<UnderstudyServer> m_server;
    NetworkTransport m_transport;

    Connection connection() const
    {
        Connection connection;
        connection.kind = Connection::Kind::Understudy;
        connection.baseUrl = m_server->baseUrl();
        connection.model = u"understudy"_s;
        return connection;
    }

    void listenTo(Exchange *exchange, Reply &reply, StreamDecoder *decoder)
    {
        const auto take = [&reply](const QList<StreamEvent> &events) {
            for (const StreamEvent &event : events) {
                if (const auto *delta = std::get_if<TextDelta>(&event))
                    reply.text += delta->text;
                else if (const auto *report = std::get_if<UsageReport>(&event))
                    reply.usage = report->usage;
                else if (const auto *finished = std::get_if<Finished>(&event))
                    reply.finished = *finished;
            }
        };
        connect(exchange, &Exchange::started, this, [&reply](int status) { reply.status = status; });
        connect(exchange, &Exchange::received, this, [&reply, decoder, take](const QByteArray &bytes) {
            reply.body += bytes;
            take(decoder->push(bytes));
        });
        connect(exchange, &Exchange::ended, this, [&reply, decoder, take] {
            take(decoder->end());
            reply.hasEnded = true;
        });
    }

    Reply talk(const AssembledPrompt &prompt)
    {
        const Provider &provider = providerFor(Connection::Kind::Understudy);
        Reply reply;
        const auto decoder = provider.decoder();
        const auto exchange = m_transport.send(provider.encode(prompt, connection(), {}), 0);
        listenTo(exchange.get(), reply, decoder.get());
        [&] { QTRY_VERIFY(reply.hasEnded); }();
        return reply;
    }

    QByteArray rawAnswer(const QByteArray &request)
    {
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, static_cast<quint16>(m_server->baseUrl().port()));
        QByteArray answer;
        connect(&socket, &QTcpSocket::readyRead, this, [&] { answer += socket.readAll(); });
        socket.write(request);
        QSignalSpy disconnected(&socket, &QTcpSocket::disconnected);
        [&] { QTRY_COMPARE(disconnected.size(), 1); }();
        return answer + socket.readAll();
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_server = std::make_unique<UnderstudyServer>(0);
        QSignalSpy listening(m_server.get(), &UnderstudyServer::listening);
        m_server->start();
        m_server->start(); // harmless
        QTRY_COMPARE(listening.size(), 1);
        QCOMPARE(m_server->baseUrl().host(), u"127.0.0.1"_s);
    }

    void cleanup() { m_server.reset(); }

    void streamsAReply()
    {
        const Reply reply = talk(lighthouse(u"Good evening. Is the lantern lit?"_s));
        QCOMPARE(reply.status, 200);
        QVERIFY(reply.finished && !reply.finished->fault);
        QCOMPARE(reply.finished->reason, StopReason::Stop);
        QVERIFY2(reply.text.contains(u"Mira"_s), qPrintable(reply.text));
        QVERIFY(reply.text.contains(u'“') && reply.text.contains(u"\n\n"_s));
        QVERIFY(!reply.text.contains(u'%'));
        QVERIFY(reply.usage.prompt > 20);
        QCOMPARE(reply.usage.completion, understudyTokenCount(reply.text));
    }

    void wholeReplyIsTheSame()
    {
        AssembledPrompt prompt = lighthouse(u"Tell me about the harbour."_s);
        prompt.samplers.seed = 7;
        const Reply streamed = talk(prompt);
        prompt.stream = false;
        const Reply whole = talk(prompt);
        QCOMPARE(whole.text, streamed.text);
        QVERIFY(whole.body.startsWith('{'));
        QCOMPARE(whole.usage.completion, streamed.usage.completion);
    }

    void seedsAndSwipes()
    {
        AssembledPrompt prompt = lighthouse(u"Tell me about the harbour."_s);
        prompt.samplers.seed = 1;
        const QString first = talk(prompt).text;
        QCOMPARE(talk(prompt).text, first);
        prompt.samplers.seed = 2;
        QVERIFY(talk(prompt).text != first);
        prompt.samplers.seed.reset();
        const QString swipe = talk(prompt).text;
        QVERIFY(talk(prompt).text != swipe);
    }

    void limitAndStopTexts()
    {
        AssembledPrompt prompt = lighthouse(u"Hello"_s);
        prompt.samplers.seed = 1;
        const QString text = talk(prompt).text;
        prompt.maxTokens = 5;
        const Reply limited = talk(prompt);
        QVERIFY(text.startsWith(limited.text));
        QCOMPARE(limited.finished->reason, StopReason::Length);
        QCOMPARE(limited.usage.completion, 5);
        prompt.maxTokens = 0;
        prompt.stop = {u"\n"_s};
        const Reply stopped = talk(prompt);
        QCOMPARE(stopped.text, text.section(u'\n', 0, 0));
        QCOMPARE(stopped.finished->reason, StopReason::Stop);
    }

    // It has none: a line about a cache would be about nothing.
    void saysNothingOfACache()
    {
        const AssembledPrompt first = lighthouse(u"Hello"_s);
        QVERIFY(!talk(first).usage.cached);
        const Reply again = talk(first);
        QVERIFY(again.usage.prompt > 0);
        QVERIFY(!again.usage.cached);
    }

    void saysThatItIsNoModel()
    {
        const Reply reply = talk(lighthouse(u"Are you an AI?"_s));
        QVERIFY2(reply.text.contains(u"not a language model"_s) ||
                     reply.text.contains(u"no model is at work"_s),
                 qPrintable(reply.text));
        const Provider &provider = providerFor(Connection::Kind::Understudy);
        Reply models;
        const auto decoder = provider.decoder();
        const auto exchange = m_transport.send(provider.modelsRequest(connection(), {}), 0);
        listenTo(exchange.get(), models, decoder.get());
        QTRY_VERIFY(models.hasEnded);
        QCOMPARE(provider.parseModels(models.body), QStringList{u"understudy"_s});
        QVERIFY(models.body.contains("Not a language model"));
    }

    void cancelFreesTheServer()
    {
        UnderstudyServer slow(5000);
        QSignalSpy listening(&slow, &UnderstudyServer::listening);
        slow.start();
        QTRY_COMPARE(listening.size(), 1);
        Connection connection;
        connection.baseUrl = slow.baseUrl();
        const auto exchange = m_transport.send(
            providerFor(Connection::Kind::Understudy).encode(lighthouse(u"Hello"_s), connection, {}), 0);
        QSignalSpy received(exchange.get(), &Exchange::received);
        QSignalSpy ended(exchange.get(), &Exchange::ended);
        QTRY_VERIFY(!received.isEmpty());
        exchange->cancel();
        QTRY_COMPARE(ended.size(), 1);
    }

    void garbageIsRefused_data()
    {
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<int>("status");
        const auto post = [](const QByteArray &body) {
            return "POST /v1/chat/completions HTTP/1.0\r\nContent-Length: " +
                   QByteArray::number(body.size()) + "\r\n\r\n" + body;
        };
        QTest::newRow("not HTTP") << QByteArray("hello\r\n\r\n") << 400;
        QTest::newRow("binary") << QByteArray("\x16\x03\x01\x02\0\x01\r\n\r\n", 10) << 400;
        QTest::newRow("endless head")
            << QByteArray("GET / HTTP/1.1\r\nX: ") + QByteArray(200'000, 'x') << 431;
        QTest::newRow("header without a name") << QByteArray("GET / HTTP/1.1\r\n: x\r\n\r\n") << 400;
        QTest::newRow("chunked body")
            << QByteArray("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n") << 411;
        QTest::newRow("negative length")
            << QByteArray("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n") << 400;
        QTest::newRow("huge length") << QByteArray("POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n")
                                     << 413;
        QTest::newRow("nothing there") << QByteArray("GET /nothing HTTP/1.0\r\n\r\n") << 404;
        QTest::newRow("wrong method") << QByteArray("GET /v1/chat/completions HTTP/1.0\r\n\r\n") << 405;
        QTest::newRow("health") << QByteArray("GET /health?x=1 HTTP/1.0\r\n\r\n") << 200;
        QTest::newRow("bad JSON") << post("{\"messages\":[") << 400;
        QTest::newRow("no messages") << post("{}") << 400;
        QTest::newRow("messages of a wrong type") << post("{\"messages\":[7]}") << 400;
        QTest::newRow("unknown role") << post("{\"messages\":[{\"role\":\"dog\"}]}") << 400;
        QTest::newRow("deep nesting") << post(QByteArray(100'000, '[')) << 400;
        QTest::newRow("empty messages") << post("{\"messages\":[]}") << 200;
        QTest::newRow("odd values")
            << post("{\"messages\":[{\"role\":\"user\",\"content\":null}],\"max_tokens\":\"x\",\"stop\":{},"
                    "\"seed\":1e300,\"stream\":7}")
            << 200;
    }

    void garbageIsRefused()
    {
        QFETCH(QByteArray, request);
        QFETCH(int, status);
        const QByteArray answer = rawAnswer(request);
        QVERIFY2(answer.startsWith(QByteArray("HTTP/1.1 " + QByteArray::number(status) + ' ')),
                 answer.constData());
        QVERIFY(!QJsonDocument::fromJson(answer.mid(answer.indexOf("\r\n\r\n") + 4)).isNull());
        // And it still serves.
        QCOMPARE(talk(lighthouse(u"Hello"_s)).status, 200);
    }

    // A stream says so too: whoever asked would otherwise send the next request into a closing connection.
    void closesAsItIsAsked()
    {
        const QByteArray body = R"({"stream":true,"messages":[{"role":"user","content":"Hello"}]})";
        const QByteArray answer = rawAnswer("POST /v1/chat/completions HTTP/1.1\r\nConnection: close\r\n"
                                            "Content-Length: " +
                                            QByteArray::number(body.size()) + "\r\n\r\n" + body);
        const QByteArray head = answer.first(answer.indexOf("\r\n\r\n"));
        QVERIFY2(head.startsWith("HTTP/1.1 200") && head.contains("text/event-stream"), head.constData());
        QVERIFY2(head.contains("Connection: close") && !head.contains("keep-alive"), head.constData());
        QVERIFY(answer.endsWith("0\r\n\r\n"));
    }

    void slowAndPipelinedClients()
    {
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, static_cast<quint16>(m_server->baseUrl().port()));
        QSignalSpy connected(&socket, &QTcpSocket::connected);
        QTRY_COMPARE(connected.size(), 1);
        QByteArray answer;
        connect(&socket, &QTcpSocket::readyRead, this, [&] { answer += socket.readAll(); });
        const QByteArray twice = QByteArray("GET /health HTTP/1.1\r\nHost: x\r\n\r\n").repeated(2);
        for (const char byte : twice) {
            socket.write(&byte, 1);
            socket.flush();
        }
        QTRY_COMPARE(answer.count("{\"status\":\"ok\"}"), 2);
    }

    void facts_data()
    {
        QTest::addColumn<QString>("system");
        QTest::addColumn<QString>("character");
        QTest::addColumn<QString>("user");
        QTest::newRow("our preset") << mainPrompt << u"Mira"_s << u"Ada"_s;
        QTest::newRow("SillyTavern's default")
            << u"Write Seraphina's next reply in a fictional chat between Seraphina and Ann."_s
            << u"Seraphina"_s << u"Ann"_s;
        QTest::newRow("you are") << u"You are Oskar, an innkeeper."_s << u"Oskar"_s << QString();
        QTest::newRow("the next message of, before a persona")
            << u"Write the next message of Aoife Ní Bhriain.\nMika is a retired cartographer."_s << u"Aoife"_s
            << QString();
        QTest::newRow("you play") << u"You play Greta, and never write as Ann."_s << u"Greta"_s << QString();
        QTest::newRow("you are an assistant") << u"You are a helpful assistant."_s << QString() << QString();
        QTest::newRow("nothing") << QString() << QString() << QString();
    }

    void facts()
    {
        QFETCH(QString, system);
        QFETCH(QString, character);
        QFETCH(QString, user);
        const PromptFacts facts =
            readPrompt({{Role::System, {}, system}, {Role::User, {}, u"Is the kettle on?"_s}});
        QCOMPARE(facts.character, character);
        QCOMPARE(facts.user, user);
        QVERIFY(facts.isQuestion);
        QCOMPARE(facts.echo, u"kettle"_s);
    }

    void thingsAreNounsOfTheScene()
    {
        const PromptFacts facts = readPrompt({{Role::System, {}, mainPrompt}});
        QVERIFY(facts.things.contains(u"lighthouse"_s));
        QVERIFY(facts.things.contains(u"door"_s));
        QVERIFY(!facts.things.contains(u"story"_s));
    }

    void everyLineIsFilled()
    {
        for (quint64 seed = 0; seed < 300; ++seed) {
            for (const bool named : {false, true}) {
                PromptFacts facts;
                if (named) {
                    facts.character = u"Mira"_s;
                    facts.user = u"Ada"_s;
                }
                facts.isQuestion = seed % 3 == 0;
                facts.isGreeting = seed % 3 == 1;
                facts.continues = seed % 7 == 0;
                facts.speaksForUser = seed % 11 == 0;
                const QString text = understudyReply(facts, seed);
                QVERIFY2(!text.contains(u'%') && !text.contains(u" ,"_s) && !text.contains(u"  "_s),
                         qPrintable(text));
                QCOMPARE(text, understudyReply(facts, seed));
            }
        }
    }

    void tokensJoinToTheText_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("empty") << QString();
        QTest::newRow("words") << u"  a bc\n\nd "_s;
        QTest::newRow("long runs") << QString(100, u'字') + u' ' + QString(50, u' ') + u"x"_s;
        QTest::newRow("pairs") << u"🦊"_s.repeated(33) + u"a"_s;
    }

    void tokensJoinToTheText()
    {
        QFETCH(QString, text);
        QString joined;
        for (const QStringView token : understudyTokens(text)) {
            QVERIFY(!token.isEmpty());
            QVERIFY(!token.last().isNull() && !token.last().isHighSurrogate());
            joined += token;
        }
        QCOMPARE(joined, text);
    }
};

} // namespace tst_understudy

SNUG_TEST(tst_understudy, TestUnderstudy, Core)
#include "tst_understudy.moc"

// The inspector's promise: what it shows is what is sent. Real requests over real sockets, and the
// bytes that arrive are those of the WireRequest.
#include "core/wire/networktransport.h"
#include "core/wire/provider.h"
#include "core/wire/wiretext.h"
#include "tests/fakes/recordingserver.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_wireequality {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

AssembledPrompt promptOf(const QStringList &texts)
{
    AssembledPrompt prompt;
    for (const QString &text : texts) {
        OutboundMessage message;
        message.role = Role::User;
        message.content = TracedText(text, {});
        prompt.messages << message;
    }
    prompt.samplers.temperature = 0.9;
    prompt.maxTokens = 300;
    return prompt;
}

} // namespace

class TestWireEquality : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void whatArrivesIsWhatIsShown_data()
    {
        QTest::addColumn<Connection::Kind>("kind");
        QTest::addColumn<QStringList>("texts");
        QTest::addColumn<bool>("stream");
        QTest::addColumn<QByteArray>("key");
        using Kind = Connection::Kind;
        QTest::newRow("openai, streamed")
            << Kind::OpenAiChat << QStringList{u"Hi"_s} << true << QByteArray("sk-1");
        QTest::newRow("openai, whole")
            << Kind::OpenAiChat << QStringList{u"Hi"_s} << false << QByteArray("sk-1");
        QTest::newRow("without a key") << Kind::OpenAiChat << QStringList{u"Hi"_s} << true << QByteArray();
        QTest::newRow("llama") << Kind::LlamaServer << QStringList{u"a"_s, u"b"_s} << true << QByteArray();
        QTest::newRow("llama, text") << Kind::LlamaCompletion << QStringList{u"<|im_start|>a\n🦊\""_s} << true
                                     << QByteArray("sk-1");
        QTest::newRow("openai, text")
            << Kind::OpenAiCompletion << QStringList{u"Mira:\n"_s} << true << QByteArray("sk-1");
        QTest::newRow("openai, text, whole")
            << Kind::OpenAiCompletion << QStringList{u"Mira:"_s} << false << QByteArray();
        QTest::newRow("understudy") << Kind::Understudy << QStringList{u"a"_s} << true << QByteArray();
        QTest::newRow("quotes, emoji, control characters")
            << Kind::OpenAiChat << QStringList{u"\"🦊\"\r\n\t\\ 灯台 "_s + QChar(0) + QChar(0xd83e)} << true
            << QByteArray("sk-1");
        QTest::newRow("two megabytes")
            << Kind::OpenAiChat << QStringList{QString(2 * 1024 * 1024, u'é')} << true << QByteArray("sk-1");
        QTest::newRow("no messages") << Kind::OpenAiChat << QStringList() << true << QByteArray("sk-1");
    }

    void whatArrivesIsWhatIsShown()
    {
        QFETCH(Connection::Kind, kind);
        QFETCH(QStringList, texts);
        QFETCH(bool, stream);
        QFETCH(QByteArray, key);
        RecordingServer server;
        Connection connection;
        connection.kind = kind;
        connection.baseUrl = server.url(u"/v1"_s);
        connection.model = u"m"_s;
        AssembledPrompt prompt = promptOf(texts);
        prompt.stream = stream;
        if (connection.completesText()) {
            prompt.prompt = prompt.messages.first().content;
            prompt.messages.clear();
            prompt.stop = {u"\nAnn:"_s, u"<|im_end|>"_s};
        }
        const Provider &provider = providerFor(kind);
        const WireRequest request = provider.encode(prompt, connection, Secret(key));
        compareWithArrived(request, server);
        compareWithArrived(provider.modelsRequest(connection, Secret(key)), server);
    }

    void everyServiceGetsWhatIsShown_data()
    {
        QTest::addColumn<Connection>("connection");
        const auto row = [](const QString &name, Connection connection, const QString &address) {
            connection.baseUrl = QUrl(address.isEmpty() ? u"https://own.example.org"_s : address);
            connection.model = u"m"_s;
            connection.request.options.account = u"account 1"_s;
            connection.request.options.deployment = u"deployed"_s;
            connection.request.options.apiVersion = u"2026-01-01"_s;
            QTest::newRow(qPrintable(name)) << connection;
        };
        for (const ChatServiceFacts &facts : chatServices()) {
            Connection connection;
            connection.kind = Connection::Kind::ChatService;
            connection.service = facts.service;
            row(facts.id, connection, facts.address);
            connection.request.isCompatible = true;
            row(facts.id + u", compatible"_s, connection, facts.address);
            if (!hasResponses(facts.service))
                continue;
            connection.request.isCompatible = false;
            connection.request.options.usesResponses = true;
            row(facts.id + u", responses"_s, connection, facts.address);
        }
        for (const TextServiceFacts &facts : textServices()) {
            Connection connection;
            connection.kind = Connection::Kind::TextService;
            connection.textService = facts.service;
            row(u"text "_s + facts.id, connection, facts.address);
        }
    }

    // The inspector's text ends in the very bytes that arrive.
    void everyServiceGetsWhatIsShown()
    {
        QFETCH(Connection, connection);
        RecordingServer server;
        connection.baseUrl = server.url(connection.baseUrl.path(QUrl::FullyEncoded));
        AssembledPrompt prompt = promptOf({u"\"🦊\"\r\n\t\\ 灯台 "_s + QChar(0), u"Hi"_s});
        prompt.samplers.topP = 0.1 + 0.2;
        prompt.stop = {u"\nAnn:"_s};
        if (connection.completesText()) {
            prompt.prompt = prompt.messages.first().content;
            prompt.messages.clear();
        }
        const Provider &provider = providerFor(connection);
        const ReadyRequest ready = provider.ready(prompt, connection, Secret("sk-1"));
        QCOMPARE(provider.encode(prompt, connection, Secret("sk-1")).body.isEmpty(), false);
        compareWithArrived(ready.request, server);
        QVERIFY(wireText(ready.request).toUtf8().endsWith(server.requests().last().body));
        compareWithArrived(provider.modelsRequest(connection, Secret("sk-1")), server);
    }

    void nextRequestCarriesNothingFromTheLast()
    {
        RecordingServer server;
        server.enqueue({.pieces = {"HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Path=/\r\nETag: \"x\"\r\n"
                                   "Cache-Control: max-age=3600\r\nContent-Length: 2\r\n\r\n{}"},
                        .closes = false});
        Connection connection;
        connection.baseUrl = server.url(u"/v1"_s);
        const WireRequest request = providerFor(connection.kind).modelsRequest(connection, Secret("k"));
        NetworkTransport transport;
        for (int i = 0; i < 2; ++i) {
            const auto exchange = transport.send(request, 0);
            QSignalSpy ended(exchange.get(), &Exchange::ended);
            QTRY_COMPARE(ended.size(), 1);
        }
        QCOMPARE(server.requests().size(), 2);
        compare(request, server.requests().at(1));
    }

private:
    static void compareWithArrived(const WireRequest &request, RecordingServer &server)
    {
        NetworkTransport transport;
        const auto exchange = transport.send(request, 0);
        QSignalSpy ended(exchange.get(), &Exchange::ended);
        QTRY_COMPARE(ended.size(), 1);
        compare(request, server.requests().last());
    }

    static void compare(const WireRequest &request, const RecordedRequest &arrived)
    {
        QByteArray target = request.url.path(QUrl::FullyEncoded).toLatin1();
        if (request.url.hasQuery())
            target += '?' + request.url.query(QUrl::FullyEncoded).toLatin1();
        QCOMPARE(arrived.startLine, request.method + ' ' + target + " HTTP/1.1");
        QCOMPARE(arrived.body, request.body);
        auto headers = arrived.headers;
        const auto takeAway = [&headers](const QByteArray &name, const QByteArray &value) {
            return headers.removeIf([&](const auto &header) {
                return header.first.toLower() == name && header.second.toLower() == value;
            });
        };
        // The socket's own, and nothing but these.
        QCOMPARE(takeAway("host", "127.0.0.1:" + QByteArray::number(request.url.port())), 1);
        QCOMPARE(takeAway("connection", isSentOnce(request) ? "close" : "keep-alive"), 1);
        if (!request.body.isEmpty())
            QCOMPARE(takeAway("content-length", QByteArray::number(request.body.size())), 1);
        QList<QPair<QByteArray, QByteArray>> expected;
        for (const WireHeader &header : request.headers)
            expected.append({header.name, header.value + header.secret.reveal()});
        std::ranges::sort(headers);
        std::ranges::sort(expected);
        QCOMPARE(headers, expected);
    }
};

} // namespace tst_wireequality

SNUG_TEST(tst_wireequality, TestWireEquality, Core)
#include "tst_wireequality.moc"

// Requests over real sockets: what arrives and when, what is sent once, and how an exchange is ended.

#include "core/wire/networktransport.h"
#include "tests/core/wire/exchangefixture.h"
#include "tests/fakes/recordingserver.h"
#include "tests/testregistry.h"

#include <QTest>

#include <algorithm>

namespace tst_networktransport {

using namespace snug;
using namespace Qt::StringLiterals;
using namespace snug::exchangefixture;

class TestNetworkTransport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void streams()
    {
        RecordingServer server;
        server.enqueue(RawAnswer::eventStream({": hello\n\n", "data: \xF0\x9F", "\xA6\x8A\n\n"}));
        NetworkTransport transport;
        const auto exchange = transport.send(streamRequest(server.url(u"/v1"_s)), 0);
        const Log log(exchange.get());
        QVERIFY(log.ends.isEmpty());
        QTRY_COMPARE(log.ends.size(), 1);
        QCOMPARE(log.ends.first(), ExchangeEnd{});
        QCOMPARE(log.status, 200);
        QCOMPARE(log.body, ": hello\n\ndata: \xF0\x9F\xA6\x8A\n\n");
    }

    void piecesArriveBeforeTheEnd()
    {
        RecordingServer server;
        RawAnswer answer = RawAnswer::eventStream({"data: a\n\n"});
        answer.closes = false;
        server.enqueue(answer);
        NetworkTransport transport;
        const auto exchange = transport.send(streamRequest(server.url()), 0);
        const Log log(exchange.get());
        QTRY_COMPARE(log.body, "data: a\n\n");
        server.writeToAll("data: b\n\n");
        QTRY_COMPARE(log.body, "data: a\n\ndata: b\n\n");
        QVERIFY(log.ends.isEmpty());
        server.closeAll();
        QTRY_COMPARE(log.ends.size(), 1);
        QCOMPARE(log.ends.first().kind, ExchangeEnd::Kind::Complete);
    }

    // Whoever reads has to do other things in between.
    void whatComesAtOnceIsTakenInPieces()
    {
        RecordingServer server;
        const QByteArray much = QByteArray("data: 0123456789\n\n").repeated(150'000);
        server.enqueue(RawAnswer::eventStream({much}));
        NetworkTransport transport;
        const auto exchange = transport.send(streamRequest(server.url()), 0);
        const Log log(exchange.get());
        qsizetype longest = 0;
        connect(exchange.get(), &Exchange::received, this, [&](const QByteArray &bytes) {
            longest = std::max(longest, bytes.size());
            QVERIFY(log.ends.isEmpty());
        });
        QTRY_COMPARE_WITH_TIMEOUT(log.ends.size(), 1, 20000);
        QCOMPARE(log.ends.first(), ExchangeEnd{});
        QVERIFY(log.body == much);
        QVERIFY2(longest <= 16 * 1024, qPrintable(QString::number(longest)));
    }

    void whatWaitsMayBeGivenUp_data()
    {
        QTest::addColumn<bool>("destroys");
        QTest::newRow("cancelled") << false;
        QTest::newRow("destroyed") << true;
    }

    void whatWaitsMayBeGivenUp()
    {
        QFETCH(bool, destroys);
        RecordingServer server;
        server.enqueue(RawAnswer::eventStream({QByteArray(3'000'000, 'x')}));
        NetworkTransport transport;
        auto exchange = transport.send(streamRequest(server.url()), 0);
        const Log log(exchange.get());
        int pieces = 0;
        connect(exchange.get(), &Exchange::received, this, [&] {
            if (++pieces != 3)
                return;
            if (destroys)
                exchange.reset();
            else
                exchange->cancel();
        });
        QTRY_COMPARE(pieces, 3);
        QTRY_COMPARE(server.openSockets(), 0);
        QTRY_COMPARE(log.ends.size(), destroys ? 0 : 1);
        QCOMPARE(pieces, 3);
        if (!destroys)
            QCOMPARE(log.ends.first().kind, ExchangeEnd::Kind::Cancelled);
    }

    void proxiesAreForElsewhereAlone()
    {
        RecordingServer proxy;
        RecordingServer here;
        QUrl address = proxy.url();
        address.setUserInfo(u"ann:hunter2"_s);
        qputenv("http_proxy", address.toEncoded());
        NetworkTransport transport;
        const QUrl elsewhere(u"http://api.example/v1"_s);
        QCOMPARE(proxyFor(elsewhere), proxy.url().toString(QUrl::RemovePath));
        QCOMPARE(proxyFor(here.url()), QString());
        QCOMPARE(proxyFor(QUrl(u"http://localhost:8080"_s)), QString());
        QCOMPARE(proxyFor({}), QString());
        const auto local = transport.send(callRequest(here.url(u"/v1"_s)), 0);
        const auto far = transport.send(callRequest(elsewhere), 0);
        QTRY_COMPARE(proxy.requests().size(), 1);
        QTRY_COMPARE(here.requests().size(), 1);
        qunsetenv("http_proxy");
        QCOMPARE(proxy.requests().first().startLine, "GET http://api.example/v1 HTTP/1.1");
        QCOMPARE(proxyFor(elsewhere), QString());
    }

    // However the server ends a connection, the request has been sent, and may be computed and billed.
    void oneRequestIsSentOnce_data()
    {
        using Kind = ExchangeEnd::Kind;
        QTest::addColumn<RawAnswer>("answer");
        QTest::addColumn<Kind>("end");
        QTest::addColumn<bool>("isOnUsedConnection");
        QTest::addColumn<QByteArray>("body");
        const auto row = [](const QByteArray &name, const RawAnswer &answer, Kind end) {
            for (const bool used : {false, true}) {
                const QByteArray where = name + (used ? ", connection used before" : ", fresh connection");
                QTest::addRow("%s", where.constData()) << answer << end << used << QByteArray("{}");
                QTest::addRow("%s, large body", where.constData())
                    << answer << end << used << QByteArray(300'000, 'x');
                QTest::addRow("%s, empty body", where.constData()) << answer << end << used << QByteArray();
            }
        };
        const QByteArray head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
        row("closed before the answer", {}, Kind::Broken);
        row("reset before the answer", {.resets = true}, Kind::Broken);
        row("no HTTP", {.pieces = {"SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n"}}, Kind::Broken);
        row("half a status line", {.pieces = {"HTTP/1.1 2"}}, Kind::Broken);
        row("half a head", {.pieces = {"HTTP/1.1 200 OK\r\nContent-Ty"}}, Kind::Broken);
        row("closed behind the head", {.pieces = {head + "Content-Length: 9\r\n\r\n"}}, Kind::Broken);
        row("reset behind the head", {.pieces = {head + "Content-Length: 9\r\n\r\n"}, .resets = true},
            Kind::Broken);
        row("closed in the body", {.pieces = {head + "Content-Length: 9\r\n\r\ndata"}}, Kind::Broken);
        row("401", RawAnswer::json("{}", 401), Kind::Complete);
        row("407", RawAnswer::json("{}", 407), Kind::Broken); // from no proxy
        row("408", RawAnswer::json("{}", 408), Kind::Complete);
        row("421", RawAnswer::json("{}", 421), Kind::Complete);
        row("503", RawAnswer::json("{}", 503), Kind::Complete);
        row("answered", RawAnswer::eventStream({"data: a\n\n"}), Kind::Complete);
    }

    void oneRequestIsSentOnce()
    {
        QFETCH(RawAnswer, answer);
        QFETCH(ExchangeEnd::Kind, end);
        QFETCH(bool, isOnUsedConnection);
        QFETCH(QByteArray, body);
        RecordingServer server;
        NetworkTransport transport;
        WireRequest request = streamRequest(server.url(u"/v1"_s));
        request.body = body;
        qsizetype before = 0;
        if (isOnUsedConnection) {
            server.enqueue({.pieces = {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"}, .closes = false});
            const auto first = transport.send(request, 0);
            const Log log(first.get());
            QTRY_COMPARE(log.ends.size(), 1);
            before = 1;
        }
        server.answerWith([&](const RecordedRequest &) { return answer; });
        const auto exchange = transport.send(request, 0);
        const Log log(exchange.get());
        QTRY_COMPARE(log.ends.size(), 1);
        qsizetype sent = 0;
        for (const RecordedRequest &arrived : server.requests())
            sent += arrived.startLine.startsWith("POST ") ? 1 : 0;
        QCOMPARE(sent, before + 1);
        QCOMPARE(server.requests().at(before).body, body);
        QCOMPARE(server.requests().at(before).header("content-length"), QByteArray::number(body.size()));
        QCOMPARE(server.requests().at(before).header("transfer-encoding"), QByteArray());
        QVERIFY2(log.ends.first().kind == end,
                 qPrintable(u"%1: %2 (status %3, %4 bytes)"_s.arg(int(log.ends.first().kind))
                                .arg(log.ends.first().detail)
                                .arg(log.status)
                                .arg(log.body.size())));
    }

    // A connection from before may be closing already: what is sent once cannot try again on another.
    void whatIsSentOnceHasAConnectionOfItsOwn()
    {
        RecordingServer server;
        NetworkTransport transport;
        for (int i = 1; i <= 3; ++i) {
            server.enqueue(
                {.pieces = {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n{}"},
                 .closes = false});
            const auto exchange = transport.send(streamRequest(server.url()), 0);
            const Log log(exchange.get());
            QTRY_COMPARE(log.ends.size(), 1);
            QCOMPARE(log.ends.first(), ExchangeEnd{});
            QCOMPARE(server.connections(), i);
        }
        QTRY_COMPARE(server.openSockets(), 0);
    }

    // A server closes what it has kept open for a while. That is no reason to fail.
    void aConnectionClosedWhileAtRestIsOpenedAnew()
    {
        RecordingServer server;
        NetworkTransport transport;
        for (int i = 0; i < 3; ++i) {
            server.enqueue({.pieces = {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"}, .closes = false});
            const auto exchange = transport.send(streamRequest(server.url()), 0);
            const Log log(exchange.get());
            QTRY_COMPARE(log.ends.size(), 1);
            QCOMPARE(log.ends.first(), ExchangeEnd{});
            QCOMPARE(server.requests().size(), i + 1);
            QCOMPARE(server.requests().last().header("connection"), "close");
            server.closeAll();
            QTRY_COMPARE(server.openSockets(), 0);
            QTest::qWait(20); // nothing says when the other side has noticed
        }
    }

    void cancelEndsOnceAndClosesTheSocket()
    {
        RecordingServer server;
        RawAnswer answer = RawAnswer::eventStream({"data: a\n\n"});
        answer.closes = false;
        server.enqueue(answer);
        NetworkTransport transport;
        const auto exchange = transport.send(streamRequest(server.url()), 0);
        const Log log(exchange.get());
        QTRY_VERIFY(!log.body.isEmpty());
        exchange->cancel();
        exchange->cancel();
        QVERIFY(log.ends.isEmpty()); // later, from the event loop
        QTRY_COMPARE(log.ends.size(), 1);
        QCOMPARE(log.ends.first().kind, ExchangeEnd::Kind::Cancelled);
        QTRY_COMPARE(server.openSockets(), 0);
        exchange->cancel();
        QCoreApplication::processEvents();
        QCOMPARE(log.ends.size(), 1);
    }

    void cancelBeforeAnythingHappened()
    {
        RecordingServer server;
        NetworkTransport transport;
        const auto exchange = transport.send(streamRequest(server.url()), 0);
        const Log log(exchange.get());
        exchange->cancel();
        QTRY_COMPARE(log.ends.size(), 1);
        QCOMPARE(log.ends.first().kind, ExchangeEnd::Kind::Cancelled);
    }

    void destroyingCancelsInSilence()
    {
        RecordingServer server;
        server.enqueue(RawAnswer::silence());
        NetworkTransport transport;
        auto exchange = transport.send(streamRequest(server.url()), 0);
        const Log log(exchange.get());
        QTRY_COMPARE(server.requests().size(), 1);
        exchange.reset();
        QTRY_COMPARE(server.openSockets(), 0);
        QVERIFY(log.ends.isEmpty());
    }

    void receiverMayDestroyIt_data()
    {
        QTest::addColumn<bool>("alsoTheTransport");
        QTest::addColumn<bool>("atTheEnd");
        QTest::newRow("exchange, while receiving") << false << false;
        QTest::newRow("exchange, at the end") << false << true;
        QTest::newRow("transport too, while receiving") << true << false;
        QTest::newRow("transport too, at the end") << true << true;
    }

    void receiverMayDestroyIt()
    {
        QFETCH(bool, alsoTheTransport);
        QFETCH(bool, atTheEnd);
        RecordingServer server;
        server.enqueue(RawAnswer::eventStream({"data: a\n\n", "data: b\n\n"}));
        auto transport = std::make_unique<NetworkTransport>();
        auto exchange = transport->send(streamRequest(server.url()), 0);
        bool isGone = false;
        const auto destroy = [&] {
            if (alsoTheTransport)
                transport.reset();
            exchange.reset();
            isGone = true;
        };
        if (atTheEnd)
            connect(exchange.get(), &Exchange::ended, this, destroy);
        else
            connect(exchange.get(), &Exchange::received, this, destroy);
        QTRY_VERIFY(isGone);
        QTRY_COMPARE(server.openSockets(), 0);
    }

    void streamsDoNotHoldUpCalls()
    {
        RecordingServer server;
        NetworkTransport transport;
        std::vector<std::unique_ptr<Exchange>> streams;
        for (int i = 0; i < 6; ++i) {
            server.enqueue(RawAnswer::silence());
            streams.push_back(transport.send(streamRequest(server.url()), 0));
        }
        QTRY_COMPARE(server.requests().size(), 6);
        const auto call = transport.send(callRequest(server.url(u"/props"_s)), 0);
        const Log log(call.get());
        QTRY_COMPARE(log.ends.size(), 1);
        QCOMPARE(log.body, "{}");
    }
};

} // namespace tst_networktransport

SNUG_TEST(tst_networktransport, TestNetworkTransport, Core)
#include "tst_networktransport.moc"

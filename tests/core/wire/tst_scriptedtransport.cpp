// The fake that other tests lean on keeps the promises of Transport.
#include "tests/fakes/scriptedtransport.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_scriptedtransport {

using namespace snug;
using namespace Qt::StringLiterals;

class TestScriptedTransport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void playsInOrderAndFromTheEventLoop()
    {
        ScriptedTransport transport;
        transport.enqueue(ScriptedAnswer::inPiecesOf(2, "abcde"));
        const auto exchange = transport.send({.method = "GET", .url = QUrl(u"http://x/"_s)}, 7);
        QStringList log;
        connect(exchange.get(), &Exchange::started, this,
                [&](int status) { log << QString::number(status); });
        connect(exchange.get(), &Exchange::received, this,
                [&](const QByteArray &bytes) { log << QString::fromLatin1(bytes); });
        connect(exchange.get(), &Exchange::ended, this, [&] { log << u"end"_s; });
        QVERIFY(log.isEmpty());
        QTRY_COMPARE(log, (QStringList{u"200"_s, u"ab"_s, u"cd"_s, u"e"_s, u"end"_s}));
        QCOMPARE(transport.requests().size(), 1);
        QCOMPARE(transport.silenceTimeouts(), QList<int>{7});
        QCOMPARE(transport.abandoned(), 0);
    }

    void cancelEndsOnce()
    {
        ScriptedTransport transport;
        ScriptedAnswer answer = ScriptedAnswer::whole("abc");
        answer.holdsOpen = true;
        transport.enqueue(answer);
        const auto exchange = transport.send({}, 0);
        QSignalSpy received(exchange.get(), &Exchange::received);
        QSignalSpy ended(exchange.get(), &Exchange::ended);
        QTRY_COMPARE(received.size(), 1);
        QVERIFY(ended.isEmpty());
        exchange->cancel();
        exchange->cancel();
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(ended.first().first().value<ExchangeEnd>().kind, ExchangeEnd::Kind::Cancelled);
        exchange->cancel();
        QCoreApplication::sendPostedEvents();
        QCOMPARE(ended.size(), 1);
        QCOMPARE(transport.abandoned(), 1);
    }

    void holdsOpenUntilReleased()
    {
        ScriptedTransport transport;
        ScriptedAnswer answer = ScriptedAnswer::whole("a");
        answer.holdsOpen = true;
        transport.enqueue(answer);
        const auto exchange = transport.send({}, 0);
        QByteArray bytes;
        connect(exchange.get(), &Exchange::received, this, [&](const QByteArray &piece) { bytes += piece; });
        QSignalSpy ended(exchange.get(), &Exchange::ended);
        QTRY_COMPARE(bytes, "a");
        transport.more("b");
        transport.release();
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(bytes, "ab");
    }

    void receiverMayDestroyTheExchange()
    {
        ScriptedTransport transport;
        transport.enqueue(ScriptedAnswer::inPiecesOf(1, "abc"));
        auto exchange = transport.send({}, 0);
        bool gone = false;
        connect(exchange.get(), &Exchange::received, this, [&] {
            exchange.reset();
            gone = true;
        });
        QTRY_VERIFY(gone);
        QCOMPARE(transport.abandoned(), 1);
    }

    void withoutAnAnswerItRefuses()
    {
        ScriptedTransport transport;
        const auto exchange = transport.send({}, 0);
        QSignalSpy ended(exchange.get(), &Exchange::ended);
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(ended.first().first().value<ExchangeEnd>().kind, ExchangeEnd::Kind::Refused);
    }
};

} // namespace tst_scriptedtransport

SNUG_TEST(tst_scriptedtransport, TestScriptedTransport, Core)
#include "tst_scriptedtransport.moc"

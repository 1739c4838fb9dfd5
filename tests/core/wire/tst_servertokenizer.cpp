#include "core/wire/servertokenizer.h"
#include "tests/fakes/scriptedtransport.h"
#include "tests/testregistry.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>

#include <thread>

namespace tst_servertokenizer {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

Connection llamaServer()
{
    Connection connection;
    connection.kind = Connection::Kind::LlamaServer;
    connection.name = u"Here"_s;
    connection.baseUrl = QUrl(u"http://127.0.0.1:1234/v1"_s);
    return connection;
}

ScriptedAnswer tokens(int count)
{
    QByteArrayList ids;
    for (int i = 0; i < count; ++i)
        ids << QByteArray::number(i);
    return ScriptedAnswer::whole("{\"tokens\":[" + ids.join(',') + "]}");
}

} // namespace

class TestServerTokenizer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void asksWhatItIsAsked()
    {
        ScriptedTransport transport;
        ServerTokenizer tokenizer(transport, llamaServer(), Secret("k"));
        QSignalSpy learnt(&tokenizer, &ServerTokenizer::learnt);
        QCoreApplication::sendPostedEvents();
        QVERIFY(transport.requests().isEmpty());

        transport.enqueue(tokens(7));
        const TokenCounterPtr guess = tokenizer.counter();
        QCOMPARE(guess->count(u"Fog, and the horn."), 5);
        QCOMPARE(guess->kind(), CountKind::Calibrated);
        QTRY_COMPARE(learnt.size(), 1);
        const TokenCounterPtr counter = tokenizer.counter();
        QCOMPARE(counter->count(u"Fog, and the horn."), 7);
        QCOMPARE(counter->kind(), CountKind::Exact);
        QCOMPARE(transport.requests().size(), 1);
        const WireRequest request = transport.requests().first();
        QCOMPARE(request.url, QUrl(u"http://127.0.0.1:1234/tokenize"_s));
        const QJsonObject body = QJsonDocument::fromJson(request.body).object();
        QCOMPARE(body.value(u"content").toString(), u"Fog, and the horn."_s);
        QCOMPARE(body.value(u"add_special").toBool(true), false);   // counted without the beginning of text
        QCOMPARE(body.value(u"parse_special").toBool(false), true); // as in a prompt
    }

    void manyTextsFromAnyThread()
    {
        ScriptedTransport transport;
        for (int i = 0; i < 50; ++i)
            transport.enqueue(tokens(3));
        ServerTokenizer tokenizer(transport, llamaServer(), {});
        const TokenCounterPtr counter = tokenizer.counter();
        std::jthread([counter] {
            for (int i = 0; i < 50; ++i)
                counter->count(u"message %1"_s.arg(i));
        }).join();
        QTRY_COMPARE(transport.requests().size(), 50);
        const auto isExact = [&] {
            const TokenCounterPtr fresh = tokenizer.counter();
            for (int i = 0; i < 50; ++i)
                fresh->count(u"message %1"_s.arg(i));
            return fresh->kind() == CountKind::Exact;
        };
        QTRY_VERIFY(isExact());
    }

    void aServerWithoutTheCallIsAskedOnce()
    {
        ScriptedTransport transport;
        transport.enqueue(ScriptedAnswer::whole("{\"error\":\"no\"}", 404));
        ServerTokenizer tokenizer(transport, llamaServer(), {});
        QSignalSpy learnt(&tokenizer, &ServerTokenizer::learnt);
        tokenizer.counter()->count(u"text");
        QTRY_COMPARE(learnt.size(), 1);
        QVERIFY(!tokenizer.answers());
        tokenizer.counter()->count(u"another");
        QCoreApplication::sendPostedEvents();
        QCOMPARE(transport.requests().size(), 1);
    }

    void anEndlessAnswerIsCut()
    {
        ScriptedTransport transport;
        ScriptedAnswer answer;
        for (int i = 0; i < 20; ++i)
            answer.pieces.append(QByteArray(1024 * 1024, '['));
        answer.holdsOpen = true;
        transport.enqueue(answer);
        ServerTokenizer tokenizer(transport, llamaServer(), {});
        QSignalSpy learnt(&tokenizer, &ServerTokenizer::learnt);
        tokenizer.counter()->count(u"text");
        QTRY_COMPARE(learnt.size(), 1);
        QVERIFY(!tokenizer.answers());
        QCOMPARE(transport.abandoned(), 1);
    }

    void strangeAnswers_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("not JSON") << QByteArray("tokens");
        QTest::newRow("no list") << QByteArray("{\"tokens\":3}");
        QTest::newRow("no numbers") << QByteArray("{\"tokens\":[\"a\"]}");
    }

    void strangeAnswers()
    {
        QFETCH(QByteArray, body);
        ScriptedTransport transport;
        transport.enqueue(ScriptedAnswer::whole(body));
        ServerTokenizer tokenizer(transport, llamaServer(), {});
        QSignalSpy learnt(&tokenizer, &ServerTokenizer::learnt);
        tokenizer.counter()->count(u"text");
        QTRY_COMPARE(learnt.size(), 1);
        QVERIFY(!tokenizer.answers());
    }

    void nobodyListensYet()
    {
        ScriptedTransport transport;
        transport.enqueue(ScriptedAnswer::failing(ExchangeEnd::Kind::Refused));
        transport.enqueue(tokens(4));
        ServerTokenizer tokenizer(transport, llamaServer(), {});
        tokenizer.setPause(std::chrono::milliseconds(1));
        QSignalSpy learnt(&tokenizer, &ServerTokenizer::learnt);
        tokenizer.counter()->count(u"text");
        QTRY_COMPARE(learnt.size(), 2);
        QVERIFY(tokenizer.answers());
        QCOMPARE(tokenizer.counter()->count(u"text"), 4);
    }

    void goneWhileItAsks()
    {
        ScriptedTransport transport;
        ScriptedAnswer silent;
        silent.holdsOpen = true;
        transport.enqueue(silent);
        TokenCounterPtr counter;
        {
            ServerTokenizer tokenizer(transport, llamaServer(), {});
            counter = tokenizer.counter();
            counter->count(u"text");
            QTRY_COMPARE(transport.requests().size(), 1);
        }
        QCOMPARE(transport.abandoned(), 1);
        QCOMPARE(counter->count(u"later text"), 3);
    }
};

} // namespace tst_servertokenizer

SNUG_TEST(tst_servertokenizer, TestServerTokenizer, Core)
#include "tst_servertokenizer.moc"

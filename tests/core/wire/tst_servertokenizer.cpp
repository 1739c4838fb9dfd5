#include "core/wire/servertokenizer.h"
#include "core/wire/tokenizerchoice.h"
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

    void eachServerIsAskedItsWay_data()
    {
        QTest::addColumn<Connection>("connection");
        QTest::addColumn<QString>("url");
        QTest::addColumn<QString>("member");
        QTest::addColumn<QByteArray>("answer");
        const auto chat = [](ChatService service, const char *url) {
            Connection connection;
            connection.kind = Connection::Kind::ChatService;
            connection.service = service;
            connection.baseUrl = QUrl(QString::fromLatin1(url));
            connection.model = u"models/m"_s;
            return connection;
        };
        const auto text = [](TextService service, const char *url) {
            Connection connection;
            connection.kind = Connection::Kind::TextService;
            connection.textService = service;
            connection.baseUrl = QUrl(QString::fromLatin1(url));
            return connection;
        };
        QTest::newRow("KoboldCpp") << chat(ChatService::KoboldCpp, "http://127.0.0.1:5001")
                                   << u"http://127.0.0.1:5001/api/extra/tokencount"_s << u"prompt"_s
                                   << QByteArray("{\"value\":4,\"ids\":[1,2,3,4]}");
        QTest::newRow("KoboldCpp, text")
            << text(TextService::KoboldCpp, "http://127.0.0.1:5001/v1")
            << u"http://127.0.0.1:5001/api/extra/tokencount"_s << u"prompt"_s << QByteArray("{\"value\":4}");
        QTest::newRow("TabbyAPI") << chat(ChatService::Tabby, "http://127.0.0.1:5000/v1")
                                  << u"http://127.0.0.1:5000/v1/token/encode"_s << u"text"_s
                                  << QByteArray("{\"tokens\":[5,6,7,8],\"length\":4}");
        QTest::newRow("text-generation-webui")
            << chat(ChatService::TextGenerationWebUi, "http://127.0.0.1:5000/v1")
            << u"http://127.0.0.1:5000/v1/internal/token-count"_s << u"text"_s
            << QByteArray("{\"length\":4}");
        QTest::newRow("vLLM") << chat(ChatService::Vllm, "http://127.0.0.1:8000/v1")
                              << u"http://127.0.0.1:8000/tokenize"_s << u"prompt"_s
                              << QByteArray("{\"count\":4,\"max_model_len\":4096}");
        QTest::newRow("Gemini") << chat(ChatService::Gemini, "http://127.0.0.1:9/v1beta")
                                << u"http://127.0.0.1:9/v1beta/models/m:countTokens"_s << u"contents"_s
                                << QByteArray("{\"totalTokens\":4}");
        QTest::newRow("Cohere") << chat(ChatService::Cohere, "http://127.0.0.1:9/v2")
                                << u"http://127.0.0.1:9/v1/tokenize"_s << u"text"_s
                                << QByteArray("{\"tokens\":[5,6,7,8],\"token_strings\":[]}");
    }
    void eachServerIsAskedItsWay()
    {
        QFETCH(Connection, connection);
        QFETCH(QString, member);
        QFETCH(QByteArray, answer);
        QVERIFY(countsAtServer(connection)); // its own computer
        ScriptedTransport transport;
        ServerTokenizer tokenizer(transport, connection, Secret("k"));
        QSignalSpy learnt(&tokenizer, &ServerTokenizer::learnt);
        transport.enqueue(ScriptedAnswer::whole(answer));
        tokenizer.counter()->count(u"Fog, and the horn."_s);
        QTRY_COMPARE(learnt.size(), 1);
        QCOMPARE(tokenizer.counter()->count(u"Fog, and the horn."_s), 4);
        QCOMPARE(tokenizer.counter()->kind(), CountKind::Exact);
        const WireRequest request = transport.requests().first();
        QTEST(request.url.toString(), "url");
        QCOMPARE(request.purpose, RequestPurpose::Counting);
        QVERIFY(QJsonDocument::fromJson(request.body).object().contains(member));
        QVERIFY(request.body.contains("Fog, and the horn."));
    }

    void whoDoesNotCountIsNotAsked()
    {
        Connection connection;
        connection.kind = Connection::Kind::ChatService;
        connection.service = ChatService::Ollama;
        connection.baseUrl = QUrl(u"http://127.0.0.1:11434"_s);
        QVERIFY(!countsAtServer(connection));
        connection.service = ChatService::Gemini;
        connection.baseUrl = QUrl(u"https://generativelanguage.googleapis.com"_s);
        QVERIFY(!countsAtServer(connection)); // nobody has allowed it
        connection.countsTokens = true;
        QVERIFY(countsAtServer(connection));
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

    // A text that is refused says nothing about the others, once one was counted.
    void oneTextIsRefused()
    {
        ScriptedTransport transport;
        transport.enqueue(tokens(3));
        ServerTokenizer tokenizer(transport, llamaServer(), {});
        tokenizer.counter()->count(u"text");
        QTRY_COMPARE(tokenizer.counter()->count(u"text"), 3);
        transport.enqueue(ScriptedAnswer::whole("{\"message\":\"too long\"}", 400));
        tokenizer.counter()->count(u"a long text");
        QTRY_COMPARE(transport.requests().size(), 2);
        transport.enqueue(tokens(5));
        tokenizer.counter()->count(u"another");
        QTRY_COMPARE(tokenizer.counter()->count(u"another"), 5);
        QVERIFY(tokenizer.answers());
        tokenizer.counter()->count(u"a long text");
        QCoreApplication::sendPostedEvents();
        QCOMPARE(transport.requests().size(), 3);
    }

    void cohereIsAskedForNoLongText()
    {
        ScriptedTransport transport;
        Connection cohere;
        cohere.kind = Connection::Kind::ChatService;
        cohere.service = ChatService::Cohere;
        cohere.baseUrl = QUrl(u"https://api.cohere.com/v2"_s);
        ServerTokenizer tokenizer(transport, cohere, {});
        tokenizer.counter()->count(QString(70'000, u'a'));
        QCoreApplication::sendPostedEvents();
        QVERIFY(transport.requests().isEmpty());
        transport.enqueue(tokens(4));
        tokenizer.counter()->count(u"short");
        QTRY_COMPARE(tokenizer.counter()->count(u"short"), 4);
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

    void nobodyListensYet_data()
    {
        QTest::addColumn<ScriptedAnswer>("answer");
        QTest::newRow("nobody") << ScriptedAnswer::failing(ExchangeEnd::Kind::Refused);
        QTest::newRow("the model is loading") << ScriptedAnswer::whole("{}", 503);
        QTest::newRow("too many questions") << ScriptedAnswer::whole("{}", 429);
        QTest::newRow("overloaded") << ScriptedAnswer::whole("{}", 529);
    }
    void nobodyListensYet()
    {
        QFETCH(ScriptedAnswer, answer);
        ScriptedTransport transport;
        transport.enqueue(answer);
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

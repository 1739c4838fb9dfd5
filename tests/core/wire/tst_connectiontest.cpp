#include "core/wire/connectiontest.h"
#include "tests/fakes/httprecording.h"
#include "tests/fakes/scriptedtransport.h"
#include "tests/testregistry.h"

#include <QFile>
#include <QSignalSpy>
#include <QTest>

namespace tst_connectiontest {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

ScriptedAnswer recorded(const QString &path)
{
    QFile file(QStringLiteral(SNUG_SOURCE_DIR "/tests/core/wire/recordings/%1.txt").arg(path));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const HttpRecording recording = parseHttpRecording(file.readAll()).value_or(HttpRecording());
    ScriptedAnswer answer = ScriptedAnswer::whole(recording.body, recording.status);
    answer.headers = recording.headers;
    return answer;
}

Connection connectionOf(Connection::Kind kind, const QString &model)
{
    Connection connection;
    connection.kind = kind;
    connection.name = u"Here"_s;
    connection.baseUrl = QUrl(u"http://127.0.0.1:1234/v1"_s);
    connection.model = model;
    return connection;
}

} // namespace

class TestConnectionTest : public QObject
{
    Q_OBJECT

private:
    ConnectionReport reportOf(ScriptedTransport &transport, const Connection &connection,
                              const Secret &key = {})
    {
        ConnectionTest test(transport);
        QSignalSpy ended(&test, &ConnectionTest::ended);
        test.start(connection, key);
        [&] { QTRY_COMPARE(ended.size(), 1); }();
        return ended.value(0).value(0).value<ConnectionReport>();
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void openAi()
    {
        ScriptedTransport transport;
        transport.enqueue(recorded(u"openai/models"_s));
        const ConnectionReport report =
            reportOf(transport, connectionOf(Connection::Kind::OpenAiChat, u"gpt-4o"_s), Secret("k"));
        QVERIFY(report.works);
        QCOMPARE(report.lines, (QStringList{u"The server answers."_s, u"It did not refuse the key."_s,
                                            u"It offers 2 model(s)."_s}));
        QCOMPARE(transport.requests().size(), 1);
        QCOMPARE(transport.requests().first().url, QUrl(u"http://127.0.0.1:1234/v1/models"_s));
    }

    void namesThatCannotBeSeenAreLeftOut()
    {
        ScriptedTransport transport;
        transport.enqueue(ScriptedAnswer::whole("{\"data\":[{\"id\":\"good\"},{\"id\":\"be\\u0007ll\"},"
                                                "{\"id\":\"x\\u202eyz\"},{\"id\":\"\"},{\"id\":\"" +
                                                QByteArray(300, 'a') + "\"}]}"));
        const ConnectionReport report =
            reportOf(transport, connectionOf(Connection::Kind::OpenAiChat, u"good"_s));
        QVERIFY(report.works);
        QCOMPARE(report.models, QStringList{u"good"_s});
    }

    void anEndlessAnswerIsCut()
    {
        ScriptedTransport transport;
        ScriptedAnswer answer;
        for (int i = 0; i < 12; ++i)
            answer.pieces.append(QByteArray(1024 * 1024, ' '));
        answer.holdsOpen = true; // it would go on for ever
        transport.enqueue(answer);
        const ConnectionReport report =
            reportOf(transport, connectionOf(Connection::Kind::OpenAiChat, u"m"_s));
        QVERIFY(!report.works);
        QCOMPARE(transport.abandoned(), 1);
    }

    void aServerThatRepeatsTheKey()
    {
        ScriptedTransport transport;
        transport.enqueue(ScriptedAnswer::whole("{\"error\":\"bad zk-SECRET-0123456789\"}", 401));
        const ConnectionReport report = reportOf(
            transport, connectionOf(Connection::Kind::OpenAiChat, u"m"_s), Secret("zk-SECRET-0123456789"));
        const QString all = report.lines.join(u'\n') + report.error.what + report.error.hint;
        QVERIFY(!report.works);
        QVERIFY2(!all.contains(u"zk-SEC"_s) && all.contains(u"••••"_s), qPrintable(all));
    }

    void unknownModelIsSaid()
    {
        ScriptedTransport transport;
        transport.enqueue(recorded(u"openai/models"_s));
        const ConnectionReport report =
            reportOf(transport, connectionOf(Connection::Kind::OpenAiChat, u"gpt-9"_s));
        QVERIFY(report.works);
        QCOMPARE(report.lines.last(), u"“gpt-9” is not among them."_s);
    }

    void llamaTellsItsContext()
    {
        ScriptedTransport transport;
        transport.enqueue(recorded(u"llama-server/models"_s));
        transport.enqueue(recorded(u"llama-server/props"_s));
        const ConnectionReport report = reportOf(transport, connectionOf(Connection::Kind::LlamaServer, {}));
        QVERIFY(report.works);
        QCOMPARE(report.contextSize, 8192);
        QCOMPARE(report.models, QStringList{u"tiny-lantern"_s});
        QCOMPARE(report.lines.last(), u"Context size: 8192 tokens."_s);
        QCOMPARE(transport.requests().last().url, QUrl(u"http://127.0.0.1:1234/props"_s));
    }

    void llamaWithoutProps()
    {
        ScriptedTransport transport;
        transport.enqueue(recorded(u"llama-server/models"_s));
        transport.enqueue(recorded(u"llama-server/error-not-found"_s));
        const ConnectionReport report = reportOf(transport, connectionOf(Connection::Kind::LlamaServer, {}));
        QVERIFY(report.works);
        QCOMPARE(report.contextSize, 8192); // the list of models says it too
    }

    void failures_data()
    {
        QTest::addColumn<ScriptedAnswer>("answer");
        QTest::addColumn<QString>("what");
        QTest::newRow("refused") << ScriptedAnswer::failing(ExchangeEnd::Kind::Refused)
                                 << u"Nothing answers"_s;
        QTest::newRow("silent") << ScriptedAnswer::failing(ExchangeEnd::Kind::Silent)
                                << u"Here has been silent"_s;
        QTest::newRow("wrong key") << recorded(u"openai/error-401"_s) << u"Here asks for a key"_s;
        QTest::newRow("web page") << ScriptedAnswer::whole("<html><title>Hi</title></html>")
                                  << u"The server's answer"_s;
        QTest::newRow("not a list") << ScriptedAnswer::whole("{\"ok\":1}") << u"The server's answer"_s;
        QTest::newRow("nothing") << ScriptedAnswer::whole("") << u"The server's answer"_s;
    }

    void failures()
    {
        QFETCH(ScriptedAnswer, answer);
        QFETCH(QString, what);
        ScriptedTransport transport;
        transport.enqueue(answer);
        const ConnectionReport report =
            reportOf(transport, connectionOf(Connection::Kind::OpenAiChat, u"m"_s));
        QVERIFY(!report.works);
        QVERIFY2(report.error.what.startsWith(what), qPrintable(report.error.what));
        QCOMPARE(report.lines.size(), 2);
        QVERIFY(report.lines.first().endsWith(u'.'));
    }

    void cancelSaysNothing()
    {
        ScriptedTransport transport;
        ScriptedAnswer held = ScriptedAnswer::whole("");
        held.holdsOpen = true;
        transport.enqueue(held);
        ConnectionTest test(transport);
        QSignalSpy ended(&test, &ConnectionTest::ended);
        test.start(connectionOf(Connection::Kind::OpenAiChat, {}), {});
        QVERIFY(test.isRunning());
        test.cancel();
        QVERIFY(!test.isRunning());
        QCOMPARE(transport.abandoned(), 1);
        transport.enqueue(recorded(u"openai/models"_s));
        test.start(connectionOf(Connection::Kind::OpenAiChat, {}), {});
        QTRY_COMPARE(ended.size(), 1);
    }

    void startAgainForgetsTheFirst()
    {
        ScriptedTransport transport;
        transport.enqueue(ScriptedAnswer::failing(ExchangeEnd::Kind::Refused));
        transport.enqueue(recorded(u"openai/models"_s));
        ConnectionTest test(transport);
        QSignalSpy ended(&test, &ConnectionTest::ended);
        test.start(connectionOf(Connection::Kind::OpenAiChat, {}), {});
        test.start(connectionOf(Connection::Kind::OpenAiChat, {}), {});
        QTRY_COMPARE(ended.size(), 1);
        QVERIFY(ended.first().first().value<ConnectionReport>().works);
    }

    void receiverMayDestroyIt()
    {
        ScriptedTransport transport;
        auto test = std::make_unique<ConnectionTest>(transport);
        bool isGone = false;
        connect(test.get(), &ConnectionTest::ended, this, [&] {
            test.reset();
            isGone = true;
        });
        test->start(connectionOf(Connection::Kind::OpenAiChat, {}), {});
        QTRY_VERIFY(isGone);
    }
};

} // namespace tst_connectiontest

SNUG_TEST(tst_connectiontest, TestConnectionTest, Core)
#include "tst_connectiontest.moc"

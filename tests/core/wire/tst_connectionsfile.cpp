#include "core/wire/connectionsfile.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_connectionsfile {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

Connection full()
{
    Connection connection;
    connection.id = u"id-1"_s;
    connection.name = u"Home “server”"_s;
    connection.kind = Connection::Kind::LlamaServer;
    connection.baseUrl = QUrl(u"http://127.0.0.1:8080"_s);
    connection.model = u"tiny"_s;
    connection.embeddingModel = u"tiny-embed"_s;
    connection.contextSize = 8192;
    connection.needsKey = true;
    connection.tokenizerFile = u"/a/tokenizer.json"_s;
    connection.silenceTimeoutSeconds = 30;
    return connection;
}

const QByteArray fromTheFuture = "{\n"
                                 "    \"version\": 2,\n"
                                 "    \"active\": \"b\",\n"
                                 "    \"connections\": [\n"
                                 "        {\n"
                                 "            \"id\": \"b\",\n"
                                 "            \"colour\": \"teal\",\n"
                                 "            \"name\": \"B\",\n"
                                 "            \"kind\": \"openai\",\n"
                                 "            \"baseUrl\": \"https://h/v1\",\n"
                                 "            \"model\": \"m\",\n"
                                 "            \"needsKey\": true,\n"
                                 "            \"tokenizerFile\": \"\",\n"
                                 "            \"silenceTimeoutSeconds\": 30.0\n"
                                 "        },\n"
                                 "        {\n"
                                 "            \"id\": \"c\",\n"
                                 "            \"kind\": \"telepathy\"\n"
                                 "        }\n"
                                 "    ]\n"
                                 "}\n";

} // namespace

class TestConnectionsFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void roundTrip()
    {
        Connection understudy;
        understudy.id = u"u"_s;
        understudy.kind = Connection::Kind::Understudy;
        ConnectionsFile file;
        file.connections = {full(), understudy};
        file.activeId = u"u"_s;
        const auto again = readConnections(writeConnections(file));
        QVERIFY(again);
        QCOMPARE(again->connections, file.connections);
        QCOMPARE(again->activeId, u"u"_s);
        QVERIFY(again->warnings.isEmpty());
    }

    void unchangedIsTheSameBytes()
    {
        const auto file = readConnections(fromTheFuture);
        QVERIFY(file);
        QCOMPARE(file->connections.size(), 1);
        QCOMPARE(file->connections.first().silenceTimeoutSeconds, 30);
        QCOMPARE(file->warnings.size(), 1);
        QCOMPARE(writeConnections(*file), fromTheFuture);
    }

    void unknownMembersAndKindsSurviveAChange()
    {
        auto file = *readConnections(fromTheFuture);
        file.connections.first().model = u"other"_s;
        file.connections.prepend(full());
        const QByteArray bytes = writeConnections(file);
        for (const char *kept :
             {"\"colour\": \"teal\"", "telepathy", "\"version\": 2", "\"model\": \"other\"", "30.0"})
            QVERIFY2(bytes.contains(kept), bytes.constData());
        QVERIFY(bytes.indexOf("id-1") < bytes.indexOf("\"b\",\n            \"colour\""));
        file.connections.clear();
        QVERIFY(!writeConnections(file).contains("teal"));
        QVERIFY(writeConnections(file).contains("telepathy"));
    }

    void addressesLoseTheirKeys()
    {
        Connection connection = full();
        connection.baseUrl = QUrl(u"https://ann:hunter2@h/v1?api-version=1&key=topsecret&token=t0ken"
                                  "&sig=SIGSECRET&X-Goog-Api-Key=gk&code=0123456789abcdef0123"_s);
        const QByteArray bytes = writeConnections({{connection}, {}, {}, {}});
        for (const char *secret : {"hunter2", "topsecret", "t0ken", "ann", "SIGSECRET", "gk", "0123456789"})
            QVERIFY2(!bytes.contains(secret), bytes.constData());
        QVERIFY(bytes.contains("https://h/v1?api-version=1"));
    }

    void badFiles_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("place");
        QTest::newRow("not JSON") << QByteArray("{\n\"a\":") << u"line 2"_s;
        QTest::newRow("a list") << QByteArray("[]") << QString();
        QTest::newRow("connections are text") << QByteArray("{\"connections\":\"x\"}") << u"connections"_s;
    }

    void badFiles()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, place);
        const auto file = readConnections(bytes);
        QVERIFY(!file);
        QVERIFY2(file.error().place.startsWith(place), qPrintable(file.error().line()));
    }

    void oddItemsCostNothingElse()
    {
        const auto file = readConnections(
            "{\"connections\":[7,null,{},{\"id\":\"a\",\"kind\":\"openai\",\"contextSize\":-5,"
            "\"silenceTimeoutSeconds\":\"x\"},{\"id\":\"a\",\"kind\":\"openai\"}]}");
        QVERIFY(file);
        QCOMPARE(file->connections.size(), 1);
        QVERIFY(!file->connections.first().contextSize);
        QCOMPARE(file->warnings.size(), 4);
        QVERIFY(readConnections("")->connections.isEmpty());
        QVERIFY(readConnections("{}")->connections.isEmpty());
    }
};

} // namespace tst_connectionsfile

SNUG_TEST(tst_connectionsfile, TestConnectionsFile, Core)
#include "tst_connectionsfile.moc"

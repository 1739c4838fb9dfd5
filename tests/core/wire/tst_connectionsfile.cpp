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

    void whatAConnectionBrings()
    {
        Connection some = full();
        some.brings = {.preset = u"Slow Burn"_s,
                       .instruct = QString(),
                       .stopStrings = QStringList(),
                       .replyStart = QString(),
                       .notTaken = {u"Regex Preset"_s}};
        Connection all = full();
        all.id = u"id-2"_s;
        all.brings = {.isOff = true,
                      .preset = u"P"_s,
                      .context = u"C"_s,
                      .instruct = u"I"_s,
                      .systemPrompt = u"S"_s,
                      .stopStrings = QStringList({u"END"_s, u"\n"_s}),
                      .replyStart = u"*"_s};
        ConnectionsFile file;
        file.connections = {some, all};
        const auto again = readConnections(writeConnections(file));
        QVERIFY(again);
        QCOMPARE(again->connections, file.connections);
        // Nothing is written where nothing is brought; what is not known here stays.
        ConnectionsFile later = *again;
        for (Connection &connection : later.connections)
            connection.brings = {};
        QCOMPARE(readConnections(writeConnections(later))->connections, later.connections);
        ConnectionsFile plain;
        plain.connections = {full()};
        QVERIFY(!writeConnections(plain).contains("brings"));
        const QByteArray strange = R"({"connections": [{"id": "a", "kind": "openai",
            "brings": {"preset": 7, "stopStrings": "END", "later": 1}}]})";
        const auto odd = readConnections(strange);
        QVERIFY(odd && odd->connections.first().brings.choosesNothing());
        QVERIFY(writeConnections(*odd).contains("\"later\""));
    }

    void servicesAndWhatIsSaidAboutTheirRequests()
    {
        Connection claude = full();
        claude.kind = Connection::Kind::ChatService;
        claude.service = ChatService::Claude;
        RequestSettings &request = claude.request;
        request.postProcessing = PostProcessing::SemiTools;
        request.extras = {u"X-Team: blue"_s, u"{\"metadata\": {\"user_id\": \"a\"}}"_s, u"top_k"_s};
        request.prefill = u"*Mira"_s;
        request.effort = Effort::High;
        request.verbosity = Verbosity::Low;
        request.showsThoughts = false;
        request.turnsThinkingOff = true;
        request.options.keepAliveSeconds = -1;
        request.logProbAlternatives = 3;
        request.claims.takesPrefill = true;
        request.claims.takesStop = false;
        request.claims.mostReply = 9000;
        request.said = {u"claude-opus-5"_s,
                        200'000,
                        64'000,
                        {u"temperature"_s},
                        5e-6,
                        2.5e-5,
                        {u"thinking"_s, u"image_input"_s}};
        request.cache = {.system = true, .depth = 2, .forAnHour = true};
        request.isCompatible = true;
        request.options.providers = {u"anthropic"_s};
        request.options.region = u"global"_s;
        request.options.usesResponses = true;
        request.refused = {{u"claude-opus-5"_s, u"top_p"_s}};
        Connection kobold = full();
        kobold.id = u"id-2"_s;
        kobold.kind = Connection::Kind::TextService;
        kobold.textService = TextService::KoboldCpp;
        ConnectionsFile file;
        file.connections = {claude, kobold};
        const QByteArray written = writeConnections(file);
        const auto again = readConnections(written);
        QVERIFY(again);
        QCOMPARE(again->connections, file.connections);
        QVERIFY(written.contains("\"kind\": \"chat-service\"") &&
                written.contains("\"service\": \"claude\""));
        // Taken back, what was there is written as what it is now.
        ConnectionsFile later = *again;
        later.connections[0].request = {};
        QCOMPARE(readConnections(writeConnections(later))->connections.first().request, RequestSettings());
    }

    void servicesThatAreNotKnownAreKept()
    {
        const QByteArray bytes =
            "{\"active\":\"\",\"connections\":[{\"id\":\"a\",\"kind\":\"chat-service\",\"service\":"
            "\"oracle\"},{\"id\":\"b\",\"kind\":\"text-service\"}]}";
        const auto file = readConnections(bytes);
        QVERIFY(file);
        QVERIFY(file->connections.isEmpty());
        QCOMPARE(file->warnings.size(), 2);
        QCOMPARE(writeConnections(*file), bytes);
    }

    void keysAmongTheExtrasAreNotWritten_data()
    {
        QTest::addColumn<QString>("headers");
        QTest::addColumn<QString>("body");
        QTest::addColumn<QByteArray>("kept");
        QTest::newRow("a header") << u"Authorization: Bearer zk-SECRET"_s << QString() << QByteArray();
        QTest::newRow("beside another")
            << u"X-Team: blue\nx-api-key: zk-SECRET"_s << QString() << QByteArray("blue");
        QTest::newRow("as JSON") << u"{\"api-key\": \"zk-SECRET\", \"x-team\": \"blue\"}"_s << QString()
                                 << QByteArray("blue");
        QTest::newRow("a list") << u"- Cookie: zk-SECRET\n- x-team: blue"_s << QString()
                                << QByteArray("blue");
        QTest::newRow("in the body") << QString() << u"api_key: zk-SECRET\nmin_p: 0.125"_s
                                     << QByteArray("0.125");
        QTest::newRow("what nobody can read")
            << u"Authorization: &a [zk-SECRET"_s << QString() << QByteArray();
    }
    void keysAmongTheExtrasAreNotWritten()
    {
        QFETCH(QString, headers);
        QFETCH(QString, body);
        QFETCH(QByteArray, kept);
        Connection connection = full();
        connection.request.extras = {headers, body, {}};
        ConnectionsFile file;
        file.connections = {connection};
        const QByteArray written = writeConnections(file);
        QVERIFY2(!written.contains("zk-SECRET"), written.constData());
        QVERIFY(written.contains(kept));
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

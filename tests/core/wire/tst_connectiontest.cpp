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
        // On this network anybody may be behind an address: who it is is asked then.
        QCOMPARE(transport.requests().size(), 1 + addressProbes().size());
        QCOMPARE(transport.requests().first().url, QUrl(u"http://127.0.0.1:1234/v1/models"_s));
        QVERIFY(!report.service);
        ScriptedTransport elsewhere;
        elsewhere.enqueue(recorded(u"openai/models"_s));
        Connection far = connectionOf(Connection::Kind::OpenAiChat, u"gpt-4o"_s);
        far.baseUrl = QUrl(u"https://llm.example.org/v1"_s);
        QVERIFY(reportOf(elsewhere, far).works);
        QCOMPARE(elsewhere.requests().size(), 1);
    }

    void theAddressIsAskedWhoItIs_data()
    {
        QTest::addColumn<ChatService>("service");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("KoboldCpp") << ChatService::KoboldCpp << u"/api/extra/version"_s
                                   << R"({"result":"KoboldCpp","version":"1.110"})"_ba;
        QTest::newRow("vLLM") << ChatService::Vllm << u"/version"_s << R"({"version":"0.14.0"})"_ba;
        QTest::newRow("Ollama") << ChatService::Ollama << u"/api/version"_s << R"({"version":"0.15.0"})"_ba;
        QTest::newRow("text-generation-webui")
            << ChatService::TextGenerationWebUi << u"/v1/internal/model/info"_s
            << R"({"model_name":"Lantern-8B","lora_names":[]})"_ba;
        QTest::newRow("LM Studio") << ChatService::LmStudio << u"/api/v0/models"_s
                                   << R"({"object":"list","data":[{"id":"lantern-8b"}]})"_ba;
        QTest::newRow("TabbyAPI") << ChatService::Tabby << u"/v1/model"_s
                                  << R"({"id":"lantern-8b","object":"model","parameters":{}})"_ba;
    }
    void theAddressIsAskedWhoItIs()
    {
        QFETCH(ChatService, service);
        QFETCH(QString, path);
        QFETCH(QByteArray, answer);
        ScriptedTransport transport;
        transport.enqueue(ScriptedAnswer::whole(R"({"data":[{"id":"m"}]})"));
        for (const LocalProbe &probe : addressProbes())
            transport.enqueue(probe.path == path ? ScriptedAnswer::whole(answer)
                                                 : ScriptedAnswer::whole("{}", 404));
        Connection connection = connectionOf(Connection::Kind::OpenAiChat, u"m"_s);
        connection.baseUrl = QUrl(u"http://192.168.1.5:5001/v1"_s);
        const ConnectionReport report = reportOf(transport, connection, Secret("k"));
        QVERIFY(report.works);
        QCOMPARE(report.service, std::optional(service));
        QVERIFY2(report.lines.join(u' ').contains(factsOf(service).name),
                 qPrintable(report.lines.join(u' ')));
        QCOMPARE(transport.requests().last().url, QUrl(u"http://192.168.1.5:5001"_s + path));
        QVERIFY(transport.requests().last().headers.contains(
            WireHeader{"authorization", "Bearer ", Secret("k")}));
    }

    void aListOfSeveralPagesIsOneList_data()
    {
        QTest::addColumn<ChatService>("service");
        QTest::addColumn<QByteArray>("first");
        QTest::addColumn<QByteArray>("second");
        QTest::addColumn<QString>("query"); // of the second question
        QTest::newRow("Claude") << ChatService::Claude
                                << R"({"data":[{"id":"a"},{"id":"b"}],"has_more":true,"last_id":"b"})"_ba
                                << R"({"data":[{"id":"c"}],"has_more":false,"last_id":"c"})"_ba
                                << u"limit=1000&after_id=b"_s;
        QTest::newRow("Gemini")
            << ChatService::Gemini
            << R"({"models":[{"name":"models/a"},{"name":"models/b"}],"nextPageToken":"x/y=="})"_ba
            << R"({"models":[{"name":"models/c"}]})"_ba << u"pageSize=1000&pageToken=x%2Fy%3D%3D"_s;
        QTest::newRow("Cohere") << ChatService::Cohere
                                << R"({"models":[{"name":"a"},{"name":"b"}],"next_page_token":"n"})"_ba
                                << R"({"models":[{"name":"c"}]})"_ba
                                << u"page_size=1000&endpoint=chat&page_token=n"_s;
    }
    void aListOfSeveralPagesIsOneList()
    {
        QFETCH(ChatService, service);
        QFETCH(QByteArray, first);
        QFETCH(QByteArray, second);
        ScriptedTransport transport;
        transport.enqueue(ScriptedAnswer::whole(first));
        transport.enqueue(ScriptedAnswer::whole(second));
        Connection connection = connectionOf(Connection::Kind::ChatService, u"c"_s);
        connection.service = service;
        const ConnectionReport report = reportOf(transport, connection, Secret("k"));
        QVERIFY(report.works);
        QCOMPARE(report.models, (QStringList{u"a"_s, u"b"_s, u"c"_s}));
        QCOMPARE(transport.requests().size(), 2);
        QTEST(transport.requests().last().url.query(QUrl::FullyEncoded), "query");
    }

    void aListWithoutEndEnds()
    {
        ScriptedTransport transport;
        for (int i = 0; i < 50; ++i)
            transport.enqueue(ScriptedAnswer::whole("{\"data\":[{\"id\":\"m" + QByteArray::number(i) +
                                                    "\"}],\"has_more\":true,\"last_id\":\"x\"}"));
        Connection connection = connectionOf(Connection::Kind::ChatService, u"m1"_s);
        connection.service = ChatService::Claude;
        QCOMPARE(reportOf(transport, connection).models.size(), 20);
        ScriptedTransport same;
        for (int i = 0; i < 50; ++i)
            same.enqueue(ScriptedAnswer::whole(R"({"data":[{"id":"m"}],"has_more":true,"last_id":"x"})"));
        QVERIFY(reportOf(same, connection).works);
        QCOMPARE(same.requests().size(), 2);
    }

    // Ids that do not repeat: looking each up among all others would take minutes.
    void aListOfVeryManyModels()
    {
        QByteArray list = "{\"data\":[";
        for (int i = 0; i < 100'000; ++i)
            list += "{\"id\":\"m" + QByteArray::number(i) + "\"},";
        list += "{\"id\":\"last\"}]}";
        ScriptedTransport transport;
        transport.enqueue(ScriptedAnswer::whole(list));
        const ConnectionReport report =
            reportOf(transport, connectionOf(Connection::Kind::OpenAiChat, u"m7"_s));
        QVERIFY(report.works);
        QCOMPARE(report.models.size(), 10'000);
        QCOMPARE(report.models.last(), u"m9999"_s);
        QVERIFY(report.lines.contains(u"It offers 10000 model(s)."_s));
    }

    void listsOfWrongTypes_data()
    {
        QTest::addColumn<QByteArray>("list");
        QTest::addColumn<bool>("works");
        QTest::newRow("numbers") << R"({"data":[1,2,{"id":3},{"id":null},null,[],{"id":"m"}]})"_ba << true;
        QTest::newRow("facts") << R"({"data":[{"id":"m","context_length":"many","pricing":7,)"
                                  R"("supported_parameters":{"a":1},"capabilities":[[],{}]}]})"_ba
                               << true;
        QTest::newRow("huge numbers") << R"({"data":[{"id":"m","context_length":1e300,"max_tokens":-5,)"
                                         R"("pricing":{"prompt":"1e999","completion":"-1"}}]})"_ba
                                      << true;
        QTest::newRow("an object") << R"({"data":{"id":"m"}})"_ba << false;
        QTest::newRow("a number") << "7"_ba << false;
        QTest::newRow("nothing") << ""_ba << false;
        QTest::newRow("a page") << "<html><title>Sign in</title></html>"_ba << false;
        QTest::newRow("torn") << R"({"data":[{"id":"m")"_ba << false;
    }
    void listsOfWrongTypes()
    {
        QFETCH(QByteArray, list);
        ScriptedTransport transport;
        transport.enqueue(ScriptedAnswer::whole(list));
        const ConnectionReport report =
            reportOf(transport, connectionOf(Connection::Kind::OpenAiChat, u"m"_s));
        QTEST(report.works, "works");
        QCOMPARE(report.models, report.works ? QStringList{u"m"_s} : QStringList());
        QVERIFY(!report.contextSize);
        QVERIFY(report.works || report.lines.size() == 2); // what happened, and what to do
    }

    void whatTheListSaysOfTheModel()
    {
        ScriptedTransport transport;
        transport.enqueue(ScriptedAnswer::whole(
            R"({"data":[{"id":"a"},{"id":"m","context_length":32768,"top_provider":)"
            R"({"max_completion_tokens":4096},"pricing":{"prompt":"0.00000025","completion":"0.000015"},)"
            R"("supported_parameters":["temperature","stop"],"architecture":{"input_modalities":["image"]}}]})"));
        const ConnectionReport report =
            reportOf(transport, connectionOf(Connection::Kind::OpenAiChat, u"m"_s));
        QVERIFY(report.lines.contains(u"Context size: 32768 tokens."_s));
        QVERIFY(report.lines.contains(u"Longest reply: 4096 tokens."_s));
        QVERIFY(report.lines.contains(u"A million tokens cost $0.25 in the prompt, $15 in the reply."_s));
        QVERIFY(report.lines.contains(u"It names: temperature, stop, vision."_s));
        QCOMPARE(report.listed.size(), 2);
        QCOMPARE(report.listed.last().parameters, (QStringList{u"temperature"_s, u"stop"_s}));
    }

    void whatTheServiceSaysOfItself_data()
    {
        QTest::addColumn<ChatService>("service");
        QTest::addColumn<QStringList>("paths");
        QTest::addColumn<QByteArrayList>("answers");
        QTest::addColumn<QString>("line");
        QTest::newRow("KoboldCpp") << ChatService::KoboldCpp
                                   << QStringList{u"/api/extra/true_max_context_length"_s,
                                                  u"/api/extra/perf"_s}
                                   << QByteArrayList{R"({"value":6144})", R"({"queue":2,"idle":0})"}
                                   << u"Context size: 6144 tokens."_s;
        QTest::newRow("KoboldCpp's queue")
            << ChatService::KoboldCpp
            << QStringList{u"/api/extra/true_max_context_length"_s, u"/api/extra/perf"_s}
            << QByteArrayList{"no", R"({"queue":2,"idle":0})"} << u"2 request(s) wait there."_s;
        QTest::newRow("TabbyAPI") << ChatService::Tabby << QStringList{u"/v1/model"_s}
                                  << QByteArrayList{R"({"id":"c","parameters":{"max_seq_len":8192}})"}
                                  << u"Context size: 8192 tokens."_s;
        QTest::newRow("Ollama") << ChatService::Ollama << QStringList{u"/api/show"_s}
                                << QByteArrayList{R"({"model_info":{"llama.context_length":131072}})"}
                                << u"Context size: 131072 tokens."_s;
        QTest::newRow("Ollama, what the model can")
            << ChatService::Ollama << QStringList{u"/api/show"_s}
            << QByteArrayList{R"({"capabilities":["completion","tools","thinking"]})"}
            << u"It names: completion, tools, thinking."_s;
        QTest::newRow("DeepSeek")
            << ChatService::DeepSeek << QStringList{u"/user/balance"_s}
            << QByteArrayList{R"({"balance_infos":[{"currency":"CNY","total_balance":"12.34"}]})"}
            << u"Money left: 12.34 CNY."_s;
        QTest::newRow("OpenRouter") << ChatService::OpenRouter << QStringList{u"/v1/key"_s}
                                    << QByteArrayList{R"({"data":{"limit_remaining":1.5}})"}
                                    << u"Money left: 1.5 USD."_s;
    }
    void whatTheServiceSaysOfItself()
    {
        QFETCH(ChatService, service);
        QFETCH(QStringList, paths);
        QFETCH(QByteArrayList, answers);
        QFETCH(QString, line);
        ScriptedTransport transport;
        transport.enqueue(ScriptedAnswer::whole(R"({"data":[{"id":"c"}],"models":[{"name":"c"}]})"));
        for (const QByteArray &answer : answers)
            transport.enqueue(ScriptedAnswer::whole(answer));
        Connection connection = connectionOf(Connection::Kind::ChatService, u"c"_s);
        connection.service = service;
        const ConnectionReport report = reportOf(transport, connection, Secret("zk-SECRET-0123456789"));
        QVERIFY(report.works);
        QVERIFY2(report.lines.contains(line), qPrintable(report.lines.join(u'\n')));
        QStringList asked;
        for (const WireRequest &request : transport.requests().sliced(1)) {
            asked << request.url.path();
            QCOMPARE(request.purpose, RequestPurpose::ServerFacts);
            QVERIFY(!request.url.toEncoded().contains("SECRET") && !request.body.contains("SECRET"));
        }
        QCOMPARE(asked, paths);
    }

    // Vertex AI's express mode has no list of models; its key is tried by counting a few words.
    void aGoodKeyThatSeesNoList_data()
    {
        QTest::addColumn<int>("ofList");
        QTest::addColumn<int>("ofCount");
        QTest::addColumn<bool>("works");
        QTest::newRow("no list") << 404 << 200 << true;
        QTest::newRow("not for keys") << 401 << 200 << true;
        QTest::newRow("not allowed") << 403 << 200 << true;
        QTest::newRow("a bad key") << 403 << 401 << false;
        QTest::newRow("no service") << 404 << 404 << false;
    }
    void aGoodKeyThatSeesNoList()
    {
        QFETCH(int, ofList);
        QFETCH(int, ofCount);
        QFETCH(bool, works);
        const QByteArray refusal = R"({"error":{"code":403,"message":"The list said no.","status":"X"}})";
        ScriptedTransport transport;
        transport.enqueue(ScriptedAnswer::whole(refusal, ofList));
        transport.enqueue(works
                              ? ScriptedAnswer::whole(R"({"totalTokens":2})", ofCount)
                              : ScriptedAnswer::whole(R"({"error":{"message":"The key is bad."}})", ofCount));
        Connection connection = connectionOf(Connection::Kind::ChatService, u"gemini-9"_s);
        connection.service = ChatService::Vertex;
        connection.baseUrl = QUrl();
        const ConnectionReport report = reportOf(transport, connection, Secret("zk-SECRET-0123456789"));
        QCOMPARE(report.works, works);
        QCOMPARE(transport.requests().size(), 2);
        const WireRequest &tried = transport.requests().last();
        QVERIFY2(tried.url.path().endsWith(u"/models/gemini-9:countTokens"_s), qPrintable(tried.url.path()));
        QVERIFY(tried.body.startsWith("{\"contents\":[{") && !tried.url.toEncoded().contains("SECRET"));
        QVERIFY(tried.headers.contains(WireHeader{"x-goog-api-key", {}, Secret("zk-SECRET-0123456789")}));
        const QString all = report.lines.join(u'\n');
        QVERIFY2(all.contains(u"type the model's name"_s) == works, qPrintable(all));
        QVERIFY2(all.contains(u"The key is bad."_s) != works, qPrintable(all));
        QVERIFY(!all.contains(u"is not among them"_s) && !all.contains(u"The list said no."_s));
    }

    // Elsewhere a list that is refused is a key that is refused.
    void aRefusedListIsARefusedKey()
    {
        ScriptedTransport transport;
        transport.enqueue(ScriptedAnswer::whole("{}", 403));
        Connection connection = connectionOf(Connection::Kind::ChatService, u"m"_s);
        connection.service = ChatService::Gemini;
        QVERIFY(!reportOf(transport, connection, Secret("k")).works);
        QCOMPARE(transport.requests().size(), 1);
    }

    // What is only nice to know does not make a connection fail.
    void whatIsNotSaidIsNoFailure()
    {
        for (const ScriptedAnswer &answer :
             {ScriptedAnswer::whole("{}", 500), ScriptedAnswer::whole("<html>"),
              ScriptedAnswer::failing(ExchangeEnd::Kind::Silent), ScriptedAnswer::whole("{\"value\":-5}")}) {
            ScriptedTransport transport;
            transport.enqueue(ScriptedAnswer::whole(R"({"data":[{"id":"c"}]})"));
            transport.enqueue(answer);
            transport.enqueue(answer);
            Connection connection = connectionOf(Connection::Kind::ChatService, u"c"_s);
            connection.service = ChatService::KoboldCpp;
            const ConnectionReport report = reportOf(transport, connection);
            QVERIFY(report.works);
            QVERIFY(!report.contextSize);
        }
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

// Connections out of SillyTavern's settings: its profiles and what is set at present.
#include "core/formats/jsontext.h"
#include "core/workspace/profileconnections.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_profileconnections {

using namespace Qt::StringLiterals;
using namespace snug;

static QList<Connection> read(const QByteArray &json)
{
    return profileConnections(*parseJson(json));
}

static QByteArray profile(const QByteArray &members)
{
    return "{\"extension_settings\": {\"connectionManager\": {\"profiles\": [{\"id\": \"a\", \"name\": "
           "\"Mine\", " +
           members + "}]}}}";
}

class TestProfileConnections : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void profilesBecomeConnections_data()
    {
        QTest::addColumn<QByteArray>("members");
        QTest::addColumn<QString>("address");
        QTest::addColumn<bool>("needsKey");
        QTest::newRow("a service") << QByteArray(
                                          "\"mode\": \"cc\", \"api\": \"openrouter\", \"model\": \"m\"")
                                   << u"https://openrouter.ai/api/v1"_s << true;
        QTest::newRow("a service's address is its own")
            << QByteArray("\"mode\": \"cc\", \"api\": \"claude\", \"api-url\": \"https://evil.example\", "
                          "\"model\": \"m\"")
            << u"https://api.anthropic.com/v1"_s << true;
        QTest::newRow("custom")
            << QByteArray("\"mode\": \"cc\", \"api\": \"custom\", \"api-url\": \"http://10.0.0.2:8080/v1\"")
            << u"http://10.0.0.2:8080/v1"_s << false;
        QTest::newRow("custom with a key")
            << QByteArray("\"mode\": \"cc\", \"api\": \"custom\", \"api-url\": \"https://a.example/v1\", "
                          "\"secret-id\": \"s\"")
            << u"https://a.example/v1"_s << true;
        QTest::newRow("credentials stay there")
            << QByteArray(
                   "\"mode\": \"cc\", \"api\": \"custom\", \"api-url\": \"https://me:word@a.example/v1\"")
            << u"https://a.example/v1"_s << false;
        QTest::newRow("a text server")
            << QByteArray("\"mode\": \"tc\", \"api\": \"koboldcpp\", \"api-url\": \"\"")
            << u"http://127.0.0.1:5001"_s << false;
        QTest::newRow("a text server elsewhere")
            << QByteArray("\"mode\": \"tc\", \"api\": \"tabby\", \"api-url\": \"http://box:5000\"")
            << u"http://box:5000"_s << true;
    }

    void profilesBecomeConnections()
    {
        QFETCH(QByteArray, members);
        QFETCH(QString, address);
        QFETCH(bool, needsKey);
        const QList<Connection> made = read(profile(members));
        QCOMPARE(made.size(), 1);
        QCOMPARE(made.first().id, u"sillytavern-a"_s);
        QCOMPARE(made.first().name, u"Mine"_s);
        QCOMPARE(made.first().baseUrl.toString(), address);
        QCOMPARE(made.first().needsKey, needsKey);
    }

    void whatLeadsNowhereIsLeftOut_data()
    {
        QTest::addColumn<QByteArray>("settings");
        QTest::newRow("nothing") << QByteArray("{}");
        QTest::newRow("no object") << QByteArray("[1]");
        QTest::newRow("unknown service") << profile("\"mode\": \"cc\", \"api\": \"cometapi2\"");
        QTest::newRow("no address") << profile("\"mode\": \"cc\", \"api\": \"custom\", \"api-url\": \"\"");
        QTest::newRow("a file") << profile(
            "\"mode\": \"cc\", \"api\": \"custom\", \"api-url\": \"file:/etc/passwd\"");
        QTest::newRow("numbers") << profile("\"mode\": 7, \"api\": 7, \"api-url\": 7");
        QTest::newRow("own address missing") << profile("\"mode\": \"cc\", \"api\": \"azure_openai\"");
    }

    void whatLeadsNowhereIsLeftOut()
    {
        QFETCH(QByteArray, settings);
        QVERIFY(read(settings).isEmpty());
    }

    void presentSettings_data()
    {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("model");
        QTest::newRow("a service")
            << QByteArray(
                   "{\"main_api\": \"openai\", \"oai_settings\": {\"chat_completion_source\": \"makersuite\","
                   "\"google_model\": \"gemini-x\", \"makersuite_model\": \"no\", \"custom_url\": "
                   "\"http://no\"}}")
            << u"https://generativelanguage.googleapis.com"_s << u"gemini-x"_s;
        QTest::newRow("the account's model")
            << QByteArray(
                   "{\"main_api\": \"openai\", \"oai_settings\": {\"chat_completion_source\": \"openrouter\","
                   "\"openrouter_model\": \"OR_Website\"}}")
            << u"https://openrouter.ai/api/v1"_s << QString();
        QTest::newRow("text completion")
            << QByteArray("{\"main_api\": \"textgenerationwebui\", \"textgenerationwebui_settings\":"
                          "{\"type\": \"llamacpp\", \"llamacpp_model\": \"q\", \"server_urls\": "
                          "{\"llamacpp\": \"http://box:8080\"}}}")
            << u"http://box:8080"_s << u"q"_s;
        QTest::newRow("NovelAI")
            << QByteArray("{\"main_api\": \"novel\", \"nai_settings\": {\"model_novel\": \"kayra-v1\"}}")
            << u"https://text.novelai.net"_s << u"kayra-v1"_s;
    }

    void presentSettings()
    {
        QFETCH(QByteArray, settings);
        QFETCH(QString, address);
        QFETCH(QString, model);
        const QList<Connection> made = read(settings);
        QCOMPARE(made.size(), 1);
        QCOMPARE(made.first().id, u"sillytavern-settings"_s);
        QCOMPARE(made.first().baseUrl.toString(), address);
        QCOMPARE(made.first().model, model);
    }

    void aTwinIsOne()
    {
        const QList<Connection> made =
            read("{\"main_api\": \"openai\","
                 "\"oai_settings\": {\"chat_completion_source\": \"custom\", \"custom_url\": "
                 "\"http://a/v1\", \"custom_model\": \"m\","
                 "\"custom_prompt_post_processing\": \"strict\"},"
                 "\"extension_settings\": {\"connectionManager\": {\"profiles\": ["
                 "{\"id\": \"1\", \"name\": \"One\", \"mode\": \"cc\", \"api\": \"custom\", \"api-url\": "
                 "\"http://a/v1\", \"model\": \"m\","
                 "\"prompt-post-processing\": \"semi\"},"
                 "{\"id\": \"2\", \"name\": \"Two\", \"mode\": \"cc\", \"api\": \"custom\", \"api-url\": "
                 "\"http://a/v1\", \"model\": \"n\"}]}}}");
        QCOMPARE(made.size(), 2);
        QCOMPARE(made.first().request.postProcessing, PostProcessing::Semi);
        QCOMPARE(made.last().name, u"Two"_s);
    }
};

} // namespace tst_profileconnections

SNUG_TEST(tst_profileconnections, TestProfileConnections, Core)
#include "tst_profileconnections.moc"

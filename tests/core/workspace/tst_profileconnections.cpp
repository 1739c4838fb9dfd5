// Connections out of SillyTavern's settings: its profiles and what is set at present.
#include "core/formats/jsontext.h"
#include "core/tokens/loadtokenizer.h"
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

// moc stumbles over raw texts with quotation marks, so these have others.
static QByteArray quoted(QByteArray json)
{
    return json.replace('\'', '"');
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
        QTest::newRow("text-generation-webui")
            << QByteArray("{\"main_api\": \"textgenerationwebui\", \"textgenerationwebui_settings\":"
                          "{\"type\": \"ooba\", \"custom_model\": \"c\", \"ooba_model\": \"no\"}}")
            << u"http://127.0.0.1:5000"_s << u"c"_s;
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

    // SillyTavern's command has names of its own, and its profiles keep them.
    void servicesHaveSeveralNames_data()
    {
        QTest::addColumn<QByteArray>("members");
        QTest::addColumn<QString>("address");
        QTest::newRow("google") << QByteArray("\"mode\": \"cc\", \"api\": \"google\"")
                                << u"https://generativelanguage.googleapis.com"_s;
        QTest::newRow("oai") << QByteArray("\"mode\": \"cc\", \"api\": \"oai\"")
                             << u"https://api.openai.com/v1"_s;
        QTest::newRow("openrouter-text")
            << QByteArray("\"mode\": \"tc\", \"api\": \"openrouter-text\"") << u"https://openrouter.ai/api"_s;
        QTest::newRow("horde") << QByteArray("\"mode\": \"tc\", \"api\": \"horde\"")
                               << u"https://aihorde.net/api"_s;
        QTest::newRow("kcpp") << QByteArray("\"mode\": \"tc\", \"api\": \"kcpp\"")
                              << u"http://127.0.0.1:5001"_s;
    }

    void servicesHaveSeveralNames()
    {
        QFETCH(QByteArray, members);
        QFETCH(QString, address);
        const QList<Connection> made = read(profile(members));
        QCOMPARE(made.size(), 1);
        QCOMPARE(made.first().baseUrl.toString(), address);
    }

    void servicesAreWhereTheSettingsSay_data()
    {
        QTest::addColumn<QByteArray>("chat");
        QTest::addColumn<QString>("address");
        QTest::addColumn<bool>("needsKey");
        const auto row = [](const char *name, const QByteArray &chat, const QString &address,
                            bool needsKey = true) { QTest::newRow(name) << chat << address << needsKey; };
        row("Azure",
            quoted("'chat_completion_source': 'azure_openai', 'azure_base_url': 'https://me.azure.com'"),
            u"https://me.azure.com"_s);
        row("Workers AI", quoted("'chat_completion_source': 'workers_ai', 'workers_ai_account_id': '42'"),
            u"https://api.cloudflare.com"_s);
        row("Vertex AI", quoted("'chat_completion_source': 'vertexai', 'vertexai_region': 'europe-west4'"),
            u"https://europe-west4-aiplatform.googleapis.com"_s);
        row("Vertex AI with a project",
            quoted("'chat_completion_source': 'vertexai', 'vertexai_region': 'europe-west4', "
                   "'vertexai_express_project_id': 'p'"),
            u"https://aiplatform.googleapis.com"_s);
        row("Z.AI", quoted("'chat_completion_source': 'zai', 'zai_endpoint': 'coding'"),
            u"https://api.z.ai/api/coding/paas/v4"_s);
        row("Z.AI as usual", quoted("'chat_completion_source': 'zai', 'zai_endpoint': 'common'"),
            u"https://api.z.ai/api/paas/v4"_s);
        row("SiliconFlow", quoted("'chat_completion_source': 'siliconflow', 'siliconflow_endpoint': 'cn'"),
            u"https://api.siliconflow.cn/v1"_s);
        row("MiniMax", quoted("'chat_completion_source': 'minimax', 'minimax_endpoint': 'cn'"),
            u"https://api.minimaxi.com/v1"_s);
        row("Pollinations, anonymous",
            quoted("'chat_completion_source': 'pollinations', 'pollinations_endpoint': 'anonymous'"),
            u"https://text.pollinations.ai/v1"_s, false);
        row("a reverse proxy",
            quoted("'chat_completion_source': 'claude', 'reverse_proxy': 'http://box:9/v1', "
                   "'proxy_password': 'zk'"),
            u"http://box:9/v1"_s);
        row("a reverse proxy without a password",
            quoted("'chat_completion_source': 'claude', 'reverse_proxy': 'http://box:9/v1'"),
            u"http://box:9/v1"_s, false);
        row("no reverse proxy for this one",
            quoted("'chat_completion_source': 'groq', 'reverse_proxy': 'http://box:9/v1'"),
            u"https://api.groq.com/openai/v1"_s);
    }

    void servicesAreWhereTheSettingsSay()
    {
        QFETCH(QByteArray, chat);
        QFETCH(QString, address);
        QFETCH(bool, needsKey);
        const QList<Connection> made = read("{\"main_api\": \"openai\", \"oai_settings\": {" + chat + "}}");
        QCOMPARE(made.size(), 1);
        QCOMPARE(made.first().baseUrl.toString(), address);
        QCOMPARE(made.first().needsKey, needsKey);
    }

    void whatOneServiceKnowsIsTaken()
    {
        const auto options = [](const QByteArray &chat) {
            const QList<Connection> made = read(
                "{\"main_api\": \"openai\", \"oai_settings\": {\"azure_base_url\": \"https://a.example\", " +
                chat + "}}");
            return made.value(0).request.options;
        };
        const ServiceOptions azure = options(
            quoted("'chat_completion_source': 'azure_openai', "
                   "'azure_deployment_name': 'd', 'azure_api_version': 'v', 'workers_ai_account_id': 'no'"));
        QCOMPARE(azure.deployment, u"d"_s);
        QCOMPARE(azure.apiVersion, u"v"_s);
        QVERIFY(azure.account.isEmpty());
        QCOMPARE(options(quoted("'chat_completion_source': 'workers_ai', 'workers_ai_account_id': ' 42 '"))
                     .account,
                 u"42"_s);
        const ServiceOptions vertex =
            options(quoted("'chat_completion_source': 'vertexai', "
                           "'vertexai_region': 'r', 'vertexai_express_project_id': 'p'"));
        QCOMPARE(vertex.region, u"r"_s);
        QCOMPARE(vertex.project, u"p"_s);
        const ServiceOptions router =
            options(quoted("'chat_completion_source': 'openrouter', "
                           "'openrouter_providers': ['A', 'B'], 'openrouter_quantizations': ['fp8'], "
                           "'openrouter_allow_fallbacks': false, 'openrouter_use_fallback': true, "
                           "'openrouter_middleout': 'off'"));
        QCOMPARE(router.providers, QStringList({u"A"_s, u"B"_s}));
        QCOMPARE(router.quantizations, QStringList(u"fp8"_s));
        QVERIFY(!router.allowsFallbacks && router.usesFallbackRoute);
        QCOMPARE(router.middleOut, u"off"_s);
        const ServiceOptions nano = options(quoted("'chat_completion_source': 'nanogpt', "
                                                   "'nanogpt_provider': 'x', 'nanogpt_payg_override': true"));
        QCOMPARE(nano.provider, u"x"_s);
        QVERIFY(nano.paysAsItGoes);
        QVERIFY(
            options(quoted("'chat_completion_source': 'zai', 'zai_endpoint': 'coding'")).usesOtherEndpoint);
    }

    void extraFieldsComeWithoutKeys()
    {
        const QList<Connection> made = read(
            quoted("{'main_api': 'openai', 'oai_settings': { "
                   "'chat_completion_source': 'custom', 'custom_url': 'http://a/v1', "
                   "'custom_include_headers': 'X-Team: blue\\nAuthorization: Bearer zk', "
                   "'custom_include_body': 'top_k: 20\\napi_key: zk', 'custom_exclude_body': '- seed'}}"));
        QCOMPARE(made.size(), 1);
        const RequestExtras &extras = made.first().request.extras;
        QVERIFY(extras.headers.contains(u"blue"_s));
        QVERIFY(extras.body.contains(u"20"_s));
        QCOMPARE(extras.leftOut, u"- seed"_s);
        QVERIFY(!QString(extras.headers + extras.body).contains(u"zk"_s));
        // They are of this one service.
        QVERIFY(read(quoted("{'main_api': 'openai', 'oai_settings': {'chat_completion_source': 'groq', "
                            "'custom_include_body': 'top_k: 20'}}"))
                    .first()
                    .request.extras.isEmpty());
    }

    void aProfileIsCompletedByTheSettings()
    {
        const QByteArray around = quoted(
            ", 'proxies': [{'name': 'Mine', 'url': 'https://p.example/v1', "
            "'password': 'zk'}], 'oai_settings': {'claude_model': 'c', 'reverse_proxy': "
            "'https://no.example', "
            "'custom_url': 'http://a/v1', 'custom_model': 'm', 'custom_prompt_post_processing': 'strict', "
            "'zai_endpoint': 'coding'}, 'textgenerationwebui_settings': {'tabby_model': 't', "
            "'server_urls': {'tabby': 'http://box:5000'}}}");
        const auto made = [&](const QByteArray &members) {
            QByteArray json = profile(members);
            json.chop(1);
            return read(json + around).value(0);
        };
        QCOMPARE(made("\"mode\": \"cc\", \"api\": \"claude\", \"proxy\": \"Mine\"").baseUrl.host(),
                 u"p.example"_s);
        QCOMPARE(made("\"mode\": \"cc\", \"api\": \"claude\", \"proxy\": \"None\"").baseUrl.host(),
                 u"api.anthropic.com"_s);
        QCOMPARE(made("\"mode\": \"cc\", \"api\": \"claude\"").model, u"c"_s);
        const Connection custom = made("\"mode\": \"cc\", \"api\": \"custom\"");
        QCOMPARE(custom.baseUrl.toString(), u"http://a/v1"_s);
        QCOMPARE(custom.model, u"m"_s);
        QCOMPARE(custom.request.postProcessing, PostProcessing::Strict);
        QCOMPARE(made("\"mode\": \"cc\", \"api\": \"custom\", \"prompt-post-processing\": \"none\"")
                     .request.postProcessing,
                 PostProcessing::None);
        QVERIFY(!made("\"mode\": \"cc\", \"api\": \"zai\", \"api-url\": \"common\"")
                     .request.options.usesOtherEndpoint);
        const Connection text = made("\"mode\": \"tc\", \"api\": \"tabby\"");
        QCOMPARE(text.baseUrl.toString(), u"http://box:5000"_s);
        QCOMPARE(text.model, u"t"_s);
    }

    void tokenizersOfTexts_data()
    {
        QTest::addColumn<QByteArray>("members");
        QTest::addColumn<int>("number");
        QTest::addColumn<QString>("tokenizer");
        const QByteArray text = "\"mode\": \"tc\", \"api\": \"koboldcpp\"";
        QTest::newRow("best match") << text << 99 << QString();
        QTest::newRow("the server's") << text << 6 << QString();
        QTest::newRow("OpenAI's") << text << 2 << u"cl100k_base"_s;
        QTest::newRow("Llama 3") << text << 12 << u"~llama-3"_s;
        QTest::newRow("unheard of") << text << 77 << QString();
        QTest::newRow("the profile's first") << text + ", \"tokenizer\": \"gemma\"" << 12 << u"~gemma"_s;
        QTest::newRow("the profile's best match")
            << text + ", \"tokenizer\": \"best_match\"" << 12 << QString();
        QTest::newRow("chats have the model's")
            << QByteArray("\"mode\": \"cc\", \"api\": \"groq\"") << 12 << QString();
    }

    void tokenizersOfTexts()
    {
        QFETCH(QByteArray, members);
        QFETCH(int, number);
        QFETCH(QString, tokenizer);
        QByteArray json = profile(members);
        json.chop(1);
        const QList<Connection> made =
            read(json + ", \"power_user\": {\"tokenizer\": " + QByteArray::number(number) + "}}");
        QCOMPARE(made.size(), 1);
        QCOMPARE(made.first().tokenizerFile, tokenizer);
        QVERIFY(tokenizer.isEmpty() || loadTokenizer(tokenizer));
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

    void profilesThatDifferInAnythingAreTwo()
    {
        const auto both = [](const QByteArray &first, const QByteArray &second) {
            const QByteArray same = quoted("'mode': 'tc', 'api': 'koboldcpp', 'model': 'm'");
            return read(quoted("{'extension_settings': {'connectionManager': {'profiles': [{'id': '1', "
                               "'name': 'A', ") +
                        same + first + quoted("}, {'id': '2', 'name': 'B', ") + same + second + "}]}}}")
                .size();
        };
        QCOMPARE(both("", ""), 1);
        QCOMPARE(both(quoted(", 'preset': 'P'"), quoted(", 'preset': 'P'")), 1);
        QCOMPARE(both(quoted(", 'preset': 'P'"), quoted(", 'preset': 'Q'")), 2);
        QCOMPARE(both("", quoted(", 'tokenizer': 'gemma'")), 2);
        QCOMPARE(both("", quoted(", 'start-reply-with': ''")), 2);
    }

    void profilesBringTheirChoices()
    {
        const Connection text =
            read(profile(quoted(
                     "'mode': 'tc', 'api': 'koboldcpp', 'preset': 'Calm', "
                     "'context': 'Lighthouse', 'instruct': 'ChatML', 'instruct-state': 'true', 'sysprompt': "
                     "'Keeper', "
                     "'sysprompt-state': 'false', 'stop-strings': '[\\'END\\']', 'start-reply-with': '*', "
                     "'reasoning-template': 'DeepSeek', 'regex-preset': '7'")))
                .value(0);
        const BroughtChoices wanted{.preset = u"Calm"_s,
                                    .context = u"Lighthouse"_s,
                                    .instruct = u"ChatML"_s,
                                    .systemPrompt = QString(),
                                    .stopStrings = QStringList(u"END"_s),
                                    .replyStart = u"*"_s,
                                    .notTaken = {u"Reasoning Template"_s, u"Regex Preset"_s}};
        QCOMPARE(text.brings, wanted);
        const Connection chat =
            read(profile(quoted("'mode': 'cc', 'api': 'groq', 'preset': 'Noir', "
                                "'context': 'no', 'stop-strings': '', 'instruct-state': 'false'")))
                .value(0);
        QCOMPARE(chat.brings, (BroughtChoices{.preset = u"Noir"_s, .stopStrings = QStringList()}));
        QVERIFY(read(profile(quoted("'mode': 'cc', 'api': 'groq'"))).value(0).brings.choosesNothing());
        // The marks that are in use are the template's.
        QByteArray json = profile(quoted("'mode': 'cc', 'api': 'groq', 'reasoning-template': 'Think XML'"));
        json.chop(1);
        QVERIFY(read(json + quoted(", 'power_user': {'reasoning': {'name': 'Think XML'}}}"))
                    .value(0)
                    .brings.notTaken.isEmpty());
        const Connection novel =
            read(profile(quoted("'mode': 'tc', 'api': 'novel', 'preset': 'Edgewise'"))).value(0);
        QVERIFY(!novel.brings.preset);
        QCOMPARE(novel.brings.notTaken, QStringList(u"Settings Preset"_s));
    }
};

} // namespace tst_profileconnections

SNUG_TEST(tst_profileconnections, TestProfileConnections, Core)
#include "tst_profileconnections.moc"

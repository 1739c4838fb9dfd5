// Every service: where its requests go, and where the key stands.

#include "core/wire/provider.h"
#include "core/wire/serviceask.h"
#include "core/wire/wiretext.h"
#include "core/wire/withoutkeys.h"
#include "tests/core/wire/servicefixture.h"
#include "tests/testregistry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace tst_services {

using namespace snug;
using namespace Qt::StringLiterals;
using namespace snug::servicefixture;

class TestServices : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void everyService_data()
    {
        QTest::addColumn<Connection>("connection");
        for (const Connection &connection : allConnections())
            QTest::newRow(qPrintable(connection.name)) << connection;
    }

    void everyService()
    {
        QFETCH(Connection, connection);
        const Provider &provider = providerFor(connection);
        const WireRequest reply = provider.encode(promptFor(connection), connection, Secret(key));
        for (const WireRequest &request : {reply, provider.modelsRequest(connection, Secret(key))}) {
            // The key goes nowhere but to the connection's origin, and there in a header only.
            QCOMPARE(request.url.authority(), connection.baseUrl.authority());
            QCOMPARE(request.url.scheme(), connection.baseUrl.scheme());
            QVERIFY(!request.url.toEncoded().contains(key));
            QVERIFY(!request.body.contains(key));
            for (const WireHeader &header : request.headers) {
                QVERIFY(!header.value.contains(key));
                QVERIFY(header.secret.isEmpty() || header.secret.reveal() == key);
                QCOMPARE(header.name, header.name.toLower());
            }
            QVERIFY(!wireText(request).contains(QString::fromLatin1(key)));
            QVERIFY(!curlCommand(request).contains(QString::fromLatin1(key)));
            const WireRequest kept = withoutKeys(request);
            for (const WireHeader &header : kept.headers)
                QVERIFY(!header.secret.reveal().contains(key) && !header.value.contains(key));
            QCOMPARE(withKey(kept, Secret(key), connection.baseUrl), request);
        }
        QVERIFY(QJsonDocument::fromJson(reply.body).isObject());
        QCOMPARE(reply.method, "POST");
        // Nothing is asked with a key that is not there; the Horde knows one for nobody.
        for (const WireHeader &header : provider.encode(promptFor(connection), connection, {}).headers)
            QVERIFY2((header.secret.isEmpty() || header.secret == Secret("0000000000")) &&
                         !header.value.startsWith("Bearer "),
                     header.name.constData());
    }

    void whereTheKeyStands_data()
    {
        QTest::addColumn<ChatService>("service");
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QByteArray>("open");
        QTest::newRow("OpenAI") << ChatService::OpenAi << QByteArray("authorization")
                                << QByteArray("Bearer ");
        QTest::newRow("Claude") << ChatService::Claude << QByteArray("x-api-key") << QByteArray();
        QTest::newRow("Gemini") << ChatService::Gemini << QByteArray("x-goog-api-key") << QByteArray();
        QTest::newRow("Azure") << ChatService::Azure << QByteArray("api-key") << QByteArray();
    }

    void whereTheKeyStands()
    {
        QFETCH(ChatService, service);
        QFETCH(QByteArray, header);
        QFETCH(QByteArray, open);
        for (const bool isCompatible : {false, true}) {
            Connection connection = at(service);
            connection.request.isCompatible = isCompatible;
            const auto headers =
                providerFor(connection).encode(smallPrompt(), connection, Secret(key)).headers;
            int found = 0;
            for (const WireHeader &each : headers) {
                if (each.secret.isEmpty())
                    continue;
                QCOMPARE(each.name, header);
                QCOMPARE(each.value, open);
                ++found;
            }
            QCOMPARE(found, 1);
        }
    }

    void addresses_data()
    {
        QTest::addColumn<Connection>("connection");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const Connection &connection, const QString &typed,
                            const QString &expected) {
            QTest::newRow(name) << connection << typed << expected;
        };
        row("Claude", at(ChatService::Claude), u"https://api.anthropic.com/v1"_s,
            u"https://api.anthropic.com/v1/messages"_s);
        row("Claude, host only", at(ChatService::Claude), u"https://api.anthropic.com"_s,
            u"https://api.anthropic.com/v1/messages"_s);
        row("Claude, the call pasted", at(ChatService::Claude), u"https://api.anthropic.com/v1/messages"_s,
            u"https://api.anthropic.com/v1/messages"_s);
        row("Gemini", at(ChatService::Gemini, u"models/gemini-3-pro"_s),
            u"https://generativelanguage.googleapis.com/v1beta"_s,
            u"https://generativelanguage.googleapis.com/2026-01-01/models/gemini-3-pro:streamGenerateContent?alt=sse"_s);
        row("Ollama with v1", at(ChatService::Ollama), u"http://127.0.0.1:11434/v1/"_s,
            u"http://127.0.0.1:11434/api/chat"_s);
        row("KoboldCpp, host only", at(ChatService::KoboldCpp), u"http://127.0.0.1:5001"_s,
            u"http://127.0.0.1:5001/v1/chat/completions"_s);
        row("DeepSeek, host only", at(ChatService::DeepSeek), u"https://api.deepseek.com/"_s,
            u"https://api.deepseek.com/beta/chat/completions"_s);
        row("DeepSeek, as said", at(ChatService::DeepSeek), u"https://api.deepseek.com/v1"_s,
            u"https://api.deepseek.com/v1/chat/completions"_s);
        row("Cohere", at(ChatService::Cohere), u"https://api.cohere.com/v2/chat"_s,
            u"https://api.cohere.com/v2/chat"_s);
        row("a query stays", at(ChatService::Custom), u"https://h.example/o?tenant=a%20b#x"_s,
            u"https://h.example/o/chat/completions?tenant=a%20b"_s);
        row("Azure", at(ChatService::Azure), u"https://x.openai.azure.com/openai"_s,
            u"https://x.openai.azure.com/openai/deployments/deployed/chat/completions?api-version=2026-01-01"_s);
        row("Workers AI", at(ChatService::WorkersAi), u"https://api.cloudflare.com"_s,
            u"https://api.cloudflare.com/client/v4/accounts/account-1/ai/v1/chat/completions"_s);
        row("Ollama, text", at(TextService::Ollama), u"http://127.0.0.1:11434/api/"_s,
            u"http://127.0.0.1:11434/api/generate"_s);
        row("Tabby, text", at(TextService::Tabby), u"http://127.0.0.1:5000/v1"_s,
            u"http://127.0.0.1:5000/v1/completions"_s);
        row("an old connection to OpenRouter's address", Connection{}, u"https://openrouter.ai/api/v1"_s,
            u"https://openrouter.ai/api/v1/chat/completions"_s);
    }

    void addresses()
    {
        QFETCH(Connection, connection);
        QFETCH(QString, typed);
        connection.baseUrl = QUrl(typed);
        const WireRequest request =
            providerFor(connection).encode(promptFor(connection), connection, Secret(key));
        QTEST(request.url.toString(QUrl::FullyEncoded), "expected");
    }

    void ollamaIsToldItsContext()
    {
        Connection connection = at(ChatService::Ollama, u"llama3.2"_s);
        connection.contextSize = 12288;
        const QJsonObject body = bodyOf(connection, smallPrompt());
        QCOMPARE(body[u"options"][u"num_ctx"].toInt(), 12288);
        QCOMPARE(body[u"options"][u"num_predict"].toInt(), 300);
        QVERIFY(!body.contains(u"think"));
        connection.request.effort = Effort::Min;
        QCOMPARE(bodyOf(connection, smallPrompt())[u"think"], QJsonValue(false));
        connection.model = u"gpt-oss:20b"_s;
        connection.request.effort = Effort::High;
        QCOMPARE(bodyOf(connection, smallPrompt())[u"think"], QJsonValue(u"high"_s));
    }

    void ollamaKeepsItsModelAsItDoes()
    {
        for (Connection connection : {at(ChatService::Ollama), at(TextService::Ollama)}) {
            const AssembledPrompt prompt = promptFor(connection);
            QVERIFY(!bodyOf(connection, prompt).contains(u"keep_alive"));
            for (const int seconds : {-1, 0, 1800}) {
                connection.request.options.keepAliveSeconds = seconds;
                QCOMPARE(bodyOf(connection, prompt)[u"keep_alive"], QJsonValue(seconds));
            }
        }
    }

    void streamsOfTextsSayWhatTheyCost()
    {
        for (const TextService service : {TextService::Vllm, TextService::Aphrodite, TextService::Tabby,
                                          TextService::TextGenerationWebUi}) {
            Connection connection = at(service);
            AssembledPrompt prompt = promptFor(connection);
            QVERIFY(bodyOf(connection, prompt)[u"stream_options"][u"include_usage"].toBool());
            prompt.stream = false;
            QVERIFY(!bodyOf(connection, prompt).contains(u"stream_options"));
            prompt.stream = true;
            connection.request.isCompatible = true;
            QVERIFY(!bodyOf(connection, prompt).contains(u"stream_options"));
        }
    }

    void aKeyAmongTheExtrasIsASecret()
    {
        Connection connection = at(ChatService::Custom);
        connection.request.extras.headers = u"Authorization: Bearer zk-OTHER-0123456789\nX-Token: zk-THIRD"_s;
        const WireRequest request = providerFor(connection).encode(smallPrompt(), connection, Secret(key));
        QVERIFY(
            request.headers.contains(WireHeader{"authorization", "Bearer ", Secret("zk-OTHER-0123456789")}));
        QVERIFY(request.headers.contains(WireHeader{"x-token", {}, Secret("zk-THIRD")}));
        QVERIFY(!wireText(request).contains(u"zk-"));
        QVERIFY(!curlCommand(request).contains(u"zk-"));
    }

    // An old connection's kind says nothing of the service, its address does.
    void oldConnectionsAreReadByTheirAddress()
    {
        Connection connection;
        connection.baseUrl = QUrl(u"https://api.mistral.ai/v1"_s);
        QCOMPARE(chatServiceOf(connection), ChatService::Mistral);
        connection.baseUrl = QUrl(u"https://generativelanguage.googleapis.com/v1beta/openai"_s);
        QCOMPARE(chatServiceOf(connection), ChatService::Custom);
        connection.kind = Connection::Kind::LlamaServer;
        QCOMPARE(chatServiceOf(connection), ChatService::LlamaCpp);
        connection.kind = Connection::Kind::Understudy;
        connection.baseUrl = QUrl(u"http://127.0.0.1:5000"_s);
        QCOMPARE(chatServiceOf(connection), ChatService::Custom);
    }

    void strictTemplatesGetStrictMessages()
    {
        Connection connection = at(ChatService::LlamaCpp);
        connection.request.postProcessing = PostProcessing::Strict;
        AssembledPrompt prompt =
            promptOf({said(Role::System, u"a"_s), said(Role::System, u"b"_s), said(Role::Assistant, u"c"_s),
                      said(Role::System, u"d"_s), said(Role::User, u"e"_s)});
        const OutboundPrompt outbound = providerFor(connection).outbound(prompt, connection);
        QStringList roles;
        for (const ConvertedMessage &message : outbound.messages)
            roles << speakerName(message.speaker);
        QCOMPARE(roles, (QStringList{u"system"_s, u"user"_s, u"assistant"_s, u"user"_s}));
        QVERIFY(!outbound.seam.isEmpty());
        const QJsonArray sent = bodyOf(connection, prompt)[u"messages"].toArray();
        QCOMPARE(sent.size(), 4);
        QCOMPARE(sent.at(3)[u"content"].toString(), u"d\n\ne"_s);
    }
};

} // namespace tst_services

SNUG_TEST(tst_services, TestServices, Core)
#include "tst_services.moc"

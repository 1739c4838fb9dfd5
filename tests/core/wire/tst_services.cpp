// Every service: where its requests go, where the key stands, what is said of what is not sent.
#include "core/wire/provider.h"
#include "core/wire/serviceask.h"
#include "core/wire/wiretext.h"
#include "core/wire/withoutkeys.h"
#include "tests/testregistry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace tst_services {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

const QByteArray key = "zk-SECRET-0123456789";

OutboundMessage said(Role role, const QString &text)
{
    const Source source(SourceKind::PromptText, u"1"_s);
    return {.role = role, .content = TracedText(text, source), .source = source};
}

AssembledPrompt promptOf(const QList<OutboundMessage> &messages)
{
    AssembledPrompt prompt;
    prompt.messages = messages;
    prompt.maxTokens = 300;
    prompt.samplers.temperature = 0.9;
    prompt.samplers.frequencyPenalty = 0;
    prompt.samplers.presencePenalty = 0;
    prompt.wishes.userName = u"Nora"_s;
    prompt.wishes.characterName = u"Mira"_s;
    return prompt;
}

AssembledPrompt smallPrompt()
{
    return promptOf({said(Role::System, u"You are Mira."_s), said(Role::System, u"It is night."_s),
                     said(Role::User, u"May I climb up?"_s)});
}

Connection at(ChatService service, const QString &model = u"m"_s)
{
    Connection connection;
    connection.kind = Connection::Kind::ChatService;
    connection.service = service;
    connection.baseUrl = QUrl(factsOf(service).address);
    if (connection.baseUrl.isEmpty())
        connection.baseUrl = QUrl(u"https://own.example.org"_s);
    connection.model = model;
    connection.request.options.account = u"account-1"_s;
    connection.request.options.deployment = u"deployed"_s;
    connection.request.options.apiVersion = u"2026-01-01"_s;
    return connection;
}

Connection at(TextService service)
{
    Connection connection;
    connection.kind = Connection::Kind::TextService;
    connection.textService = service;
    connection.baseUrl = QUrl(factsOf(service).address);
    if (connection.baseUrl.isEmpty())
        connection.baseUrl = QUrl(u"https://own.example.org"_s);
    connection.model = u"m"_s;
    return connection;
}

QList<Connection> allConnections()
{
    QList<Connection> list;
    for (const ChatServiceFacts &facts : chatServices()) {
        for (const bool isCompatible : {false, true}) {
            list.append(at(facts.service));
            list.last().name = facts.id + (isCompatible ? u", compatible"_s : QString());
            list.last().request.isCompatible = isCompatible;
        }
    }
    for (const TextServiceFacts &facts : textServices()) {
        list.append(at(facts.service));
        list.last().name = u"text "_s + facts.id;
    }
    return list;
}

AssembledPrompt promptFor(const Connection &connection)
{
    AssembledPrompt prompt = smallPrompt();
    if (connection.completesText()) {
        prompt.prompt = TracedText(u"Mira:"_s, Source(SourceKind::PromptText, u"1"_s));
        prompt.messages.clear();
    }
    return prompt;
}

QJsonObject bodyOf(const Connection &connection, const AssembledPrompt &prompt)
{
    return QJsonDocument::fromJson(providerFor(connection).encode(prompt, connection, Secret(key)).body)
        .object();
}

} // namespace

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

    // Google's OpenAI address answers 400 to a penalty of 0, others do to more.
    void whatDoesNothingIsNotSent()
    {
        for (const ChatServiceFacts &facts : chatServices()) {
            const QByteArray body =
                providerFor(at(facts.service)).encode(smallPrompt(), at(facts.service), Secret(key)).body;
            QVERIFY2(!body.contains("penalty\":0"), qPrintable(facts.name));
        }
    }

    void ownServersGetTheirSamplers_data()
    {
        QTest::addColumn<Connection>("connection");
        for (const ChatServiceFacts &facts : chatServices()) {
            if (isOwnServer(facts.service))
                QTest::newRow(qPrintable(facts.id)) << at(facts.service);
        }
        Connection nearby;
        nearby.baseUrl = QUrl(u"http://127.0.0.1:9000/v1"_s);
        QTest::newRow("any on this computer") << nearby;
    }
    void ownServersGetTheirSamplers()
    {
        QFETCH(Connection, connection);
        AssembledPrompt prompt = smallPrompt();
        prompt.samplers.topK = 20;
        prompt.samplers.minP = 0.1;
        prompt.samplers.repetitionPenalty = 1.2;
        prompt.stop = {u"1"_s, u"2"_s, u"3"_s, u"4"_s, u"5"_s};
        QJsonObject body = bodyOf(connection, prompt);
        if (body.contains(u"options"))
            body = body[u"options"].toObject();
        QCOMPARE(body[u"top_k"].toInt(), 20);
        QCOMPARE(body[u"min_p"].toDouble(), 0.1);
        QCOMPARE(body[u"stop"].toArray().size(), 5);
        const QString penalty =
            body.contains(u"repeat_penalty") ? u"repeat_penalty"_s : u"repetition_penalty"_s;
        QCOMPARE(body[penalty].toDouble(), 1.2);
        QVERIFY(providerFor(connection).leftOut(prompt, connection).isEmpty());
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

    void leftOutSaysWhatIsMissing()
    {
        AssembledPrompt prompt = smallPrompt();
        prompt.samplers.topA = 0.2;
        prompt.samplers.temperature = 1.4;
        prompt.samplers.seed = 7;
        prompt.stop = {u" "_s, u"Nora:"_s};
        Connection claude = at(ChatService::Claude, u"claude-opus-5"_s);
        claude.request.prefill = u"*Mira"_s;
        const QStringList list = providerFor(claude).leftOut(prompt, claude);
        QCOMPARE(list, (QStringList{u"temperature 1.4"_s, u"top_a 0.2"_s, u"seed 7"_s, u"1 stop text(s)"_s,
                                    u"the beginning of the reply (prefill)"_s}));
        Connection miniMax = at(ChatService::MiniMax);
        QVERIFY(providerFor(miniMax).leftOut(prompt, miniMax).contains(u"temperature 1.4, sent as 1"_s));
        Connection groq = at(ChatService::Groq);
        groq.request.effort = Effort::High;
        QVERIFY(providerFor(groq).leftOut(prompt, groq).contains(u"reasoning effort high"_s));
        groq.request.extras.body = u"[1, 2"_s;
        QVERIFY(providerFor(groq).leftOut(prompt, groq).last().contains(u"Extra body keys"_s));
    }

    void extrasComeLastAndRefusedKeysGo()
    {
        for (const ChatService service : {ChatService::Custom, ChatService::Claude, ChatService::Gemini}) {
            Connection connection = at(service);
            connection.request.extras = {u"X-Team: blue\nHost: evil.example\nContent-Length: 3"_s,
                                         u"safe: true\nstream: false"_s, u"max_tokens"_s};
            connection.request.refused = {{u"m"_s, u"temperature"_s}, {u"other"_s, u"messages"_s}};
            const WireRequest request =
                providerFor(connection).encode(smallPrompt(), connection, Secret(key));
            const QJsonObject body = QJsonDocument::fromJson(request.body).object();
            QCOMPARE(body[u"safe"], QJsonValue(true));
            QCOMPARE(body[u"stream"], QJsonValue(false));
            QVERIFY(!body.contains(u"max_tokens"));
            QVERIFY(!request.body.contains("temperature"));
            QVERIFY(body.contains(u"messages") || body.contains(u"contents"));
            QVERIFY(request.headers.contains(WireHeader{"x-team", "blue"}));
            for (const WireHeader &header : request.headers)
                QVERIFY(header.name != "host" && header.name != "content-length");
            QVERIFY(
                providerFor(connection).leftOut(smallPrompt(), connection).contains(u"temperature 0.9"_s));
        }
    }

    // What the service's list says of the model in use, and of no other.
    void whatTheServiceSaysCounts()
    {
        AssembledPrompt prompt = smallPrompt();
        prompt.samplers.minP = 0.1;
        prompt.samplers.seed = 7;
        prompt.maxTokens = 9000;
        Connection router = at(ChatService::OpenRouter, u"a/m"_s);
        QVERIFY(providerFor(router).leftOut(prompt, router).isEmpty());
        router.request.said = {u"a/m"_s, 32'768, 4096, {u"temperature"_s, u"max_tokens"_s}};
        const QJsonObject body = bodyOf(router, prompt);
        QCOMPARE(body[u"max_tokens"], QJsonValue(4096));
        QVERIFY(body.contains(u"temperature") && !body.contains(u"min_p") && !body.contains(u"seed"));
        QCOMPARE(providerFor(router).leftOut(prompt, router),
                 (QStringList{u"min_p 0.1"_s, u"seed 7"_s, u"a reply of 9000 tokens, sent as 4096"_s}));
        router.request.extras.body = u"seed: 8"_s; // the user's word is the last
        QCOMPARE(bodyOf(router, prompt)[u"seed"], QJsonValue(8));
        router.request.isCompatible = true;
        QCOMPARE(bodyOf(router, prompt)[u"max_tokens"], QJsonValue(9000));
        router.request.isCompatible = false;
        router.model = u"b/m"_s;
        QCOMPARE(bodyOf(router, prompt)[u"max_tokens"], QJsonValue(9000));
    }

    void theUserOverrulesWhatIsKnown()
    {
        AssembledPrompt prompt = smallPrompt();
        prompt.stop = {u"Nora:"_s};
        Connection openAi = at(ChatService::OpenAi, u"o3"_s);
        openAi.request.prefill = u"*Mira"_s;
        openAi.request.logProbAlternatives = 2;
        QJsonObject body = bodyOf(openAi, prompt);
        QVERIFY(!body.contains(u"temperature") && !body.contains(u"stop") && !body.contains(u"logprobs"));
        QCOMPARE(body[u"messages"].toArray().size(), 3);
        UserClaims &claims = openAi.request.claims;
        claims.takesSamplers = claims.takesStop = claims.takesPrefill = claims.saysLogProbs = true;
        claims.takesSystemText = false;
        body = bodyOf(openAi, prompt);
        QVERIFY(body.contains(u"temperature") && body.contains(u"stop") && body.contains(u"logprobs"));
        QCOMPARE(body[u"messages"].toArray().size(), 4);
        QCOMPARE(body[u"messages"].toArray().first()[u"role"].toString(), u"user"_s);
        QVERIFY(providerFor(openAi).leftOut(prompt, openAi).isEmpty());
        Connection claude = at(ChatService::Claude, u"claude-opus-5"_s);
        claude.request.claims.takesSamplers = claude.request.claims.takesPrefill = true;
        claude.request.prefill = u"*Mira"_s;
        claude.request.showsThoughts = false; // who thinks takes neither
        body = bodyOf(claude, prompt);
        QVERIFY(body.contains(u"temperature"));
        QCOMPARE(body[u"messages"].toArray().last()[u"role"].toString(), u"assistant"_s);
        Connection gemini = at(ChatService::Gemini, u"gemini-2.5-flash"_s);
        gemini.request.claims.takesSamplers = gemini.request.claims.takesSystemText = false;
        body = bodyOf(gemini, prompt);
        QVERIFY(!body.contains(u"systemInstruction"));
        QVERIFY(!body[u"generationConfig"].toObject().contains(u"temperature"));
        gemini.request.isCompatible = true; // SillyTavern knows what it knows
        QVERIFY(bodyOf(gemini, prompt)[u"generationConfig"].toObject().contains(u"temperature"));
    }

    void logProbabilitiesAreAskedForOrSaidToBeMissing()
    {
        Connection openAi = at(ChatService::OpenAi, u"gpt-4o"_s);
        openAi.request.logProbAlternatives = 3;
        QCOMPARE(bodyOf(openAi, smallPrompt())[u"top_logprobs"], QJsonValue(3));
        QVERIFY(providerFor(openAi).leftOut(smallPrompt(), openAi).isEmpty());
        openAi.request.refused = {{u"gpt-4o"_s, u"logprobs"_s}}; // the number is nothing alone
        QVERIFY(!bodyOf(openAi, smallPrompt()).contains(u"logprobs"));
        QVERIFY(!bodyOf(openAi, smallPrompt()).contains(u"top_logprobs"));
        const QStringList missing{u"log-probabilities"_s};
        QCOMPARE(providerFor(openAi).leftOut(smallPrompt(), openAi), missing);
        Connection gemini = at(ChatService::Gemini, u"gemini-2.0-flash"_s);
        gemini.request.logProbAlternatives = 3;
        QCOMPARE(bodyOf(gemini, smallPrompt())[u"generationConfig"][u"logprobs"], QJsonValue(3));
        gemini.request.refused = {{u"gemini-2.0-flash"_s, u"responseLogprobs"_s}};
        QVERIFY(!bodyOf(gemini, smallPrompt())[u"generationConfig"].toObject().contains(u"logprobs"));
        Connection horde = at(TextService::Horde);
        horde.request.logProbAlternatives = 3;
        QCOMPARE(providerFor(horde).leftOut(promptFor(horde), horde), missing);
        Connection llama = at(TextService::LlamaCpp);
        llama.request.logProbAlternatives = 3;
        QCOMPARE(bodyOf(llama, promptFor(llama))[u"n_probs"], QJsonValue(3));
        llama.kind = Connection::Kind::LlamaCompletion;
        QCOMPARE(bodyOf(llama, promptFor(llama))[u"n_probs"], QJsonValue(3));
        llama.kind = Connection::Kind::OpenAiCompletion;
        QCOMPARE(bodyOf(llama, promptFor(llama))[u"logprobs"], QJsonValue(3));
    }

    // Every service says it or says why not; nothing of it is asked of one that does not.
    void logProbabilitiesOfEachService()
    {
        for (Connection connection : allConnections()) {
            const WireRequest plain =
                providerFor(connection).encode(promptFor(connection), connection, Secret(key));
            QVERIFY2(!plain.body.contains("probs"), qPrintable(connection.name));
            connection.request.logProbAlternatives = 5;
            const WireRequest request =
                providerFor(connection).encode(promptFor(connection), connection, Secret(key));
            const bool isAsked = request.body.contains("logprobs") || request.body.contains("n_probs") ||
                                 request.body.contains("responseLogprobs");
            if (!connection.completesText())
                QVERIFY2(isAsked == logProbTraits(connection).isSaid(), qPrintable(connection.name));
            const bool isMissed = providerFor(connection)
                                      .leftOut(promptFor(connection), connection)
                                      .contains(u"log-probabilities");
            QVERIFY2(isMissed != isAsked, qPrintable(connection.name));
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

    void prefillWhereItIsTaken()
    {
        const auto lastOf = [](ChatService service) {
            Connection connection = at(service);
            connection.request.prefill = u"*Mira"_s;
            return bodyOf(connection, smallPrompt())[u"messages"].toArray().last().toObject();
        };
        QCOMPARE(lastOf(ChatService::DeepSeek)[u"prefix"], QJsonValue(true));
        QCOMPARE(lastOf(ChatService::Mistral)[u"prefix"], QJsonValue(true));
        QCOMPARE(lastOf(ChatService::Moonshot)[u"partial"], QJsonValue(true));
        QCOMPARE(lastOf(ChatService::LlamaCpp)[u"content"], QJsonValue(u"*Mira"_s));
        QCOMPARE(lastOf(ChatService::OpenAi)[u"content"], QJsonValue(u"May I climb up?"_s));
    }
};

} // namespace tst_services

SNUG_TEST(tst_services, TestServices, Core)
#include "tst_services.moc"

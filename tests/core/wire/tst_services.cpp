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

    // By its path where it stands inside another; what is around it stays, unless nothing does.
    void refusedMembersGoByTheirPath()
    {
        Connection responses = at(ChatService::OpenAi, u"gpt-5.4"_s);
        responses.request.options.usesResponses = true;
        responses.request.effort = Effort::High;
        QCOMPARE(bodyOf(responses, smallPrompt())[u"reasoning"],
                 QJsonValue(QJsonObject{{u"effort"_s, u"high"_s}, {u"summary"_s, u"auto"_s}}));
        responses.request.refused = {{u"gpt-5.4"_s, u"reasoning.summary"_s}};
        QCOMPARE(bodyOf(responses, smallPrompt())[u"reasoning"],
                 QJsonValue(QJsonObject{{u"effort"_s, u"high"_s}}));
        QVERIFY(
            !providerFor(responses).leftOut(smallPrompt(), responses).contains(u"reasoning effort high"_s));
        responses.request.refused.append({u"gpt-5.4"_s, u"reasoning.effort"_s});
        QVERIFY(!bodyOf(responses, smallPrompt()).contains(u"reasoning"));
        QVERIFY(
            providerFor(responses).leftOut(smallPrompt(), responses).contains(u"reasoning effort high"_s));
        Connection gemini = at(ChatService::Gemini, u"gemini-3-pro"_s);
        gemini.request.effort = Effort::High;
        gemini.request.refused = {{u"gemini-3-pro"_s, u"generationConfig.thinkingConfig.thinkingLevel"_s}};
        QCOMPARE(bodyOf(gemini, smallPrompt())[u"generationConfig"][u"thinkingConfig"],
                 QJsonValue(QJsonObject{{u"includeThoughts"_s, true}}));
        QVERIFY(providerFor(gemini).leftOut(smallPrompt(), gemini).contains(u"reasoning effort high"_s));
    }

    // A limit that is refused goes under its other name; where both are, that it is missing is said.
    void theLimitHasTwoNames()
    {
        const QString missing = u"the limit of 300 tokens for the reply"_s;
        Connection connection = at(ChatService::Custom);
        connection.request.refused = {{u"m"_s, u"max_tokens"_s}};
        QJsonObject body = bodyOf(connection, smallPrompt());
        QVERIFY(!body.contains(u"max_tokens"));
        QCOMPARE(body[u"max_completion_tokens"], QJsonValue(300));
        QVERIFY(!providerFor(connection).leftOut(smallPrompt(), connection).contains(missing));
        connection.request.refused.append({u"m"_s, u"max_completion_tokens"_s});
        body = bodyOf(connection, smallPrompt());
        QVERIFY(!body.contains(u"max_tokens") && !body.contains(u"max_completion_tokens"));
        QVERIFY(providerFor(connection).leftOut(smallPrompt(), connection).contains(missing));
        Connection newest = at(ChatService::OpenAi, u"gpt-7"_s);
        newest.request.refused = {{u"gpt-7"_s, u"max_completion_tokens"_s}};
        QCOMPARE(bodyOf(newest, smallPrompt())[u"max_tokens"], QJsonValue(300));
        Connection claude = at(ChatService::Claude); // it has one, and wants it
        claude.request.refused = {{u"m"_s, u"max_tokens"_s}};
        QCOMPARE(bodyOf(claude, smallPrompt())[u"max_tokens"], QJsonValue(300));
    }

    // A reply that is begun, or continued, goes on where it ends; whoever begins a new one by itself is told
    // so.
    void beginningsGoOn()
    {
        AssembledPrompt prompt = promptOf({said(Role::User, u"May I climb up?"_s)});
        const AssembledPrompt plain = prompt;
        AssembledPrompt continued =
            promptOf({said(Role::User, u"May I climb up?"_s), said(Role::Assistant, u"Only if"_s)});
        const AssembledPrompt others = continued; // of a group: another member spoke last
        continued.wishes.type = GenerationType::Continue;
        for (const bool isPrefilled : {true, false}) {
            const auto bodyAt = [&](ChatService service, const AssembledPrompt &sent) {
                Connection connection = at(service);
                if (isPrefilled && &sent != &plain)
                    connection.request.prefill = u"Only if"_s;
                return bodyOf(connection, sent);
            };
            const AssembledPrompt &begun = isPrefilled ? prompt : continued;
            const QJsonObject vllm = bodyAt(ChatService::Vllm, begun);
            QCOMPARE(vllm[u"continue_final_message"], QJsonValue(true));
            QCOMPARE(vllm[u"add_generation_prompt"], QJsonValue(false));
            QCOMPARE(vllm[u"messages"].toArray().last()[u"content"], QJsonValue(u"Only if"_s));
            const QJsonObject tabby = bodyAt(ChatService::Tabby, begun);
            QCOMPARE(tabby[u"response_prefix"], QJsonValue(u"Only if"_s));
            QCOMPARE(tabby[u"messages"].toArray().size(), 1);
            QCOMPARE(bodyAt(ChatService::TextGenerationWebUi, begun)[u"continue_"], QJsonValue(true));
            QCOMPARE(bodyAt(ChatService::KoboldCpp, begun)[u"continue_assistant_turn"], QJsonValue(true));
        }
        for (const ChatService service : {ChatService::Vllm, ChatService::Tabby,
                                          ChatService::TextGenerationWebUi, ChatService::KoboldCpp}) {
            for (const AssembledPrompt *sent : {&plain, &others}) {
                const QJsonObject body = bodyOf(at(service), *sent);
                for (const QString &name : {u"continue_final_message"_s, u"add_generation_prompt"_s,
                                            u"response_prefix"_s, u"continue_"_s})
                    QVERIFY2(!body.contains(name), qPrintable(name));
                QVERIFY(!body[u"continue_assistant_turn"].toBool());
                QCOMPARE(body[u"messages"].toArray().size(), qsizetype(sent->messages.size()));
            }
        }
    }

    void howMuchIsThoughtByModel_data()
    {
        QTest::addColumn<ChatService>("service");
        QTest::addColumn<QString>("model");
        QTest::addColumn<Effort>("effort");
        QTest::addColumn<QString>("member");
        QTest::addColumn<QJsonValue>("sent");
        const QString plain = u"reasoning_effort"_s;
        const QJsonValue none(QJsonValue::Undefined);
        const auto row = [](const char *name) -> QTestData & { return QTest::newRow(name); };
        row("Mistral, small") << ChatService::Mistral << u"mistral-small-2603"_s << Effort::High << plain
                              << QJsonValue(u"high"_s);
        row("Mistral, little") << ChatService::Mistral << u"mistral-medium-latest"_s << Effort::Low << plain
                               << QJsonValue(u"none"_s);
        row("Mistral, newer") << ChatService::Mistral << u"mistral-large-2702"_s << Effort::Max << plain
                              << QJsonValue(u"high"_s);
        row("Mistral, older") << ChatService::Mistral << u"mistral-large-2512"_s << Effort::High << plain
                              << none;
        row("Mistral, an older small one")
            << ChatService::Mistral << u"mistral-small-2506"_s << Effort::High << plain << none;
        row("Groq") << ChatService::Groq << u"openai/gpt-oss-120b"_s << Effort::Max << plain
                    << QJsonValue(u"high"_s);
        row("Groq, yes or no") << ChatService::Groq << u"qwen/qwen3-32b"_s << Effort::Medium << plain
                               << QJsonValue(u"default"_s);
        row("Groq, without") << ChatService::Groq << u"llama-3.3-70b-versatile"_s << Effort::High << plain
                             << none;
        row("Cohere") << ChatService::Cohere << u"command-a-reasoning-08-2025"_s << Effort::Medium
                      << u"thinking"_s
                      << QJsonValue(QJsonObject{{u"type"_s, u"enabled"_s}, {u"token_budget"_s, 75}});
        row("Cohere, without") << ChatService::Cohere << u"command-a-03-2025"_s << Effort::Medium
                               << u"thinking"_s << none;
    }
    void howMuchIsThoughtByModel()
    {
        QFETCH(ChatService, service);
        QFETCH(QString, model);
        QFETCH(Effort, effort);
        QFETCH(QString, member);
        QFETCH(QJsonValue, sent);
        Connection connection = at(service, model);
        connection.request.effort = effort;
        QCOMPARE(bodyOf(connection, smallPrompt()).value(member), sent);
        const QString missing = u"reasoning effort "_s + effortName(effort);
        QCOMPARE(providerFor(connection).leftOut(smallPrompt(), connection).contains(missing),
                 sent.isUndefined());
        connection.request.isCompatible = true;
        QVERIFY(!bodyOf(connection, smallPrompt()).contains(member));
    }

    // To hide thoughts is one thing, to have none another.
    void thinkingIsTurnedOffWhereItCanBe_data()
    {
        QTest::addColumn<ChatService>("service");
        QTest::addColumn<QString>("model");
        QTest::addColumn<QByteArray>("sent"); // empty: it cannot be
        const auto row = [](ChatService service, const char *model, const QByteArray &sent) {
            QTest::addRow("%s: %s", qPrintable(factsOf(service).name), model)
                << service << QString::fromLatin1(model) << sent;
        };
        row(ChatService::Claude, "claude-opus-5", R"("thinking":{"type":"disabled"})");
        row(ChatService::Claude, "claude-opus-5-5", "");
        row(ChatService::OpenAi, "gpt-5.4", R"("reasoning_effort":"none")");
        row(ChatService::OpenAi, "o3", "");
        row(ChatService::Gemini, "gemini-2.5-flash", R"("thinkingBudget":0)");
        row(ChatService::Gemini, "gemini-3-pro", "");
        row(ChatService::DeepSeek, "deepseek-chat", R"("thinking":{"type":"disabled"})");
        row(ChatService::Moonshot, "kimi-k2.5", R"("thinking":{"type":"disabled"})");
        row(ChatService::Zai, "glm-5", R"("thinking":{"type":"disabled"})");
        row(ChatService::OpenRouter, "z-ai/glm-5", R"("effort":"none")");
        row(ChatService::Mistral, "mistral-small-2603", R"("reasoning_effort":"none")");
        row(ChatService::Cohere, "command-a-reasoning-08-2025", R"("thinking":{"type":"disabled"})");
        row(ChatService::Groq, "qwen/qwen3-32b", R"("reasoning_effort":"none")");
        row(ChatService::Groq, "openai/gpt-oss-20b", "");
        row(ChatService::Xai, "grok-4.3", R"("reasoning_effort":"none")");
        row(ChatService::Ollama, "qwen3:8b", R"("think":false)");
        row(ChatService::Ollama, "gpt-oss:20b", "");
        row(ChatService::LlamaCpp, "qwen3", R"("chat_template_kwargs":{"enable_thinking":false})");
        row(ChatService::Vllm, "qwen3", R"("chat_template_kwargs":{"enable_thinking":false})");
        row(ChatService::KoboldCpp, "qwen3", R"("chat_template_kwargs":{"enable_thinking":false})");
        row(ChatService::Tabby, "qwen3", R"("template_vars":{"enable_thinking":false})");
        row(ChatService::LmStudio, "qwen3", "");
    }
    void thinkingIsTurnedOffWhereItCanBe()
    {
        QFETCH(ChatService, service);
        QFETCH(QString, model);
        QFETCH(QByteArray, sent);
        Connection connection = at(service, model);
        const auto sentNow = [&connection] {
            return providerFor(connection).encode(smallPrompt(), connection, Secret(key)).body;
        };
        const QString missing = u"thinking turned off"_s;
        for (const bool hides : {false, true}) {
            connection.request.showsThoughts = !hides;
            QVERIFY2(sent.isEmpty() || !sentNow().contains(sent), sentNow().constData());
        }
        connection.request.effort = Effort::High;
        connection.request.turnsThinkingOff = true;
        QVERIFY2(sentNow().contains(sent), sentNow().constData());
        const QStringList list = providerFor(connection).leftOut(smallPrompt(), connection);
        QCOMPARE(list.contains(missing), sent.isEmpty());
        QVERIFY(!list.contains(u"reasoning effort high"_s)); // there is none to have
        connection.request.isCompatible = true;
        connection.request.turnsThinkingOff = false;
        const QByteArray compatible = sentNow();
        connection.request.turnsThinkingOff = true; // not a word of SillyTavern's
        QCOMPARE(sentNow(), compatible);
    }

    // Claude's that think only if asked need no word for it.
    void whoThinksOnlyIfAsked()
    {
        Connection claude = at(ChatService::Claude, u"claude-opus-4-6"_s);
        claude.request.effort = Effort::High;
        QVERIFY(bodyOf(claude, smallPrompt()).contains(u"thinking"));
        claude.request.turnsThinkingOff = true;
        QVERIFY(!bodyOf(claude, smallPrompt()).contains(u"thinking"));
        QVERIFY(bodyOf(claude, smallPrompt()).contains(u"temperature"));
        QVERIFY(!providerFor(claude).leftOut(smallPrompt(), claude).contains(u"thinking turned off"_s));
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

    void cohereTakesOnePenalty()
    {
        AssembledPrompt prompt = smallPrompt();
        prompt.samplers.frequencyPenalty = 0.4;
        prompt.samplers.presencePenalty = 0.3;
        Connection cohere = at(ChatService::Cohere);
        const QJsonObject body = bodyOf(cohere, prompt);
        QCOMPARE(body[u"frequency_penalty"], QJsonValue(0.4));
        QVERIFY(!body.contains(u"presence_penalty"));
        QVERIFY(providerFor(cohere).leftOut(prompt, cohere).contains(u"presence_penalty 0.3"_s));
        prompt.samplers.frequencyPenalty = 0;
        QCOMPARE(bodyOf(cohere, prompt)[u"presence_penalty"], QJsonValue(0.3));
    }

    // What only local servers know, where a chat's preset names it: sent, or said to be missing.
    void chatsTakeWhatTheirServerKnows()
    {
        AssembledPrompt prompt = smallPrompt();
        prompt.wishes.preset = Json::object({{u"dry_multiplier"_s, Json(0.8)},
                                             {u"dry_base"_s, Json(1.75)},
                                             {u"xtc_probability"_s, Json(0.5)},
                                             {u"xtc_threshold"_s, Json(0.1)},
                                             {u"typical_p"_s, Json(0.9)},
                                             {u"nsigma"_s, Json(1.5)},
                                             {u"dynatemp"_s, Json(true)},
                                             {u"min_temp"_s, Json(0.5)},
                                             {u"max_temp"_s, Json(1.5)}});
        for (const ChatService service : {ChatService::KoboldCpp, ChatService::LlamaCpp, ChatService::Tabby,
                                          ChatService::TextGenerationWebUi}) {
            const Connection own = at(service);
            const QJsonObject body = bodyOf(own, prompt);
            QCOMPARE(body[u"dry_multiplier"], QJsonValue(0.8));
            QCOMPARE(body[u"xtc_probability"], QJsonValue(0.5));
            QCOMPARE(body[u"typical_p"], QJsonValue(0.9));
            QCOMPARE(body[u"top_n_sigma"], QJsonValue(1.5));
            QCOMPARE(body[u"dynatemp_range"], QJsonValue(0.5));
            // Between two temperatures there is not the preset's.
            QCOMPARE(providerFor(own).leftOut(prompt, own), QStringList{u"temperature 0.9, sent as 1"_s});
            const QJsonObject plain = bodyOf(own, smallPrompt());
            for (const QString &name : {u"dry_multiplier"_s, u"dry_sequence_breakers"_s, u"typical_p"_s,
                                        u"mirostat"_s, u"dynatemp_range"_s})
                QVERIFY2(!plain.contains(name), qPrintable(name));
        }
        for (const ChatService service : {ChatService::Vllm, ChatService::LmStudio, ChatService::OpenAi}) {
            const Connection other = at(service);
            const QStringList list = providerFor(other).leftOut(prompt, other);
            for (const QString &line : {u"dry_multiplier 0.8"_s, u"xtc_probability 0.5"_s, u"typical_p 0.9"_s,
                                        u"nsigma 1.5"_s, u"dynamic temperature"_s})
                QVERIFY2(list.contains(line), qPrintable(line + u" / "_s + list.join(u", ")));
        }
    }

    void hordesWorkersGetNeutralValues()
    {
        const Connection horde = at(TextService::Horde);
        AssembledPrompt prompt = promptFor(horde);
        QCOMPARE(bodyOf(horde, prompt)[u"params"][u"top_a"], QJsonValue(0));
        prompt.samplers.topA = 0.4;
        QCOMPARE(bodyOf(horde, prompt)[u"params"][u"top_a"], QJsonValue(0.4));
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

    // Every service says how long a reply may be.
    void theLimitIsSaid()
    {
        for (const Connection &connection : allConnections()) {
            const AssembledPrompt prompt = promptFor(connection);
            for (const QString &line : providerFor(connection).leftOut(prompt, connection))
                QVERIFY2(!line.contains(u"limit of"), qPrintable(connection.name));
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

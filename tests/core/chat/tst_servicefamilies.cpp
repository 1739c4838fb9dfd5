// A whole turn over real sockets with each family of services, which refuse what the real ones refuse.
#include "core/chat/turn.h"
#include "core/wire/connectiontest.h"
#include "core/wire/countcalls.h"
#include "core/wire/networktransport.h"
#include "core/wire/queuetransport.h"
#include "core/wire/serviceanswers.h"
#include "core/wire/wholecount.h"
#include "tests/fakes/servicemock.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_servicefamilies {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

// As SillyTavern's presets make them: several system messages, one in the middle, names, penalties of 0.
AssembledPrompt usualPrompt()
{
    AssembledPrompt prompt;
    const auto add = [&](Role role, const QString &text, const QString &name = {}) {
        OutboundMessage message;
        message.role = role;
        message.name = name;
        message.source = Source(SourceKind::PromptText, QString::number(prompt.messages.size()));
        message.content = TracedText(text, message.source);
        prompt.messages.append(message);
    };
    add(Role::System, u"Write Mira's next reply."_s);
    add(Role::System, u"Mira keeps a lighthouse."_s);
    add(Role::System, u"Hello."_s, u"example_assistant"_s);
    add(Role::Assistant, u"You came back."_s, u"Mira"_s);
    add(Role::System, u""_s);
    add(Role::User, u"I never left."_s, u"Nora"_s);
    add(Role::System, u"It is night."_s);
    prompt.samplers.temperature = 1;
    prompt.samplers.topP = 1;
    prompt.samplers.topK = 0;
    prompt.samplers.frequencyPenalty = 0;
    prompt.samplers.presencePenalty = 0;
    prompt.samplers.minP = 0;
    prompt.samplers.topA = 0;
    prompt.samplers.repetitionPenalty = 1;
    prompt.maxTokens = 300;
    prompt.budget.context = 8192;
    prompt.stop = {u"\nNora:"_s};
    prompt.wishes.userName = u"Nora"_s;
    prompt.wishes.characterName = u"Mira"_s;
    return prompt;
}

struct Family
{
    MockedService mock = MockedService::OpenAi;
    ChatService service = ChatService::OpenAi;
    QString model = {};
    PostProcessing processing = PostProcessing::None;
    Effort effort = Effort::Auto;
    bool isBegun = false;     // the reply: by the preset, and by the chat's last message
    bool hasSamplers = false; // that say something
    bool usesResponses = false;
    bool isThinkingOff = false;
    QStringList refused = {}; // learnt already
};

QByteArray asked(const char *model, const QByteArray &members)
{
    return "{\"model\":\"" + QByteArray(model) + "\"," + members + "}";
}

// As the user's settings and chat leave it.
AssembledPrompt promptOf(const Family &family)
{
    AssembledPrompt prompt = usualPrompt();
    if (family.hasSamplers) {
        prompt.samplers.temperature = 0.8;
        prompt.samplers.topP = 0.9;
        prompt.samplers.topK = 40;
    }
    if (family.isBegun) {
        OutboundMessage begun;
        begun.role = Role::Assistant;
        begun.source = Source(SourceKind::PromptText, u"last"_s);
        begun.content = TracedText(u"She turns. "_s, begun.source);
        prompt.messages.append(begun);
    }
    return prompt;
}

} // namespace

class TestServiceFamilies : public QObject
{
    Q_OBJECT

private:
    static Connection connectionOf(const Family &family, const QUrl &server)
    {
        Connection connection;
        connection.kind = Connection::Kind::ChatService;
        connection.service = family.service;
        connection.baseUrl = server;
        connection.model = family.model;
        connection.request.postProcessing = family.processing;
        connection.request.effort = family.effort;
        if (family.isBegun)
            connection.request.prefill = u"Mira "_s;
        connection.request.options.usesResponses = family.usesResponses;
        connection.request.turnsThinkingOff = family.isThinkingOff;
        for (const QString &key : family.refused)
            connection.request.refused.append({family.model, key});
        return connection;
    }

    TurnState turnWith(const Family &family, const AssembledPrompt &prompt)
    {
        RecordingServer server;
        server.answerWith(
            [mock = family.mock](const RecordedRequest &request) { return mockedAnswer(mock, request); });
        NetworkTransport transport;
        ModelLink link{.connection = connectionOf(family, server.url()),
                       .key = Secret(mockedKey.toByteArray()),
                       .transport = &transport};
        link.provider = &providerFor(link.connection);
        Turn turn(link, link.provider->encode(prompt, link.connection, link.key),
                  [] { return QDateTime::currentDateTimeUtc(); });
        QSignalSpy ended(&turn, &Turn::ended);
        turn.start();
        [&] { QTRY_COMPARE(ended.size(), 1); }();
        return turn.state();
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void wholeTurn_data()
    {
        QTest::addColumn<Family>("family");
        const auto row = [](const char *name, const Family &family) { QTest::newRow(name) << family; };
        row("OpenAI", {MockedService::OpenAi, ChatService::OpenAi, u"gpt-4o"_s});
        row("OpenAI, a reasoning model", {MockedService::OpenAi, ChatService::OpenAi, u"gpt-5.5"_s});
        row("Groq", {MockedService::OpenAi, ChatService::Groq, u"llama-4"_s});
        row("OpenAI-compatible", {MockedService::OpenAi, ChatService::Fireworks, u"m"_s});
        row("Claude", {MockedService::Anthropic, ChatService::Claude, u"claude-opus-5"_s});
        row("Claude, an older one", {MockedService::Anthropic, ChatService::Claude, u"claude-3-5-haiku"_s});
        Family claude{MockedService::Anthropic, ChatService::Claude, u"claude-sonnet-4-5"_s};
        claude.hasSamplers = true;
        row("Claude, a model of one sampler", claude);
        claude.isBegun = true;
        row("Claude, a reply that is begun", claude);
        claude.effort = Effort::High;
        row("Claude, a reply that is begun, thinking", claude);
        claude.model = u"claude-3-7-sonnet-20250219"_s;
        row("Claude, an older one, thinking", claude);
        claude.model = u"claude-opus-4-8"_s;
        row("Claude, a newer one, thinking, begun", claude);
        claude.model = u"claude-haiku-5-5"_s;
        claude.effort = Effort::Auto;
        row("Claude, one that no table knows, begun", claude);
        claude.model = u"claude-opus-4-6"_s;
        row("Claude 4.6, begun", claude);
        for (const char *model : {"claude-opus-4-8", "claude-opus-5", "claude-sonnet-5-5", "claude-haiku-5-5",
                                  "claude-opus-5-5", "claude-fable-5", "claude-mythos-5"}) {
            Family off{MockedService::Anthropic, ChatService::Claude, QString::fromLatin1(model)};
            off.isThinkingOff = true;
            row(qPrintable(off.model + u", thinking turned off"_s), off);
        }
        for (const char *model : {"gpt-5.4", "gpt-6-sol", "gpt-6.1-terra", "gpt-6.1-sol", "gpt-6.2-astra"}) {
            Family off{MockedService::OpenAi, ChatService::OpenAi, QString::fromLatin1(model)};
            off.isThinkingOff = true;
            row(qPrintable(off.model + u", thinking turned off"_s), off);
            off.isThinkingOff = false;
            off.hasSamplers = true;
            off.effort = Effort::Max;
            row(qPrintable(off.model + u", at length"_s), off);
            off.effort = Effort::Min;
            row(qPrintable(off.model + u", in short"_s), off);
        }
        for (const char *model : {"grok-3", "grok-4", "grok-4.3", "grok-3-mini"}) {
            Family grok{MockedService::Xai, ChatService::Xai, QString::fromLatin1(model)};
            grok.effort = Effort::High;
            row(qPrintable(grok.model + u", with an effort"_s), grok);
        }
        for (const auto &[mock, service] : {std::pair(MockedService::Gemini, ChatService::Gemini),
                                            std::pair(MockedService::Vertex, ChatService::Vertex)}) {
            for (const char *model : {"gemini-2.5-pro", "gemini-2.5-flash", "gemini-3.1-pro-preview",
                                      "gemini-3.8-flash", "gemini-2.0-flash"}) {
                Family google{mock, service, QString::fromLatin1(model)};
                google.hasSamplers = true;
                for (const Effort effort : {Effort::Auto, Effort::Min, Effort::Max}) {
                    google.effort = effort;
                    row(qPrintable(factsOf(service).name + u' ' + google.model + u' ' + effortName(effort)),
                        google);
                }
                google.isThinkingOff = true;
                row(qPrintable(factsOf(service).name + u' ' + google.model + u", thinking off"_s), google);
            }
        }
        row("Mistral, a reply that is begun", {.mock = MockedService::Mistral,
                                               .service = ChatService::Mistral,
                                               .model = u"m"_s,
                                               .isBegun = true});
        row("xAI", {MockedService::Xai, ChatService::Xai, u"grok-4"_s});
        row("Gemini", {MockedService::Gemini, ChatService::Gemini, u"gemini-3-pro"_s});
        row("Gemma", {MockedService::Gemini, ChatService::Gemini, u"gemma-3-27b-it"_s});
        row("Mistral", {MockedService::Mistral, ChatService::Mistral, u"mistral-large-latest"_s});
        row("Cohere", {MockedService::Cohere, ChatService::Cohere, u"command-a-03-2025"_s});
        row("Ollama", {MockedService::Ollama, ChatService::Ollama, u"llama3.2"_s});
        Family deepSeek{MockedService::DeepSeek, ChatService::DeepSeek, u"deepseek-reasoner"_s};
        deepSeek.hasSamplers = true;
        row("DeepSeek", deepSeek);
        deepSeek.effort = Effort::Max;
        row("DeepSeek, at length", deepSeek);
        Family responses{MockedService::Responses, ChatService::OpenAi, u"gpt-5.5"_s};
        responses.usesResponses = true;
        responses.refused = {u"reasoning.summary"_s};
        row("OpenAI's Responses, of whom nobody knows", responses);
        responses.effort = Effort::High;
        responses.hasSamplers = true;
        row("OpenAI's Responses, with an effort", responses);
        Family router{MockedService::OpenRouter, ChatService::OpenRouter, u"mistralai/mistral-large"_s};
        router.hasSamplers = true;
        for (const Effort effort : {Effort::Auto, Effort::Min, Effort::Max}) {
            router.effort = effort;
            row(qPrintable(u"OpenRouter, "_s + effortName(effort)), router);
        }
        for (const auto &[mock, service] :
             {std::pair(MockedService::KoboldCpp, ChatService::KoboldCpp),
              std::pair(MockedService::Tabby, ChatService::Tabby),
              std::pair(MockedService::Vllm, ChatService::Vllm),
              std::pair(MockedService::TextGenerationWebUi, ChatService::TextGenerationWebUi),
              std::pair(MockedService::LlamaCpp, ChatService::LlamaCpp),
              std::pair(MockedService::LmStudio, ChatService::LmStudio)}) {
            Family own{mock, service, u"m"_s};
            row(qPrintable(factsOf(service).name), own);
            own.hasSamplers = true;
            own.effort = Effort::High;
            row(qPrintable(factsOf(service).name + u", with samplers"_s), own);
            own.isBegun = true;
            row(qPrintable(factsOf(service).name + u", a reply that is begun"_s), own);
        }
        row("NovelAI", {MockedService::NovelAi, ChatService::NovelAi, u"glm-4-6"_s});
        Family sonnet{MockedService::Anthropic, ChatService::Claude, u"claude-sonnet-4-6"_s};
        sonnet.hasSamplers = true;
        sonnet.effort = Effort::High;
        row("Claude 4.6, thinking, with samplers", sonnet);
        row("a strict template, strict messages",
            {MockedService::StrictTemplate, ChatService::LlamaCpp, {}, PostProcessing::Strict});
        row("a strict template, one message",
            {MockedService::StrictTemplate, ChatService::Vllm, u"m"_s, PostProcessing::Single});
    }
    void wholeTurn()
    {
        QFETCH(Family, family);
        const TurnState state = turnWith(family, promptOf(family));
        QVERIFY2(state.phase == TurnState::Phase::Finished, qPrintable(state.error.line() + state.details));
        QCOMPARE(state.text, mockedReply);
        QCOMPARE(state.stopReason, StopReason::Stop);
        QVERIFY(state.usage);
        QCOMPARE(state.usage->prompt, std::optional(9));
        QCOMPARE(state.usage->completion, std::optional(3));
    }

    void aJobIsTaken()
    {
        Connection horde;
        horde.kind = Connection::Kind::TextService;
        horde.textService = TextService::Horde;
        AssembledPrompt prompt = usualPrompt();
        prompt.messages.clear();
        prompt.prompt = TracedText(u"Mira:"_s, Source(SourceKind::PromptText, u"1"_s));
        prompt.samplers.topA.reset();
        RecordingServer server;
        server.answerWith(
            [](const RecordedRequest &request) { return mockedAnswer(MockedService::Horde, request); });
        horde.baseUrl = server.url();
        NetworkTransport network;
        QueueTransport queue(network);
        queue.setPause(std::chrono::milliseconds(1));
        ModelLink link{.connection = horde, .key = {}, .transport = &queue};
        link.provider = &providerFor(horde);
        Turn turn(link, link.provider->encode(prompt, horde, {}),
                  [] { return QDateTime::currentDateTimeUtc(); });
        QSignalSpy ended(&turn, &Turn::ended);
        turn.start();
        QTRY_COMPARE(ended.size(), 1);
        QVERIFY2(turn.state().phase == TurnState::Phase::Finished,
                 qPrintable(turn.state().error.line() + turn.state().details));
        QCOMPARE(turn.state().text, mockedReply);
    }

    void aTextIsCompleted()
    {
        Connection novel;
        novel.kind = Connection::Kind::TextService;
        novel.textService = TextService::NovelAi;
        novel.model = u"kayra-v1"_s;
        AssembledPrompt prompt = usualPrompt();
        prompt.messages.clear();
        prompt.prompt = TracedText(u"Mira:"_s, Source(SourceKind::PromptText, u"1"_s));
        RecordingServer server;
        server.answerWith([](const RecordedRequest &request) {
            return mockedAnswer(MockedService::NovelAiTexts, request);
        });
        novel.baseUrl = server.url();
        NetworkTransport network;
        ModelLink link{.connection = novel, .key = Secret(mockedKey.toByteArray()), .transport = &network};
        link.provider = &providerFor(novel);
        Turn turn(link, link.provider->encode(prompt, novel, link.key),
                  [] { return QDateTime::currentDateTimeUtc(); });
        QSignalSpy ended(&turn, &Turn::ended);
        turn.start();
        QTRY_COMPARE(ended.size(), 1);
        QVERIFY2(turn.state().phase == TurnState::Phase::Finished,
                 qPrintable(turn.state().error.line() + turn.state().details));
        QCOMPARE(turn.state().text, mockedReply);
    }

    // Lists of models and counts, in the service's own shape.
    void listsAndCounts_data()
    {
        QTest::addColumn<MockedService>("mock");
        QTest::addColumn<ChatService>("service");
        QTest::addColumn<int>("context"); // as the list or the service says; 0 = it does not
        using enum ChatService;
        const auto row = [](MockedService mock, ChatService service, int context) {
            QTest::newRow(qPrintable(factsOf(service).name)) << mock << service << context;
        };
        row(MockedService::OpenAi, OpenAi, 4096);
        row(MockedService::Anthropic, Claude, 4096);
        row(MockedService::Gemini, Gemini, 4096);
        row(MockedService::Vertex, Vertex, 0);
        row(MockedService::Mistral, Mistral, 4096);
        row(MockedService::Cohere, Cohere, 4096);
        row(MockedService::Ollama, Ollama, 4096);
        row(MockedService::KoboldCpp, KoboldCpp, 4096);
        row(MockedService::Tabby, Tabby, 4096);
        row(MockedService::TextGenerationWebUi, TextGenerationWebUi, 4096);
        row(MockedService::Vllm, Vllm, 4096);
        row(MockedService::LlamaCpp, LlamaCpp, 4096);
    }
    void listsAndCounts()
    {
        QFETCH(MockedService, mock);
        QFETCH(ChatService, service);
        QFETCH(int, context);
        RecordingServer server;
        server.answerWith([mock](const RecordedRequest &request) { return mockedAnswer(mock, request); });
        NetworkTransport network;
        const Connection connection = connectionOf({mock, service, u"m"_s}, server.url());
        const Secret secret(mockedKey.toByteArray());
        ConnectionTest test(network);
        QSignalSpy ended(&test, &ConnectionTest::ended);
        test.start(connection, secret);
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 20000);
        const auto report = ended.first().first().value<ConnectionReport>();
        QVERIFY2(report.works, qPrintable(report.lines.join(u'\n')));
        QCOMPARE(report.models.contains(u"m"_s), service != ChatService::Vertex);
        QCOMPARE(report.contextSize.value_or(0), context);

        std::optional<WireRequest> counting;
        if (mayCountTexts(connection))
            counting = countRequest(connection, secret, u"Hello?");
        else if (mayCountWhole(connection))
            counting = wholeCountRequest(providerFor(connection).encode(usualPrompt(), connection, secret),
                                         connection);
        if (!counting)
            return;
        RecordedRequest arrived{.startLine = "POST " + counting->url.path().toLatin1() + " HTTP/1.1",
                                .headers = {},
                                .body = counting->body};
        const QByteArray answer = mockedAnswer(mock, arrived).pieces.join();
        const auto count = parseTokenCount(answer.sliced(answer.indexOf("\r\n\r\n") + 4));
        QVERIFY2(count && count->count == 2, answer.constData());
    }

    // They can refuse: what no request of Snug's has.
    void whatTheyRefuse_data()
    {
        QTest::addColumn<MockedService>("mock");
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("body");
        const auto row = [](const char *name, MockedService mock, const QByteArray &body,
                            const QByteArray &path = "/v1/chat/completions") {
            QTest::newRow(name) << mock << path << body;
        };
        using enum MockedService;
        const QByteArray says = R"("max_tokens":9,"messages":[{"role":"user","content":"a"}])";
        const QByteArray begins = R"("max_tokens":9,"messages":[{"role":"assistant","content":"a"}])";
        row("a temperature", OpenAi, asked("gpt-5.5", R"("temperature":0.5)"));
        row("a limit by its old name", OpenAi, asked("gpt-6-sol", R"("max_tokens":5)"));
        row("none, which it has not", OpenAi, asked("gpt-6.2-sol", R"("reasoning_effort":"none")"));
        row("an effort, which it has not", OpenAi, asked("gpt-4o", R"("reasoning_effort":"low")"));
        const QByteArray disabled = R"("thinking":{"type":"disabled"},)";
        const QByteArray between = R"("thinking":{"type":"between_tools"},)";
        for (const char *model :
             {"claude-opus-5-5", "claude-fable-5", "claude-mythos-5", "claude-sonnet-5-5"})
            row(model, Anthropic, asked(model, disabled + says));
        row("between tools", Anthropic, asked("claude-opus-5", between + says));
        row("between tools, at length", Anthropic,
            asked("claude-sonnet-5-5", between + R"("output_config":{"effort":"max"},)" + says));
        row("a beginning", Anthropic, asked("claude-sonnet-4-6", begins));
        row("a level of thinking", Gemini,
            R"({"contents":[{"role":"user"}],"generationConfig":{"thinkingConfig":{"thinkingLevel":"low"}}})",
            "/v1beta/models/gemini-2.5-flash:generateContent");
        row("no thinking", Gemini,
            R"({"contents":[{"role":"user"}],"generationConfig":{"thinkingConfig":{"thinkingBudget":0}}})",
            "/v1beta/models/gemini-2.5-pro:generateContent");
        row("another address", Vertex, R"({"contents":[{"role":"user"}]})",
            "/v1beta/models/gemini-2.5-pro:generateContent");
        row("a stop text", Xai, asked("grok-4", R"("stop":["a"])"));
        row("a level", Xai, asked("grok-4", R"("reasoning_effort":"low")"));
        row("nobody's turn", TextGenerationWebUi, "{" + begins + "}");
        row("a text for a number", TextGenerationWebUi, "{\"temperature\":\"1\"," + says + "}");
        row("two beginnings", LlamaCpp,
            R"({"messages":[{"role":"assistant","content":"a"},{"role":"assistant","content":"b"}]})");
        row("too long", NovelAiTexts, R"({"input":"a","model":"kayra-v1","parameters":{"max_length":900}})",
            "/ai/generate-stream");
    }
    void whatTheyRefuse()
    {
        QFETCH(MockedService, mock);
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, body);
        RecordedRequest request{.startLine = "POST " + path + " HTTP/1.1", .headers = {}, .body = body};
        for (const auto &[name, value] :
             {std::pair<QByteArray, QByteArray>("authorization", "Bearer " + mockedKey.toByteArray()),
              std::pair<QByteArray, QByteArray>("x-goog-api-key", mockedKey.toByteArray()),
              std::pair<QByteArray, QByteArray>("anthropic-version", "2023-06-01")})
            request.headers.append({name, value});
        if (mock == MockedService::Anthropic) {
            request.headers.removeFirst();
            request.headers.append({"x-api-key", mockedKey.toByteArray()});
        }
        const QByteArray answer = mockedAnswer(mock, request).pieces.join();
        QVERIFY2(answer.startsWith("HTTP/1.1 4") && !answer.startsWith("HTTP/1.1 401"), answer.constData());
    }

    // By the address alone: a connection of OpenAI's shape to somebody who is not OpenAI.
    void theAddressSaysWhatIsTaken_data()
    {
        QTest::addColumn<MockedService>("mock");
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("model");
        QTest::newRow("Gemini") << MockedService::GeminiAsOpenAi
                                << u"https://generativelanguage.googleapis.com/v1beta/openai"_s
                                << u"gemini-3-pro"_s;
        QTest::newRow("Mistral") << MockedService::Mistral << u"https://api.mistral.ai/v1"_s << u"m"_s;
        QTest::newRow("xAI") << MockedService::Xai << u"https://api.x.ai/v1"_s << u"grok-4"_s;
        QTest::newRow("OpenAI") << MockedService::OpenAi << u"https://api.openai.com/v1"_s << u"gpt-5.5"_s;
        QTest::newRow("Groq") << MockedService::OpenAi << u"https://api.groq.com/openai/v1"_s << u"llama-4"_s;
        QTest::newRow("anybody") << MockedService::OpenAi << u"https://llm.example.org/v1"_s << u"m"_s;
    }

    void theAddressSaysWhatIsTaken()
    {
        QFETCH(MockedService, mock);
        QFETCH(QString, address);
        QFETCH(QString, model);
        Connection connection;
        connection.kind = Connection::Kind::OpenAiChat;
        connection.baseUrl = QUrl(address);
        connection.model = model;
        const WireRequest request =
            providerFor(connection).encode(usualPrompt(), connection, Secret(mockedKey.toByteArray()));
        RecordedRequest arrived{.startLine = "POST " + request.url.path().toLatin1() + " HTTP/1.1",
                                .headers = {},
                                .body = request.body};
        for (const WireHeader &header : request.headers)
            arrived.headers.append({header.name, header.value + header.secret.reveal()});
        const RawAnswer answer = mockedAnswer(mock, arrived);
        QVERIFY2(answer.pieces.first().startsWith("HTTP/1.1 200"), answer.pieces.join().constData());
    }

    void onlyStrictMessagesPassAStrictTemplate()
    {
        const TurnState state =
            turnWith({MockedService::StrictTemplate, ChatService::LlamaCpp, {}}, usualPrompt());
        QCOMPARE(state.phase, TurnState::Phase::Failed);
        QVERIFY(state.error.what.contains(u"must alternate"_s));
    }

    // A value that says something is sent to who may refuse it: then the refusal says which.
    void refusalsNameTheKey()
    {
        AssembledPrompt prompt = usualPrompt();
        prompt.samplers.frequencyPenalty = 0.5;
        const TurnState state = turnWith({MockedService::OpenAi, ChatService::Groq, u"llama-4"_s}, prompt);
        QCOMPARE(state.phase, TurnState::Phase::Failed);
        QVERIFY(state.error.what.contains(u"frequency_penalty"_s));
    }
};

} // namespace tst_servicefamilies

SNUG_TEST(tst_servicefamilies, TestServiceFamilies, Core)
#include "tst_servicefamilies.moc"

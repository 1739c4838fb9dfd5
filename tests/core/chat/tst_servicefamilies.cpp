// A whole turn over real sockets with each family of services, which refuse what the real ones refuse.
#include "core/chat/turn.h"
#include "core/wire/networktransport.h"
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
};

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
        row("Gemini", {MockedService::Gemini, ChatService::Gemini, u"gemini-3-pro"_s});
        row("Gemma", {MockedService::Gemini, ChatService::Gemini, u"gemma-3-27b-it"_s});
        row("Mistral", {MockedService::Mistral, ChatService::Mistral, u"mistral-large-latest"_s});
        row("Cohere", {MockedService::Cohere, ChatService::Cohere, u"command-a-03-2025"_s});
        row("Ollama", {MockedService::Ollama, ChatService::Ollama, u"llama3.2"_s});
        row("a strict template, strict messages",
            {MockedService::StrictTemplate, ChatService::LlamaCpp, {}, PostProcessing::Strict});
        row("a strict template, one message",
            {MockedService::StrictTemplate, ChatService::Vllm, u"m"_s, PostProcessing::Single});
    }
    void wholeTurn()
    {
        QFETCH(Family, family);
        const TurnState state = turnWith(family, usualPrompt());
        QVERIFY2(state.phase == TurnState::Phase::Finished, qPrintable(state.error.line() + state.details));
        QCOMPARE(state.text, mockedReply);
        QCOMPARE(state.stopReason, StopReason::Stop);
        QVERIFY(state.usage);
        QCOMPARE(state.usage->prompt, std::optional(9));
        QCOMPARE(state.usage->completion, std::optional(3));
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

// How much a model is told to think, and how it is told not to.

#include "core/wire/provider.h"
#include "tests/core/wire/servicefixture.h"
#include "tests/testregistry.h"

#include <QJsonObject>
#include <QTest>

namespace tst_servicethoughts {

using namespace snug;
using namespace Qt::StringLiterals;
using namespace snug::servicefixture;

class TestServiceThoughts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

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
        row(ChatService::Claude, "claude-sonnet-5", R"("thinking":{"type":"disabled"})");
        row(ChatService::Claude, "claude-haiku-5-5", R"("thinking":{"type":"disabled"})");
        row(ChatService::Claude, "claude-sonnet-5-5", R"("thinking":{"type":"between_tools"})");
        row(ChatService::Claude, "claude-opus-5-5", "");
        row(ChatService::Claude, "claude-fable-5", "");
        row(ChatService::Claude, "claude-fable-5-1", "");
        row(ChatService::Claude, "claude-mythos-5", "");
        row(ChatService::Claude, "claude-mythos-preview", "");
        row(ChatService::OpenAi, "gpt-5.4", R"("reasoning_effort":"none")");
        row(ChatService::OpenAi, "gpt-5.2-pro", "");
        row(ChatService::OpenAi, "gpt-6-sol", R"("reasoning_effort":"none")");
        row(ChatService::OpenAi, "gpt-6-luna", R"("reasoning_effort":"none")");
        row(ChatService::OpenAi, "gpt-6.1-terra", R"("reasoning_effort":"none")");
        row(ChatService::OpenAi, "gpt-6-astra", "");
        row(ChatService::OpenAi, "gpt-6.1-sol", "");
        row(ChatService::OpenAi, "gpt-6.2-astra", "");
        row(ChatService::OpenAi, "gpt-6.2-sol", "");
        row(ChatService::OpenAi, "gpt-7", "");
        row(ChatService::Custom, "openai/gpt-6-luna", R"("reasoning_effort":"none")");
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

    // The word that Sonnet 5.5 has refuses efforts above high, so none goes beside it.
    void noEffortBesideIt()
    {
        Connection claude = at(ChatService::Claude, u"claude-sonnet-5-5"_s);
        claude.request.effort = Effort::Max;
        QVERIFY(bodyOf(claude, smallPrompt()).contains(u"output_config"));
        claude.request.turnsThinkingOff = true;
        QVERIFY(!bodyOf(claude, smallPrompt()).contains(u"output_config"));
    }

    // Ollama refuses the question at a model that cannot think; it has said which can.
    void whoCannotThinkIsNotAsked()
    {
        Connection ollama = at(ChatService::Ollama, u"llama3:8b"_s);
        ollama.request.effort = Effort::High;
        QVERIFY(bodyOf(ollama, smallPrompt()).contains(u"think"));
        ollama.request.said = {.model = ollama.model, .parameters = {}, .capabilities = {u"completion"_s}};
        QVERIFY(!bodyOf(ollama, smallPrompt()).contains(u"think"));
        QVERIFY(providerFor(ollama).leftOut(smallPrompt(), ollama).contains(u"reasoning effort high"_s));
        ollama.request.turnsThinkingOff = true; // which it is
        QVERIFY(!bodyOf(ollama, smallPrompt()).contains(u"think"));
        QVERIFY(!providerFor(ollama).leftOut(smallPrompt(), ollama).contains(u"thinking turned off"_s));
        ollama.request.said.capabilities << u"thinking"_s;
        QCOMPARE(bodyOf(ollama, smallPrompt()).value(u"think"), QJsonValue(false));
        ollama.request.said = {.model = u"another"_s, .parameters = {}, .capabilities = {u"completion"_s}};
        QVERIFY(bodyOf(ollama, smallPrompt()).contains(u"think"));
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
};

} // namespace tst_servicethoughts

SNUG_TEST(tst_servicethoughts, TestServiceThoughts, Core)
#include "tst_servicethoughts.moc"

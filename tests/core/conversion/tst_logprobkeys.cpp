// How each service is asked how likely its words were (docs/providers.md#log-probabilities).
#include "core/conversion/logprobkeys.h"
#include "core/formats/jsontext.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_logprobkeys {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

ChatAsk wish(ChatService service, const QString &model = u"m"_s)
{
    ChatAsk ask{.service = service, .model = model};
    ask.messages = {
        {.speaker = MessageSpeaker::User,
         .parts = {ContentPart::ofText(TracedText(u"Hello."_s, Source(SourceKind::PromptText)))}}};
    ask.wantsLogprobs = true;
    ask.alternatives = 7;
    return ask;
}

Json bodyOf(const ChatAsk &ask)
{
    return chatCall(ask, outboundPrompt(ask)).body;
}

// Members of the body that ask for them, as one line.
QByteArray keysIn(const Json &body)
{
    Json keys = Json::object();
    const Json config = body[u"generationConfig"];
    for (const QString &name : {u"logprobs"_s, u"top_logprobs"_s, u"n_probs"_s, u"num_logprobs"_s,
                                u"responseLogprobs"_s, u"include"_s}) {
        if (body.contains(name))
            keys.set(name, body.value(name));
        else if (config.contains(name))
            keys.set(u"config."_s + name, config.value(name));
    }
    return writeJsonLine(keys);
}

} // namespace

class TestLogProbKeys : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void chats_data()
    {
        using enum ChatService;
        QTest::addColumn<ChatService>("service");
        QTest::addColumn<QString>("model");
        QTest::addColumn<QByteArray>("keys");
        const QByteArray openAis = R"({"logprobs":true,"top_logprobs":7})";
        const QByteArray few = R"({"logprobs":true,"top_logprobs":5})";
        QTest::newRow("OpenAI") << OpenAi << u"gpt-4o"_s << openAis;
        QTest::newRow("OpenAI, thinking") << OpenAi << u"o3"_s << QByteArray("{}");
        QTest::newRow("OpenAI, thinks if asked") << OpenAi << u"gpt-5.2"_s << openAis;
        QTest::newRow("Azure") << Azure << u"gpt-4o"_s << openAis;
        QTest::newRow("any address") << Custom << u"m"_s << openAis;
        QTest::newRow("OpenRouter") << OpenRouter << u"meta/llama"_s << openAis;
        QTest::newRow("OpenRouter, thinking") << OpenRouter << u"openai/o3"_s << QByteArray("{}");
        QTest::newRow("xAI") << Xai << u"grok-3"_s << openAis;
        QTest::newRow("Fireworks") << Fireworks << u"m"_s << few;
        QTest::newRow("Together") << Together << u"m"_s << QByteArray(R"({"logprobs":7})");
        QTest::newRow("Gemini") << Gemini << u"gemini-2.0-flash"_s
                                << QByteArray(R"({"config.logprobs":7,"config.responseLogprobs":true})");
        QTest::newRow("Cohere") << Cohere << u"command-a"_s << QByteArray(R"({"logprobs":true})");
        QTest::newRow("KoboldCpp") << KoboldCpp << u"m"_s << few;
        for (const ChatService service : {Ollama, Tabby, TextGenerationWebUi, Vllm, LlamaCpp})
            QTest::newRow(qPrintable(factsOf(service).name)) << service << u"m"_s << openAis;
        for (const ChatService service : {Claude, Mistral, Groq, Perplexity, Ai21, Zai, MiniMax, LmStudio})
            QTest::newRow(qPrintable(factsOf(service).name)) << service << u"m"_s << QByteArray("{}");
    }

    void chats()
    {
        QFETCH(ChatService, service);
        QFETCH(QString, model);
        QFETCH(QByteArray, keys);
        ChatAsk ask = wish(service, model);
        QCOMPARE(keysIn(bodyOf(ask)), keys);
        QCOMPARE(logProbTraits(ask).isSaid(), keys != "{}");
        // None is an answer, too, and a wish that is not there asks for nothing.
        ask.alternatives = 0;
        QCOMPARE(logProbKeys(ask).size() > 0, keys != "{}");
        ask.wantsLogprobs = false;
        QCOMPARE(keysIn(bodyOf(ask)), QByteArray("{}"));
    }

    // What is refused while a model thinks is asked for when it does not.
    void deepSeekOnlyWithoutThoughts()
    {
        ChatAsk ask = wish(ChatService::DeepSeek, u"deepseek-chat"_s);
        QCOMPARE(keysIn(bodyOf(ask)), QByteArray("{}"));
        ask.showsThoughts = false; // it thinks unseen
        QCOMPARE(keysIn(bodyOf(ask)), QByteArray("{}"));
        ask.turnsThinkingOff = true;
        QCOMPARE(keysIn(bodyOf(ask)), QByteArray(R"({"logprobs":true,"top_logprobs":7})"));
    }

    void responses()
    {
        ChatAsk ask = wish(ChatService::OpenAi, u"gpt-4o"_s);
        ask.options.usesResponses = true;
        QCOMPARE(keysIn(bodyOf(ask)),
                 QByteArray(R"({"top_logprobs":7,"include":["message.output_text.logprobs"]})"));
        ask.model = u"gpt-5.2"_s; // both lists are one
        QCOMPARE(bodyOf(ask)[u"include"].size(), 2);
        ask.service = ChatService::LlamaCpp;
        QCOMPARE(logProbTraits(ask).answer, LogProbTraits::Answer::NotByResponses);
        QVERIFY(!bodyOf(ask).contains(u"top_logprobs"));
    }

    // SillyTavern's number, whatever is set here.
    void asSillyTavern()
    {
        ChatAsk ask = wish(ChatService::OpenAi, u"gpt-4o"_s);
        ask.form = ChatAsk::Form::Compatible;
        QCOMPARE(keysIn(bodyOf(ask)), QByteArray(R"({"logprobs":true,"top_logprobs":5})"));
        ask.service = ChatService::Gemini;
        QCOMPARE(keysIn(bodyOf(ask)), QByteArray("{}"));
        QCOMPARE(logProbTraits(ask).answer, LogProbTraits::Answer::NotAsSillyTavern);
    }

    void texts_data()
    {
        using enum TextService;
        QTest::addColumn<TextService>("service");
        QTest::addColumn<int>("alternatives");
        QTest::addColumn<QByteArray>("keys");
        for (const TextService service :
             {TextGenerationWebUi, Vllm, Aphrodite, Tabby, TogetherAi, Featherless})
            QTest::newRow(qPrintable(factsOf(service).name))
                << service << 7 << QByteArray(R"({"logprobs":7})");
        QTest::newRow("Generic") << Generic << 7 << QByteArray(R"({"logprobs":5})");
        QTest::newRow("KoboldCpp") << KoboldCpp << 7 << QByteArray(R"({"logprobs":5})");
        QTest::newRow("llama.cpp") << LlamaCpp << 7 << QByteArray(R"({"n_probs":7})");
        QTest::newRow("llama.cpp, only the words") << LlamaCpp << 0 << QByteArray(R"({"n_probs":1})");
        QTest::newRow("Ollama") << Ollama << 7 << QByteArray(R"({"logprobs":true,"top_logprobs":7})");
        for (const TextService service : {Horde, OpenRouter, Mancer, DreamGen})
            QTest::newRow(qPrintable(factsOf(service).name + u", texts"_s))
                << service << 7 << QByteArray("{}");
    }

    void texts()
    {
        QFETCH(TextService, service);
        QFETCH(int, alternatives);
        QFETCH(QByteArray, keys);
        TextAsk ask{.service = service, .server = u"http://h"_s, .prompt = u"Mira:"_s};
        ask.preset = Json::object();
        QCOMPARE(keysIn(textCall(ask).body), QByteArray("{}"));
        ask.wantsLogprobs = true;
        ask.alternatives = alternatives;
        QCOMPARE(keysIn(textCall(ask).body), keys);
    }
};

} // namespace tst_logprobkeys

SNUG_TEST(tst_logprobkeys, TestLogProbKeys, Nothing)
#include "tst_logprobkeys.moc"

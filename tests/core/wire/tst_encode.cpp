// Prompt -> request, for both providers: the bytes are pinned.
#include "core/wire/chatprovider.h"
#include "core/wire/llamacompletion.h"
#include "core/wire/llamaserver.h"
#include "core/wire/modellists.h"
#include "core/wire/openaicompletion.h"
#include "tests/fakes/httprecording.h"
#include "tests/testregistry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace tst_encode {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

OutboundMessage message(Role role, const QString &text, const QString &name = {})
{
    OutboundMessage outbound;
    outbound.role = role;
    outbound.name = name;
    outbound.content = TracedText(text, {});
    return outbound;
}

AssembledPrompt smallPrompt()
{
    AssembledPrompt prompt;
    prompt.messages = {message(Role::System, u"You are Mira."_s),
                       message(Role::User, u"Hi \"there\"\n🦊"_s, u"Ann"_s), message(Role::Assistant, {})};
    return prompt;
}

SamplerValues allSamplers()
{
    SamplerValues samplers;
    samplers.temperature = 0.9;
    samplers.topP = 1;
    samplers.topK = 40;
    samplers.topA = 0.2;
    samplers.minP = 0.05;
    samplers.frequencyPenalty = 0;
    samplers.presencePenalty = -0.5;
    samplers.repetitionPenalty = 1.1;
    samplers.seed = 9007199254740993;
    return samplers;
}

Connection openAi(const QString &model)
{
    Connection connection;
    connection.kind = Connection::Kind::OpenAiChat;
    connection.baseUrl = QUrl(u"https://api.example.org/v1"_s);
    connection.model = model;
    return connection;
}

Connection llama(const QString &url)
{
    Connection connection;
    connection.kind = Connection::Kind::LlamaServer;
    connection.baseUrl = QUrl(url);
    return connection;
}

// What providerFor() gives is asked, as the program does.
struct ByConnection
{
    WireRequest encode(const AssembledPrompt &prompt, const Connection &connection, const Secret &key) const
    {
        return providerFor(connection).encode(prompt, connection, key);
    }
    QStringList leftOut(const AssembledPrompt &prompt, const Connection &connection) const
    {
        return providerFor(connection).leftOut(prompt, connection);
    }
};

ByConnection chat()
{
    return {};
}

QByteArray headerOf(const WireRequest &request, QByteArrayView name)
{
    for (const WireHeader &header : request.headers) {
        if (header.name == name)
            return header.value + header.secret.reveal();
    }
    return {};
}

QByteArray recorded(const QString &name)
{
    QFile file(QStringLiteral(SNUG_SOURCE_DIR "/tests/core/wire/recordings/llama-server/%1.txt").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return parseHttpRecording(file.readAll()).value_or(HttpRecording()).body;
}

} // namespace

class TestEncode : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void openAiLeavesOutWhatIsNotSet()
    {
        const WireRequest request = chat().encode(smallPrompt(), openAi(u"gpt-4o"_s), {});
        QCOMPARE(request.method, "POST");
        QCOMPARE(request.url, QUrl(u"https://api.example.org/v1/chat/completions"_s));
        QCOMPARE(request.body,
                 "{\"messages\":["
                 "{\"role\":\"system\",\"content\":\"You are Mira.\"},"
                 "{\"role\":\"user\",\"content\":\"Hi \\\"there\\\"\\n\xF0\x9F\xA6\x8A\",\"name\":\"Ann\"},"
                 "{\"role\":\"assistant\",\"content\":\"\"}],"
                 "\"model\":\"gpt-4o\",\"stream\":true,\"stream_options\":{\"include_usage\":true}}");
        QCOMPARE(headerOf(request, "accept"), "text/event-stream");
        QCOMPARE(headerOf(request, "content-type"), "application/json");
        QVERIFY(headerOf(request, "authorization").isEmpty());
    }

    void openAiSendsWhatItKnows()
    {
        AssembledPrompt prompt;
        prompt.samplers = allSamplers();
        prompt.maxTokens = 300;
        prompt.stream = false;
        prompt.stop = {u"\nUser:"_s, u"b"_s, u"c"_s, u"d"_s, u"e"_s};
        const Connection connection = openAi(u"gpt-4o"_s);
        const WireRequest request = chat().encode(prompt, connection, Secret("k"));
        QCOMPARE(request.body, "{\"messages\":[],\"model\":\"gpt-4o\",\"max_tokens\":300,\"stream\":false,"
                               "\"temperature\":0.9,\"top_p\":1,\"presence_penalty\":-0.5,"
                               "\"stop\":[\"\\nUser:\",\"b\",\"c\",\"d\"],\"seed\":9007199254740993}");
        QCOMPARE(headerOf(request, "accept"), "application/json");
        QCOMPARE(headerOf(request, "authorization"), "Bearer k");
        QCOMPARE(chat().leftOut(prompt, connection),
                 (QStringList{u"top_k 40"_s, u"top_a 0.2"_s, u"min_p 0.05"_s, u"repetition_penalty 1.1"_s,
                              u"1 stop text(s)"_s}));
    }

    void reasoningModelsGetTheirOwnLimit_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<bool>("isReasoningModel");
        QTest::newRow("o1") << u"o1"_s << true;
        QTest::newRow("o4-mini") << u"o4-mini"_s << true;
        QTest::newRow("gpt-5") << u"gpt-5"_s << true;
        QTest::newRow("gpt-5.5-mini") << u"GPT-5.5-mini"_s << true;
        QTest::newRow("with a vendor") << u"openai/gpt-5-nano"_s << true;
        QTest::newRow("gpt-4o") << u"gpt-4o"_s << false;
        QTest::newRow("olmo") << u"olmo-2-32b"_s << false;
        QTest::newRow("o alone") << u"o"_s << false;
        QTest::newRow("gpt-oss") << u"gpt-oss-120b"_s << false;
        QTest::newRow("nothing") << QString() << false;
    }

    void reasoningModelsGetTheirOwnLimit()
    {
        QFETCH(QString, model);
        QFETCH(bool, isReasoningModel);
        AssembledPrompt prompt;
        prompt.samplers = allSamplers();
        prompt.maxTokens = 20;
        prompt.stop = {u"x"_s};
        const QJsonObject body =
            QJsonDocument::fromJson(chat().encode(prompt, openAi(model), {}).body).object();
        QCOMPARE(body.contains(u"max_completion_tokens"), isReasoningModel);
        for (const QString &key : {u"max_tokens"_s, u"temperature"_s, u"top_p"_s, u"stop"_s})
            QCOMPARE(body.contains(key), !isReasoningModel);
        QCOMPARE(chat().leftOut(prompt, openAi(model)).contains(u"temperature 0.9"_s), isReasoningModel);
    }

    // They take samplers, and the newer word for the limit.
    void chatModelsOfReasoningFamilies()
    {
        AssembledPrompt prompt;
        prompt.samplers = allSamplers();
        prompt.maxTokens = 20;
        for (const QString &model : {u"gpt-5-chat-latest"_s, u"gpt-5.1-mini"_s}) {
            const QJsonObject body =
                QJsonDocument::fromJson(chat().encode(prompt, openAi(model), {}).body).object();
            QVERIFY(body.contains(u"max_completion_tokens") && !body.contains(u"max_tokens"));
            QVERIFY(body.contains(u"temperature") && body.contains(u"top_p"));
        }
    }

    void neutralValuesAreNotMissed()
    {
        AssembledPrompt prompt;
        prompt.samplers.topK = 0;
        prompt.samplers.topA = 0;
        prompt.samplers.minP = 0;
        prompt.samplers.repetitionPenalty = 1;
        QVERIFY(chat().leftOut(prompt, openAi(u"m"_s)).isEmpty());
    }

    void llamaKnowsMore()
    {
        AssembledPrompt prompt;
        prompt.samplers = allSamplers();
        prompt.maxTokens = 8;
        prompt.stop = {u"a"_s, u"b"_s, u"c"_s, u"d"_s, u"e"_s};
        const Connection connection = llama(u"http://127.0.0.1:8080"_s);
        const WireRequest request = chat().encode(prompt, connection, {});
        QCOMPARE(request.url, QUrl(u"http://127.0.0.1:8080/v1/chat/completions"_s));
        QCOMPARE(request.body,
                 "{\"messages\":[],\"max_tokens\":8,\"stream\":true,"
                 "\"stream_options\":{\"include_usage\":true},\"temperature\":0.9,\"top_p\":1,"
                 "\"presence_penalty\":-0.5,\"top_k\":40,\"min_p\":0.05,\"repeat_penalty\":1.1,"
                 "\"cache_prompt\":true,\"stop\":[\"a\",\"b\",\"c\",\"d\",\"e\"],\"seed\":9007199254740993}");
        QCOMPARE(chat().leftOut(prompt, connection), QStringList{u"top_a 0.2"_s});
    }

    void textForLlama()
    {
        AssembledPrompt prompt;
        prompt.prompt = TracedText(u"<s>\n\"Hi\" 🦊"_s, {});
        prompt.maxTokens = 8;
        prompt.stop = {u"\nAnn:"_s, u"b"_s, u"c"_s, u"d"_s, u"e"_s};
        const Connection connection = llama(u"http://127.0.0.1:8080"_s);
        const WireRequest request = LlamaCompletion().encode(prompt, connection, Secret("k"));
        QCOMPARE(request.url, QUrl(u"http://127.0.0.1:8080/completion"_s));
        QCOMPARE(headerOf(request, "accept"), "text/event-stream");
        QCOMPARE(headerOf(request, "authorization"), "Bearer k");
        QCOMPARE(request.body,
                 "{\"prompt\":\"<s>\\n\\\"Hi\\\" \xF0\x9F\xA6\x8A\",\"stream\":true,\"n_predict\":8,"
                 "\"stop\":[\"\\nAnn:\",\"b\",\"c\",\"d\",\"e\"],\"cache_prompt\":true}");
    }

    void llamaTakesEverySampler()
    {
        AssembledPrompt prompt;
        prompt.prompt.emplace();
        prompt.samplers = allSamplers();
        prompt.stream = false;
        TextSamplers &text = prompt.textSamplers;
        text.typicalP = 0.9;
        text.topNSigma = 1.5;
        text.xtcProbability = 0.5;
        text.xtcThreshold = 0.1;
        text.dryMultiplier = 0.8;
        text.dryBase = 1.75;
        text.dryAllowedLength = 2;
        text.dryRange = 64;
        text.dryBreakers = u"[\"\\n\", \":\"]"_s;
        text.mirostatMode = 2;
        text.mirostatTau = 5;
        text.mirostatEta = 0.1;
        text.repetitionRange = 512;
        text.minKeep = 1;
        text.ignoresEnd = true;
        text.grammar = u"root ::= \"a\""_s;
        text.order = {u"top_k"_s, u"min_p"_s};
        text.logitBias =
            Json::array({Json::object({{u"text"_s, Json(u" the"_s)}, {u"value"_s, Json(-2.5)}})});
        text.tailFree = 0.9;
        text.smoothingFactor = 0.3;
        const Connection connection = llama(u"http://127.0.0.1:8080"_s);
        QCOMPARE(
            LlamaCompletion().encode(prompt, connection, {}).body,
            "{\"prompt\":\"\",\"stream\":false,\"temperature\":0.9,\"top_k\":40,\"top_p\":1,\"min_p\":0.05,"
            "\"typical_p\":0.9,\"top_n_sigma\":1.5,\"xtc_probability\":0.5,\"xtc_threshold\":0.1,"
            "\"presence_penalty\":-0.5,\"frequency_penalty\":0,\"repeat_penalty\":1.1,\"repeat_last_n\":512,"
            "\"dry_multiplier\":0.8,\"dry_base\":1.75,\"dry_allowed_length\":2,\"dry_penalty_last_n\":64,"
            "\"dry_sequence_breakers\":[\"\\n\",\":\"],\"mirostat\":2,\"mirostat_tau\":5,\"mirostat_eta\":0."
            "1,"
            "\"min_keep\":1,\"samplers\":[\"top_k\",\"min_p\"],\"grammar\":\"root ::= \\\"a\\\"\","
            "\"logit_bias\":[[\" "
            "the\",-2.5]],\"ignore_eos\":true,\"seed\":9007199254740993,\"cache_prompt\":true}");
        QCOMPARE(LlamaCompletion().leftOut(prompt, connection),
                 (QStringList{u"top_a 0.2"_s, u"tfs 0.9"_s, u"smoothing_factor 0.3"_s}));
    }

    void llamaTextRows_data()
    {
        QTest::addColumn<TextSamplers>("text");
        QTest::addColumn<QByteArray>("member");
        QTest::addColumn<bool>("isThere");
        const auto row = [](const char *name, const QByteArray &member, bool isThere, auto change) {
            TextSamplers text;
            change(text);
            QTest::newRow(name) << text << member << isThere;
        };
        row("dynamic temperature", "\"temperature\":1,\"dynatemp_range\":0.5,\"dynatemp_exponent\":1", true,
            [](TextSamplers &t) {
                t.hasDynamicTemperature = true;
                t.lowestTemperature = 0.5;
                t.highestTemperature = 1.5;
                t.dynamicExponent = 1;
            });
        row("switched off", "dynatemp", false, [](TextSamplers &t) {
            t.hasDynamicTemperature = false;
            t.lowestTemperature = 0.5;
            t.highestTemperature = 1.5;
        });
        row("DRY off", "dry_", false, [](TextSamplers &t) { t.dryMultiplier = 0, t.dryBase = 1.75; });
        row("broken DRY breakers", "dry_sequence_breakers", false,
            [](TextSamplers &t) { t.dryMultiplier = 1, t.dryBreakers = u"[\"a"_s; });
        row("mirostat off", "mirostat", false,
            [](TextSamplers &t) { t.mirostatMode = 0, t.mirostatTau = 5; });
        row("XTC off", "xtc", false, [](TextSamplers &t) { t.xtcProbability = 0, t.xtcThreshold = 0.1; });
        row("sigma off", "sigma", false, [](TextSamplers &t) { t.topNSigma = 0; });
        row("a schema wins over a grammar", "\"json_schema\":{\"type\":\"object\"}", true,
            [](TextSamplers &t) {
                t.jsonSchema = Json::object({{u"type"_s, Json(u"object"_s)}});
                t.grammar = u"root"_s;
            });
        row("no schema", "json_schema", false, [](TextSamplers &t) { t.jsonSchema = Json::null(); });
    }
    void llamaTextRows()
    {
        QFETCH(TextSamplers, text);
        QFETCH(QByteArray, member);
        AssembledPrompt prompt;
        prompt.prompt.emplace();
        prompt.textSamplers = text;
        const QByteArray body = LlamaCompletion().encode(prompt, llama(u"http://h"_s), {}).body;
        QVERIFY(QJsonDocument::fromJson(body).isObject());
        QTEST(body.contains(member), "isThere");
    }

    void textForOthers()
    {
        AssembledPrompt prompt;
        prompt.prompt = TracedText(u"Hi"_s, {});
        prompt.samplers = allSamplers();
        prompt.textSamplers.dryMultiplier = 0.8;
        prompt.textSamplers.grammar = u"root"_s;
        prompt.maxTokens = 30;
        prompt.stop = {u"a"_s, u"b"_s, u"c"_s, u"d"_s, u"e"_s};
        const OpenAiCompletion provider;
        const WireRequest request = provider.encode(prompt, openAi(u"m"_s), {});
        QCOMPARE(request.url, QUrl(u"https://api.example.org/v1/completions"_s));
        QCOMPARE(request.body,
                 "{\"model\":\"m\",\"prompt\":\"Hi\",\"stream\":true,"
                 "\"stream_options\":{\"include_usage\":true},\"temperature\":0.9,\"top_p\":1,"
                 "\"presence_penalty\":-0.5,\"frequency_penalty\":0,\"top_k\":40,\"min_p\":0.05,"
                 "\"repetition_penalty\":1.1,\"max_tokens\":30,"
                 "\"stop\":[\"a\",\"b\",\"c\",\"d\",\"e\"],\"seed\":9007199254740993}");
        QCOMPARE(provider.leftOut(prompt, openAi(u"m"_s)),
                 (QStringList{u"top_a 0.2"_s, u"dry_multiplier 0.8"_s, u"the grammar"_s}));
        // OpenAI itself is strict.
        Connection strict = openAi(u"m"_s);
        strict.baseUrl = QUrl(u"https://api.openai.com/v1"_s);
        const QJsonObject body = QJsonDocument::fromJson(provider.encode(prompt, strict, {}).body).object();
        QVERIFY(!body.contains(u"top_k") && !body.contains(u"min_p") &&
                !body.contains(u"repetition_penalty"));
        QCOMPARE(body[u"stop"].toArray().size(), 4);
        QVERIFY(provider.leftOut(prompt, strict).contains(u"1 stop text(s)"_s));
    }

    void textAddresses_data()
    {
        QTest::addColumn<bool>("isLlama");
        QTest::addColumn<QString>("base");
        QTest::addColumn<QString>("expected");
        QTest::newRow("llama root") << true << u"http://h:1/"_s << u"http://h:1/completion"_s;
        QTest::newRow("llama with v1") << true << u"http://h:1/v1"_s << u"http://h:1/completion"_s;
        QTest::newRow("llama, the call pasted")
            << true << u"http://h:1/completion"_s << u"http://h:1/completion"_s;
        QTest::newRow("others") << false << u"https://h/v1"_s << u"https://h/v1/completions"_s;
        QTest::newRow("others, the call pasted")
            << false << u"https://h/v1/completions"_s << u"https://h/v1/completions"_s;
    }
    void textAddresses()
    {
        QFETCH(bool, isLlama);
        QFETCH(QString, base);
        Connection connection;
        connection.baseUrl = QUrl(base);
        connection.kind = isLlama ? Connection::Kind::LlamaCompletion : Connection::Kind::OpenAiCompletion;
        QTEST(providerFor(connection.kind).encode({}, connection, {}).url.toString(), "expected");
    }

    void addresses_data()
    {
        QTest::addColumn<bool>("isLlama");
        QTest::addColumn<QString>("base");
        QTest::addColumn<QString>("expected");
        QTest::newRow("as meant") << false << u"https://h/v1"_s << u"https://h/v1/chat/completions"_s;
        QTest::newRow("slashes") << false << u"https://h/v1//"_s << u"https://h/v1/chat/completions"_s;
        QTest::newRow("whole call pasted")
            << false << u"https://h/v1/chat/completions"_s << u"https://h/v1/chat/completions"_s;
        QTest::newRow("models pasted")
            << false << u"https://h/v1/models/"_s << u"https://h/v1/chat/completions"_s;
        QTest::newRow("without v1") << false << u"https://h"_s << u"https://h/chat/completions"_s;
        QTest::newRow("query stays") << false << u"https://h/o?api-version=1#x"_s
                                     << u"https://h/o/chat/completions?api-version=1"_s;
        QTest::newRow("encoded path")
            << false << u"https://h/a%2Fb%20c/v1"_s << u"https://h/a%2Fb%20c/v1/chat/completions"_s;
        QTest::newRow("llama root") << true << u"http://h:1/"_s << u"http://h:1/v1/chat/completions"_s;
        QTest::newRow("llama with v1") << true << u"http://h:1/v1/"_s << u"http://h:1/v1/chat/completions"_s;
        QTest::newRow("llama under a path")
            << true << u"http://h/llama"_s << u"http://h/llama/v1/chat/completions"_s;
    }

    void addresses()
    {
        QFETCH(bool, isLlama);
        QFETCH(QString, base);
        QFETCH(QString, expected);
        const QUrl url = isLlama ? chat().encode({}, llama(base), {}).url : [&] {
            Connection connection = openAi({});
            connection.baseUrl = QUrl(base);
            return chat().encode({}, connection, {}).url;
        }();
        QCOMPARE(url.toString(QUrl::FullyEncoded), expected);
    }

    void twoThousandMessages()
    {
        AssembledPrompt prompt;
        for (int i = 0; i < 2000; ++i)
            prompt.messages << message(i % 2 ? Role::Assistant : Role::User,
                                       u"Line %1 “quoted”\n"_s.arg(i).repeated(20));
        const QByteArray body = chat().encode(prompt, openAi(u"m"_s), {}).body;
        const QJsonArray messages = QJsonDocument::fromJson(body).object().value(u"messages").toArray();
        QCOMPARE(messages.size(), 2000);
        QCOMPARE(messages.last()[u"content"].toString(), prompt.messages.last().content.text());
    }

    void llamaPropsAreRead()
    {
        const auto props = parseLlamaProps(recorded(u"props"_s));
        QVERIFY(props);
        QCOMPARE(props->contextSize, 8192);
        QCOMPARE(props->slotCount, 1);
        QCOMPARE(props->model, u"tiny-lantern"_s);
        QVERIFY(props->chatTemplate.startsWith(u"{% for m in messages %}"_s));
        QCOMPARE(llamaPropsRequest(llama(u"http://h:1/v1"_s), {}).url, QUrl(u"http://h:1/props"_s));
        for (const char *bad : {"", "{", "[]", "{\"error\":1}", "<html>"})
            QVERIFY(!parseLlamaProps(bad));
        QCOMPARE(parseLlamaProps(R"({"default_generation_settings":{},"total_slots":-1})")->slotCount, 0);
    }

    void llamaTokensAreRead()
    {
        QCOMPARE(parseLlamaTokens(recorded(u"tokenize-plain"_s)),
                 (QList<int>{813, 263, 306, 838, 837, 381, 735}));
        QCOMPARE(parseLlamaTokens(recorded(u"tokenize"_s))->size(), 10);
        QVERIFY(!parseLlamaTokens("{\"tokens\":[1,\"x\"]}"));
        QVERIFY(!parseLlamaTokens("{}"));
        const WireRequest request = llamaTokenizeRequest(llama(u"http://h:1"_s), Secret("k"), u"a\"b", false);
        QCOMPARE(request.url, QUrl(u"http://h:1/tokenize"_s));
        QCOMPARE(request.body, "{\"content\":\"a\\\"b\",\"add_special\":false,\"parse_special\":true}");
    }

    void llamaHealthIsRead()
    {
        QVERIFY(isLlamaHealthy(200, recorded(u"health"_s)));
        QVERIFY(!isLlamaHealthy(503, recorded(u"health"_s)));
        QVERIFY(!isLlamaHealthy(200, "<html>"));
    }

    void modelListsOfOtherShapes()
    {
        QCOMPARE(parseModelList("{\"models\":[{\"name\":\"a\"},{\"name\":\"a\"},{}]}"), QStringList{u"a"_s});
        QCOMPARE(parseModelList("[{\"id\":\"a\"},\"b\"]"), (QStringList{u"a"_s, u"b"_s}));
        QCOMPARE(parseModelList(R"({"result":[{"id":"7f","name":"@cf/meta/llama"},{"id":"8a"}]})"),
                 QStringList{u"@cf/meta/llama"_s});
        QCOMPARE(parseModelList(R"({"publisherModels":[{"name":"publishers/google/models/gemini-3"}]})"),
                 QStringList{u"gemini-3"_s});
        QCOMPARE(parseModelList("{\"data\":[]}"), QStringList());
        QVERIFY(!parseModelList("<html>"));
        QVERIFY(!parseModelList("{\"data\":7}"));
    }
};

} // namespace tst_encode

SNUG_TEST(tst_encode, TestEncode, Core)
#include "tst_encode.moc"

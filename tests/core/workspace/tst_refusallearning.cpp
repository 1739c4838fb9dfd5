#include "core/workspace/refusallearning.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_refusallearning {

using namespace snug;
using namespace Qt::StringLiterals;

class TestRefusalLearning : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void theKeyThatIsNamed_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("key");
        const QByteArray openAi =
            R"({"error":{"message":"Unsupported parameter: 'top_k'","code":"unsupported_parameter","param":"top_k"}})";
        QTest::newRow("OpenAI's shape")
            << 400 << openAi << QByteArray(R"({"messages":[],"top_k":4})") << u"top_k"_s;
        QTest::newRow("not in the body") << 400 << openAi << QByteArray(R"({"messages":[]})") << QString();
        QTest::newRow("another status") << 500 << openAi << QByteArray(R"({"top_k":4})") << QString();
        QTest::newRow("Mistral's list")
            << 422
            << QByteArray(
                   R"({"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs"}]})")
            << QByteArray(R"({"seed":4})") << u"seed"_s;
        QTest::newRow("of a message")
            << 422
            << QByteArray(
                   R"({"detail":[{"type":"extra_forbidden","loc":["body","messages",2,"user","name"],"msg":"x"}]})")
            << QByteArray(R"({"messages":[],"name":4})") << QString();
        QTest::newRow("what nobody can do without")
            << 400
            << QByteArray(R"({"error":{"message":"x","code":"unsupported_parameter","param":"messages"}})")
            << QByteArray(R"({"messages":[]})") << QString();
        QTest::newRow("a setting in a group")
            << 400
            << QByteArray(
                   R"({"error":{"message":"x","code":"unsupported_parameter","param":"generation_config.top_k"}})")
            << QByteArray(R"({"generationConfig":{"topK":4}})") << u"generationConfig.topK"_s;
        const auto openAiSays = [](const QByteArray &parameter, const QByteArray &code) {
            return R"({"error":{"message":"It is not so","code":"CODE","param":"PARAM"}})"_ba
                .replace("CODE", code)
                .replace("PARAM", parameter);
        };
        const QByteArray value = "unsupported_value";
        const QByteArray responses =
            R"({"input":[],"reasoning":{"effort":"high","summary":"auto"},"text":{"verbosity":"low"}})";
        QTest::newRow("Responses: the summary, of an organisation that is not verified")
            << 400 << openAiSays("reasoning.summary", value) << responses << u"reasoning.summary"_s;
        QTest::newRow("Responses: the effort")
            << 400 << openAiSays("reasoning.effort", value) << responses << u"reasoning.effort"_s;
        QTest::newRow("Responses: the verbosity")
            << 400 << openAiSays("text.verbosity", value) << responses << u"text.verbosity"_s;
        QTest::newRow("a part of another") << 400 << openAiSays("stream_options.include_usage", value)
                                           << QByteArray(R"({"stream_options":{"include_usage":true}})")
                                           << u"stream_options.include_usage"_s;
        QTest::newRow("the limit, which has another name")
            << 400 << openAiSays("max_tokens", "unsupported_parameter")
            << QByteArray(R"({"messages":[],"max_tokens":9})") << u"max_tokens"_s;
        const QByteArray claude =
            R"({"messages":[],"thinking":{"type":"enabled","budget_tokens":9},"output_config":{"effort":"max"},)"
            R"("temperature":0.8})";
        const auto claudeSays = [](const QByteArray &words) {
            return R"({"type":"error","error":{"type":"invalid_request_error","message":"WORDS"}})"_ba
                .replace("WORDS", words);
        };
        QTest::newRow("Claude: a way of thinking")
            << 400 << claudeSays("`thinking.type.enabled` is not supported for this model.") << claude
            << u"thinking"_s;
        QTest::newRow("Claude: a level")
            << 400 << claudeSays("`output_config.effort` 'max' is not supported by this model.") << claude
            << u"output_config.effort"_s;
        QTest::newRow("Claude: a sampler beside thinking")
            << 400 << claudeSays("`temperature` may only be set to 1 when thinking is enabled.") << claude
            << u"temperature"_s;
        QTest::newRow("xAI's spelling")
            << 400
            << QByteArray(R"({"code":"x","error":"Argument not supported on this model: frequencyPenalty"})")
            << QByteArray(R"({"frequency_penalty":0.4})") << u"frequency_penalty"_s;
        QTest::newRow("OpenAI's older shape")
            << 400
            << QByteArray(R"({"error":{"message":"Unrecognized request argument supplied: reasoning_effort",)"
                          R"("type":"invalid_request_error","param":null,"code":null}})")
            << QByteArray(R"({"reasoning_effort":"high"})") << u"reasoning_effort"_s;
        const QByteArray gemini = R"({"generationConfig":{"thinkingConfig":{"thinkingLevel":"high"}}})";
        QTest::newRow("Gemini: a level, in words")
            << 400
            << QByteArray(
                   R"({"error":{"code":400,"message":"Thinking level is not supported for this model."}})")
            << gemini << u"generationConfig.thinkingConfig.thinkingLevel"_s;
        QTest::newRow("Gemini: a level, by its name")
            << 400
            << QByteArray(
                   "{\"error\":{\"message\":\"Unknown name \\\"thinkingLevel\\\" at 'generation_config'\"}}")
            << gemini << u"generationConfig.thinkingConfig.thinkingLevel"_s;
        QTest::newRow("all settings at once")
            << 400 << openAiSays("generation_config", value) << gemini << QString();
        QTest::newRow("a value inside a message") << 400 << openAiSays("messages[0].content[0].mark", value)
                                                  << QByteArray(R"({"messages":[],"mark":4})") << QString();
        const QByteArray replay =
            R"({"error":{"type":"invalid_request_error","message":"Invalid signature in thinking block"}})";
        QTest::newRow("thoughts of earlier replies")
            << 400 << replay << QByteArray(R"({"messages":[{"content":[{"signature":"c2ln"}]}]})")
            << u"thoughts of earlier replies"_s;
        QTest::newRow("none were sent")
            << 400 << replay << QByteArray("{\"messages\":[\"\\\"signature\\\":\"]}") << QString();
        QTest::newRow("no JSON") << 400 << QByteArray("<html>") << QByteArray("{}") << QString();
    }
    void theKeyThatIsNamed()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, answer);
        QFETCH(QByteArray, body);
        QTEST(refusedKey(status, {}, answer, body), "key");
    }
};

} // namespace tst_refusallearning

SNUG_TEST(tst_refusallearning, TestRefusalLearning, Core)
#include "tst_refusallearning.moc"

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
            << QByteArray(R"({"generationConfig":{"topK":4}})") << u"topK"_s;
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

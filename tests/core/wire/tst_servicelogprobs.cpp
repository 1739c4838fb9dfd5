// Log-probabilities, as each service is asked for them.

#include "core/wire/provider.h"
#include "core/wire/serviceask.h"
#include "tests/core/wire/servicefixture.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_servicelogprobs {

using namespace snug;
using namespace Qt::StringLiterals;
using namespace snug::servicefixture;

class TestServiceLogProbs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

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
};

} // namespace tst_servicelogprobs

SNUG_TEST(tst_servicelogprobs, TestServiceLogProbs, Core)
#include "tst_servicelogprobs.moc"

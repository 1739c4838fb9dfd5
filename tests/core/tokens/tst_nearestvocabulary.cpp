#include "core/tokens/loadtokenizer.h"
#include "core/tokens/nearestvocabulary.h"
#include "tests/testregistry.h"

#include <QTest>

#include <numeric>

namespace tst_nearestvocabulary {

using namespace snug;
using namespace Qt::StringLiterals;

class TestNearestVocabulary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void writings_data()
    {
        QTest::addColumn<QByteArray>("token");
        QTest::addColumn<Writing>("writing");
        QTest::newRow("word") << QByteArray(" harbour") << Writing::Words;
        QTest::newRow("accents") << QByteArray("école") << Writing::Words;
        QTest::newRow("blanks") << QByteArray("    ") << Writing::Marks;
        QTest::newRow("line break") << QByteArray("\n") << Writing::Marks;
        QTest::newRow("code") << QByteArray(" });") << Writing::Marks;
        QTest::newRow("ellipsis") << QByteArray("…") << Writing::Marks;
        QTest::newRow("figures") << QByteArray("387") << Writing::Digits;
        QTest::newRow("cyrillic") << QByteArray(" дом") << Writing::Letters;
        QTest::newRow("arabic") << QByteArray("بيت") << Writing::Letters;
        QTest::newRow("thai") << QByteArray("บ้าน") << Writing::Letters;
        QTest::newRow("kana") << QByteArray("です") << Writing::Syllables;
        QTest::newRow("hangul") << QByteArray("한국") << Writing::Syllables;
        QTest::newRow("han") << QByteArray("灯塔") << Writing::Han;
        QTest::newRow("rare han") << QByteArray("㐂") << Writing::Han;
        QTest::newRow("wide punctuation") << QByteArray("。") << Writing::Others;
        QTest::newRow("picture") << QByteArray("🙂") << Writing::Others;
        QTest::newRow("the beginning of a character") << QByteArray("\xE7\x81") << Writing::Han;
        QTest::newRow("the end of one") << QByteArray("\xAF") << Writing::Digits; // as before
        QTest::newRow("nothing") << QByteArray() << Writing::Marks;
    }
    void writings()
    {
        QFETCH(QByteArray, token);
        QTEST(writingOf(token, Writing::Digits), "writing");
    }

    void countsAsTheVocabularyDoes()
    {
        const WritingCounterPtr counter = builtInWritingCounter(u"o200k_base"_s);
        const TokenCounterPtr plain = loadTokenizer(u"o200k_base"_s).value();
        for (const QString &text : {u"Hello, 灯塔 and приют: 0123456789 です 🙂 \n\tif (x) {}"_s, u" "_s,
                                    QString(), QString(u"lone "_s + QChar(0xD800))}) {
            const WritingCounts counts = counter->counts(text);
            QCOMPARE(std::accumulate(counts.cbegin(), counts.cend(), 0), plain->count(text));
            QCOMPARE(counter->counts(text), counts); // from memory
        }
        QVERIFY(!builtInWritingCounter(u"llama3"_s));
    }

    void families_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("like");
        QTest::newRow("vendor in front") << u"anthropic/claude-sonnet-4"_s << u"claude-2.1"_s;
        QTest::newRow("case") << u"Meta-Llama-3.1-8B-Instruct.Q4_K_M.gguf"_s << u"llama-3"_s;
        QTest::newRow("llama of before") << u"llama-2-13b-chat"_s << u"mixtral-8x7b"_s;
        QTest::newRow("distilled") << u"deepseek-r1-distill-llama-70b"_s << u"llama-3"_s;
        QTest::newRow("gemini") << u"gemini-2.5-pro"_s << u"gemma-3-27b"_s;
        QTest::newRow("unknown") << u"grok-4"_s << QString();
    }
    void families()
    {
        QFETCH(QString, model);
        QFETCH(QString, like);
        QCOMPARE(nearestVocabulary(model), nearestVocabulary(like));
        QVERIFY(like.isEmpty() == (nearestVocabulary(model) == nearestVocabulary({})));
    }

    void familiesCanBeNamed()
    {
        QCOMPARE(nearestToFamily(u"~llama-3"), std::optional(nearestVocabulary(u"llama-3")));
        QCOMPARE(nearestToFamily(u"~llama-2"), std::optional(nearestVocabulary(u"llama-2")));
        for (const QString &wrong : {QString(), u"~"_s, u"llama-3"_s, u"~grok"_s, u"~o200k_base"_s,
                                     nearestVocabulary(u"llama-3").recipe()})
            QVERIFY2(!nearestToFamily(wrong), qPrintable(wrong));
        QCOMPARE(recipeOf(*loadTokenizer(u"~gemma"_s).value()), nearestVocabulary(u"gemma").recipe());
        QVERIFY(!loadTokenizer(u"~grok"_s));
    }

    void recipeMakesTheSameAgain()
    {
        NearestVocabulary nearest = nearestVocabulary(u"qwen3-32b");
        nearest.rates = inThousandths({1.02345, 0.5, 2, 1, 0.3333333, 1.75, 1});
        QCOMPARE(nearest.recipe(), u"~o200k_base 1023 500 2000 1000 333 1750 1000"_s);
        QCOMPARE(readRecipe(nearest.recipe()), std::optional(nearest));
        const TokenCounterPtr counter = loadTokenizer(nearest.recipe()).value();
        QCOMPARE(counter->name(), u"~o200k_base"_s);
        QCOMPARE(recipeOf(*counter), nearest.recipe());
        QCOMPARE(recipeOf(*loadTokenizer(u"o200k_base"_s).value()), u"o200k_base"_s);
        QCOMPARE(counter->kind(), CountKind::Calibrated);
        QCOMPARE(counter->count(u""), 0);
        QCOMPARE(counter->count(u"."), 1); // half a token is one all the same
        QCOMPARE(counter->count(u" one two three four five"), 5);
        for (const QString &wrong : {QString(), u"~"_s, u"~o200k_base"_s, u"~llama3 1 1 1 1 1 1 1"_s,
                                     u"o200k_base 1 1 1 1 1 1 1"_s, u"~o200k_base 1 1 1 1 1 1 x"_s,
                                     u"~o200k_base 1 1 1 1 1 1 -1"_s, u"~o200k_base 1 1 1 1 1 1 1 1"_s})
            QVERIFY2(!readRecipe(wrong), qPrintable(wrong));
    }
};

} // namespace tst_nearestvocabulary

SNUG_TEST(tst_nearestvocabulary, TestNearestVocabulary, Core)
#include "tst_nearestvocabulary.moc"

// Cutting a growing text for counting never changes its count.
#include "core/tokens/builtinranks.h"
#include "core/tokens/certaincuts.h"
#include "core/tokens/countcache.h"
#include "core/tokens/estimate.h"
#include "core/tokens/splitpattern.h"
#include "core/tokens/splitpatterns.h"
#include "tests/testregistry.h"

#include <QRandomGenerator>
#include <QTest>

namespace tst_certaincuts {

using namespace Qt::StringLiterals;
using namespace snug;

class TestCertainCuts : public QObject
{
    Q_OBJECT

    static QString anyText(QRandomGenerator &random, int pieces)
    {
        static const QStringList words{
            u"Fog"_s,    u" lantern"_s, u" "_s,      u"  "_s,        u"\n"_s, u"\n\n"_s, u"\t"_s,
            u"'"_s,      u"'ll"_s,      u"'s"_s,     u"1"_s,         u"23"_s, u"4567"_s, u"."_s,
            u"!!"_s,     u"/"_s,        u"ABC"_s,    u"camelCase"_s, u"é"_s,  u"龙"_s,   u"\U0001F30A"_s,
            u"\u0301"_s, u"\r"_s,       u"\u00a0"_s, u"<|end"_s,     u" 7"_s, u"?\n"_s,  u"\u3000"_s};
        QString text;
        for (int i = 0; i < pieces; ++i)
            text += words.at(random.bounded(words.size()));
        return text;
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void countsAddUp_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString &name : builtInTokenizerNames())
            QTest::newRow(qPrintable(name)) << name;
    }

    void countsAddUp()
    {
        QFETCH(QString, name);
        const TokenizerPtr tokenizer = builtInTokenizer(name);
        QRandomGenerator random(13);
        int cutTexts = 0;
        for (int round = 0; round < 3'000; ++round) {
            const QString text = anyText(random, random.bounded(12));
            const QList<CertainCut> cuts = certainCutsOf(*tokenizer, text);
            QVERIFY(std::ranges::is_sorted(cuts, {}, &CertainCut::place));
            cutTexts += cuts.isEmpty() ? 0 : 1;
            for (int more = 0; more < 4; ++more) {
                const QString whole = text + anyText(random, more);
                const int all = tokenizer->count(whole);
                for (const CertainCut &cut : cuts) {
                    QVERIFY(cut.place > 0 && cut.place <= text.size());
                    QCOMPARE(cut.tokens + tokenizer->count(QStringView(whole).sliced(cut.place)), all);
                }
            }
        }
        QVERIFY(cutTexts > 2'000);
    }

    void ordinaryTextIsCutNearItsEnd()
    {
        const TokenCounterPtr counter = withCountCache(builtInTokenizer(u"o200k_base"_s));
        const QString text = u"The keeper set the lamp down.\nNobody had asked for it. "_s.repeated(20);
        const QList<CertainCut> cuts = certainCutsOf(*counter, text);
        QVERIFY(cuts.size() > 100);
        QVERIFY(text.size() - cuts.last().place < 8);
    }

    void whereNothingIsKnownThereAreNone()
    {
        QCOMPARE(certainCutsOf(*estimateCounter(), u"some words and more"), QList<CertainCut>());
        const TokenizerPtr tokenizer = builtInTokenizer(u"o200k_base"_s);
        QCOMPARE(certainCutsOf(*tokenizer, {}), QList<CertainCut>());
        QCOMPARE(certainCutsOf(*tokenizer, u"word"_s), QList<CertainCut>()); // it may go on
        QCOMPARE(certainCutsOf(*tokenizer, QString(u"some words"_s + QChar(0xD800))), QList<CertainCut>());
    }

    void patternsThatLookBehindAreKnown_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<bool>("aheadOnly");
        QTest::newRow("o200k") << o200kPattern.toString() << true;
        QTest::newRow("cl100k") << cl100kPattern.toString() << true;
        QTest::newRow("gpt2") << gpt2Pattern.toString() << true;
        QTest::newRow("lookbehind") << u"(?<=a)b|."_s << false;
        QTest::newRow("word boundary") << u"\\b\\w+|."_s << false;
        QTest::newRow("start") << u"^a|."_s << false;
        QTest::newRow("start, spelt otherwise") << u"\\Aa|."_s << false;
        QTest::newRow("where the last match ended") << u"\\Ga|."_s << false;
        QTest::newRow("another start of the match") << u"a\\Kb|."_s << false;
        QTest::newRow("a set of all others") << u"[^a]+|a"_s << true;
    }

    void patternsThatLookBehindAreKnown()
    {
        QFETCH(QString, pattern);
        const Result<SplitPattern> compiled = SplitPattern::compile(pattern);
        QVERIFY(compiled);
        QTEST(compiled->looksAheadOnly(), "aheadOnly");
    }
};

} // namespace tst_certaincuts

SNUG_TEST(tst_certaincuts, TestCertainCuts, Core)
#include "tst_certaincuts.moc"

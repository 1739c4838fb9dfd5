// What entries cost is what counting all of their text would say, however it grew.
#include "core/lore/lorebudget.h"
#include "core/tokens/builtinranks.h"
#include "core/tokens/certaincuts.h"
#include "tests/testregistry.h"

#include <QRandomGenerator>
#include <QTest>

namespace tst_lorebudget {

using namespace Qt::StringLiterals;
using namespace snug;

class TestLoreBudget : public QObject
{
    Q_OBJECT

    static constexpr int overhead = 6;
    const TokenizerPtr m_tokenizer = builtInTokenizer(u"o200k_base"_s);
    qsizetype m_counted = 0; // UTF-16 units that the tokenizer has seen

    int tokens(QStringView text) const { return text.isEmpty() ? 0 : m_tokenizer->count(text) + overhead; }

    LoreCounter counter(bool hasCuts)
    {
        LoreCounter result;
        result.count = [this](QStringView text) {
            m_counted += text.size();
            return tokens(text);
        };
        result.overhead = overhead;
        if (hasCuts) {
            result.cuts = [this](QStringView text) {
                m_counted += text.size();
                return certainCutsOf(*m_tokenizer, text);
            };
        }
        return result;
    }

    static QString content(QRandomGenerator &random)
    {
        static const QStringList words{u"Fog "_s, u"lamp"_s, u" "_s,  u"\n"_s, u"\n\n"_s, u"12"_s, u"."_s,
                                       u"'s"_s,   u"/"_s,    u"龙"_s, u"?"_s,  u"\t"_s,   u"a"_s,  u"<"_s};
        QString text;
        for (int i = random.bounded(8); i >= 0; --i)
            text += words.at(random.bounded(words.size()));
        return text;
    }

    struct Step
    {
        QString fed; // empty: nothing before this round
        QStringList contents;
    };

    // All that can be asked, after each content.
    QStringList played(LoreBudget &budget, const QList<Step> &steps) const
    {
        QStringList all;
        for (const Step &step : steps) {
            if (!step.fed.isEmpty())
                budget.feed(step.fed);
            budget.beginRound();
            for (const QString &text : step.contents) {
                budget.add(text);
                all.append(u"%1 %2 %3"_s.arg(budget.fits()).arg(budget.contentTokens()).arg(budget.left()));
            }
        }
        return all;
    }

    // As the rule says it: each sum of the whole text.
    QStringList expected(int limit, const QList<Step> &steps) const
    {
        QStringList all;
        QString earlier;
        for (const Step &step : steps) {
            if (!step.fed.isEmpty())
                earlier = step.fed + u'\n' + earlier;
            QString text;
            for (const QString &content : step.contents) {
                const int before = tokens(text);
                text += content + u'\n';
                const int sum = tokens(earlier) + tokens(text);
                all.append(u"%1 %2 %3"_s.arg(limit == 0 || sum < limit)
                               .arg(tokens(content))
                               .arg(std::max(0, limit - 1 - tokens(earlier) - before)));
            }
        }
        return all;
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void sumsAreThoseOfTheWholeText()
    {
        QRandomGenerator random(23);
        CountedRounds known;
        QList<Step> steps;
        for (int round = 0; round < 300; ++round) {
            // Now and then from the beginning, else with something of the last scan changed.
            if (steps.isEmpty() || random.bounded(5) == 0) {
                steps.clear();
                for (int i = random.bounded(6); i >= 0; --i) {
                    Step step{steps.isEmpty() || random.bounded(4) == 0 ? QString() : content(random), {}};
                    for (int count = random.bounded(7); count > 0; --count)
                        step.contents.append(content(random));
                    steps.append(step);
                }
            } else if (Step &step = steps[random.bounded(steps.size())]; random.bounded(2)) {
                step.contents.append(content(random));
            } else if (!step.fed.isEmpty()) {
                step.fed = content(random);
            }
            const int limit = 1 + random.bounded(120);
            LoreBudget cold(limit, counter(true), {});
            QCOMPARE(played(cold, steps), expected(limit, steps));
            LoreBudget plain(limit, counter(false), {});
            QCOMPARE(played(plain, steps), expected(limit, steps));
            LoreBudget warm(limit, counter(true), known);
            QCOMPARE(played(warm, steps), expected(limit, steps));
            known = warm.counts();
        }
    }

    void withoutALimitEverythingFits()
    {
        LoreBudget budget(0, counter(true), {});
        const QList<Step> steps{{{}, {u"one"_s, u"two"_s}}, {u"one\ntwo"_s, {u"three"_s}}};
        QCOMPARE(played(budget, steps), expected(0, steps));
    }

    // Sixteen times as many cost about sixteen times as much: in units counted, which no machine changes.
    void whatIsCountedGrowsWithTheText()
    {
        const auto counted = [&](int entries, int rounds) {
            QList<Step> steps;
            for (int round = 0; round < rounds; ++round) {
                Step step{round == 0 ? QString() : u"What round %1 left to the next."_s.arg(round), {}};
                for (int i = 0; i < entries; ++i)
                    step.contents.append(u"Entry %1 tells of the lamp on the tower."_s.arg(i));
                steps.append(step);
            }
            m_counted = 0;
            LoreBudget budget(1'000'000, counter(true), {});
            played(budget, steps);
            return m_counted;
        };
        QVERIFY(counted(1'600, 1) < 20 * counted(100, 1));
        QVERIFY(counted(1, 1'600) < 20 * counted(1, 100));
    }
};

} // namespace tst_lorebudget

SNUG_TEST(tst_lorebudget, TestLoreBudget, Core)
#include "tst_lorebudget.moc"

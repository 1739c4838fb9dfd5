#include "core/tokens/learntcounts.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_learntcounts {

using namespace snug;
using namespace Qt::StringLiterals;

class TestLearntCounts : public QObject
{
    Q_OBJECT

private:
    std::shared_ptr<LearntCounts> made(qsizetype characters = 1000)
    {
        m_told = 0;
        return LearntCounts::create(u"there"_s, [this] { ++m_told; }, characters);
    }

    int m_told = 0;

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void guessesUntilItKnows()
    {
        const auto counts = made();
        const TokenCounterPtr early = counts->counter();
        QCOMPARE(early->name(), u"there"_s);
        QCOMPARE(early->kind(), CountKind::Exact);
        QCOMPARE(early->count(u"eight ch"), 2);
        QCOMPARE(early->kind(), CountKind::Calibrated);
        counts->learn(u"eight ch"_s, 5);
        const TokenCounterPtr later = counts->counter();
        QCOMPARE(later->count(u"eight ch"), 5);
        QCOMPARE(later->kind(), CountKind::Exact);
        QCOMPARE(early->kind(), CountKind::Calibrated); // it did guess
    }

    void guessesByWhatItKnows()
    {
        const auto counts = made();
        counts->learn(u"1234567890"_s, 10);
        QCOMPARE(counts->counter()->count(u"another text"), 12);
    }

    void wantsATextOnceAndTheNewestFirst()
    {
        const auto counts = made();
        const TokenCounterPtr counter = counts->counter();
        for (const QStringView text : {u"a", u"b", u"a", u"c"})
            counter->count(text);
        QCOMPARE(m_told, 1);
        QCOMPARE(counts->takeWanted(2), (QStringList{u"c"_s, u"b"_s}));
        counter->count(u"b"); // is being asked
        QCOMPARE(counts->takeWanted(9), QStringList{u"a"_s});
        QCOMPARE(m_told, 1);
        counter->count(u"d");
        QCOMPARE(m_told, 2);
    }

    void takenInVainIsWantedStill()
    {
        const auto counts = made();
        const TokenCounterPtr counter = counts->counter();
        counter->count(u"a");
        counter->count(u"b");
        counts->putBack(counts->takeWanted(2));
        QCOMPARE(counts->takeWanted(9).size(), 2);
    }

    void nothingIsNothing()
    {
        const auto counts = made();
        const TokenCounterPtr counter = counts->counter();
        QCOMPARE(counter->count(u""), 0);
        QCOMPARE(counter->kind(), CountKind::Exact);
        QVERIFY(counts->takeWanted(9).isEmpty());
    }

    void whatWasDroppedIsAskedAgain()
    {
        const auto counts = made(20);
        counts->learn(u"first fifteen c"_s, 3);
        counts->learn(u"second fifteen "_s, 4);
        QVERIFY(!counts->known(u"first fifteen c"));
        counts->counter()->count(u"first fifteen c");
        QCOMPARE(counts->takeWanted(9), QStringList{u"first fifteen c"_s});
    }

    // A counter outlives the one who asks the server.
    void toldNoMore()
    {
        const auto counts = made();
        const TokenCounterPtr counter = counts->counter();
        counts->stopTelling();
        counter->count(u"a");
        QCOMPARE(m_told, 0);
    }
};

} // namespace tst_learntcounts

SNUG_TEST(tst_learntcounts, TestLearntCounts, Core)
#include "tst_learntcounts.moc"

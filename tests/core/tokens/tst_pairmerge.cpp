#include "core/tokens/pairmerge.h"
#include "tests/testregistry.h"

#include <QRandomGenerator>
#include <QTest>

namespace tst_pairmerge {

using namespace snug;

class TestPairMerge : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    // The heap is there for long pieces only; it must do what the plain way does.
    void bothWaysAgree_data()
    {
        QTest::addColumn<int>("symbols");
        QTest::addColumn<int>("kinds");
        for (const int symbols : {0, 1, 2, 3, 5, 8, 40, 300}) {
            for (const int kinds : {1, 2, 5, 40})
                QTest::addRow("%d symbols of %d kinds", symbols, kinds) << symbols << kinds;
        }
    }

    void bothWaysAgree()
    {
        QFETCH(int, symbols);
        QFETCH(int, kinds);
        QRandomGenerator random(quint32(symbols * 1000 + kinds));
        // Some pairs merge, several of them at the same rank, into tokens that may merge again.
        const auto lookup = [&](const Symbol &left, const Symbol &right) {
            const int mix = (left.id * 31 + right.id * 17) % 64;
            return mix < 40 ? Merge{quint32(mix / 3), 100 + mix / 3} : Merge();
        };
        for (int round = 0; round < 50; ++round) {
            Symbols few;
            for (int i = 0; i < symbols; ++i)
                few.append({quint32(i), 1, int(random.bounded(kinds))});
            Symbols many = few;
            mergeFew(few, lookup);
            mergeMany(many, lookup);
            QCOMPARE(many.size(), few.size());
            quint32 at = 0;
            for (qsizetype i = 0; i < few.size(); ++i) {
                QCOMPARE(many[i].id, few[i].id);
                QCOMPARE(many[i].start, at);
                QCOMPARE(many[i].length, few[i].length);
                at += few[i].length;
            }
            QCOMPARE(at, quint32(symbols));
        }
    }

    void theLeftmostOfEqualsMergesFirst()
    {
        const auto lookup = [](const Symbol &left, const Symbol &right) {
            return left.id == 0 && right.id == 0 ? Merge{0, 1} : Merge();
        };
        Symbols symbols{{0, 1, 0}, {1, 1, 0}, {2, 1, 0}};
        mergePairs(symbols, lookup);
        QCOMPARE(symbols.size(), 2);
        QCOMPARE(symbols[0].id, 1);
        QCOMPARE(symbols[1].id, 0);
    }
};

} // namespace tst_pairmerge

SNUG_TEST(tst_pairmerge, TestPairMerge, Nothing)
#include "tst_pairmerge.moc"

#include "tests/testregistry.h"
#include "widgets/chat/heights.h"

#include <QRandomGenerator>
#include <QTest>

#include <numeric>

namespace tst_heights {

using namespace snug;

class TestHeights : public QObject
{
    Q_OBJECT

    static void compare(const Heights &heights, const QList<int> &expected)
    {
        QCOMPARE(heights.count(), int(expected.size()));
        int top = 0;
        for (int row = 0; row < expected.size(); ++row) {
            QCOMPARE(heights.height(row), expected[row]);
            QCOMPARE(heights.top(row), top);
            if (expected[row] > 0) {
                QCOMPARE(heights.rowAt(top), row);
                QCOMPARE(heights.rowAt(top + expected[row] - 1), row);
            }
            top += expected[row];
        }
        QCOMPARE(heights.total(), top);
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void empty()
    {
        const Heights heights;
        QCOMPARE(heights.total(), 0);
        QCOMPARE(heights.rowAt(0), -1);
    }

    void outsideIsFirstOrLast()
    {
        Heights heights;
        heights.reset({10, 20, 30});
        QCOMPARE(heights.rowAt(-5), 0);
        QCOMPARE(heights.rowAt(60), 2);
        QCOMPARE(heights.rowAt(1'000), 2);
    }

    void agreesWithAPlainListThroughChanges()
    {
        QRandomGenerator random(3);
        Heights heights;
        QList<int> plain;
        for (int step = 0; step < 400; ++step) {
            const int kind = random.bounded(4);
            if (kind == 0 || plain.size() < 3) {
                const int at = random.bounded(int(plain.size()) + 1);
                QList<int> more;
                for (int i = random.bounded(1, 6); i > 0; --i)
                    more.append(random.bounded(1, 300));
                heights.insert(at, more);
                for (int i = 0; i < more.size(); ++i)
                    plain.insert(at + i, more[i]);
            } else if (kind == 1) {
                const int at = random.bounded(int(plain.size()));
                const int count = random.bounded(1, std::min(4, int(plain.size()) - at + 1));
                heights.remove(at, std::min(count, int(plain.size()) - at));
                plain.remove(at, std::min(count, int(plain.size()) - at));
            } else {
                const int at = random.bounded(int(plain.size()));
                plain[at] = random.bounded(1, 300);
                heights.set(at, plain[at]);
            }
            compare(heights, plain);
        }
        heights.reset(plain);
        compare(heights, plain);
    }
};

} // namespace tst_heights

SNUG_TEST(tst_heights, TestHeights, Nothing)
#include "tst_heights.moc"

// The order of the list of characters.

#include "tests/testregistry.h"
#include "widgets/library/castorder.h"

#include <QCollator>
#include <QRandomGenerator>
#include <QTest>

namespace tst_castorder {

using namespace Qt::StringLiterals;
using namespace snug;

class TestCastOrder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    // All at once, as a library is opened, then some more: the sorting meets each name for the first time.
    void thousandsOfNamesAreInOrder()
    {
        QRandomGenerator random(3);
        QList<CastEntry> entries;
        for (int i = 0; i < 12'000; ++i) {
            QString name;
            for (int letters = 3 + random.bounded(9); letters > 0; --letters)
                name += QChar(u'a' + random.bounded(26));
            CastEntry &entry = entries.emplaceBack();
            entry.id = u"%1.png"_s.arg(i);
            entry.name = random.bounded(2) ? name : name.toUpper();
        }
        CastModel cast;
        CastOrder order(&cast);
        for (const qsizetype count : {qsizetype(7'000), entries.size()}) {
            cast.setValues(entries.first(count));
            QCOMPARE(order.rowCount(), int(count));
            const QCollator collator;
            QString before;
            for (int row = 0; row < order.rowCount(); ++row) {
                const QString name =
                    cast.values().at(order.mapToSource(order.index(row, 0)).row()).name.toCaseFolded();
                QVERIFY2(row == 0 || collator.compare(before, name) <= 0, qPrintable(before + u' ' + name));
                before = name;
            }
        }
    }
};

} // namespace tst_castorder

SNUG_TEST(tst_castorder, TestCastOrder, Windows)
#include "tst_castorder.moc"

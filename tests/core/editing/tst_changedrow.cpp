// Where an editor goes when a step is taken back.

#include "core/editing/changedrow.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_changedrow {

using namespace Qt::StringLiterals;

// "a1": its identity and what it says.
static QList<QString> rows(const QString &words)
{
    return words.split(u' ', Qt::SkipEmptyParts);
}

class TestChangedRow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void goesToWhatChanged_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<int>("current");
        QTest::addColumn<int>("row");
        const QString four = u"a1 b1 c1 d1"_s;
        QTest::newRow("nothing") << four << four << 2 << -1;
        QTest::newRow("another text") << four << u"a1 b2 c1 d1"_s << 3 << 1;
        QTest::newRow("two, none current") << four << u"a1 b2 c1 d2"_s << 0 << 1;
        QTest::newRow("two, one current") << four << u"a1 b2 c1 d2"_s << 3 << 3;
        QTest::newRow("one came") << four << u"a1 b1 e1 c1 d1"_s << 0 << 2;
        QTest::newRow("one went") << four << u"a1 c1 d1"_s << 0 << 1;
        QTest::newRow("the last went") << four << u"a1 b1 c1"_s << 0 << 2;
        QTest::newRow("all went") << four << QString() << 0 << -1;
        QTest::newRow("moved up") << four << u"a1 d1 b1 c1"_s << 0 << 1;
        QTest::newRow("moved down") << four << u"a1 c1 d1 b1"_s << 0 << 3;
        QTest::newRow("neighbours change places") << four << u"b1 a1 c1 d1"_s << 3 << 0;
    }
    void goesToWhatChanged()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(int, current);
        QFETCH(int, row);
        const auto idOf = [](const QString &text) { return text.first(1); };
        QCOMPARE(snug::changedRow(rows(before), rows(after), idOf, current), row);
    }
};

} // namespace tst_changedrow

SNUG_TEST(tst_changedrow, TestChangedRow, Nothing)
#include "tst_changedrow.moc"

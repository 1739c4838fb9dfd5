#include "core/tokens/estimate.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_estimate {

using namespace snug;
using namespace Qt::StringLiterals;

class TestEstimate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void estimates_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("plain");
        QTest::addColumn<double>("message");
        QTest::newRow("empty") << u""_s << 0 << 4.0;
        QTest::newRow("one character is a whole token, but a quarter in a message") << u"a"_s << 1 << 4.25;
        QTest::newRow("four characters") << u"four"_s << 1 << 5.0;
        QTest::newRow("five characters") << u"fives"_s << 2 << 5.25;
        QTest::newRow("an emoji is two code units") << u"\U0001F98A"_s << 1 << 4.5;
        QTest::newRow("long") << QString(40'000, u'x') << 10'000 << 10'004.0;
    }

    void estimates()
    {
        QFETCH(QString, text);
        const TokenCounterPtr counter = estimateCounter();
        QTEST(counter->count(text), "plain");
        QTEST(estimateMessageTokens(text), "message");
    }

    void saysThatItIsAnEstimate()
    {
        QCOMPARE(estimateCounter()->kind(), CountKind::Estimate);
        QCOMPARE(estimateCounter()->name(), u"estimate"_s);
    }
};

} // namespace tst_estimate

SNUG_TEST(tst_estimate, TestEstimate, Nothing)
#include "tst_estimate.moc"

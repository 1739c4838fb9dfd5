// What the list of requests says of one.

#include "tests/testregistry.h"
#include "widgets/inspector/historytexts.h"

#include <QRegularExpression>
#include <QTest>

namespace tst_historytexts {

using namespace Qt::StringLiterals;
using namespace snug;

class TestHistoryTexts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }

    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

    void whyARequestFailedIsListed()
    {
        LedgerHead head;
        head.result = LedgerResult::Failed;
        head.error = u"Too many requests for the moment"_s;
        QVERIFY(!historyFigures(head).join(u'\n').contains(u"Kind of problem"_s));
        head.fault = FaultKind::Rate;
        head.retryAfter = 12.5;
        const QStringList figures = historyFigures(head);
        QVERIFY(figures.contains(u"Kind of problem: too many requests"_s));
        QVERIFY(figures.contains(u"Asked to wait: 12.5 s"_s));
    }
};

} // namespace tst_historytexts

SNUG_TEST(tst_historytexts, TestHistoryTexts, Windows)
#include "tst_historytexts.moc"

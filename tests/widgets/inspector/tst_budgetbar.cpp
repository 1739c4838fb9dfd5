// What of the budget has changed is marked for a moment, and only that.

#include "tests/testregistry.h"
#include "widgets/inspector/budgetbar.h"

#include <QStyle>
#include <QTest>

namespace tst_budgetbar {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

struct Shown
{
    Shown()
    {
        budget.context = 8192;
        budget.used = 600;
        budget.kind = CountKind::Exact;
        shares[0] = 200;
        shares[1] = 400;
        bar.resize(320, 80);
        bar.setBudget(budget, shares);
    }

    BudgetBar bar;
    Budget budget;
    GroupShares shares{};
};

} // namespace

class TestBudgetBar : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatChangesIsMarkedForAMoment()
    {
        Shown shown;
        shown.bar.show();
        QVERIFY(QTest::qWaitForWindowExposed(&shown.bar));
        QVERIFY(shown.bar.marked().isEmpty()); // nobody saw another one before
        shown.shares[1] = 410;
        shown.budget.used = 610;
        shown.bar.setBudget(shown.budget, shown.shares);
        QCOMPARE(shown.bar.marked(), QStringList(shareName(1)));
        const QImage marked = shown.bar.grab().toImage();
        QTRY_VERIFY(shown.bar.marked().isEmpty());
        QVERIFY(shown.bar.grab().toImage() != marked);
    }

    void whatStaysIsNot()
    {
        Shown shown;
        shown.bar.show();
        QVERIFY(QTest::qWaitForWindowExposed(&shown.bar));
        shown.bar.setBudget(shown.budget, shown.shares);
        QVERIFY(shown.bar.marked().isEmpty());
        // Counted more exactly, it is still the same prompt.
        shown.budget.kind = CountKind::Estimate;
        shown.shares[1] = 450;
        shown.bar.setBudget(shown.budget, shown.shares);
        QVERIFY(shown.bar.marked().isEmpty());
    }

    void nothingIsMarkedUnseen()
    {
        Shown shown;
        shown.shares[1] = 410;
        shown.bar.setBudget(shown.budget, shown.shares);
        QVERIFY(shown.bar.marked().isEmpty());
    }
};

} // namespace tst_budgetbar
SNUG_TEST(tst_budgetbar, TestBudgetBar, Windows)
#include "tst_budgetbar.moc"

// The budget in numbers and as a bar. What of it has changed is marked for a moment, and only that.

#include "tests/testregistry.h"
#include "widgets/inspector/budgetbar.h"

#include <QLocale>
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
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }

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

    void budget_data()
    {
        QTest::addColumn<Budget>("budget");
        QTest::addColumn<QString>("sum");
        QTest::addColumn<QString>("rest");
        QTest::addColumn<bool>("over");
        QTest::newRow("exact") << Budget{8192, 512, 3412, CountKind::Exact, u"o200k_base"_s}
                               << u"3,412 / 8,192"_s << u"4,268 left"_s << false;
        QTest::newRow("estimate") << Budget{8192, 512, 3412, CountKind::Estimate, {}} << u"~3,412 / 8,192"_s
                                  << u"~4,268 left"_s << false;
        QTest::newRow("no limit") << Budget{0, 512, 3412, CountKind::Exact, {}} << u"3,412"_s
                                  << u"no limit set"_s << false;
        QTest::newRow("just fits") << Budget{1000, 500, 500, CountKind::Exact, {}} << u"500 / 1,000"_s
                                   << u"0 left"_s << false;
        QTest::newRow("over") << Budget{1000, 500, 673, CountKind::Exact, {}} << u"673 / 1,000"_s
                              << u"173 too many"_s << true;
    }

    void budget()
    {
        QFETCH(Budget, budget);
        QFETCH(QString, sum);
        QFETCH(QString, rest);
        QFETCH(bool, over);
        BudgetBar bar;
        GroupShares shares{};
        shares[size_t(SourceGroup::Preset)] = budget.used;
        bar.setBudget(budget, shares);
        QCOMPARE(bar.sumText(), sum);
        QCOMPARE(bar.restText(), rest);
        QCOMPARE(bar.isOver(), over);
        QVERIFY(bar.accessibleDescription().contains(rest));
    }

    void barTellsItsPieces()
    {
        BudgetBar bar;
        GroupShares shares{};
        shares[size_t(SourceGroup::Preset)] = 250;
        shares[size_t(SourceGroup::Card)] = 250;
        bar.setBudget({1000, 250, 500, CountKind::Exact, {}}, shares);
        bar.resize(400, bar.heightForWidth(400));
        int y = 0;
        QCOMPARE(bar.textAt({5, y}), bar.countingText()); // to those who point at the sum
        while (bar.textAt({5, y}) == bar.countingText() && y < bar.height())
            ++y;
        QCOMPARE(bar.textAt({5, y}), u"Preset 250 tokens"_s);
        QCOMPARE(bar.textAt({150, y}), u"Card 250 tokens"_s);
        QCOMPARE(bar.textAt({250, y}), u"250 left"_s);
        QCOMPARE(bar.textAt({390, y}), u"250 tokens kept free for the reply"_s);
    }

    void countingIsTold_data()
    {
        QTest::addColumn<CountKind>("kind");
        QTest::addColumn<QString>("counter");
        QTest::addColumn<int>("replies");
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("told");
        const QString off = u"\nOff by 1.2 % over the last 10 replies, as the server counted them."_s;
        const QString unknown = u"\nThe first reply of a server that counts will show how far off it is."_s;
        QTest::newRow("by length") << CountKind::Estimate << u"estimate"_s << 0 << u"estimate"_s
                                   << u"An estimate by the length of the texts."_s + unknown;
        const QString near = u"An estimate: counted with o200k_base, which is nearest to this model's "
                             "tokenizer, and corrected by what is known of the model."_s;
        QTest::newRow("nearest") << CountKind::Calibrated << u"~o200k_base"_s << 0
                                 << u"estimate · near o200k_base"_s << near + unknown;
        QTest::newRow("measured") << CountKind::Calibrated << u"~o200k_base"_s << 10
                                  << u"estimate · off by 1.2 %"_s << near + off;
        QTest::newRow("by a server") << CountKind::Calibrated << u"Mine's tokenizer"_s << 0
                                     << u"estimate · Mine's tokenizer"_s
                                     << u"Counted by Mine's tokenizer; what it has not counted yet is "
                                        "estimated."_s +
                                            unknown;
        QTest::newRow("exact") << CountKind::Exact << u"o200k_base"_s << 10 << u"exact · o200k_base"_s
                               << u"Counted with o200k_base."_s + off;
    }

    void countingIsTold()
    {
        QFETCH(CountKind, kind);
        QFETCH(QString, counter);
        QFETCH(int, replies);
        BudgetBar bar;
        GroupShares shares{};
        shares[size_t(SourceGroup::Preset)] = 250;
        bar.setBudget({1000, 250, 250, kind, counter}, shares);
        bar.setMeasured({replies, 1.2});
        QTEST(bar.kindText(), "word");
        QTEST(bar.countingText(), "told");
        // What was measured changes no number.
        QVERIFY(bar.sumText().endsWith(u"250 / 1,000"_s));
        QCOMPARE(bar.sumText().startsWith(u'~'), kind != CountKind::Exact);
        QVERIFY(bar.accessibleDescription().contains(bar.countingText()));
    }

    // The service's own number stands until the prompt is another.
    void countedByTheService()
    {
        BudgetBar bar;
        GroupShares shares{};
        shares[size_t(SourceGroup::Preset)] = 500;
        const Budget budget{1000, 250, 500, CountKind::Estimate, {}};
        bar.setBudget(budget, shares);
        QCOMPARE(bar.sumText(), u"~500 / 1,000"_s);
        bar.setCounted(471, u"Claude"_s);
        QCOMPARE(bar.sumText(), u"471 / 1,000"_s);
        QVERIFY(bar.accessibleDescription().contains(u"exact · Claude"_s));
        // What the pieces have more or less is one of its own, so that they add up.
        QVERIFY(bar.accessibleDescription().contains(u"Difference to the service's count −29"_s));
        bar.setCounted(771, u"Claude"_s);
        QVERIFY(bar.isOver());
        QVERIFY(bar.accessibleDescription().contains(u"Difference to the service's count +271"_s));
        bar.setCounted(500, u"Claude"_s);
        QVERIFY(!bar.accessibleDescription().contains(u"Difference"_s));
        bar.setBudget(budget, shares);
        QCOMPARE(bar.sumText(), u"~500 / 1,000"_s);
    }
};

} // namespace tst_budgetbar
SNUG_TEST(tst_budgetbar, TestBudgetBar, Windows)
#include "tst_budgetbar.moc"

#include "core/ledger/countcheck.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_countcheck {

using namespace Qt::StringLiterals;
using namespace snug;

static LedgerHead head(int counted, int read, CountKind kind = CountKind::Exact,
                       const QString &model = u"m"_s)
{
    static int number = 0;
    LedgerHead made;
    made.id = QString::number(++number);
    made.connection = u"c"_s;
    made.model = model;
    made.counter = kind == CountKind::Exact ? u"o200k_base"_s : u"estimate"_s;
    made.tokens = counted;
    made.count = kind;
    if (read > 0) {
        TokenUsage usage;
        usage.prompt = read;
        made.usage = usage;
    }
    return made;
}

class TestCountCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void cuts_data()
    {
        QTest::addColumn<QList<LedgerHead>>("before");
        QTest::addColumn<LedgerHead>("last");
        QTest::addColumn<int>("dropped"); // 0 = no cut
        using Heads = QList<LedgerHead>;
        const auto estimate = CountKind::Estimate;
        QTest::newRow("all was read") << Heads{} << head(9310, 9330) << 0;
        QTest::newRow("cut, exact count") << Heads{} << head(9310, 4096) << 5214;
        QTest::newRow("the server adds its own") << Heads{} << head(100, 900) << 0;
        QTest::newRow("nobody said") << Heads{} << head(9310, 0) << 0;
        QTest::newRow("a few tokens are nobody's cut") << Heads{} << head(200, 120) << 0;
        QTest::newRow("an estimate may be far off") << Heads{} << head(9000, 6000, estimate) << 0;
        QTest::newRow("but not that far") << Heads{} << head(9000, 2048, estimate) << 6952;
        const Heads known{head(1000, 700, estimate), head(2000, 1400, estimate), head(3000, 2100, estimate),
                          head(4000, 2800, estimate)};
        QTest::newRow("the error is known, and all was read") << known << head(9000, 6300, estimate) << 0;
        QTest::newRow("the error is known, and it was cut") << known << head(9000, 4096, estimate) << 2204;
        const Heads cutBefore = known + Heads{head(9000, 2048, estimate), head(9100, 2048, estimate)};
        QTest::newRow("earlier cuts teach nothing wrong") << cutBefore << head(9200, 2048, estimate) << 4392;
        const Heads other{head(1000, 700, estimate, u"x"_s), head(1000, 700, estimate, u"x"_s),
                          head(1000, 700, estimate, u"x"_s)};
        QTest::newRow("another model's error is not ours") << other << head(9000, 6000, estimate) << 0;
    }
    void cuts()
    {
        QFETCH(QList<LedgerHead>, before);
        QFETCH(LedgerHead, last);
        QFETCH(int, dropped);
        const auto cut = silentCut(last, countCheck(before, last));
        QCOMPARE(cut ? cut->dropped() : 0, dropped);
    }

    void errorIsMeasured()
    {
        const QList<LedgerHead> heads{head(1000, 1030), head(1000, 1010), head(1000, 1020), head(1000, 400)};
        const CountCheck check = countCheck(heads, head(1, 1));
        QCOMPARE(check.requests, 3); // the cut one teaches nothing
        QCOMPARE(check.ratio, 1.02);
        QVERIFY(check.isKnown());
        QVERIFY(std::abs(check.spread - 0.0098) < 0.001);
        QCOMPARE(check.recent, 3);
        QVERIFY(std::abs(check.off - (1 - 1 / 1.03 + 1 - 1 / 1.01 + 1 - 1 / 1.02) / 3) < 1e-9);
        // Of many, how far the newest ten were off.
        QList<LedgerHead> many(20, head(1000, 1200));
        many.append(QList<LedgerHead>(9, head(1000, 1000)));
        many.append(head(1000, 1250));
        QCOMPARE(countCheck(many, head(1, 1)).recent, 10);
        QVERIFY(std::abs(countCheck(many, head(1, 1)).off - 0.02) < 1e-9);
    }
};

} // namespace tst_countcheck

SNUG_TEST(tst_countcheck, TestCountCheck, Core)
#include "tst_countcheck.moc"

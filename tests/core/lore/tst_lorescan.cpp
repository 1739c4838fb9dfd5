#include "tests/core/lore/loresetting.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_lorescan {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::lorefixture;

class TestLoreScan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void secondaryKeys_data()
    {
        using Logic = LoreEntry::SecondaryLogic;
        QTest::addColumn<Logic>("logic");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("fires");
        QTest::newRow("and any, one") << Logic::AndAny << u"seal wave"_s << true;
        QTest::newRow("and any, none") << Logic::AndAny << u"seal"_s << false;
        QTest::newRow("not all, one") << Logic::NotAll << u"seal wave"_s << true;
        QTest::newRow("not all, both") << Logic::NotAll << u"seal wave foam"_s << false;
        QTest::newRow("not any, none") << Logic::NotAny << u"seal"_s << true;
        QTest::newRow("not any, one") << Logic::NotAny << u"seal foam"_s << false;
        QTest::newRow("and all, both") << Logic::AndAll << u"seal wave foam"_s << true;
        QTest::newRow("and all, one") << Logic::AndAll << u"seal wave"_s << false;
        QTest::newRow("no primary") << Logic::NotAny << u"nothing"_s << false;
    }

    void secondaryKeys()
    {
        QFETCH(LoreEntry::SecondaryLogic, logic);
        QFETCH(QString, text);
        QFETCH(bool, fires);
        LoreEntry lore = entry(u"x"_s, {u"seal"_s});
        lore.secondaryKeys = {u"wave"_s, u"foam"_s};
        lore.secondaryLogic = logic;
        QCOMPARE(fired(inputs({lore}, {text})).size(), fires ? 1 : 0);
        lore.selective = false;
        QCOMPARE(fired(inputs({lore}, {text})).size(), text == u"nothing" ? 0 : 1);
    }

    void depthLimitsWhatIsScanned()
    {
        LoreEntry near = entry(u"near"_s, {u"seal"_s});
        LoreEntry far = entry(u"far"_s, {u"seal"_s});
        far.scanDepth = 3;
        QCOMPARE(fired(inputs({near, far}, {u"a"_s, u"b"_s, u"seal"_s})), QStringList{u"far"_s});
        Setting none = inputs({near, entry(u"constant"_s)}, {u"seal"_s});
        none[1].constant = true;
        none.scan.settings.depth = 0;
        QCOMPARE(fired(none), QStringList{u"constant"_s});
    }

    void gates()
    {
        LoreEntry off = entry(u"off"_s, {u"seal"_s});
        off.disabled = true;
        LoreEntry quiet = entry(u"quiet"_s, {u"seal"_s});
        quiet.triggers = {u"quiet"_s};
        LoreEntry forced = entry(u"@@activate\nforced"_s);
        LoreEntry barred = entry(u"@@dont_activate\nbarred"_s, {u"seal"_s});
        LoreEntry others = entry(u"others"_s, {u"seal"_s});
        others.characterFilter.names = {u"Gull"_s};
        LoreEntry late = entry(u"late"_s, {u"seal"_s});
        late.delay = 2;
        QCOMPARE(fired(inputs({off, quiet, forced, barred, others, late}, {u"seal"_s})),
                 QStringList{u"forced"_s});
    }

    // What is near to what was said comes without a key, and every row says how near it is.
    void similarEntries()
    {
        LoreEntry near = entry(u"near"_s, {u"gull"_s});
        near.vectorized = true;
        LoreEntry far = near;
        LoreEntry byKey = near;
        byKey.keys = {u"seal"_s};
        LoreEntry plain = near;
        plain.vectorized = false;
        LoreEntry off = near;
        off.disabled = true;
        LoreEntry unmeasured = near;
        Setting setting = inputs({near, far, byKey, plain, off, unmeasured}, {u"seal"_s});
        const auto measure = [&](int uid, double score, int rank) {
            setting.scan.similarities.insert(u"Book.%1"_s.arg(uid), {.score = score,
                                                                     .rank = rank,
                                                                     .count = 5,
                                                                     .isNear = score > 0.25,
                                                                     .threshold = 0.25,
                                                                     .most = 5});
        };
        measure(0, 0.81, 1);
        measure(1, 0.1, 4);
        measure(2, 0.05, 5);
        measure(3, 0.7, 2); // not vectorized: no matter
        measure(4, 0.6, 3);
        const QList<LoreTrace> rows = setting.result().rows;
        QCOMPARE(rows.at(0).gate, LoreGate::Similar);
        QVERIFY(rows.at(0).fired);
        QVERIFY2(loreReason(rows.at(0)).contains(u"0.81"_s) &&
                     loreReason(rows.at(0)).contains(u"rank 1 of 5"_s),
                 qPrintable(loreReason(rows.at(0))));
        QVERIFY(!rows.at(1).fired);
        QVERIFY(loreReason(rows.at(1)).contains(u"0.10, less than 0.25"_s));
        QCOMPARE(rows.at(2).gate, LoreGate::KeyFound);
        QVERIFY(loreReason(rows.at(2)).contains(u"0.05"_s));
        QVERIFY(!rows.at(3).fired && !rows.at(3).similarity);
        QCOMPARE(rows.at(4).gate, LoreGate::Disabled);
        QVERIFY(!rows.at(5).fired && !rows.at(5).similarity);
        setting.scan.similarities.clear();
        QVERIFY(!setting.result().rows.at(0).fired);
    }

    void recursion()
    {
        const LoreEntry first = entry(u"about the lamp"_s, {u"seal"_s});
        const LoreEntry second = entry(u"about the oil"_s, {u"lamp"_s});
        LoreEntry deaf = entry(u"deaf"_s, {u"lamp"_s});
        deaf.excludeRecursion = true;
        LoreEntry late = entry(u"late"_s, {u"oil"_s});
        late.delayUntilRecursion = 1;
        Setting scan = inputs({late, deaf, second, first}, {u"seal"_s});
        QCOMPARE(fired(scan), QStringList({u"about the lamp"_s, u"about the oil"_s, u"late"_s}));
        scan[3].preventRecursion = true;
        QCOMPARE(fired(scan), QStringList{u"about the lamp"_s});
        scan[3].preventRecursion = false;
        scan.scan.settings.maxRecursionSteps = 2;
        QCOMPARE(fired(scan), QStringList({u"about the lamp"_s, u"about the oil"_s}));
        scan.scan.settings.isRecursive = false;
        QCOMPARE(fired(scan), QStringList{u"about the lamp"_s});
    }

    void budget()
    {
        LoreEntry big = entry(u"0123456789"_s, {u"seal"_s});
        LoreEntry small = entry(u"ab"_s, {u"seal"_s});
        LoreEntry free = entry(u"free"_s, {u"seal"_s});
        free.ignoreBudget = true;
        Setting scan = inputs({small, big, small, free}, {u"seal"_s});
        scan[2].title = u"second"_s;
        scan.scan.budget = 10;
        // What did not fit still uses up the budget: the second small one stays out too.
        QCOMPARE(fired(scan), QStringList({u"ab"_s, u"free"_s}));
        scan.scan.budget = 0;
        QCOMPARE(fired(scan).size(), 4);
    }

    void minimumActivationsWidenTheScan()
    {
        Setting scan = inputs({entry(u"old"_s, {u"seal"_s})}, {u"a"_s, u"b"_s, u"c"_s, u"seal"_s});
        QCOMPARE(fired(scan), QStringList());
        scan.scan.settings.minActivations = 1;
        QCOMPARE(fired(scan), QStringList{u"old"_s});
        scan.scan.settings.minActivationsDepthMax = 2;
        QCOMPARE(fired(scan), QStringList());
    }

    void probability()
    {
        LoreEntry never = entry(u"never"_s, {u"seal"_s});
        never.probability = 0;
        LoreEntry unused = never;
        unused.useProbability = false;
        QCOMPARE(fired(inputs({never}, {u"seal"_s})), QStringList());
        QCOMPARE(fired(inputs({unused}, {u"seal"_s})), QStringList{u"never"_s});
    }
};

} // namespace tst_lorescan

SNUG_TEST(tst_lorescan, TestLoreScan, Nothing)
#include "tst_lorescan.moc"

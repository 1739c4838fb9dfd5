#include "core/lore/nearestmiss.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_nearestmiss {

using namespace Qt::StringLiterals;
using namespace snug;

class TestNearestMiss : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void misses_data()
    {
        QTest::addColumn<LoreEntry>("entry");
        QTest::addColumn<QString>("text");
        const auto keyed = [](const QStringList &keys) {
            LoreEntry entry;
            entry.keys = keys;
            return entry;
        };
        LoreEntry sensitive = keyed({u"Ann"_s});
        sensitive.caseSensitive = true;
        LoreEntry shallow = keyed({u"gull"_s});
        shallow.scanDepth = 1;
        LoreEntry blind = keyed({u"keeper"_s});
        LoreEntry deaf = keyed({u"lamp"_s});
        deaf.excludeRecursion = true;
        LoreEntry both = keyed({u"storm"_s});
        both.secondaryKeys = {u"whale"_s, u"joan"_s};
        QTest::newRow("too far back")
            << keyed({u"whale"_s}) << u"Key “whale” occurs 4 messages back, but scan depth is 2"_s;
        QTest::newRow("own depth") << shallow << u"Key “gull” occurs 2 messages back, but scan depth is 1"_s;
        QTest::newRow("case") << sensitive
                              << u"Key “Ann” differs in case only: “ann”, in the newest message"_s;
        QTest::newRow("inside a word")
            << keyed({u"joan"_s}) << u"Key “joan” is only part of a word: “Joanne”, 2 messages back"_s;
        QTest::newRow("another text")
            << blind << u"Key “keeper” occurs in the card's description, where this entry does not look"_s;
        QTest::newRow("other lore")
            << deaf << u"Key “lamp” occurs in other lore, to which this entry does not react"_s;
        QTest::newRow("secondary key")
            << both << u"Key “joan” is only part of a word: “Joanne”, 2 messages back"_s;
        QTest::newRow("nowhere") << keyed({u"walrus"_s}) << QString();
        QTest::newRow("no keys") << keyed({}) << QString();
        QTest::newRow("an expression") << keyed({u"/whale/"_s}) << QString();
    }

    void misses()
    {
        QFETCH(LoreEntry, entry);
        QFETCH(QString, text);
        Lorebook book;
        book.name = u"Book"_s;
        LoreEntry feeder;
        feeder.keys = {u"storm"_s};
        feeder.content = u"The lamp is out."_s;
        entry.uid = 1;
        book.entries = {feeder, entry};
        LoreScanInputs scan;
        scan.index = std::make_shared<const LoreIndex>(QList<ActiveLorebook>{{book}}, scan.settings);
        scan.texts.messages = {{u"Mika"_s, u"A storm, ann"_s, 3},
                               {u"Aoife"_s, u"Joanne saw a gull"_s, 2},
                               {u"Mika"_s, u"nothing"_s, 1},
                               {u"Aoife"_s, u"a whale"_s, 0}};
        scan.texts.characterDescription = u"The keeper."_s;
        scan.resolveContent = [](qsizetype) { return u"The lamp is out."_s; };
        scan.countTokens = [](QStringView words) { return int(words.size()); };
        const LoreScanResult result = scanLore(scan);
        QCOMPARE(result.rows.size(), 2);
        QVERIFY(result.rows[0].fired);
        QVERIFY(!result.rows[1].fired);
        const QList<LoreMiss> misses = nearestMisses(result.evidence, result.rows, {1});
        QCOMPARE(loreMissText(misses.first()), text);
        // In a list with others it is the same.
        QCOMPARE(nearestMisses(result.evidence, result.rows, {0, 1}).at(1), misses.first());
    }

    void rowsOfAnotherScanGetNothing()
    {
        const QList<LoreMiss> misses = nearestMisses({}, {LoreTrace()}, {0});
        QCOMPARE(misses, QList<LoreMiss>{LoreMiss()});
        QVERIFY(loreMissText(misses.first()).isEmpty());
    }
};

} // namespace tst_nearestmiss

SNUG_TEST(tst_nearestmiss, TestNearestMiss, Nothing)
#include "tst_nearestmiss.moc"

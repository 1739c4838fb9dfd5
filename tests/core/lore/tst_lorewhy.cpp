#include "core/lore/lorewhy.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_lorewhy {

using namespace Qt::StringLiterals;
using namespace snug;

class TestLoreWhy : public QObject
{
    Q_OBJECT

private:
    static LoreTrace row(const QString &title, int round, const QString &feeder = {})
    {
        LoreTrace made;
        made.book = u"Sea"_s;
        made.title = title;
        made.fired = true;
        made.gate = LoreGate::KeyFound;
        made.round = round;
        LoreDetail detail;
        detail.key = title.toLower();
        detail.place = feeder.isEmpty() ? LorePlace::Message : LorePlace::Lore;
        detail.message = 4;
        detail.start = 0;
        detail.name = feeder.isEmpty() ? u"Ann"_s : feeder;
        made.detail = std::make_shared<const LoreDetail>(detail);
        return made;
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void theChainLeadsToWhatBeganIt()
    {
        const QList<LoreTrace> rows{row(u"Lamp"_s, 1), row(u"Moth"_s, 2, u"Lamp"_s),
                                    row(u"Wing"_s, 3, u"Moth"_s), row(u"Oil"_s, 2, u"Lamp"_s)};
        QCOMPARE(loreChain(rows, 2), (QList<qsizetype>{2, 1, 0}));
        QCOMPARE(loreChain(rows, 0), QList<qsizetype>{0});
        QCOMPARE(wokenBy(rows, 0), (QList<qsizetype>{1, 3}));
        QCOMPARE(wokenBy(rows, 2), QList<qsizetype>());
        QCOMPARE(loreWhy(rows, 1), (QStringList{u"“Lamp”: Key “lamp” in message 4, Ann"_s,
                                                u"It made “Wing” fire: key “wing”"_s}));
        QVERIFY(loreWhy({row(u"Lamp"_s, 1)}, 0).isEmpty());
    }

    // Each wakes the next: what one row's menu tells takes no walk through all chains.
    void aLongChainIsWalkedOnce()
    {
        QList<LoreTrace> rows{row(u"0"_s, 1)};
        for (int i = 1; i < 3'000; ++i)
            rows.append(row(QString::number(i), i + 1, QString::number(i - 1)));
        QCOMPARE(loreChain(rows, 2'999).size(), 3'000);
        QCOMPARE(wokenBy(rows, 1'500), QList<qsizetype>{1'501});
        QCOMPARE(loreWhy(rows, 2).size(), 3);
    }

    // Two entries of one name that wake each other would never end, and one without a name wakes nobody.
    void namesThatRepeatEnd()
    {
        const QList<LoreTrace> rows{row(u"Echo"_s, 1), row(u"Echo"_s, 2, u"Echo"_s),
                                    row(u"Echo"_s, 2, u"Echo"_s)};
        QCOMPARE(loreChain(rows, 2), (QList<qsizetype>{2, 0}));
        QCOMPARE(loreChain({row(u"Echo"_s, 1, u"Echo"_s)}, 0), QList<qsizetype>{0});
        LoreTrace silent = row(u"Lamp"_s, 1);
        silent.fired = false;
        QCOMPARE(loreChain({silent, row(u"Moth"_s, 2, u"Lamp"_s)}, 1), QList<qsizetype>{1});
        QCOMPARE(wokenBy({row(QString(), 1), row(u"Moth"_s, 2, u"Lamp"_s)}, 0), QList<qsizetype>());
    }
};

} // namespace tst_lorewhy

SNUG_TEST(tst_lorewhy, TestLoreWhy, Nothing)
#include "tst_lorewhy.moc"

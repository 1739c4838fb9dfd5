// The order of the list of characters.

#include "core/model/searchtext.h"
#include "tests/testregistry.h"
#include "widgets/library/castfolders.h"
#include "widgets/library/castorder.h"

#include <QAbstractItemModelTester>
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

    void foldersHoldWhomTheyHold_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QStringList>("tags");
        QTest::addColumn<QStringList>("rows");
        QTest::newRow("outside") << QString() << QStringList()
                                 << QStringList{u"[open]"_s, u"[shut]"_s, u"Ada"_s, u"Bea"_s};
        QTest::newRow("in an open one")
            << QString() << QStringList{u"OPEN"_s} << QStringList{u"[shut]"_s, u"Bea"_s};
        QTest::newRow("in a closed one")
            << QString() << QStringList{u"shut"_s} << QStringList{u"[open]"_s, u"Cleo"_s, u"Dora"_s};
        QTest::newRow("in both") << QString() << QStringList{u"shut"_s, u"open"_s} << QStringList{u"Dora"_s};
        QTest::newRow("by a tag that is no folder")
            << QString() << QStringList{u"plain"_s} << QStringList{u"Ada"_s};
        QTest::newRow("words find everybody") << u"o"_s << QStringList() << QStringList{u"Cleo"_s, u"Dora"_s};
    }
    void foldersHoldWhomTheyHold()
    {
        QFETCH(QString, words);
        QFETCH(QStringList, tags);
        const CardTag open{.name = u"open"_s, .colour = {}, .folder = TagFolder::Open};
        const CardTag shut{.name = u"shut"_s, .colour = {}, .folder = TagFolder::Closed};
        const CardTag plain{.name = u"plain"_s};
        QList<CastEntry> entries;
        for (const auto &[name, of] :
             {std::pair(u"Dora"_s, QList{shut, open}), std::pair(u"Cleo"_s, QList{shut}),
              std::pair(u"Bea"_s, QList{open}), std::pair(u"Ada"_s, QList{plain})}) {
            CastEntry &entry = entries.emplaceBack();
            entry.id = entry.name = name;
            entry.search = foldedForSearch(name);
            entry.tags = of;
        }
        const QList<CastEntry> folders = castFolders(entries);
        QCOMPARE(folders.size(), 2);
        QVERIFY(folders.first().line.contains(u'2')); // Bea and Dora
        CastModel cast;
        CastOrder order(&cast);
        QAbstractItemModelTester tester(&order, QAbstractItemModelTester::FailureReportingMode::QtTest);
        cast.setValues(entries + folders);
        order.setWanted(words, tags);
        QStringList rows;
        for (int row = 0; row < order.rowCount(); ++row) {
            const QModelIndex index = order.index(row, 0);
            const bool isFolder = index.data(CastModel::KindRole).toInt() == int(CastEntry::Kind::Folder);
            rows.append(isFolder ? u"[%1]"_s.arg(index.data().toString()) : index.data().toString());
        }
        QTEST(rows, "rows");
    }
};

} // namespace tst_castorder

SNUG_TEST(tst_castorder, TestCastOrder, Windows)
#include "tst_castorder.moc"

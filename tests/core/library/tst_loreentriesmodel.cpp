#include "core/library/loreentriesmodel.h"
#include "core/library/loreentrycell.h"
#include "tests/testregistry.h"

#include <QAbstractItemModelTester>
#include <QMimeData>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QTest>

namespace tst_loreentriesmodel {

using namespace snug;
using namespace Qt::StringLiterals;

using FailureMode = QAbstractItemModelTester::FailureReportingMode;

namespace {

// "3 1 2": entries with these uids, in file order; their display order is the file order.
Lorebook book(const QString &uids)
{
    Lorebook made;
    made.name = u"Fog"_s;
    int displayIndex = 0;
    for (const QString &uid : uids.split(u' ', Qt::SkipEmptyParts)) {
        LoreEntry entry;
        entry.uid = uid.toInt();
        entry.title = uid;
        entry.displayIndex = displayIndex++;
        made.entries.append(entry);
    }
    return made;
}

QString rows(const QAbstractItemModel &model)
{
    QStringList uids;
    for (int row = 0; row < model.rowCount(); ++row)
        uids.append(model.index(row, 0).data(LoreEntriesModel::UidRole).toString());
    return uids.join(u' ');
}

} // namespace

class TestLoreEntriesModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void rowsAreInDisplayOrder()
    {
        Lorebook shown = book(u"0 1 2"_s);
        shown.entries[0].displayIndex = 5;
        LoreEntriesModel model;
        const QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        model.setLorebook(shown);
        QCOMPARE(rows(model), u"1 2 0"_s);
        QCOMPARE(model.indexOf(0).row(), 2);
    }

    void follows_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<bool>("resets");
        QTest::newRow("from nothing") << u""_s << u"0 1 2"_s << false;
        QTest::newRow("to nothing") << u"0 1 2"_s << u""_s << false;
        QTest::newRow("new and gone") << u"0 1 2 3"_s << u"7 1 8 9 3"_s << false;
        QTest::newRow("reordered elsewhere") << u"0 1 2"_s << u"2 0 1"_s << true;
        QTest::newRow("a uid twice") << u"0 1"_s << u"0 1 1"_s << true;
    }
    void follows()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(bool, resets);
        LoreEntriesModel model;
        const QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        QSortFilterProxyModel proxy;
        proxy.setSourceModel(&model);
        const QAbstractItemModelTester proxyTester(&proxy, FailureMode::QtTest);
        model.setLorebook(book(before));
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        QSignalSpy edited(&model, &LoreEntriesModel::edited);
        model.setLorebook(book(after));
        QCOMPARE(rows(model), after);
        QCOMPARE(rows(proxy), after);
        QCOMPARE(model.lorebook(), book(after));
        QCOMPARE(reset.size(), resets ? 1 : 0);
        QCOMPARE(edited.size(), 0);
    }

    void draggingKeepsTheFileOrder()
    {
        LoreEntriesModel model;
        const QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        model.setLorebook(book(u"0 1 2 3"_s));
        const std::unique_ptr<QMimeData> data(
            model.mimeData({model.index(0, 0), model.index(0, 1), model.index(2, 0)}));
        QVERIFY(model.dropMimeData(data.get(), Qt::MoveAction, 4, 0, {}));
        QCOMPARE(rows(model), u"1 3 0 2"_s);
        QVERIFY(!model.removeRows(0, 1));
        QList<int> fileOrder;
        for (const LoreEntry &entry : model.lorebook().entries)
            fileOrder.append(entry.uid);
        QCOMPARE(fileOrder, (QList<int>{0, 1, 2, 3}));
        LoreEntriesModel again;
        again.setLorebook(model.lorebook());
        QCOMPARE(rows(again), u"1 3 0 2"_s);
    }

    void cells_data()
    {
        QTest::addColumn<int>("column");
        QTest::addColumn<QVariant>("value");
        QTest::addColumn<bool>("accepted");
        QTest::addColumn<QString>("text");
        using M = LoreEntriesModel;
        QTest::newRow("title") << int(M::TitleColumn) << QVariant(u"Fog"_s) << true << u"Fog"_s;
        QTest::newRow("keys") << int(M::KeysColumn) << QVariant(u" fog,, sea mist ,"_s) << true
                              << u"fog, sea mist"_s;
        QTest::newRow("always") << int(M::StrategyColumn) << QVariant(1) << true << u"Always"_s;
        QTest::newRow("no such strategy") << int(M::StrategyColumn) << QVariant(3) << false << u"Keys"_s;
        QTest::newRow("position") << int(M::PositionColumn) << QVariant(1) << true << u"After the card"_s;
        QTest::newRow("no such position")
            << int(M::PositionColumn) << QVariant(8) << false << u"In the chat, at a depth"_s;
        QTest::newRow("order as text") << int(M::OrderColumn) << QVariant(u"-12.5"_s) << true << u"-12.5"_s;
        QTest::newRow("order is no word") << int(M::OrderColumn) << QVariant(u"first"_s) << false << u"100"_s;
        QTest::newRow("order is not infinite")
            << int(M::OrderColumn) << QVariant(u"inf"_s) << false << u"100"_s;
        QTest::newRow("depth") << int(M::DepthColumn) << QVariant(2) << true << u"2"_s;
        QTest::newRow("depth below nothing") << int(M::DepthColumn) << QVariant(-1) << false << u"4"_s;
        QTest::newRow("chance") << int(M::ProbabilityColumn) << QVariant(60) << true << u"60 %"_s;
        QTest::newRow("chance over all") << int(M::ProbabilityColumn) << QVariant(101) << false << u"100 %"_s;
    }
    void cells()
    {
        QFETCH(int, column);
        QFETCH(QVariant, value);
        QFETCH(bool, accepted);
        QFETCH(QString, text);
        Lorebook shown = book(u"0"_s);
        shown.entries[0].position = LoreEntry::Position::AtDepth;
        LoreEntriesModel model;
        const QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        model.setLorebook(shown);
        QSignalSpy edited(&model, &LoreEntriesModel::edited);
        QCOMPARE(model.setData(model.index(0, column), value, Qt::EditRole), accepted);
        QCOMPARE(model.index(0, column).data().toString(), text);
        QCOMPARE(edited.size(), accepted ? 1 : 0);
    }

    void keysKeepTheirCommas()
    {
        LoreEntry entry;
        entry.keys = {u"a, b"_s};
        QVERIFY(setLoreCellValue(entry, LoreEntriesModel::KeysColumn, u"a, b"_s));
        QCOMPARE(entry.keys, QStringList{u"a, b"_s});
        QVERIFY(setLoreCellValue(entry, LoreEntriesModel::KeysColumn, u"/fog{1,2}\\/x/i, sea, and/or"_s));
        QCOMPARE(entry.keys, (QStringList{u"/fog{1,2}\\/x/i"_s, u"sea"_s, u"and/or"_s}));
    }

    void sortsByNumberAndFilters()
    {
        Lorebook shown = book(u"0 1 2"_s);
        shown.entries[0].order = 100;
        shown.entries[1].order = 9;
        shown.entries[2].order = 20;
        shown.entries[2].content = u"Fog at sea"_s;
        LoreEntriesModel model;
        model.setLorebook(shown);
        QSortFilterProxyModel proxy;
        proxy.setSourceModel(&model);
        proxy.setSortRole(LoreEntriesModel::SortRole);
        proxy.setFilterRole(LoreEntriesModel::SearchRole);
        proxy.setFilterCaseSensitivity(Qt::CaseInsensitive);
        const QAbstractItemModelTester tester(&proxy, FailureMode::QtTest);
        proxy.sort(LoreEntriesModel::OrderColumn);
        QCOMPARE(rows(proxy), u"1 2 0"_s);
        proxy.setFilterFixedString(u"fog"_s);
        QCOMPARE(rows(proxy), u"2"_s);
        QVERIFY(proxy.setData(proxy.index(0, 0), Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(model.lorebook().entries[2].disabled);
    }

    void entriesComeAndGo()
    {
        LoreEntriesModel model;
        const QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        model.setLorebook(book(u"4 2"_s));
        LoreEntry fresh;
        fresh.title = u"new"_s;
        QCOMPARE(model.insertEntry(1, fresh), 5);
        QCOMPARE(rows(model), u"4 5 2"_s);
        QVERIFY(model.removeEntry(4));
        QVERIFY(!model.removeEntry(4));
        QCOMPARE(rows(model), u"5 2"_s);
        LoreEntry changed = model.entryAt(model.indexOf(2));
        changed.keys = {u"fog"_s};
        model.updateEntry(changed);
        QCOMPARE(model.index(1, LoreEntriesModel::KeysColumn).data().toString(), u"fog"_s);
    }

    void depthIsOnlyForEntriesInTheChat()
    {
        LoreEntriesModel model;
        model.setLorebook(book(u"0"_s));
        const QModelIndex depth = model.index(0, LoreEntriesModel::DepthColumn);
        QCOMPARE(depth.data().toString(), QString());
        QVERIFY(!(depth.flags() & Qt::ItemIsEditable));
    }

    void onlyWhatChangedIsAnnounced()
    {
        LoreEntriesModel model;
        const QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        model.setLorebook(book(u"0 1 2 3 4"_s));
        Lorebook changed = book(u"0 1 2 3 4"_s);
        changed.entries[1].content = u"Fog"_s;
        changed.entries[2].content = u"Sea"_s;
        changed.entries[4].order = 5;
        QSignalSpy spy(&model, &QAbstractItemModel::dataChanged);
        model.setLorebook(changed);
        QCOMPARE(spy.size(), 2);
        QCOMPARE(spy[0][0].toModelIndex().row(), 1);
        QCOMPARE(spy[0][1].toModelIndex().row(), 2);
        QCOMPARE(spy[1][0].toModelIndex().row(), 4);
    }

    void whatIsKnownBesides()
    {
        LoreEntriesModel model;
        const QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        model.setLorebook(book(u"7 2"_s));
        using M = LoreEntriesModel;
        QCOMPARE(model.index(0, M::TokensColumn).data().toString(), QString());
        model.setTokens({{7, 88}}, CountKind::Estimate);
        QCOMPARE(model.index(0, M::TokensColumn).data().toString(), u"~88"_s);
        QCOMPARE(model.index(1, M::TokensColumn).data().toString(), QString());
        model.setTokens({{7, 88}}, CountKind::Exact);
        QCOMPARE(model.index(0, M::TokensColumn).data().toString(), u"88"_s);
        QCOMPARE(model.index(0, M::TokensColumn).data(M::SortRole).toInt(), 88);
        QSignalSpy spy(&model, &QAbstractItemModel::dataChanged);
        model.setFindings({{2, u"No keys"_s}});
        QCOMPARE(spy.size(), 1);
        QCOMPARE(model.index(1, 0).data(M::FindingRole).toString(), u"No keys"_s);
        QCOMPARE(model.index(1, M::PlaceColumn).data().toInt(), 2);
        QVERIFY(!(model.index(1, M::PlaceColumn).flags() & Qt::ItemIsEditable));
        QVERIFY(model.setData(model.index(1, M::GroupColumn), u"weather"_s, Qt::EditRole));
        QCOMPARE(model.lorebook().entries[1].group, u"weather"_s);
    }

    void columnsHaveTitles()
    {
        const LoreEntriesModel model;
        for (int column = 0; column < LoreEntriesModel::ColumnCount; ++column)
            QVERIFY(!model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().isEmpty());
    }
};

} // namespace tst_loreentriesmodel

SNUG_TEST(tst_loreentriesmodel, TestLoreEntriesModel, Windows)
#include "tst_loreentriesmodel.moc"

#include "core/library/promptordermodel.h"
#include "tests/testregistry.h"

#include <QAbstractItemModelTester>
#include <QMimeData>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QTest>

namespace tst_promptordermodel {

using namespace snug;
using namespace Qt::StringLiterals;

using FailureMode = QAbstractItemModelTester::FailureReportingMode;

namespace {

PromptBlock block(const QString &identifier, bool isOwn = true)
{
    PromptBlock made;
    made.identifier = identifier;
    made.name = identifier.toUpper();
    made.systemPrompt = !isOwn;
    return made;
}

// "main -nsfw chat": blocks and their order, "-" = switched off.
Preset preset(const QString &order)
{
    Preset made;
    PromptOrder inUse;
    for (const QString &word : order.split(u' ', Qt::SkipEmptyParts)) {
        const bool isOff = word.startsWith(u'-');
        const QString identifier = isOff ? word.sliced(1) : word;
        made.prompts.append(block(identifier));
        inUse.items.append({.identifier = identifier, .enabled = !isOff, .source = {}});
    }
    made.orders = {PromptOrder{.characterId = 100000,
                               .items = {{.identifier = u"main"_s, .enabled = true, .source = {}}},
                               .source = {}},
                   inUse};
    return made;
}

QString order(const Preset &preset)
{
    QStringList words;
    for (const PromptOrder &candidate : preset.orders) {
        if (candidate.characterId != 100001)
            continue;
        for (const PromptOrderItem &item : candidate.items)
            words.append((item.enabled ? u""_s : u"-"_s) + item.identifier);
    }
    return words.join(u' ');
}

} // namespace

class TestPromptOrderModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void showsBlocks()
    {
        Preset shown = preset(u"main -chat"_s);
        shown.prompts[1].marker = true;
        shown.orders[1].items.append({.identifier = u"lost"_s, .enabled = true, .source = {}});
        PromptOrderModel model;
        const QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        model.setPreset(shown);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.index(0).data().toString(), u"MAIN"_s);
        QCOMPARE(model.index(0).data(PromptOrderModel::SpeakerRole).toString(), u"system"_s);
        QCOMPARE(model.index(1).data(Qt::CheckStateRole).value<Qt::CheckState>(), Qt::Unchecked);
        QCOMPARE(model.index(1).data(PromptOrderModel::IsMarkerRole).toBool(), true);
        QCOMPARE(model.index(2).data().toString(), u"lost"_s);
        QCOMPARE(model.index(2).data(PromptOrderModel::IsMissingRole).toBool(), true);
    }

    void follows_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::newRow("from nothing") << u""_s << u"a -b"_s;
        QTest::newRow("to nothing") << u"a b"_s << u""_s;
        QTest::newRow("moved, switched, new, gone") << u"a b c d"_s << u"d -a e c"_s;
        QTest::newRow("an identifier twice") << u"a b a"_s << u"b a"_s;
        QTest::newRow("an identifier twice, after") << u"a b"_s << u"b a b"_s;
    }
    void follows()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        PromptOrderModel model;
        const QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        QSignalSpy edited(&model, &PromptOrderModel::edited);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        model.setPreset(preset(before));
        model.setPreset(preset(after));
        QCOMPARE(model.preset(), preset(after));
        QCOMPARE(model.rowCount(), after.split(u' ', Qt::SkipEmptyParts).size());
        QCOMPARE(edited.size(), 0);
        QCOMPARE(reset.size(), 0);
    }

    void withoutTheOrderInUseThereAreNoRows()
    {
        Preset only = preset(u"main"_s);
        only.orders.removeLast();
        PromptOrderModel model;
        const QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        model.setPreset(only);
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.unusedBlocks().size(), 1);
        QVERIFY(model.insertBlock(0, only.prompts.first()));
        QCOMPARE(order(model.preset()), u"main"_s);
        QCOMPARE(model.preset().orders.size(), 2);
        QCOMPARE(model.preset().orders.first(), only.orders.first());
    }

    void switching()
    {
        PromptOrderModel model;
        const QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        model.setPreset(preset(u"a b"_s));
        QSignalSpy edited(&model, &PromptOrderModel::edited);
        QVERIFY(model.setData(model.index(1), Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(model.setData(model.index(1), int(Qt::Unchecked), Qt::CheckStateRole));
        QCOMPARE(order(model.preset()), u"a -b"_s);
        QCOMPARE(edited.size(), 1);
        QCOMPARE(edited.first().first().value<Preset>(), model.preset());
    }

    void dragging_data()
    {
        QTest::addColumn<QList<int>>("rows");
        QTest::addColumn<int>("to");
        QTest::addColumn<QString>("after");
        QTest::newRow("down") << QList{0} << 3 << u"b c a d"_s;
        QTest::newRow("up") << QList{3} << 1 << u"a d b c"_s;
        QTest::newRow("to the end") << QList{1} << 4 << u"a c d b"_s;
        QTest::newRow("two that are apart") << QList{0, 2} << 4 << u"b d a c"_s;
        QTest::newRow("two around the place") << QList{0, 3} << 2 << u"b a d c"_s;
        QTest::newRow("onto itself") << QList{1} << 1 << u"a b c d"_s;
        QTest::newRow("below itself") << QList{1} << 2 << u"a b c d"_s;
        QTest::newRow("beyond the rows") << QList{1} << -1 << u"a c d b"_s;
    }
    void dragging()
    {
        QFETCH(QList<int>, rows);
        QFETCH(int, to);
        QFETCH(QString, after);
        PromptOrderModel model;
        const QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        model.setPreset(preset(u"a b c d"_s));
        QModelIndexList indexes;
        for (const int row : rows)
            indexes.append(model.index(row));
        const std::unique_ptr<QMimeData> data(model.mimeData(indexes));
        QVERIFY(model.mimeTypes().contains(data->formats().first()));
        model.dropMimeData(data.get(), Qt::MoveAction, to, 0, {});
        QCOMPARE(order(model.preset()), after);
        // What a view does after a move.
        QVERIFY(!model.removeRows(0, 1));
        QCOMPARE(model.rowCount(), 4);
    }

    void foreignDropsAreRefused()
    {
        PromptOrderModel model;
        PromptOrderModel other;
        model.setPreset(preset(u"a b"_s));
        other.setPreset(preset(u"a b"_s));
        const std::unique_ptr<QMimeData> data(other.mimeData({other.index(1)}));
        QVERIFY(!model.dropMimeData(data.get(), Qt::MoveAction, 0, 0, {}));
        QVERIFY(!model.dropMimeData(nullptr, Qt::MoveAction, 0, 0, {}));
        QMimeData garbage;
        garbage.setData(model.mimeTypes().first(), "garbage");
        QVERIFY(!model.dropMimeData(&garbage, Qt::MoveAction, 0, 0, {}));
        QCOMPARE(order(model.preset()), u"a b"_s);
    }

    void moveRowsRefusesNonsense()
    {
        PromptOrderModel model;
        const QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        model.setPreset(preset(u"a b c"_s));
        QVERIFY(!model.moveRow({}, 0, {}, 1)); // where it is
        QVERIFY(!model.moveRow({}, 3, {}, 0));
        QVERIFY(!model.moveRow({}, 0, {}, 4));
        QVERIFY(!model.moveRows({}, 0, 2, {}, 1)); // into itself
        QVERIFY(model.moveRows({}, 1, 2, {}, 0));
        QCOMPARE(order(model.preset()), u"b c a"_s);
    }

    void blocksComeAndGo()
    {
        PromptOrderModel model;
        const QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        Preset start = preset(u"main own"_s);
        start.prompts[0].systemPrompt = true;
        model.setPreset(start);
        QVERIFY(model.insertBlock(1, block(u"new"_s)));
        QVERIFY(!model.insertBlock(1, block(u"new"_s)));
        QVERIFY(!model.insertBlock(9, block(u"newer"_s)));
        QCOMPARE(order(model.preset()), u"main new own"_s);

        QVERIFY(model.takeOut(0));
        QCOMPARE(order(model.preset()), u"new own"_s);
        QCOMPARE(model.unusedBlocks().size(), 1);
        QCOMPARE(model.unusedBlocks().first().identifier, u"main"_s);

        QVERIFY(!model.deleteBlock(u"main"_s));
        QVERIFY(model.deleteBlock(u"own"_s));
        QCOMPARE(order(model.preset()), u"new"_s);
        QCOMPARE(model.preset().prompts.size(), 2);

        PromptBlock changed = model.blockAt(model.index(0));
        changed.content = u"Be kind."_s;
        QSignalSpy edited(&model, &PromptOrderModel::edited);
        model.updateBlock(changed);
        model.updateBlock(changed);
        QCOMPARE(edited.size(), 1);
        QCOMPARE(model.index(0).data(PromptOrderModel::ContentRole).toString(), changed.content);
    }

    void throughAProxy()
    {
        PromptOrderModel model;
        QSortFilterProxyModel proxy;
        proxy.setSourceModel(&model);
        const QAbstractItemModelTester tester(&proxy, FailureMode::QtTest);
        proxy.setFilterFixedString(u"A"_s);
        model.setPreset(preset(u"a b ab"_s));
        QCOMPARE(proxy.rowCount(), 2);
        QVERIFY(proxy.setData(proxy.index(1, 0), Qt::Unchecked, Qt::CheckStateRole));
        QCOMPARE(order(model.preset()), u"a b -ab"_s);
        QVERIFY(model.moveRow({}, 2, {}, 0));
        QCOMPARE(proxy.index(0, 0).data().toString(), u"AB"_s);
    }
};

} // namespace tst_promptordermodel

SNUG_TEST(tst_promptordermodel, TestPromptOrderModel, Windows)
#include "tst_promptordermodel.moc"

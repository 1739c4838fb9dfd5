// The flat lists: personas and chats, and what they share.
#include "core/library/chatsmodel.h"
#include "core/library/personasmodel.h"
#include "tests/testregistry.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QTest>

namespace tst_librarymodels {

using namespace snug;
using namespace Qt::StringLiterals;

using FailureMode = QAbstractItemModelTester::FailureReportingMode;

namespace {

ListedChat chat(const QString &name, int messages = 0)
{
    ListedChat listed;
    listed.reference = {.cardFile = u"Mira.png"_s, .name = name};
    listed.path = u"/l/chats/Mira/"_s + name + u".jsonl"_s;
    listed.summary.name = name;
    listed.summary.messages = messages;
    return listed;
}

QList<ListedChat> chatList(const QString &names)
{
    QList<ListedChat> list;
    for (const QString &name : names.split(u' ', Qt::SkipEmptyParts))
        list.append(chat(name));
    return list;
}

QString shown(const QAbstractItemModel &model)
{
    QStringList names;
    for (int row = 0; row < model.rowCount(); ++row)
        names.append(model.index(row, 0).data().toString());
    return names.join(u' ');
}

} // namespace

class TestLibraryModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void followsWithoutReset_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::newRow("from nothing") << u""_s << u"a b c"_s;
        QTest::newRow("to nothing") << u"a b c"_s << u""_s;
        QTest::newRow("insert at the ends and between") << u"b d"_s << u"a b c d e"_s;
        QTest::newRow("runs of new and gone") << u"a x y b z"_s << u"m n a o p q b"_s;
        QTest::newRow("all others") << u"a b c"_s << u"x y"_s;
        QTest::newRow("turned round") << u"a b c d"_s << u"d c b a"_s;
        QTest::newRow("moved, gone and new together") << u"a b c d e"_s << u"e x c a y"_s;
        QTest::newRow("a key twice is shown once") << u"a"_s << u"a b a b"_s;
    }
    void followsWithoutReset()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        ChatsModel model;
        const QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        QSortFilterProxyModel proxy;
        proxy.setSourceModel(&model);
        proxy.setSortRole(ChatsModel::NameRole);
        proxy.sort(0);
        const QAbstractItemModelTester proxyTester(&proxy, FailureMode::QtTest);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);

        model.setValues(chatList(before));
        QCOMPARE(shown(model), before);
        const QPersistentModelIndex watched = model.indexOf(chat(u"a"_s).reference);
        model.setValues(chatList(after));
        QStringList expected = after.split(u' ', Qt::SkipEmptyParts);
        expected.removeDuplicates();
        QCOMPARE(shown(model), expected.join(u' '));
        expected.sort();
        QCOMPARE(shown(proxy), expected.join(u' '));
        QCOMPARE(watched.isValid(), before.contains(u'a') && after.contains(u'a'));
        QCOMPARE(reset.size(), 0);
    }

    void followsAnything()
    {
        ChatsModel model;
        const QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        QRandomGenerator random(4711);
        for (int round = 0; round < 200; ++round) {
            QList<ListedChat> next;
            QString names = u"abcdefghij"_s;
            std::shuffle(names.begin(), names.end(), random);
            for (const QChar name : names.first(random.bounded(names.size() + 1)))
                next.append(chat(name, random.bounded(2)));
            model.setValues(next);
            QCOMPARE(model.values(), next);
        }
    }

    void onlyWhatChangedIsTold()
    {
        ChatsModel model;
        model.setValues(chatList(u"a b c"_s));
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setValues(chatList(u"a b c"_s));
        QCOMPARE(changed.size(), 0);
        QList<ListedChat> next = chatList(u"a b c"_s);
        next[1].summary.messages = 7;
        model.setValues(next);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed.first().first().toModelIndex().row(), 1);
        model.setValues(chatList(u"a b c d e f"_s));
        QCOMPARE(inserted.size(), 1);
    }

    void eachListShowsItsValues()
    {
        PersonasModel personas;
        const QAbstractItemModelTester personasTester(&personas, FailureMode::QtTest);
        personas.setFolder(u"/l/User Avatars"_s);
        Persona ada;
        ada.avatar = u"ada.png"_s;
        ada.name = u"Ada"_s;
        ada.description = u"Keeper of the light"_s;
        personas.setValues({ada});
        QCOMPARE(personas.index(0).data(PersonasModel::PictureRole).toString(), u"/l/User Avatars/ada.png"_s);
        QCOMPARE(personas.index(0).data(Qt::ToolTipRole).toString(), ada.description);

        ChatsModel chats;
        const QAbstractItemModelTester chatsTester(&chats, FailureMode::QtTest);
        ListedChat one = chat(u"one"_s, 5);
        one.owner = u"Mira"_s;
        one.isPinned = true;
        chats.setValues({one, chat(u"two"_s)});
        const QModelIndex first = chats.index(0);
        QVERIFY(first.data(ChatsModel::PinnedRole).toBool());
        QVERIFY(!first.data(ChatsModel::FactsRole).toString().contains(u"Mira"_s));
        chats.setShowsOwners(true);
        QVERIFY(first.data(ChatsModel::FactsRole).toString().startsWith(u"Mira · "_s));
        QVERIFY(!first.data(ChatsModel::OpenRole).toBool());
        chats.setOpen(one.reference);
        QVERIFY(first.data(ChatsModel::OpenRole).toBool());
        const std::unique_ptr<QMimeData> data(chats.mimeData({chats.index(1)}));
        QCOMPARE(data->urls().first().toLocalFile(), u"/l/chats/Mira/two.jsonl"_s);
    }
};

} // namespace tst_librarymodels

SNUG_TEST(tst_librarymodels, TestLibraryModels, Windows)
#include "tst_librarymodels.moc"

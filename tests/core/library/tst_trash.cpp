#include "core/library/trash.h"
#include "tests/core/library/diskfull.h"
#include "tests/core/library/testfiles.h"
#include "tests/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_trash {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

class TestTrash : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_dir;
    LibraryLayout m_layout;
    const TrashItem m_card{.id = {},
                           .kind = u"card"_s,
                           .title = u"Mira «Fog»"_s,
                           .paths = {u"characters/Mira.png"_s, u"chats/Mira"_s},
                           .note = "{\"tags\":[\"é\"]}",
                           .deleted = QDateTime(QDate(2026, 11, 21), QTime(22, 0, 1, 5), QTimeZone::UTC)};

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_dir = std::make_unique<QTemporaryDir>();
        m_layout = LibraryLayout(m_dir->path());
        QVERIFY(put(m_layout.card(u"Mira.png"), "picture"));
        QVERIFY(put(m_layout.chat(u"Mira.png", u"one"), "{}\n{}"));
        QVERIFY(put(m_layout.chat(u"Mira.png", u"two"), "{}"));
    }

    void aCardAndItsChatsGoAndComeBack()
    {
        const auto gone = moveToTrash(m_layout, m_card);
        QVERIFY(gone);
        QVERIFY(!QFileInfo::exists(m_layout.card(u"Mira.png")));
        QVERIFY(!QFileInfo::exists(m_layout.chatFolder(u"Mira.png")));

        // Nothing is remembered but what is on the disk.
        const TrashListing listing = listTrash(LibraryLayout(m_dir->path()));
        QCOMPARE(listing.items.size(), 1);
        QCOMPARE(listing.items.first(), *gone);
        QCOMPARE(listing.items.first().title, m_card.title);
        QCOMPARE(listing.items.first().note, m_card.note);
        QCOMPARE(listing.items.first().deleted, m_card.deleted);

        const auto back = restoreFromTrash(m_layout, gone->id);
        QVERIFY(back);
        QCOMPARE(*back, *gone);
        QCOMPARE(bytesOf(m_layout.card(u"Mira.png")), "picture");
        QCOMPARE(bytesOf(m_layout.chat(u"Mira.png", u"one")), "{}\n{}");
        QCOMPARE(bytesOf(m_layout.chat(u"Mira.png", u"two")), "{}");
        QVERIFY(listTrash(m_layout).items.isEmpty());
        QVERIFY(namesIn(m_layout.trashFolder()).isEmpty());
    }

    void missingPartsAreSkipped()
    {
        QVERIFY(QDir(m_layout.chatFolder(u"Mira.png")).removeRecursively());
        const auto gone = moveToTrash(m_layout, m_card);
        QVERIFY(gone);
        QCOMPARE(gone->paths, QStringList{u"characters/Mira.png"_s});
        TrashItem noteless = m_card; // with a note there would still be something to keep
        noteless.note.clear();
        QVERIFY(!moveToTrash(m_layout, noteless));
        QCOMPARE(listTrash(m_layout).items.size(), 1);
    }

    void restoringNeverReplaces()
    {
        const auto gone = moveToTrash(m_layout, m_card);
        QVERIFY(gone);
        QVERIFY(put(m_layout.chat(u"Mira.png", u"new"), "{}"));
        const auto back = restoreFromTrash(m_layout, gone->id);
        QVERIFY(!back);
        QVERIFY(back.error().what.contains(u"chats/Mira"));
        QVERIFY(!QFileInfo::exists(m_layout.card(u"Mira.png")));
        QCOMPARE(listTrash(m_layout).items.size(), 1);
        QVERIFY(QDir(m_layout.chatFolder(u"Mira.png")).removeRecursively());
        QVERIFY(restoreFromTrash(m_layout, gone->id));
    }

    void aCrashBetweenTwoMovesLosesNothing()
    {
        const auto gone = moveToTrash(m_layout, m_card);
        QVERIFY(gone);
        // As if the chats had not moved yet.
        QVERIFY(QDir().rename(m_layout.trashFolder() + u'/' + gone->id + u"/files/chats/Mira",
                              m_layout.chatFolder(u"Mira.png")));
        QVERIFY(restoreFromTrash(m_layout, gone->id));
        QCOMPARE(bytesOf(m_layout.card(u"Mira.png")), "picture");
        QCOMPARE(bytesOf(m_layout.chat(u"Mira.png", u"one")), "{}\n{}");
    }

    void aFullDiskDeletesNothing()
    {
        Result<TrashItem> gone;
        {
            const DiskFull full(5);
            gone = moveToTrash(m_layout, m_card);
        }
        QVERIFY(!gone);
        QCOMPARE(bytesOf(m_layout.card(u"Mira.png")), "picture");
        QVERIFY(namesIn(m_layout.trashFolder()).isEmpty());
    }

    void twoInOneMillisecond()
    {
        QVERIFY(moveToTrash(m_layout, m_card));
        QVERIFY(put(m_layout.card(u"Mira.png"), "second"));
        QVERIFY(moveToTrash(m_layout, m_card));
        QCOMPARE(listTrash(m_layout).items.size(), 2);
    }

    void badNotesAreReportedAndLeftAlone_data()
    {
        QTest::addColumn<QByteArray>("note");
        QTest::newRow("not JSON") << "garbage"_ba;
        QTest::newRow("no paths") << "{\"title\":\"x\"}"_ba;
        QTest::newRow("a path that leads out") << "{\"paths\":[\"../../etc/passwd\"]}"_ba;
        QTest::newRow("an absolute path") << "{\"paths\":[\"/etc/passwd\"]}"_ba;
        QTest::newRow("a path with a detour") << "{\"paths\":[\"chats/../../x\"]}"_ba;
    }
    void badNotesAreReportedAndLeftAlone()
    {
        QFETCH(QByteArray, note);
        QVERIFY(put(m_layout.trashFolder() + u"/20260101-000000000/item.json", note));
        QVERIFY(moveToTrash(m_layout, m_card));
        const TrashListing listing = listTrash(m_layout);
        QCOMPARE(listing.items.size(), 1);
        QCOMPARE(listing.unreadable.size(), 1);
        QVERIFY(!restoreFromTrash(m_layout, u"20260101-000000000"_s));
        QCOMPARE(bytesOf(m_layout.trashFolder() + u"/20260101-000000000/item.json"), note);
    }

    // A note that names none of the files is damaged: they stay where they can be found.
    void whatTheNoteDoesNotNameStays()
    {
        const QString item = m_layout.trashFolder() + u"/20260101-000000000"_s;
        QVERIFY(
            put(item + u"/item.json"_s,
                R"({"kind":"card","title":"x","deleted":"","note":"n","paths1":["worlds/Harbour.json"]})"));
        QVERIFY(put(item + u"/files/worlds/Harbour.json"_s, "{}"));
        const auto back = restoreFromTrash(m_layout, u"20260101-000000000"_s);
        QVERIFY(!back);
        QCOMPARE(bytesOf(item + u"/files/worlds/Harbour.json"_s), QByteArray("{}"));
    }

    // What was deleted inside a document has no file of its own.
    void aNoteAloneComesBack()
    {
        const TrashItem entry{.id = {},
                              .kind = u"entry"_s,
                              .title = u"Fog horn"_s,
                              .paths = {},
                              .note = "{\"key\":[\"horn\"]}",
                              .deleted = m_card.deleted};
        const auto gone = moveToTrash(m_layout, entry);
        QVERIFY(gone);
        const auto back = restoreFromTrash(m_layout, gone->id);
        QVERIFY(back);
        QCOMPARE(back->note, entry.note);
        QVERIFY(listTrash(m_layout).items.isEmpty());
        QVERIFY(listTrash(m_layout).unreadable.isEmpty());
    }

    void pathsOutsideAreNeverMoved()
    {
        TrashItem item = m_card;
        item.note.clear();
        item.paths = {u"../outside"_s, u"/etc/hostname"_s};
        QVERIFY(!moveToTrash(m_layout, item));
        QVERIFY(!restoreFromTrash(m_layout, u"../.."_s));
        QVERIFY(!deleteFromTrash(m_layout, u".."_s));
        QVERIFY(!deleteFromTrash(m_layout, QString()));
        QCOMPARE(bytesOf(m_layout.card(u"Mira.png")), "picture");
    }

    void deletedForGood()
    {
        const auto gone = moveToTrash(m_layout, m_card);
        QVERIFY(gone);
        QVERIFY(deleteFromTrash(m_layout, gone->id));
        QVERIFY(listTrash(m_layout).items.isEmpty());
        QVERIFY(!restoreFromTrash(m_layout, gone->id));
    }
};

} // namespace tst_trash

SNUG_TEST(tst_trash, TestTrash, Core)
#include "tst_trash.moc"

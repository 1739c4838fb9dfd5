#include "core/editing/drafts.h"
#include "core/library/filenames.h"
#include "tests/core/library/diskfull.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_drafts {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

namespace {

const DocumentKey Key{DocumentKind::Preset, u"Slow Burn"_s};
const QDateTime Noon(QDate(2026, 11, 22), QTime(12, 0, 0, 250), QTimeZone::UTC);

Loaded<QByteArray> fileOf(const QByteArray &bytes)
{
    FileVersion version;
    version.stamp = {.size = bytes.size(), .modified = 1, .node = 2};
    version.checksum = continueChecksum(EmptyChecksum, bytes);
    return {bytes, version};
}

QString folderIn(const LibraryLayout &layout)
{
    return layout.snugFolder() + u"/drafts/presets/Slow Burn"_s;
}

} // namespace

class TestDrafts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void aDraftComesBack_data()
    {
        QTest::addColumn<QByteArray>("edited");
        QTest::newRow("text") << "{\"a\":1}"_ba;
        QTest::newRow("nothing") << ""_ba;
        QTest::newRow("line ends") << "\n\r\n{}\n"_ba;
        QTest::newRow("any bytes") << QByteArray("\0\xff\n\0", 4);
    }

    void aDraftComesBack()
    {
        QFETCH(QByteArray, edited);
        const TestLibrary folder(TestLibrary::Content::Empty);
        const LibraryLayout layout = folder.layout();
        QVERIFY(!*readDraft(layout, Key));
        QVERIFY(writeDraft(layout, Key, edited, fileOf("base"), Noon));
        const auto draft = readDraft(layout, Key);
        QVERIFY(draft && *draft);
        QCOMPARE((*draft)->edited, edited);
        QCOMPARE((*draft)->baseBytes, QByteArray("base"));
        QCOMPARE((*draft)->base.checksum, fileOf("base").version.checksum);
        QCOMPARE((*draft)->base.stamp.size, 4);
        QCOMPARE((*draft)->written, Noon);
        QCOMPARE(listDrafts(layout), (QList<DraftPlace>{{Key, Noon}}));
        QVERIFY(removeDraft(layout, Key));
        QVERIFY(!*readDraft(layout, Key));
        QVERIFY(listDrafts(layout).isEmpty());
        QVERIFY(!QFileInfo::exists(folderIn(layout)));
        QVERIFY(removeDraft(layout, Key));
    }

    void aNewBaseTakesTheOldOnesPlace()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        const LibraryLayout layout = folder.layout();
        QVERIFY(writeDraft(layout, Key, "1", fileOf("one"), Noon));
        QVERIFY(writeDraft(layout, Key, "2", fileOf("two"), Noon));
        QCOMPARE((*readDraft(layout, Key))->baseBytes, QByteArray("two"));
        QCOMPARE(namesIn(folderIn(layout)).size(), 2);
        // Without a file there is no base, which is not the same as a lost one.
        QVERIFY(writeDraft(layout, Key, "3", {}, Noon));
        const auto draft = readDraft(layout, Key);
        QVERIFY(!(*draft)->base.exists());
        QCOMPARE((*draft)->baseBytes, QByteArray());
        QCOMPARE(namesIn(folderIn(layout)), QStringList{u"edited"_s});
    }

    void aDamagedDraftIsSaidAndStays_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::newRow("empty") << ""_ba;
        QTest::newRow("no facts") << "{\"a\":1}"_ba;
        QTest::newRow("not ours") << "{\"a\":1}\nx"_ba;
        QTest::newRow("cut off") << "{\"draft\":1,\"size\":9,\"checksum\":\"0\"}\nabc"_ba;
        QTest::newRow("other bytes") << "{\"draft\":1,\"size\":3,\"checksum\":\"0\"}\nabc"_ba;
    }

    void aDamagedDraftIsSaidAndStays()
    {
        QFETCH(QByteArray, file);
        const TestLibrary folder(TestLibrary::Content::Empty);
        const QString path = folderIn(folder.layout()) + u"/edited"_s;
        QVERIFY(put(path, file));
        const auto draft = readDraft(folder.layout(), Key);
        QVERIFY(!draft);
        QCOMPARE(draft.error().file, u"snug/drafts/presets/Slow Burn/edited"_s);
        QVERIFY(!draft.error().hint.isEmpty());
        QCOMPARE(bytesOf(path), file);
        QCOMPARE(listDrafts(folder.layout()).size(), 1);
    }

    void aLostBaseIsKnownToBeLost()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        QVERIFY(writeDraft(folder.layout(), Key, "1", fileOf("one"), Noon));
        QDir(folderIn(folder.layout())).removeRecursively();
        QVERIFY(writeDraft(folder.layout(), Key, "1", fileOf("one"), Noon));
        for (const QString &name : namesIn(folderIn(folder.layout()))) {
            if (name.startsWith(u"base"))
                QVERIFY(put(folderIn(folder.layout()) + u'/' + name, "other"));
        }
        QVERIFY(!(*readDraft(folder.layout(), Key))->baseBytes);
        QCOMPARE((*readDraft(folder.layout(), Key))->edited, "1"_ba);
    }

    // Killed between the base and the draft: the draft before is still whole.
    void aBaseWithoutItsDraftHarmsNothing()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        QVERIFY(writeDraft(folder.layout(), Key, "1", fileOf("one"), Noon));
        QVERIFY(put(folderIn(folder.layout()) + u"/base-1234"_s, "new base"));
        QCOMPARE((*readDraft(folder.layout(), Key))->edited, "1"_ba);
        QCOMPARE((*readDraft(folder.layout(), Key))->baseBytes, QByteArray("one"));
        QVERIFY(writeDraft(folder.layout(), Key, "2", fileOf("one"), Noon));
        QCOMPARE(namesIn(folderIn(folder.layout())).size(), 2);
    }

    void aFullDiskKeepsTheDraftBefore()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        QVERIFY(writeDraft(folder.layout(), Key, "1", fileOf("one"), Noon));
        {
            const DiskFull full(50);
            QVERIFY(!writeDraft(folder.layout(), Key, QByteArray(400, 'x'), fileOf("one"), Noon));
        }
        QCOMPARE((*readDraft(folder.layout(), Key))->edited, "1"_ba);
    }

    void namesAreFoldersAnywhere_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("plain") << u"Slow Burn"_s;
        QTest::newRow("a picture") << u"Mira.png"_s;
        QTest::newRow("up") << u".."_s;
        QTest::newRow("hidden") << u".hidden"_s;
        QTest::newRow("a path") << u"a/../b"_s;
        QTest::newRow("percent") << u"100% %41"_s;
        QTest::newRow("ends in a dot") << u"etc."_s;
        QTest::newRow("colon") << u"C:x|y?*\"<>\\"_s;
        QTest::newRow("control") << u"a\nb"_s;
        QTest::newRow("letters") << u"Grüße 你好"_s;
        QTest::newRow("begins with a byte order mark") << u"\uFEFFSlow Burn"_s;
        QTest::newRow("empty") << QString();
    }

    void namesAreFoldersAnywhere()
    {
        QFETCH(QString, name);
        const QString folder = folderOf({DocumentKind::Preset, name});
        QVERIFY(folder.startsWith(u"presets/"));
        const QString last = folder.sliced(8);
        QVERIFY(!last.contains(u'/') && !last.startsWith(u'.') && !last.isEmpty());
        QCOMPARE(nameInFolder(last), name);
    }
};

} // namespace tst_drafts

SNUG_TEST(tst_drafts, TestDrafts, Core)
#include "tst_drafts.moc"

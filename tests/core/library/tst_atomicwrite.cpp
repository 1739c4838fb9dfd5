#include "core/library/atomicwrite.h"
#include "tests/core/library/diskfull.h"
#include "tests/core/library/testfiles.h"
#include "tests/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_atomicwrite {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

class TestAtomicWrite : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void replacesAndMakesFolders()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(u"chats/Mira/Gale – été ☀.jsonl"_s);
        QVERIFY(writeFileDurably(path, "one"));
        QCOMPARE(bytesOf(path), "one");
        QVERIFY(writeFileDurably(path, ""));
        QCOMPARE(bytesOf(path), "");
        QCOMPARE(namesIn(dir.filePath(u"chats/Mira"_s)).size(), 1);
    }

    void whatHasChangedMeanwhileIsNotReplaced()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(u"one.jsonl"_s);
        QVERIFY(put(path, "one"));
        const FileStamp stamp = stampOf(path);
        QVERIFY(put(path, "one and theirs"));
        QCOMPARE(replaceFileDurably(path, "mine", stamp), false);
        QCOMPARE(bytesOf(path), "one and theirs");
        QCOMPARE(replaceFileDurably(path, "mine", stampOf(path)), true);
        QCOMPARE(bytesOf(path), "mine");
        const QString link = dir.filePath(u"link.jsonl"_s);
        QVERIFY(QFile::link(path, link));
        QCOMPARE(replaceFileDurably(link, "through it", stampOf(link)), true);
        QCOMPARE(bytesOf(path), "through it");
        QVERIFY(QFile::remove(path));
        QCOMPARE(replaceFileDurably(path, "again", stamp), false);
        QVERIFY(!QFile::exists(path));
        QCOMPARE(namesIn(dir.path()), QStringList{u"link.jsonl"_s});
    }

    void fullDiskKeepsTheOldFile_data()
    {
        QTest::addColumn<qint64>("room");
        QTest::addColumn<qsizetype>("size");
        QTest::newRow("nothing fits") << qint64(0) << qsizetype(200'000);
        QTest::newRow("small, stays in a buffer") << qint64(10) << qsizetype(500);
        QTest::newRow("short write of a large file") << qint64(61'440) << qsizetype(200'000);
        QTest::newRow("last byte missing") << qint64(199'999) << qsizetype(200'000);
    }
    void fullDiskKeepsTheOldFile()
    {
        QFETCH(qint64, room);
        QFETCH(qsizetype, size);
        const QTemporaryDir dir;
        const QString path = dir.filePath(u"Mira.png"_s);
        QVERIFY(put(path, "good"));
        Result<void> result;
        Result<void> fresh;
        {
            const DiskFull full(room);
            result = writeFileDurably(path, QByteArray(size, 'x'));
            fresh = writeNewFileDurably(dir.filePath(u"new.png"_s), QByteArray(size, 'x'));
        }
        QVERIFY(!result);
        QCOMPARE(result.error().file, u"Mira.png"_s);
        QVERIFY(result.error().what.contains(u"could not be saved"));
        QVERIFY(!result.error().hint.isEmpty());
        QVERIFY(!fresh);
        QCOMPARE(bytesOf(path), "good");
        QCOMPARE(namesIn(dir.path()), QStringList{u"Mira.png"_s});
    }

    void permissionsStay()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(u"secrets.json"_s);
        QVERIFY(put(path, "a"));
        const auto wanted = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser;
        QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner));
        QVERIFY(writeFileDurably(path, "b"));
        QCOMPARE(QFile::permissions(path), wanted);
    }

    void symbolicLinksStay()
    {
        const QTemporaryDir dir;
        QVERIFY(put(dir.filePath(u"elsewhere/settings.json"_s), "old"));
        const QString link = dir.filePath(u"settings.json"_s);
        QVERIFY(QFile::link(dir.filePath(u"elsewhere/settings.json"_s), link));
        QVERIFY(writeFileDurably(link, "new"));
        QVERIFY(QFileInfo(link).isSymLink());
        QCOMPARE(bytesOf(dir.filePath(u"elsewhere/settings.json"_s)), "new");
    }

    void aFolderInTheWayIsAnError()
    {
        const QTemporaryDir dir;
        QVERIFY(QDir(dir.path()).mkpath(u"book.json"_s));
        QVERIFY(!writeFileDurably(dir.filePath(u"book.json"_s), "x"));
        QVERIFY(put(dir.filePath(u"file"_s), ""));
        QVERIFY(!writeFileDurably(dir.filePath(u"file/below.json"_s), "x"));
    }

    void newFilesNeverReplace()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(u"Mira.png"_s);
        QVERIFY(writeNewFileDurably(path, "first"));
        QCOMPARE(bytesOf(path), "first");
        QVERIFY(QFile::permissions(path) & QFile::ReadOther);
        QVERIFY(!writeNewFileDurably(path, "second"));
        QCOMPARE(bytesOf(path), "first");
        QVERIFY(QFile::link(dir.filePath(u"gone"_s), dir.filePath(u"dangling.png"_s)));
        QVERIFY(!writeNewFileDurably(dir.filePath(u"dangling.png"_s), "third"));
        QCOMPARE(namesIn(dir.path()).size(), 2);
    }
};

} // namespace tst_atomicwrite

SNUG_TEST(tst_atomicwrite, TestAtomicWrite, Core)
#include "tst_atomicwrite.moc"

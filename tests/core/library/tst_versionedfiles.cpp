#include "core/library/versionedfiles.h"
#include "tests/core/library/diskfull.h"
#include "tests/core/library/testfiles.h"
#include "tests/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_versionedfiles {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

class TestVersionedFiles : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_dir;
    QString m_path;

    FileVersion onDisk() const { return readVersioned(m_path)->version; }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_dir = std::make_unique<QTemporaryDir>();
        m_path = m_dir->filePath(u"a.jsonl"_s);
        QVERIFY(put(m_path, "{}"));
    }

    void ourOwnSavesFollowEachOther()
    {
        VersionedFiles files;
        const FileVersion base = onDisk();
        // Queued before the first answer came back: all from the same base.
        QVERIFY(!files.append(m_path, {"1"}, base)->conflict);
        QVERIFY(!files.append(m_path, {"2"}, base)->conflict);
        QVERIFY(!files.replace(m_path, "{}\n1", base)->conflict);
        const auto last = files.append(m_path, {"3"}, base);
        QVERIFY(last && !last->conflict);
        QCOMPARE(bytesOf(m_path), "{}\n1\n3");
        QCOMPARE(last->version, onDisk());
        QVERIFY(!files.append(m_path, {"4"}, last->version)->conflict);
    }

    void aChangeByOthersIsNotOverwritten_data()
    {
        QTest::addColumn<bool>("sameSize");
        QTest::addColumn<bool>("afterOwnSave");
        QTest::newRow("longer") << false << false;
        QTest::newRow("same size") << true << false;
        QTest::newRow("longer, after we saved") << false << true;
        QTest::newRow("same size, after we saved") << true << true;
    }
    void aChangeByOthersIsNotOverwritten()
    {
        QFETCH(bool, sameSize);
        QFETCH(bool, afterOwnSave);
        VersionedFiles files;
        const FileVersion base = onDisk();
        if (afterOwnSave)
            QVERIFY(!files.replace(m_path, "[]", base)->conflict);
        const QByteArray theirs = sameSize ? "42" : "somebody else's words";
        QVERIFY(put(m_path, theirs));

        const auto replaced = files.replace(m_path, "ours", base);
        QVERIFY(replaced && replaced->conflict);
        const auto appended = files.append(m_path, {"ours"}, base);
        QVERIFY(appended && appended->conflict);
        QCOMPARE(bytesOf(m_path), theirs);

        QVERIFY(!files.replace(m_path, "ours", *replaced->conflict)->conflict);
        QCOMPARE(bytesOf(m_path), "ours");
        // What was based on their version may go on, what was based on the one before may not.
        QVERIFY(!files.append(m_path, {"more"}, *replaced->conflict)->conflict);
        QVERIFY(files.append(m_path, {"more"}, base)->conflict.has_value());
    }

    void touchingIsNoChange()
    {
        VersionedFiles files;
        const FileVersion base = onDisk();
        QVERIFY(put(m_path, "{}"));
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::currentDateTime().addDays(-3), QFile::FileModificationTime));
        file.close();
        QVERIFY(!files.append(m_path, {"1"}, base)->conflict);
        QCOMPARE(bytesOf(m_path), "{}\n1");
    }

    void deletedUnderneath()
    {
        VersionedFiles files;
        const FileVersion base = onDisk();
        QVERIFY(QFile::remove(m_path));
        const auto saved = files.replace(m_path, "ours", base);
        QVERIFY(saved && saved->conflict);
        QVERIFY(!saved->conflict->exists());
        QVERIFY(!QFileInfo::exists(m_path));
        QVERIFY(!files.replace(m_path, "ours", *saved->conflict)->conflict);
        QCOMPARE(bytesOf(m_path), "ours");
    }

    void newFilesNeverReplaceEvenOurOwn()
    {
        VersionedFiles files;
        const QString path = m_dir->filePath(u"new.json"_s);
        QVERIFY(!files.replace(path, "one", {})->conflict);
        QVERIFY(files.replace(path, "two", {})->conflict.has_value());
        QCOMPARE(bytesOf(path), "one");
    }

    void aFailedSaveChangesNothing()
    {
        VersionedFiles files;
        const FileVersion base = onDisk();
        {
            const DiskFull full(100);
            QVERIFY(!files.replace(m_path, QByteArray(5'000, 'x'), base));
            QVERIFY(!files.append(m_path, {QByteArray(5'000, 'x')}, base));
        }
        QCOMPARE(bytesOf(m_path), "{}");
        const auto saved = files.append(m_path, {"1"}, base);
        QVERIFY(saved && !saved->conflict);
    }

    void checksumsCanBeContinued()
    {
        const QByteArray bytes("{\"name\":\"Zéphyrine\"}");
        QCOMPARE(continueChecksum(continueChecksum(EmptyChecksum, bytes.first(7)), bytes.sliced(7)),
                 continueChecksum(EmptyChecksum, bytes));
        QVERIFY(continueChecksum(EmptyChecksum, "ab") != continueChecksum(EmptyChecksum, "ba"));
    }

    void tooLargeIsAnError()
    {
        QVERIFY(put(m_path, QByteArray(100, 'x')));
        const auto read = readVersioned(m_path, 99);
        QVERIFY(!read);
        QCOMPARE(read.error().file, u"a.jsonl"_s);
    }
};

} // namespace tst_versionedfiles

SNUG_TEST(tst_versionedfiles, TestVersionedFiles, Core)
#include "tst_versionedfiles.moc"

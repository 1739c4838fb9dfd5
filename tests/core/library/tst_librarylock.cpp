#include "core/library/librarylock.h"
#include "tests/core/library/testfiles.h"

#include <QLockFile>
#include <QProcess>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

class TestLibraryLock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void theSecondIsToldWho()
    {
        const QTemporaryDir dir;
        const LibraryLayout layout(dir.path());
        {
            const auto first = LibraryLock::acquire(layout);
            QVERIFY(first);
            const auto second = LibraryLock::acquire(layout);
            QVERIFY(!second);
            QCOMPARE(second.error().file, layout.root());
            QVERIFY2(second.error().what.contains(QString::number(QCoreApplication::applicationPid())),
                     qPrintable(second.error().what));
            QVERIFY(!second.error().hint.isEmpty());
        }
        QVERIFY(LibraryLock::acquire(layout));
    }

    // The program itself, started again, is the other process.
    void aKilledProcessLeavesNoLock()
    {
        const QTemporaryDir dir;
        const LibraryLayout layout(dir.path());
        QProcess other;
        other.start(QCoreApplication::applicationFilePath(), {u"--hold"_s, dir.path()});
        QVERIFY(other.waitForReadyRead());
        QCOMPARE(other.readLine().trimmed(), "held");
        QVERIFY(!LibraryLock::acquire(layout));
        other.kill();
        QVERIFY(other.waitForFinished());
        QVERIFY(QFileInfo::exists(layout.lockFile()));
        QVERIFY(LibraryLock::acquire(layout));
    }

    void aDamagedLockKeepsNobodyOut_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("zeros") << QByteArray(64, '\0');
        QTest::newRow("garbage") << QByteArray("\x7f\x45\x4c\x46\n\n\n");
        QTest::newRow("cut off") << QByteArray("41943");
        QTest::newRow("a process that runs, of an earlier start")
            << "1\nsnug\n" + QSysInfo::machineHostName().toUtf8() + '\n' + QSysInfo::machineUniqueId() +
                   "\nx\n";
    }
    void aDamagedLockKeepsNobodyOut()
    {
        QFETCH(const QByteArray, bytes);
        const QTemporaryDir dir;
        const LibraryLayout layout(dir.path());
        QVERIFY(put(layout.lockFile(), bytes));
        {
            const auto lock = LibraryLock::acquire(layout);
            QVERIFY2(lock, lock ? "" : qPrintable(lock.error().line()));
            const QByteArray process = QByteArray::number(QCoreApplication::applicationPid());
            QCOMPARE(bytesOf(layout.lockFile()).split('\n').first(), process);
            QVERIFY(!LibraryLock::acquire(layout));
        }
        QVERIFY(!QFileInfo::exists(layout.lockFile()));
    }

    void aHeldLockThatCannotBeReadIsNamed()
    {
        const QTemporaryDir dir;
        const LibraryLayout layout(dir.path());
        const auto first = LibraryLock::acquire(layout);
        QVERIFY(first);
        QVERIFY(put(layout.lockFile(), "?"));
        const auto second = LibraryLock::acquire(layout);
        QVERIFY(!second);
        QVERIFY2(second.error().what.contains(u"snug/library.lock"), qPrintable(second.error().what));
    }

    void aHeldLockThatWasRemovedIsNotTakenAlong()
    {
        const QTemporaryDir dir;
        const LibraryLayout layout(dir.path());
        std::optional<LibraryLock> first;
        first.emplace(*LibraryLock::acquire(layout));
        QVERIFY(QFile::remove(layout.lockFile()));
        QVERIFY(LibraryLock::acquire(layout));
    }

    // Earlier versions hold it so.
    void aQLockFileIsRespected()
    {
        const QTemporaryDir dir;
        const LibraryLayout layout(dir.path());
        QVERIFY(QDir().mkpath(layout.snugFolder()));
        QLockFile earlier(layout.lockFile());
        earlier.setStaleLockTime(0);
        QVERIFY(earlier.tryLock(0));
        QVERIFY(!LibraryLock::acquire(layout));
        earlier.unlock();
        const auto lock = LibraryLock::acquire(layout);
        QVERIFY(lock);
        QVERIFY(!earlier.tryLock(0));
    }

    void aLockOfAnotherMachineIsRespected()
    {
        const QTemporaryDir dir;
        const LibraryLayout layout(dir.path());
        QVERIFY(put(layout.lockFile(), "4194303\nsnug\nlaptop-of-ada\nsome-machine-id\nsome-boot-id\n"));
        const auto lock = LibraryLock::acquire(layout);
        QVERIFY(!lock);
        QVERIFY2(lock.error().what.contains(u"laptop-of-ada"), qPrintable(lock.error().what));
        QVERIFY(lock.error().hint.contains(layout.lockFile()));
    }

    void aFolderThatCannotBeMadeIsAnError()
    {
        const QTemporaryDir dir;
        QVERIFY(put(dir.filePath(u"file"_s), ""));
        const auto lock = LibraryLock::acquire(LibraryLayout(dir.filePath(u"file"_s)));
        QVERIFY(!lock);
        QVERIFY(lock.error().what.contains(u"cannot be written"));
    }
};

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = application.arguments();
    if (arguments.value(1) == u"--hold") {
        const auto lock = LibraryLock::acquire(LibraryLayout(arguments.value(2)));
        QTextStream(stdout) << (lock ? "held" : "refused") << Qt::endl;
        return lock ? application.exec() : 1;
    }
    TestLibraryLock test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_librarylock.moc"

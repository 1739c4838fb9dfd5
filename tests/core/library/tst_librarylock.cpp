#include "core/library/librarylock.h"
#include "tests/core/library/testfiles.h"

#include <QProcess>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QTest>

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

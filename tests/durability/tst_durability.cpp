// The durability harness in short; ./dev test-durability plays it at length. No test here waits for a time,
// and none fails because a machine is slow.

#include "tests/durability/failingwrites.h"
#include "tests/durability/serverfaults.h"
#include "tests/durability/sessionkills.h"
#include "tests/durability/sharedlibrary.h"
#include "tests/durability/tornfiles.h"
#include "tests/durability/windowkills.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace snug::durability;

class TestDurability : public QObject
{
    Q_OBJECT

private:
    // In memory, where it can be: what a killed process leaves is the same, and nobody waits for a disk.
    static QString place()
    {
        const QString memory = u"/dev/shm"_s;
        return (QFileInfo(memory).isWritable() ? memory : QDir::tempPath()) + u"/snug-durability-XXXXXX"_s;
    }

    static void check(const Findings &findings)
    {
        qInfo("%s", qPrintable(findings.text()));
        QVERIFY2(findings.problems().isEmpty(), qPrintable(findings.problems().join(u'\n')));
    }

private Q_SLOTS:
    void killedSessionsLoseNothing()
    {
        const QTemporaryDir folder(place());
        const Findings findings = killSessions(60, 1, folder.path());
        check(findings);
        QCOMPARE(findings.counted(u"kills"_s), 60);
        QVERIFY(findings.counted(u"saved"_s) > 60);
        QVERIFY(findings.counted(u"records kept"_s) > 0);
    }

    void failingDisksLoseNothing_data()
    {
        QTest::addColumn<QString>("call");
        QTest::addColumn<QString>("error");
        QTest::addColumn<bool>("isForGood");
        for (const WriteFailure &failure : allWriteFailures()) {
            // A slice: each call once, with one error.
            const bool isShown = failure.isForGood ? failure.call == u"write" && failure.error == u"ENOSPC"
                                                   : failure.error == u"EIO" || failure.call == u"short";
            if (isShown) {
                QTest::addRow("%s %s %s", qPrintable(failure.call), qPrintable(failure.error),
                              failure.isForGood ? "for good" : "once")
                    << failure.call << failure.error << failure.isForGood;
            }
        }
    }

    void failingDisksLoseNothing()
    {
#if defined(SNUG_SANITIZED)
        QSKIP("a sanitizer wants to be the first library, and so does the one that lets calls fail");
#endif
        QFETCH(QString, call);
        QFETCH(QString, error);
        QFETCH(bool, isForGood);
        const QTemporaryDir folder(place());
        const Findings findings = failWrites({call, error, isForGood}, folder.path(), 3);
        check(findings);
        // No hard link and no removal is needed by what this story does.
        if (call != u"link" && call != u"unlink" && call != u"truncate" && call != u"mkdir")
            QVERIFY(findings.counted(u"calls that failed"_s) > 0);
    }

    void tornFilesAreOpenedOrSaid_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("damage");
        // Every kind once, each damaged in another way.
        const QList<TornFile> all = allTornFiles();
        QStringList kinds;
        for (const TornFile &torn : all) {
            if (!kinds.contains(torn.kind))
                kinds.append(torn.kind);
        }
        QStringList damages;
        for (const TornFile &torn : all) {
            if (!damages.contains(torn.damage))
                damages.append(torn.damage);
        }
        for (const TornFile &torn : all) {
            const bool isTurn = kinds.indexOf(torn.kind) % damages.size() == damages.indexOf(torn.damage);
            if (isTurn)
                QTest::newRow(qPrintable(torn.name())) << torn.kind << torn.damage;
        }
    }

    void tornFilesAreOpenedOrSaid()
    {
        QFETCH(QString, kind);
        QFETCH(QString, damage);
        const QTemporaryDir folder(place());
        const TornFile torn{kind, damage};
        const Findings findings = openTorn(torn, folder.path());
        if (findings.counted(u"not possible here"_s) > 0)
            QSKIP("root reads what nobody may read");
        QVERIFY2(findings.problems().isEmpty(), qPrintable(findings.problems().join(u'\n')));
    }

    void signalsLoseNothing_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGHUP") << SIGHUP;
        QTest::newRow("SIGINT") << SIGINT;
    }

    void signalsLoseNothing()
    {
        QFETCH(int, signal);
        const QTemporaryDir folder(place());
        const Findings findings = endWindow(signal, folder.path());
        check(findings);
        QCOMPARE(findings.counted(u"drafts kept"_s), 1);
    }

    void anotherProgramCostsNothing()
    {
        const QTemporaryDir folder(place());
        const Findings findings = shareLibrary(4, 1, folder.path());
        check(findings);
        QCOMPARE(findings.counted(u"sessions"_s), 4);
        QVERIFY(findings.counted(u"lines saved"_s) > 0);
    }

    void copiesOfSyncToolsStay()
    {
        const QTemporaryDir folder(place());
        const Findings findings = openBesideCopies(folder.path(), false);
        check(findings);
        QVERIFY(findings.counted(u"copies of sync tools"_s) > 20);
    }

    void faultyServersLoseNothing_data()
    {
        QTest::addColumn<QString>("name");
        // One of each sort.
        for (const char *name :
             {"status-503-html", "status-400-json", "reset-before-headers", "close-in-stream",
              "cut-at-half-length", "stall-in-stream", "gzip", "not-streamed", "error-in-stream", "filtered",
              "only-blanks", "wrong-values", "endless-reply"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void faultyServersLoseNothing()
    {
        QFETCH(QString, name);
        const auto fault = std::ranges::find(faultCases(), name, &FaultCase::name);
        QVERIFY(fault != faultCases().cend());
        const QTemporaryDir folder(place());
        const Findings findings = playFault(*fault, folder.path(), 300);
        check(findings);
        QCOMPARE(findings.counted(u"faults"_s), 2);
    }
};

QTEST_GUILESS_MAIN(TestDurability)
#include "tst_durability.moc"

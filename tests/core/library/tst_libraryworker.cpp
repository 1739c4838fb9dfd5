#include "core/library/appendlog.h"
#include "core/library/atomicwrite.h"
#include "core/library/libraryworker.h"
#include "tests/core/library/testfiles.h"
#include "tests/testregistry.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <new>
#include <stdexcept>

namespace tst_libraryworker {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

class TestLibraryWorker : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void jobsKeepTheirOrderAndResultsComeHome()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(u"a.jsonl"_s);
        LibraryWorker worker;
        QList<qint64> starts;
        bool isElsewhere = false;
        worker.run([path] { return writeFileDurably(path, "{}"); }, this,
                   [](const Result<void> &result) { QVERIFY(result); });
        for (int i = 0; i < 20; ++i) {
            worker.run(
                [path, i, &isElsewhere, home = QThread::currentThread()] {
                    isElsewhere = QThread::currentThread() != home;
                    return appendLinesDurably(path, {QByteArray::number(i)});
                },
                this,
                [&starts](const Result<Appended> &result) {
                    QVERIFY(result);
                    starts.append(result->start);
                });
        }
        QCOMPARE(worker.pending(), 21);
        QTRY_COMPARE(worker.pending(), 0);
        QVERIFY(isElsewhere);
        QCOMPARE(starts.size(), 20);
        QVERIFY(std::ranges::is_sorted(starts));
        QVERIFY(bytesOf(path).endsWith("\n17\n18\n19"));
    }

    void quittingRunsEverythingFirst()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(u"a.jsonl"_s);
        QVERIFY(put(path, "{}"));
        {
            LibraryWorker worker;
            for (int i = 0; i < 50; ++i)
                worker.run([path, i] { return appendLinesDurably(path, {QByteArray::number(i)}); }, this,
                           [](const Result<Appended> &) {});
        }
        QVERIFY(bytesOf(path).endsWith("\n48\n49"));
    }

    void whatAJobThrowsIsItsFailure()
    {
        LibraryWorker worker;
        QString what;
        worker.run([]() -> Result<int> { throw std::bad_alloc(); }, this,
                   [&what](const Result<int> &result) { what = result ? u"read"_s : result.error().what; });
        QTRY_COMPARE(worker.pending(), 0);
        QVERIFY2(what.contains(u"memory"), qPrintable(what));

        bool isTold = false;
        QTest::ignoreMessage(QtWarningMsg, "A job on the disk thread ended early.");
        worker.run([]() -> bool { throw std::runtime_error("no"); }, this,
                   [&isTold](bool) { isTold = true; });
        QTRY_COMPARE(worker.pending(), 0);
        QVERIFY(!isTold);
        worker.run([]() -> Result<int> { return 7; }, this,
                   [&what](const Result<int> &result) { what = QString::number(*result); });
        QTRY_COMPARE(what, u"7"_s); // the thread lives
    }

    void deadReceiversAreNotCalled()
    {
        LibraryWorker worker;
        QSemaphore gate;
        bool wasCalled = false;
        auto receiver = std::make_unique<QObject>();
        worker.run(
            [&gate] {
                gate.acquire();
                return 1;
            },
            receiver.get(), [&wasCalled](int) { wasCalled = true; });
        receiver.reset();
        gate.release();
        QTRY_COMPARE(worker.pending(), 0);
        QVERIFY(!wasCalled);
    }

    void errorsAreValues()
    {
        LibraryWorker worker;
        QString error;
        worker.run([] { return appendLinesDurably(u"/nowhere/a.jsonl"_s, {"{}"}); }, this,
                   [&error](const Result<Appended> &result) { error = result.error().line(); });
        QTRY_VERIFY(error.startsWith(u"a.jsonl: could not be saved"));
    }

    void pendingIsObservable()
    {
        LibraryWorker worker;
        QSignalSpy spy(&worker, &LibraryWorker::pendingChanged);
        worker.run([] { return 1; }, this,
                   [&worker](int) { worker.run([] { return 2; }, &worker, [](int) {}); });
        QTRY_COMPARE(spy.size(), 4);
        QList<int> counts;
        for (const auto &call : spy)
            counts.append(call.first().toInt());
        QCOMPARE(counts, (QList<int>{1, 1, 1, 0}));
    }
};

} // namespace tst_libraryworker

SNUG_TEST(tst_libraryworker, TestLibraryWorker, Core)
#include "tst_libraryworker.moc"

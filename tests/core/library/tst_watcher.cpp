#include "core/library/atomicwrite.h"
#include "core/library/watcher.h"
#include "tests/core/library/testfiles.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tst_watcher {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestWatcher : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void tellsTheFolderOnce_data()
    {
        QTest::addColumn<QString>("what");
        QTest::newRow("a new file") << u"new"_s;
        QTest::newRow("a replaced file") << u"replace"_s;
        QTest::newRow("bytes written into a file") << u"write"_s;
        QTest::newRow("a deleted file") << u"delete"_s;
    }
    void tellsTheFolderOnce()
    {
        QFETCH(QString, what);
        const QTemporaryDir dir;
        const QString file = dir.filePath(u"worlds/Fog.json"_s);
        QVERIFY(put(file, "{}"));
        Watcher watcher;
        watcher.setQuietTime(20ms);
        QSignalSpy spy(&watcher, &Watcher::changed);
        watcher.watch({dir.filePath(u"worlds"_s)}, {file});
        if (what == u"new") {
            QVERIFY(put(dir.filePath(u"worlds/a.json"_s), "{}"));
            QVERIFY(put(dir.filePath(u"worlds/b.json"_s), "{}"));
        } else if (what == u"replace") {
            QVERIFY(writeFileDurably(file, "[]"));
        } else if (what == u"write") {
            QFile open(file);
            QVERIFY(open.open(QIODevice::ReadWrite));
            QCOMPARE(open.write("[]"), 2);
        } else {
            QVERIFY(QFile::remove(file));
        }
        QTRY_COMPARE(spy.size(), 1);
        QCOMPARE(spy.first().first().toStringList(), QStringList{dir.filePath(u"worlds"_s)});
    }

    // What happened to it between its coming and its being watched is not missed.
    void aFileThatIsAddedIsLookedAtAgain()
    {
        const QTemporaryDir dir;
        const QString file = dir.filePath(u"worlds/Fog.json"_s);
        QVERIFY(put(file, "{}"));
        Watcher watcher;
        watcher.setQuietTime(20ms);
        QSignalSpy spy(&watcher, &Watcher::changed);
        watcher.watch({dir.filePath(u"worlds"_s)}, {});
        QTest::qWait(60);
        QCOMPARE(spy.size(), 0);
        watcher.watch({dir.filePath(u"worlds"_s)}, {file});
        QTRY_COMPARE(spy.size(), 1);
        watcher.watch({dir.filePath(u"worlds"_s)}, {file}); // it is watched already
        QTest::qWait(60);
        QCOMPARE(spy.size(), 1);
    }

    void missingPathsAreNoTrouble()
    {
        const QTemporaryDir dir;
        Watcher watcher;
        watcher.watch({dir.filePath(u"gone"_s), dir.path()}, {dir.filePath(u"gone.json"_s)});
        QSignalSpy spy(&watcher, &Watcher::changed);
        QVERIFY(put(dir.filePath(u"a"_s), ""));
        QTRY_COMPARE(spy.size(), 1);
        watcher.stop();
    }
};

} // namespace tst_watcher

SNUG_TEST(tst_watcher, TestWatcher, Core)
#include "tst_watcher.moc"

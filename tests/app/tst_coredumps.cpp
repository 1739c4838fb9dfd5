// A crash of the window leaves no picture of its memory, where keys are.

#include "app/coredumps.h"
#include "tests/testregistry.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/prctl.h>
#include <sys/resource.h>

namespace tst_coredumps {

using namespace Qt::StringLiterals;
using namespace snug;

class TestCoreDumps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void theWindowLeavesNone()
    {
        const QTemporaryDir home;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"HOME"_s, home.path());
        for (const QString &folder : {u"CONFIG"_s, u"DATA"_s, u"CACHE"_s, u"STATE"_s})
            environment.insert(u"XDG_%1_HOME"_s.arg(folder), home.filePath(folder.toLower()));
        environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        environment.insert(u"SNUG_FORBID_CORE_DUMPS"_s, u"1"_s);
        QProcess window;
        window.setProcessEnvironment(environment);
        window.start(QStringLiteral(SNUG_PROGRAM), {});
        QVERIFY(window.waitForStarted());
        const auto limits = [&] {
            QFile file(u"/proc/%1/limits"_s.arg(window.processId()));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QTRY_VERIFY_WITH_TIMEOUT(limits().contains("Max core file size        0                    0"),
                                 20000);
        window.kill();
        QVERIFY(window.waitForFinished());
    }

    void nobodyReadsItsMemory()
    {
        const QByteArray before = qgetenv("SNUG_FORBID_CORE_DUMPS");
        qputenv("SNUG_FORBID_CORE_DUMPS", "1");
        QVERIFY(forbidCoreDumps());
        QCOMPARE(prctl(PR_GET_DUMPABLE), 0);
        rlimit limit{};
        QCOMPARE(getrlimit(RLIMIT_CORE, &limit), 0);
        QCOMPARE(limit.rlim_cur, rlim_t(0));
        QCOMPARE(limit.rlim_max, rlim_t(0));
        qputenv("SNUG_FORBID_CORE_DUMPS", before);
    }
};

} // namespace tst_coredumps

SNUG_TEST(tst_coredumps, TestCoreDumps, Core)
#include "tst_coredumps.moc"

// The watch over the GUI thread: what held it is said with its length and its place, and nothing else is.

#include "app/guistops.h"
#include "tests/testregistry.h"

#include <QTest>

#include <ctime>
#include <unistd.h>

namespace tst_guistops {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

double processorTime() // of this thread, in milliseconds
{
    timespec time = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

void work(double milliseconds)
{
    const double until = processorTime() + milliseconds;
    while (processorTime() < until) {
    }
}

void sleepAWhile() // 40 ms, if no signal ends one
{
    for (int i = 0; i < 40; ++i)
        usleep(1'000);
}

} // namespace

class TestGuiStops : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void workIsAStop()
    {
        StopWatch watch;
        watch.begin();
        work(40);
        const auto stop = watch.end();
        QVERIFY(stop);
        QVERIFY2(stop->milliseconds > 39, qPrintable(QString::number(stop->milliseconds)));
        QVERIFY(!stop->stack.isEmpty());
        // The way to here is in it: the test's own program, from Qt's test runner.
        QVERIFY2(stop->stack.join(u'\n').contains(u"QTest::"), qPrintable(stop->stack.join(u'\n')));
    }

    // A thread that waits for the disk or for another one holds up the window no less.
    void waitingIsAStop()
    {
        StopWatch watch;
        watch.begin();
        sleepAWhile();
        const auto stop = watch.end();
        QVERIFY(stop);
        QVERIFY(!stop->stack.isEmpty());
    }

    void whatIsWithinTheLimitIsNone()
    {
        constexpr double tenMinutes = 600'000;
        StopWatch watch(tenMinutes);
        watch.begin();
        work(40);
        QVERIFY(!watch.end());
    }

    // A stack of one stop is not shown with the next.
    void eachHasItsOwn()
    {
        StopWatch watch;
        watch.begin();
        work(40);
        const auto first = watch.end();
        QVERIFY(first);
        watch.begin();
        sleepAWhile();
        const auto second = watch.end();
        QVERIFY(second);
        QVERIFY(!second->stack.isEmpty());
        QVERIFY(first->stack != second->stack);
    }
};

} // namespace tst_guistops

SNUG_TEST(tst_guistops, TestGuiStops, Core)
#include "tst_guistops.moc"

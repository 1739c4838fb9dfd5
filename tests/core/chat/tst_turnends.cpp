// How a turn ends: by the model, the stream, silence, size, or the user.

#include "core/chat/turn.h"
#include "tests/core/chat/turnfixture.h"
#include "tests/fakes/scriptedtransport.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_turnends {

using namespace Qt::StringLiterals;
using namespace snug;

class TestTurnEnds : public QObject, TurnFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    // The model has said that it is done, and the server keeps the connection open.
    void theModelsEndIsEnough()
    {
        ScriptedTransport transport;
        transport.enqueue({.pieces = {"t Yes.\n", "ending\n"}, .holdsOpen = true});
        Turn turn(link(transport), m_request, ticking());
        turn.setLimits({.afterEnd = std::chrono::milliseconds(1000)});
        QSignalSpy ended(&turn, &Turn::ended);
        turn.start();
        QTRY_COMPARE(turn.received(), "t Yes.\nending\n");
        transport.more("u 20 3\n"); // numbers may follow
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(turn.state().phase, TurnState::Phase::Finished);
        QCOMPARE(turn.state().text, u"Yes."_s);
        QVERIFY(turn.state().usage);
        QCOMPARE(turn.state().usage->completion, 3);
        QTRY_COMPARE(transport.abandoned(), 1);
    }

    void whatSaysNothingDoesNotPutTheEndOff()
    {
        ScriptedTransport transport;
        transport.enqueue({.pieces = {"t Yes.\n", "ending\n"}, .holdsOpen = true});
        Turn turn(link(transport), m_request, ticking());
        turn.setLimits({.afterEnd = std::chrono::milliseconds(200)});
        QSignalSpy ended(&turn, &Turn::ended);
        turn.start();
        QTimer comments;
        connect(&comments, &QTimer::timeout, this, [&] { transport.more(": still here\n"); });
        comments.start(20);
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(turn.state().phase, TurnState::Phase::Finished);
    }

    void theStreamsEndIsNotAwaitedTwice()
    {
        ScriptedTransport transport;
        transport.enqueue({.pieces = {"t Yes.\n", "ending\n"}});
        Turn turn(link(transport), m_request, ticking());
        turn.setLimits({.afterEnd = std::chrono::milliseconds(0)});
        QSignalSpy ended(&turn, &Turn::ended);
        turn.start();
        QTRY_COMPARE(ended.size(), 1);
        QTest::qWait(20);
        QCOMPARE(ended.size(), 1);
        QCOMPARE(turn.state().phase, TurnState::Phase::Finished);
    }

    void silenceIsTold()
    {
        ScriptedTransport transport;
        transport.enqueue({.holdsOpen = true});
        Turn turn(link(transport), m_request, ticking());
        turn.setLimits({.untilQuiet = std::chrono::milliseconds(30)});
        QSignalSpy changed(&turn, &Turn::quietChanged);
        turn.start();
        QVERIFY(!turn.isQuiet());
        QTRY_VERIFY(turn.isQuiet()); // before the first byte
        turn.waitOn();
        QVERIFY(!turn.isQuiet());
        QTRY_VERIFY(turn.isQuiet());
        QCOMPARE(changed.size(), 3);
        transport.more("t Well\n");
        QTRY_COMPARE(changed.size(), 5); // over, and quiet again in the middle
        QVERIFY(turn.isQuiet());
        QVERIFY(!turn.state().isOver());
        turn.stop();
        QVERIFY(!turn.isQuiet());
        turn.waitOn();
        QTest::qWait(60);
        QVERIFY(!turn.isQuiet());
    }

    // In the middle of a reply silence ends it in time, with what came.
    void silenceInTheMiddleEnds()
    {
        ScriptedTransport transport;
        transport.enqueue({.holdsOpen = true});
        Turn turn(link(transport), m_request, ticking());
        turn.setLimits({.untilQuiet = std::chrono::milliseconds(5)});
        turn.start();
        QTRY_VERIFY(turn.isQuiet());
        transport.more("t Well\n");
        QTRY_COMPARE(turn.state().phase, TurnState::Phase::Failed);
        QCOMPARE(turn.state().text, u"Well"_s);
        QCOMPARE(turn.state().stopReason, StopReason::Cut);
        QVERIFY(!turn.state().error.what.isEmpty());
        QVERIFY(!turn.isQuiet());
    }

    // Of what a server sends without end no more is kept than a reply can be.
    void aReplyHasALargestSize_data()
    {
        QTest::addColumn<QByteArray>("piece");
        QTest::addColumn<TurnLimits>("limits");
        QTest::newRow("bytes") << ": nothing to read "_ba + QByteArray(1000, 'x') + '\n'
                               << TurnLimits{.bytes = 100'000, .kept = 50'000};
        QTest::newRow("one endless line")
            << QByteArray(1000, 'x') << TurnLimits{.bytes = 100'000, .kept = 50'000};
        QTest::newRow("text") << "t again and again \n"_ba << TurnLimits{.letters = 10'000};
        QTest::newRow("thoughts") << "r again and again \n"_ba << TurnLimits{.letters = 10'000};
    }

    void aReplyHasALargestSize()
    {
        QFETCH(QByteArray, piece);
        QFETCH(TurnLimits, limits);
        ScriptedTransport transport;
        ScriptedAnswer answer{.pieces = {"t Once \n"}, .holdsOpen = true};
        for (int i = 0; i < 5000; ++i)
            answer.pieces.append(piece);
        transport.enqueue(answer);
        Turn turn(link(transport), m_request, ticking());
        turn.setLimits(limits);
        QSignalSpy ended(&turn, &Turn::ended);
        turn.start();
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(turn.state().phase, TurnState::Phase::Failed);
        QCOMPARE(turn.state().stopReason, StopReason::Cut);
        QCOMPARE(turn.state().error.what, u"The answer from 127.0.0.1:8080 is larger than any reply"_s);
        QVERIFY(!turn.state().error.hint.isEmpty());
        QVERIFY(turn.state().text.startsWith(u"Once "_s));
        QVERIFY(turn.received().size() <= limits.kept);
        QVERIFY(turn.state().text.size() + turn.state().reasoning.size() < limits.letters + 100);
        QTRY_COMPARE(transport.abandoned(), 1);
    }

    // A refusal counts as soon as more of its words has come than anybody reads.
    void aRefusalNeedNotEnd()
    {
        ScriptedTransport transport;
        ScriptedAnswer answer{.status = 500, .pieces = {"{\"error\":\""}, .holdsOpen = true};
        for (int i = 0; i < 40; ++i)
            answer.pieces.append(QByteArray(10'000, 'x'));
        transport.enqueue(answer);
        Turn turn(link(transport), m_request, ticking());
        QSignalSpy ended(&turn, &Turn::ended);
        turn.start();
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(turn.state().phase, TurnState::Phase::Failed);
        QVERIFY(turn.state().fault);
        QTRY_COMPARE(transport.abandoned(), 1);
    }

    void stopKeepsWhatHasArrivedAndEndsAtOnce()
    {
        ScriptedTransport transport;
        transport.enqueue({.pieces = {"t Once \nt upon\n"}, .holdsOpen = true});
        Turn turn(link(transport), m_request, ticking());
        QSignalSpy ended(&turn, &Turn::ended);
        turn.start();
        QTRY_COMPARE(turn.state().phase, TurnState::Phase::Streaming);
        turn.stop();
        QCOMPARE(ended.size(), 1);
        QCOMPARE(turn.state().phase, TurnState::Phase::Stopped);
        QCOMPARE(turn.state().text, u"Once upon"_s);
        turn.stop();
        QTRY_COMPARE(transport.abandoned(), 1);
        QCOMPARE(ended.size(), 1);
    }

    void stopBeforeAnythingArrived()
    {
        ScriptedTransport transport;
        transport.enqueue({.holdsOpen = true});
        Turn turn(link(transport), m_request, ticking());
        QSignalSpy ended(&turn, &Turn::ended);
        turn.start();
        turn.stop();
        QCOMPARE(ended.size(), 1);
        QVERIFY(!turn.state().hasArrived());
        QTRY_COMPARE(transport.abandoned(), 1);
    }

    void destroyingItCancels()
    {
        ScriptedTransport transport;
        transport.enqueue({.pieces = {"t Once\n"}, .holdsOpen = true});
        {
            Turn turn(link(transport), m_request, ticking());
            turn.start();
        }
        QCOMPARE(transport.abandoned(), 1);
    }
};

} // namespace tst_turnends

SNUG_TEST(tst_turnends, TestTurnEnds, Core)
#include "tst_turnends.moc"

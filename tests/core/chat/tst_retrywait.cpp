// A service that has no room for the moment is asked again by itself, others are not.

#include "core/chat/retrywait.h"
#include "tests/core/chat/chatfixture.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_retrywait {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace std::chrono_literals;

namespace {

ScriptedAnswer refusal(int status, const QByteArray &body, const WireHeaders &headers = {})
{
    return {.status = status, .headers = headers, .pieces = {body}};
}

struct Waiting : ChatFixture
{
    SessionHooks session = hooks();
    std::unique_ptr<ChatSession> chat;

    explicit Waiting(TurnLimits limits = {.untilRetry = 1ms})
    {
        session.limits = limits;
        chat = std::make_unique<ChatSession>(fog(), session, &store, true);
        chat->setLink(link());
    }
    QString last() const { return chat->chat().messages.last().text; }
};

} // namespace

class TestRetryWait : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void pauses_data()
    {
        QTest::addColumn<TurnFault>("fault");
        QTest::addColumn<int>("tries");
        QTest::addColumn<int>("pause"); // milliseconds; -1 = not by itself
        using enum FaultKind;
        QTest::newRow("rate, first") << TurnFault{Rate} << 0 << 4000;
        QTest::newRow("rate, third") << TurnFault{Rate} << 2 << 16000;
        QTest::newRow("rate, often enough") << TurnFault{Rate} << 5 << -1;
        QTest::newRow("as the service asks") << TurnFault{Rate, 12.3} << 3 << 12300;
        QTest::newRow("at once is too soon") << TurnFault{Rate, 0.0} << 0 << 1000;
        QTest::newRow("a time that is over") << TurnFault{Rate, -5.0} << 0 << 1000;
        QTest::newRow("hours") << TurnFault{Rate, 7200.0} << 0 << -1;
        QTest::newRow("more than any time") << TurnFault{Rate, 1e300} << 0 << -1;
        QTest::newRow("overloaded") << TurnFault{Overloaded} << 1 << 8000;
        QTest::newRow("overloaded, and says how long") << TurnFault{Overloaded, 30.0} << 0 << 30000;
        for (const FaultKind kind :
             {Auth, Quota, Context, UnsupportedParameter, Content, Server, UnknownModel, Replay, BadRequest})
            QTest::newRow(qPrintable(faultName(kind))) << TurnFault{kind, 3.0} << 0 << -1;
    }
    void pauses()
    {
        QFETCH(TurnFault, fault);
        QFETCH(int, tries);
        QFETCH(int, pause);
        const auto found = retryPause(fault, tries, {});
        QCOMPARE(found ? int(found->count()) : -1, pause);
    }

    void itGoesOnByItself()
    {
        Waiting fixture;
        fixture.transport.enqueue(refusal(429, R"({"error":{"message":"Slow down."}})"));
        fixture.transport.enqueue(refusal(529, R"({"error":{"type":"overloaded_error","message":"Full."}})"));
        fixture.transport.enqueue(ScriptedAnswer::whole("t Here.\nstop\n"));
        QVERIFY(fixture.chat->send(u"Hello?"_s));
        QTRY_COMPARE(fixture.last(), u"Here."_s);
        QCOMPARE(fixture.transport.requests().size(), 3);
        QCOMPARE(fixture.transport.requests().at(1), fixture.transport.requests().at(0));
        QVERIFY(!fixture.chat->run().waiting().isWaiting());
        QCOMPARE(fixture.chat->run().waiting().number(), 0); // the next one begins anew
    }

    void aFewTimesOnly()
    {
        Waiting fixture({.untilRetry = 1ms, .retries = 2});
        for (int i = 0; i < 5; ++i)
            fixture.transport.enqueue(refusal(503, "busy"));
        QVERIFY(fixture.chat->send(u"Hello?"_s));
        QTRY_COMPARE(fixture.transport.requests().size(), 3);
        QTRY_VERIFY(fixture.chat->reply().hasFailed());
        QVERIFY(!fixture.chat->run().waiting().isWaiting());
        QCOMPARE(fixture.chat->reply().fault, TurnFault{FaultKind::Overloaded});
    }

    void moneyAndKeysWaitForTheUser_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<FaultKind>("kind");
        QTest::newRow("quota") << 429
                               << R"({"error":{"code":"insufficient_quota","message":"None left."}})"_ba
                               << FaultKind::Quota;
        QTest::newRow("key") << 401 << R"({"error":{"message":"No."}})"_ba << FaultKind::Auth;
        QTest::newRow("server") << 500 << R"({"error":{"message":"Oops."}})"_ba << FaultKind::Server;
    }
    void moneyAndKeysWaitForTheUser()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        QFETCH(FaultKind, kind);
        Waiting fixture;
        fixture.transport.enqueue(refusal(status, body, {{"retry-after", "1"}}));
        QVERIFY(fixture.chat->send(u"Hello?"_s));
        QTRY_VERIFY(fixture.chat->reply().hasFailed());
        QVERIFY(!fixture.chat->run().waiting().isWaiting());
        QCOMPARE(fixture.chat->reply().fault, (TurnFault{kind, 1.0}));
    }

    // What came is the user's to keep, to continue or to replace.
    void notAfterPartOfAReply()
    {
        Waiting fixture;
        fixture.transport.enqueue({.pieces = {"t Well\n", "full\n"}});
        QVERIFY(fixture.chat->send(u"Hello?"_s));
        QTRY_VERIFY(fixture.chat->reply().hasFailed());
        QCOMPARE(fixture.chat->reply().fault->kind, FaultKind::Overloaded);
        QVERIFY(fixture.chat->reply().hasArrived);
        QVERIFY(!fixture.chat->run().waiting().isWaiting());
    }

    void whoeverGoesOnEndsTheWait_data()
    {
        QTest::addColumn<int>("how");
        QTest::newRow("cancelled") << 0;
        QTest::newRow("stopped") << 1;
        QTest::newRow("another message") << 2;
        QTest::newRow("deleted") << 3;
    }
    void whoeverGoesOnEndsTheWait()
    {
        QFETCH(int, how);
        Waiting fixture;
        fixture.transport.enqueue(refusal(429, "{}", {{"retry-after", "60"}}));
        QVERIFY(fixture.chat->send(u"Hello?"_s));
        RetryWait &wait = fixture.chat->run().waiting();
        QTRY_VERIFY(wait.isWaiting());
        QVERIFY(wait.secondsLeft() > 50 && wait.secondsLeft() <= 60);
        QCOMPARE(wait.number(), 1);
        QSignalSpy changed(&wait, &RetryWait::changed);
        fixture.transport.enqueue(ScriptedAnswer::whole("t Here.\nstop\n"));
        if (how == 0)
            wait.cancel();
        else if (how == 1)
            fixture.chat->stop();
        else if (how == 2)
            QVERIFY(fixture.chat->send(u"Nobody?"_s));
        else
            QVERIFY(fixture.chat->edits().remove(fixture.chat->chat().messages.size() - 1, 1));
        QVERIFY(!wait.isWaiting());
        QCOMPARE(changed.size(), 1);
        QCOMPARE(wait.secondsLeft(), 0);
    }

    // The user's own retry does not wait either.
    void atOnceIfTheUserWantsIt()
    {
        Waiting fixture;
        fixture.transport.enqueue(refusal(429, "{}", {{"retry-after", "60"}}));
        fixture.transport.enqueue(ScriptedAnswer::whole("t Here.\nstop\n"));
        QVERIFY(fixture.chat->send(u"Hello?"_s));
        QTRY_VERIFY(fixture.chat->run().waiting().isWaiting());
        QVERIFY(fixture.chat->retry());
        QVERIFY(!fixture.chat->run().waiting().isWaiting());
        QTRY_COMPARE(fixture.last(), u"Here."_s);
    }

    // The same bytes would be refused again.
    void whatIsTooLongIsMadeAnew()
    {
        Waiting fixture;
        fixture.transport.enqueue(refusal(
            400,
            R"({"error":{"type":"exceed_context_size_error","message":"too long","n_prompt_tokens":90,"n_ctx":50}})"));
        fixture.transport.enqueue(ScriptedAnswer::whole("t Here.\nstop\n"));
        QVERIFY(fixture.chat->send(u"Hello?"_s));
        QTRY_VERIFY(fixture.chat->reply().isTooLong());
        QCOMPARE(fixture.chat->reply().fault->contextSize, 50);
        QVERIFY(!fixture.chat->run().waiting().isWaiting());
        fixture.now = fixture.now.addSecs(3600); // stands in the prompt
        QVERIFY(fixture.chat->retry());
        QTRY_COMPARE(fixture.last(), u"Here."_s);
        QVERIFY(fixture.transport.requests().at(0).body != fixture.transport.requests().at(1).body);
    }
};

} // namespace tst_retrywait

SNUG_TEST(tst_retrywait, TestRetryWait, Core)
#include "tst_retrywait.moc"

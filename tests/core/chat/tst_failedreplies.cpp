// Replies that are stopped, fail or break off, and what is tried again.

#include "core/chat/chatsession.h"
#include "tests/core/chat/chatfixture.h"
#include "tests/core/chat/sessionfixture.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_failedreplies {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::sessionfixture;

class TestFailedReplies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void stopKeepsWhatHasArrived()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), &fixture.store, true);
        session.setLink(fixture.link());
        fixture.transport.enqueue({.pieces = {"t Once upon\n"}, .holdsOpen = true});
        session.send(u"Tell."_s);
        QTRY_COMPARE(session.reply().text, u"Once upon"_s);
        QVERIFY(!session.send(u"Too early"_s));
        QVERIFY(!session.generate(GenerationType::Regenerate));
        session.stop();
        QCOMPARE(session.reply().phase, Phase::Idle);
        QCOMPARE(dialogue(session.chat()).last(), u"Mira: Once upon"_s);
        QCOMPARE(session.chat().messages.last().extra.value(u"snug").value(u"stop").toText(), u"stopped"_s);
        QTRY_COMPARE(fixture.transport.abandoned(), 1);
    }

    void stopWhileNothingHasArrivedLeavesNoMessage()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        session.send(u"Tell."_s); // still being assembled
        session.stop();
        QCOMPARE(session.reply().phase, Phase::Idle);
        fixture.transport.enqueue({.holdsOpen = true});
        session.send(u"Tell again."_s);
        QTRY_COMPARE(session.reply().phase, Phase::Waiting);
        session.stop();
        QCOMPARE(session.reply().phase, Phase::Idle);
        QCOMPARE(dialogue(session.chat()).last(), u"Ada: Tell again."_s);
    }

    void aFailureIsALineWhereTheReplyWouldBe()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue(ScriptedAnswer::failing(ExchangeEnd::Kind::Refused, u"refused"_s));
        session.send(u"Hello?"_s);
        waitForEnd(session);
        QCOMPARE(session.reply().phase, Phase::Failed);
        QCOMPARE(session.reply().row, 4);
        QCOMPARE(session.reply().error.what, u"The server at 127.0.0.1:8080 did not answer"_s);
        QCOMPARE(session.reply().details, u"refused"_s);
        QCOMPARE(dialogue(session.chat()).last(), u"Ada: Hello?"_s);

        fixture.transport.enqueue(answer("t Here.\nstop\n"));
        QVERIFY(session.retry());
        waitForEnd(session);
        QCOMPARE(session.reply().phase, Phase::Idle);
        QCOMPARE(dialogue(session.chat()).last(), u"Mira: Here."_s);
        QCOMPARE(fixture.transport.requests().at(0), fixture.transport.requests().at(1));
        QVERIFY(!session.retry());
    }

    void aBrokenReplyIsKeptAndRetryReplacesIt()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue({.pieces = {"t Once up\n"}, .end = {ExchangeEnd::Kind::Broken, {}}});
        session.send(u"Tell."_s);
        waitForEnd(session);
        QCOMPARE(session.reply().phase, Phase::Failed);
        QCOMPARE(session.reply().row, 4);
        QCOMPARE(dialogue(session.chat()).last(), u"Mira: Once up"_s);

        fixture.transport.enqueue(answer("t Once upon a time.\nstop\n"));
        QVERIFY(session.retry());
        waitForEnd(session);
        QCOMPARE(dialogue(session.chat()).sliced(3),
                 (QStringList{u"Ada: Tell."_s, u"Mira: Once upon a time."_s}));
        QVERIFY(session.undo());
        QCOMPARE(dialogue(session.chat()).last(), u"Mira: Once up"_s);
    }

    void anErrorInMidStreamSpeaksTheServersWords()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("t Once\ne Out of memory\n"));
        session.send(u"Tell."_s);
        waitForEnd(session);
        QCOMPARE(session.reply().error.what, u"Out of memory"_s);
        QCOMPARE(dialogue(session.chat()).last(), u"Mira: Once"_s);
    }

    void withoutAConnectionTheTextIsKeptAndRetryWorksOnceThereIsOne()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        QVERIFY(session.send(u"Hello?"_s));
        QCOMPARE(session.reply().phase, Phase::Failed);
        QCOMPARE(session.reply().error.what, u"There is no connection to send this through"_s);
        QCOMPARE(dialogue(session.chat()).last(), u"Ada: Hello?"_s);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("t Here.\nstop\n"));
        QVERIFY(session.retry());
        waitForEnd(session);
        QCOMPARE(dialogue(session.chat()).last(), u"Mira: Here."_s);
        QCOMPARE(fixture.transport.requests().first().body.count("Hello?"), 1);
    }

    void retryGoesThroughTheConnectionChosenMeanwhile()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue(ScriptedAnswer::whole("no key", 401));
        session.send(u"Hello?"_s);
        waitForEnd(session);
        QCOMPARE(session.reply().error.what, u"status 401: no key"_s);
        ModelLink other = fixture.link();
        other.key = Secret("open sesame");
        session.setLink(other);
        fixture.transport.enqueue(answer("t Here.\nstop\n"));
        session.retry();
        waitForEnd(session);
        QCOMPARE(fixture.transport.requests().at(1).headers.first().secret, other.key);
        QCOMPARE(fixture.transport.requests().at(1).body, fixture.transport.requests().at(0).body);
    }

    void aConnectionThatGoesAwayMeanwhileDoesNoHarm()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue(ScriptedAnswer::failing(ExchangeEnd::Kind::Refused));
        session.send(u"Hello?"_s);
        session.setLink({}); // what is being prepared still goes the way it was meant to go
        waitForEnd(session);
        QCOMPARE(session.reply().error.what, u"The server at 127.0.0.1:8080 did not answer"_s);
        QVERIFY(session.retry());
        QCOMPARE(session.reply().error.what, u"There is no connection to send this through"_s);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("t Here.\nstop\n"));
        QVERIFY(session.retry());
        waitForEnd(session);
        QCOMPARE(dialogue(session.chat()).last(), u"Mira: Here."_s);
    }
};

} // namespace tst_failedreplies

SNUG_TEST(tst_failedreplies, TestFailedReplies, Core)
#include "tst_failedreplies.moc"

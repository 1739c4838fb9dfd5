// Another reply in the place of one: swipes, regenerating and continuing.

#include "core/chat/chatsession.h"
#include "tests/core/chat/chatfixture.h"
#include "tests/core/chat/sessionfixture.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_otherreplies {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::sessionfixture;

class TestOtherReplies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    // A reply that breaks off stands beside the one that it was to replace, on the disk too.
    void aRegeneratedStubStandsBesideTheReply()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), &fixture.store, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue({.pieces = {"t Lie\n"}, .end = {ExchangeEnd::Kind::Broken, {}}});
        session.generate(GenerationType::Regenerate);
        QTRY_VERIFY(session.reply().hasFailed());
        const auto texts = [](const Message &message) {
            QStringList all;
            for (const Swipe &swipe : message.swipes)
                all.append(swipe.text);
            return all;
        };
        const QStringList both{u"Sit."_s, u"Lie"_s};
        QCOMPARE(texts(session.chat().messages.last()), both);
        QCOMPARE(session.chat().messages.last().text, u"Lie"_s);
        QCOMPARE(session.chat().messages.size(), 3);
        QCOMPARE(session.reply().row, 2);
        QCOMPARE(session.reply().swipeIndex, 1);
        QTRY_COMPARE(texts(fixture.store.files.value(u"Fog"_s).messages.value(2)), both);
        QVERIFY(session.undo());
        QCOMPARE(session.chat().messages.last().text, u"Sit."_s);
        QVERIFY(session.redo());
        QCOMPARE(texts(session.chat().messages.last()), both);
        QVERIFY(session.undo());

        fixture.transport.enqueue({.pieces = {"t Lie\n"}, .end = {ExchangeEnd::Kind::Broken, {}}});
        fixture.transport.enqueue(ScriptedAnswer::whole("t Lie down.\nstop\n"));
        session.generate(GenerationType::Regenerate);
        QTRY_VERIFY(session.reply().hasFailed());
        QVERIFY(session.retry());
        QTRY_VERIFY(!session.reply().isUnderWay());
        QCOMPARE(texts(session.chat().messages.last()), QStringList{u"Lie down."_s}); // this one replaces it
        QVERIFY(session.undo());
        QVERIFY(session.undo());
        QCOMPARE(texts(session.chat().messages.last()), QStringList{u"Sit."_s});
    }

    void regenerateReplacesTheReplyOnlyWhenANewOneComes()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue(ScriptedAnswer::failing(ExchangeEnd::Kind::Refused));
        session.generate(GenerationType::Regenerate);
        QCOMPARE(session.reply().row, 2);
        waitForEnd(session);
        QCOMPARE(dialogue(session.chat()).last(), u"Mira: Sit."_s);
        fixture.transport.enqueue(answer("t Stand.\nstop\n"));
        session.retry();
        waitForEnd(session);
        QCOMPARE(dialogue(session.chat()).sliced(2), QStringList{u"Mira: Stand."_s});
        QCOMPARE(session.record().history().undoText(), u"Undo regenerate"_s);
        session.undo();
        QCOMPARE(dialogue(session.chat()).last(), u"Mira: Sit."_s);
    }

    void thoughtsAloneDoNotReplaceAReply()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue({.pieces = {"r Hm.\n"}, .holdsOpen = true});
        session.generate(GenerationType::Regenerate);
        QTRY_COMPARE(session.reply().reasoning, u"Hm."_s);
        session.stop();
        QCOMPARE(dialogue(session.chat()).last(), u"Mira: Sit."_s);
    }

    void swipingPastTheEndMakesANewOne()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue({.pieces = {"t Lie\n"}, .holdsOpen = true});
        QVERIFY(!session.swipe(2, -1));
        QVERIFY(session.swipe(2, 1));
        QTRY_COMPARE(session.reply().text, u"Lie"_s);
        QCOMPARE(session.reply().row, 2);
        QCOMPARE(session.reply().swipeIndex, 1);
        QCOMPARE(session.reply().swipeCount, 2);
        fixture.transport.more("t  down.\nstop\n");
        waitForEnd(session);
        QCOMPARE(dialogue(session.chat()).last(), u"Mira: Lie down."_s);
        QCOMPARE(session.chat().messages.last().swipes.size(), 2);
        QVERIFY(session.swipe(2, -1));
        QCOMPARE(dialogue(session.chat()).last(), u"Mira: Sit."_s);
        QVERIFY(session.swipe(2, 1));
        QCOMPARE(dialogue(session.chat()).last(), u"Mira: Lie down."_s);
        QCOMPARE(fixture.transport.requests().size(), 1);
    }

    void greetingsGoRoundInACircle()
    {
        ChatFixture fixture;
        Chat chat = fixture.fog();
        chat.messages.resize(1);
        ChatSession session(chat, fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        QVERIFY(session.swipe(0, 1));
        QCOMPARE(dialogue(session.chat()), QStringList{u"Mira: Back, Ada?"_s});
        QVERIFY(session.swipe(0, 1));
        QCOMPARE(dialogue(session.chat()), QStringList{u"Mira: Come in, Ada."_s});
        QVERIFY(session.swipe(0, -1));
        QCOMPARE(dialogue(session.chat()), QStringList{u"Mira: Back, Ada?"_s});
        QCOMPARE(session.chat().messages.first().swipes.at(1).text, u"Back, {{user}}?"_s);
        QVERIFY(fixture.transport.requests().isEmpty());
    }

    void continuingJoinsWithThePresetsPostfix()
    {
        ChatFixture fixture;
        fixture.inputs.preset = Preset{};
        fixture.inputs.preset->continuePostfix = u"\n"_s;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue({.pieces = {"t Down\n"}, .holdsOpen = true});
        session.generate(GenerationType::Continue);
        QCOMPARE(session.reply().text, u"Sit."_s);
        QTRY_COMPARE(session.reply().text, u"Sit.\nDown"_s);
        fixture.transport.more("t .\nstop\n");
        waitForEnd(session);
        QCOMPARE(dialogue(session.chat()).sliced(2), QStringList{u"Mira: Sit.\nDown."_s});
        session.undo();
        QCOMPARE(dialogue(session.chat()).last(), u"Mira: Sit."_s);
    }

    void thereIsNothingToContinueOrSwipeInAnEmptyChat()
    {
        ChatFixture fixture;
        ChatSession session(Chat{}, fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        QVERIFY(!session.generate(GenerationType::Continue));
        QVERIFY(!session.generate(GenerationType::Swipe));
        QVERIFY(!session.swipe(0, 1));
        QCOMPARE(session.reply().phase, Phase::Idle);
    }

    // Its prompt ends where the message stands, and the story goes on behind it as it did.
    void anEarlierMessageGetsAnotherSwipe()
    {
        ChatFixture fixture;
        fixture.store.files[u"Fog"_s] = fixture.fog();
        ChatSession session(fixture.fog(), fixture.hooks(), &fixture.store, true);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("t Here is tea.\nstop\n"));
        QVERIFY(session.send(u"I am late."_s));
        waitForEnd(session);
        const Chat before = session.chat();
        QCOMPARE(before.messages.size(), 5);

        fixture.transport.enqueue({.pieces = {"t Stand\n"}, .holdsOpen = true});
        QVERIFY(session.generate(GenerationType::Swipe, {.row = 2}));
        QTRY_COMPARE(session.reply().text, u"Stand"_s);
        QCOMPARE(session.reply().row, 2);
        QCOMPARE(session.reply().swipeCount, 2);
        const QByteArray body = fixture.transport.requests().last().body;
        QVERIFY(body.contains("It is cold."));
        for (const char *later : {"I am late.", "Here is tea."})
            QVERIFY2(!body.contains(later), later);
        fixture.transport.more("t , then.\nstop\n");
        waitForEnd(session);

        QCOMPARE(session.chat().messages.at(2).text, u"Stand, then."_s);
        QCOMPARE(session.chat().messages.at(2).swipes.size(), 2);
        QCOMPARE(session.chat().messages.sliced(3), before.messages.sliced(3));
        QCOMPARE(session.chat().messages.first(2), before.messages.first(2));
        QTRY_COMPARE(session.record().saver().state().kind, SaveStatus::Kind::Saved);
        QCOMPARE(fixture.store.files.value(u"Fog"_s).messages, session.chat().messages);
        QVERIFY(session.undo());
        QCOMPARE(session.chat().messages, before.messages);

        // Of the last one it is a reply like any other.
        fixture.transport.enqueue(answer("t Or soup.\nstop\n"));
        QVERIFY(session.generate(GenerationType::Swipe, {.row = 4}));
        waitForEnd(session);
        QCOMPARE(session.chat().messages.last().text, u"Or soup."_s);
    }

    void aFailedSwipeOfAnEarlierMessageIsTriedAgainThere()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("t Here is tea.\nstop\n"));
        QVERIFY(session.send(u"I am late."_s));
        waitForEnd(session);
        fixture.transport.enqueue({.status = 400});
        QVERIFY(session.generate(GenerationType::Swipe, {.row = 2}));
        waitForEnd(session);
        QVERIFY(session.reply().hasFailed());
        QCOMPARE(session.reply().row, 2);
        fixture.transport.enqueue(answer("t Kneel.\nstop\n"));
        QVERIFY(session.retry());
        waitForEnd(session);
        QCOMPARE(session.chat().messages.at(2).text, u"Kneel."_s);
        QCOMPARE(session.chat().messages.at(2).swipes.size(), 2);
        QCOMPARE(session.chat().messages.last().text, u"Here is tea."_s);
    }

    void onlyRepliesGetSwipes()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        for (const qsizetype row : {-1, 1, 3}) // nothing, the user's own, behind the last
            QVERIFY(!session.generate(GenerationType::Swipe, {.row = row}));
        QVERIFY(!session.generate(GenerationType::Regenerate, {.row = 2}));
        QCOMPARE(session.reply().phase, Phase::Idle);
    }
};

} // namespace tst_otherreplies

SNUG_TEST(tst_otherreplies, TestOtherReplies, Core)
#include "tst_otherreplies.moc"

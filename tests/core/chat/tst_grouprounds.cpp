// A session in a group: the round of replies, in which order they come, and how it ends.

#include "core/chat/groupchat.h"
#include "tests/core/chat/chatfixture.h"
#include "tests/core/chat/groupfixture.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_grouprounds {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::groupfixture;

class TestGroupRounds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void membersAnswerOneAfterTheOther()
    {
        GroupFixture fixture;
        ChatSession session(fixture.table(), fixture.hooks(), &fixture.store, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("t One.\nstop\n"));
        fixture.transport.enqueue(answer("t Two.\nstop\n"));
        QVERIFY(session.send(u"Well?"_s));
        QCOMPARE(session.reply().name, u"Mira"_s);
        QCOMPARE(session.reply().avatar, u"Mira.png"_s);
        QTRY_COMPARE(said(session), (QStringList{u"Ada: Well?"_s, u"Mira: One."_s, u"Tomas Gray: Two."_s}));
        QVERIFY(!session.reply().isUnderWay());
        // The second one has read what the first one said.
        QVERIFY(fixture.transport.requests().last().body.contains("One."));
        QCOMPARE(fixture.transport.requests().last().body.count("Well?"), 1);

        const Message reply = session.chat().messages.last();
        QCOMPARE(reply.originalAvatar, u"Tomas Gray.png"_s);
        QCOMPARE(reply.forcedAvatar, u"/thumbnail?type=avatar&file=Tomas%20Gray.png"_s);
        QCOMPARE(reply.extra.value(u"gen_id").asInteger(), fixture.now.toMSecsSinceEpoch());
        QCOMPARE(session.chat().messages.at(2).extra.value(u"gen_id"), reply.extra.value(u"gen_id"));
        QCOMPARE(reply.swipes.size(), 1);
        QTRY_COMPARE(fixture.store.files.value(u"Table"_s).messages, session.chat().messages);
    }

    void thoseWithTheSameTemplateShareARequest()
    {
        GroupFixture fixture;
        fixture.layOut({});
        ChatSession session(fixture.table(), fixture.templateHooks(), &fixture.store, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("t Mira: One.|**Tomas Gray:** Two.|Three.|mira: Four.\nstop\n"));
        QVERIFY(session.send(u"Well?"_s));
        QTRY_COMPARE(said(session), (QStringList{u"Ada: Well?"_s, u"Mira: One."_s,
                                                 u"Tomas Gray: Two.\nThree."_s, u"Mira: Four."_s}));
        QVERIFY(!session.reply().isUnderWay());
        QCOMPARE(fixture.transport.requests().size(), 1);
        QVERIFY(fixture.transport.requests().last().body.contains("Mira, Tomas Gray"));
        const Message second = session.chat().messages.at(3);
        QCOMPARE(second.originalAvatar, u"Tomas Gray.png"_s);
        QCOMPARE(second.swipes.size(), 1);
        // One step back takes all of it.
        QVERIFY(session.undo());
        QCOMPARE(said(session), QStringList{u"Ada: Well?"_s});
        QVERIFY(session.redo());
        QCOMPARE(said(session).size(), 4);
        // What was shown is what was sent.
        QCOMPARE(session.run().lastSent()->inputs.promptTemplate.repliesToo,
                 QStringList{u"Tomas Gray.png"_s});
    }

    void thoseWithOtherTemplatesAreAskedApart()
    {
        GroupFixture fixture;
        fixture.layOut(u" "_s); // blanks matter
        ChatSession session(fixture.table(), fixture.templateHooks(), &fixture.store, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("t Mira: One.\nstop\n"));
        fixture.transport.enqueue(answer("t Two.\nstop\n"));
        QVERIFY(session.send(u"Well?"_s));
        QTRY_COMPARE(said(session), (QStringList{u"Ada: Well?"_s, u"Mira: One."_s, u"Tomas Gray: Two."_s}));
        QCOMPARE(fixture.transport.requests().size(), 2);
    }

    void whatThePreviewShowsIsSent()
    {
        GroupFixture fixture;
        ChatSession session(fixture.table(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        session.setDraft(u"Well?"_s);
        QTRY_VERIFY(!session.preview().isBusy());
        QCOMPARE(session.preview().current().inputs.avatar, u"Mira.png"_s);
        const WireRequest shown = *session.preview().current().request;
        // Looking at another one changes what is shown, not who speaks.
        session.speaking().look(u"Tomas Gray.png"_s);
        QTRY_VERIFY(!session.preview().isBusy());
        QCOMPARE(session.preview().current().inputs.avatar, u"Tomas Gray.png"_s);
        QCOMPARE(session.preview().current().inputs.card->name, u"Tomas Gray"_s);
        session.speaking().look(u"Nobody.png"_s); // no member
        QCOMPARE(session.speaking().looked(), u"Tomas Gray.png"_s);
        fixture.transport.enqueue(answer("t One.\nstop\n"));
        fixture.transport.enqueue(answer("t Two.\nstop\n"));
        QVERIFY(session.send(u"Well?"_s));
        QTRY_COMPARE(said(session).size(), 3);
        QCOMPARE(fixture.transport.requests().first(), shown);
        QVERIFY(session.speaking().looked().isEmpty());
    }

    // Before the next member speaks, and as often as it takes.
    void shortRepliesGoOnInsideTheRound()
    {
        GroupFixture fixture;
        ChatSession session(fixture.table(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        session.speaking().setLeastTokens(17); // some forty letters and the message's own
        fixture.transport.enqueue(answer("t One is what\nstop\n"));
        fixture.transport.enqueue(answer("t I have to say,\nstop\n"));
        fixture.transport.enqueue(answer("t and no more than that.\nstop\n"));
        fixture.transport.enqueue(answer("t Two.\nstop\n")); // too few letters to go on with
        QVERIFY(session.send(u"Well?"_s));
        QTRY_COMPARE(said(session), (QStringList{u"Ada: Well?"_s,
                                                 u"Mira: One is what I have to say, and no more than that."_s,
                                                 u"Tomas Gray: Two."_s}));
        QTRY_VERIFY(!session.reply().isUnderWay());
        QCOMPARE(fixture.transport.requests().size(), 4);
        QVERIFY(fixture.transport.requests().last().body.contains("no more than that"));
        QVERIFY(session.undo() && session.undo()); // Tomas's reply, and the last piece of Mira's
        QCOMPARE(said(session), (QStringList{u"Ada: Well?"_s, u"Mira: One is what I have to say,"_s}));
    }

    // As SillyTavern 1.19 does it: what the preset sends for nothing is said before each member.
    void emptyTextIsSaidBeforeEachMember()
    {
        GroupFixture fixture;
        fixture.inputs.preset = Preset{};
        fixture.inputs.preset->sendIfEmpty = u" Go on. "_s;
        ChatSession session(fixture.table(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        QTRY_VERIFY(!session.preview().isBusy());
        QCOMPARE(session.preview().current().inputs.userText, u"Go on."_s);
        fixture.transport.enqueue(answer("t One.\nstop\n"));
        fixture.transport.enqueue(answer("t Two.\nstop\n"));
        QVERIFY(session.send({}));
        QTRY_COMPARE(said(session), (QStringList{u"Ada: Go on."_s, u"Mira: One."_s, u"Ada: Go on."_s,
                                                 u"Tomas Gray: Two."_s}));
        QCOMPARE(fixture.transport.requests().first().body.count("Go on."), 1);
        QCOMPARE(fixture.transport.requests().last().body.count("Go on."), 2);
        // Who has typed does so for the first one only.
        QTRY_VERIFY(!session.reply().isUnderWay());
        fixture.transport.enqueue(answer("t Three.\nstop\n"));
        fixture.transport.enqueue(answer("t Four.\nstop\n"));
        QVERIFY(session.send(u"Well?"_s));
        QTRY_COMPARE(said(session).sliced(4), (QStringList{u"Ada: Well?"_s, u"Mira: Three."_s,
                                                           u"Ada: Go on."_s, u"Tomas Gray: Four."_s}));
    }

    // Nobody asks for these.
    void aGroupThatGoesOnByItselfSaysNothing()
    {
        GroupFixture fixture;
        fixture.inputs.preset = Preset{};
        fixture.inputs.preset->sendIfEmpty = u"Go on."_s;
        ChatSession session(fixture.table(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("t One.\nstop\n"));
        fixture.transport.enqueue(answer("t Two.\nstop\n"));
        fixture.transport.enqueue({.holdsOpen = true});
        session.speaking().setGoesOn(true);
        QTRY_COMPARE(said(session), (QStringList{u"Mira: One."_s, u"Tomas Gray: Two."_s}));
        session.speaking().setGoesOn(false);
        session.stop();
        QTRY_VERIFY(!session.preview().isBusy());
        QCOMPARE(session.preview().current().inputs.userText, u"Go on."_s); // the user's next turn
    }

    void stopEndsTheRound_data()
    {
        QTest::addColumn<bool>("hasBegun");
        QTest::newRow("while it is being written") << true;
        QTest::newRow("before anything was sent") << false;
    }

    void stopEndsTheRound()
    {
        QFETCH(bool, hasBegun);
        GroupFixture fixture;
        ChatSession session(fixture.table(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue({.holdsOpen = true});
        session.send(u"Well?"_s);
        if (hasBegun)
            QTRY_COMPARE(session.reply().phase, Phase::Waiting);
        QCOMPARE(session.speaking().coming().speakers.size(), 1); // Tomas waits
        session.stop();
        QVERIFY(!session.reply().isUnderWay());
        QCOMPARE(said(session), QStringList{u"Ada: Well?"_s});
        QVERIFY(!session.reply().isUnderWay());
        QCOMPARE(session.speaking().coming().speakers.size(), 2); // a new round would have both
    }

    void retryGoesOnWithTheRound()
    {
        GroupFixture fixture;
        ChatSession session(fixture.table(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("e The disk is full\n"));
        session.send(u"Well?"_s);
        QTRY_VERIFY(session.reply().hasFailed());
        QCOMPARE(session.reply().name, u"Mira"_s);
        fixture.transport.enqueue(answer("t One.\nstop\n"));
        fixture.transport.enqueue(answer("t Two.\nstop\n"));
        QVERIFY(session.retry());
        QTRY_COMPARE(said(session), (QStringList{u"Ada: Well?"_s, u"Mira: One."_s, u"Tomas Gray: Two."_s}));
    }

    void retryWithoutConnectionKeepsTheSpeaker()
    {
        GroupFixture fixture;
        ChatSession session(fixture.table(), fixture.hooks(), nullptr, false);
        session.send({}, u"Tomas Gray.png"_s);
        QVERIFY(session.reply().hasFailed());
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("t One.\nstop\n"));
        QVERIFY(session.retry());
        QTRY_COMPARE(said(session), QStringList{u"Tomas Gray: One."_s});
    }

    void theGroupGoesOnByItself()
    {
        GroupFixture fixture;
        fixture.group.activation = Group::Activation::Natural;
        fixture.update();
        ChatSession session(fixture.table(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        for (int i = 0; i < 3; ++i)
            fixture.transport.enqueue(answer("t On.\nstop\n"));
        fixture.transport.enqueue(answer("e The disk is full\n"));
        session.speaking().setGoesOn(true);
        // Nobody answers themselves, so they take turns, until something goes wrong.
        QTRY_VERIFY(session.reply().hasFailed());
        QCOMPARE(said(session), (QStringList{u"Tomas Gray: On."_s, u"Mira: On."_s, u"Tomas Gray: On."_s}));
        QVERIFY(!session.speaking().goesOn());
    }

    void whoTypesIsNotInterrupted()
    {
        GroupFixture fixture;
        ChatSession session(fixture.table(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        session.setDraft(u"Wait"_s);
        QSignalSpy due(&session.speaking(), &SpeakingOrder::nextRoundDue);
        session.speaking().setGoesOn(true);
        QTRY_VERIFY(due.size() > 2);
        QVERIFY(!session.reply().isUnderWay());
        fixture.transport.enqueue({.holdsOpen = true});
        session.setDraft({});
        QTRY_VERIFY(session.reply().isUnderWay());
        session.speaking().setGoesOn(false);
        session.stop();
    }

    void everybodyGreets()
    {
        GroupFixture fixture;
        GroupInputs group = *fixture.inputs.group;
        group.members[0].card.firstMessage = u" Hello from {{char}}. "_s;
        group.members[1].card.alternateGreetings = {u"A."_s, u"B."_s};
        group.members[1].card.groupOnlyGreetings = {u"C."_s}; // SillyTavern passes over them
        const auto expand = [](QString text, const GroupMember &member) {
            return text.replace(u"{{char}}"_s, member.card.name);
        };
        QSet<QString> second;
        for (quint64 seed = 0; seed < 20; ++seed) {
            const Chat chat = newGroupChat(u"X"_s, group, expand, fixture.now, u"one"_s, seed);
            QCOMPARE(chat.messages.size(), 2);
            QCOMPARE(dialogue(chat).first(), u"Mira: Hello from Mira."_s);
            second.insert(chat.messages.last().text);
            QCOMPARE(chat.messages.last().originalAvatar, u"Tomas Gray.png"_s);
            QCOMPARE(chat.messages.last().swipes.size(), 1);
        }
        QCOMPARE(second, (QSet<QString>{u"A."_s, u"B."_s}));
        group.members.removeFirst();
        group.members.first().card.alternateGreetings.clear();
        group.members.first().card.groupOnlyGreetings.clear();
        QVERIFY(newGroupChat(u"X"_s, group, expand, fixture.now, u"one"_s, 1).messages.isEmpty());
        QCOMPARE(newGroupChatName(fixture.now), u"2026-11-21@22h12m00s000ms"_s);
    }
};

} // namespace tst_grouprounds

SNUG_TEST(tst_grouprounds, TestGroupRounds, Core)
#include "tst_grouprounds.moc"

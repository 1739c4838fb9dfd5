// A session in a group: who answers, who is asked, and who cannot.

#include "core/prompt/assemble.h"
#include "core/prompt/knownto.h"
#include "tests/core/chat/chatfixture.h"
#include "tests/core/chat/groupfixture.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_whoanswers {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::groupfixture;

class TestWhoAnswers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void nobodyAnswersOrAllAtOnce()
    {
        GroupFixture fixture;
        fixture.layOut({});
        ChatSession session(fixture.table(), fixture.templateHooks(), &fixture.store, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("t None\nstop\n"));
        QVERIFY(session.send(u"Well?"_s));
        QTRY_VERIFY(!session.reply().isUnderWay());
        QCOMPARE(said(session), QStringList{u"Ada: Well?"_s});
        fixture.transport.enqueue(answer("t Without names.\nstop\n"));
        QVERIFY(session.send(u"And now?"_s));
        QTRY_COMPARE(said(session),
                     (QStringList{u"Ada: Well?"_s, u"Ada: And now?"_s, u"Mira: Without names."_s}));
        QCOMPARE(fixture.transport.requests().size(), 2);
    }

    void whoIsToldInPrivateAnswersAndIsAnswered()
    {
        GroupFixture fixture;
        fixture.inputs.knowledge = {.isEnabled = true, .autoTurn = true};
        SessionHooks hooks = fixture.hooks();
        hooks.assemble = assemble;
        ChatSession session(fixture.table(), hooks, &fixture.store, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("t __known_to_chars__Mira__ pear\nstop\n"));
        fixture.transport.enqueue(answer("t __known_to_chars__Tomas Gray__ yes\nstop\n"));
        fixture.transport.enqueue(answer("t Good.\nstop\n"));
        QVERIFY(session.send(u"__known_to_chars__Tomas Gray__ psst"_s));
        QTRY_COMPARE(said(session),
                     (QStringList{u"Ada: __known_to_chars__Tomas Gray__ psst"_s,
                                  u"Tomas Gray: __known_to_chars__Mira__ pear"_s,
                                  u"Mira: __known_to_chars__Tomas Gray__ yes"_s, u"Tomas Gray: Good."_s}));
        const QList<Message> messages = session.chat().messages;
        QCOMPARE(knownTo(messages.at(1)), (QStringList{u"Tomas Gray"_s, u"Ada"_s}));
        QCOMPARE(knownTo(messages.at(2)), (QStringList{u"Mira"_s, u"Tomas Gray"_s}));
        QCOMPARE(messages.at(2).swipes.first().info.value(u"extra").value(u"known_to").toTextList(),
                 knownTo(messages.at(2)));
        // Without a tag it is as private as what it answers, and asks nobody.
        QCOMPARE(knownTo(messages.at(4)), knownTo(messages.at(3)));
        // Mira was not told what the user said.
        QVERIFY(!fixture.transport.requests().at(1).body.contains("psst"));
        QVERIFY(fixture.transport.requests().at(1).body.contains("pear"));
        QVERIFY(fixture.transport.requests().at(2).body.contains("psst"));
        QVERIFY(session.chain().waiting().isEmpty());
    }

    void privateRepliesEndAtTheLimit()
    {
        GroupFixture fixture;
        fixture.inputs.knowledge = {.isEnabled = true, .autoTurn = true, .roundLimit = 1};
        ChatSession session(fixture.table(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("t __known_to_chars__Mira__ a\nstop\n"));
        fixture.transport.enqueue(answer("t __known_to_chars__Tomas Gray__ b\nstop\n"));
        session.send(u"__known_to_chars__Tomas Gray__ psst"_s);
        QTRY_COMPARE(said(session).size(), 3);
        QVERIFY(!session.reply().isUnderWay());
        QCOMPARE(session.chain().waiting(), QStringList{u"Tomas Gray"_s});
        fixture.transport.enqueue({.holdsOpen = true});
        session.send(u"Enough."_s); // calls them off
        QVERIFY(session.chain().waiting().isEmpty());
    }

    void oneCardPlaysAScene()
    {
        ChatFixture fixture;
        fixture.inputs.knowledge = {.isEnabled = true, .autoTurn = true};
        fixture.inputs.scene.cast = {u"Mira"_s, u"Bob"_s, u"Ada"_s};
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        const qsizetype before = session.chat().messages.size();
        fixture.transport.enqueue(answer("t __known_to_chars__Mira__ a\nstop\n"));
        fixture.transport.enqueue(answer("t Aloud.\nstop\n"));
        session.send(u"__known_to_chars__Bob__ psst"_s);
        QTRY_COMPARE(session.chat().messages.size(), before + 3);
        QCOMPARE(session.chat().messages.at(before + 1).name, u"Bob"_s);
        QCOMPARE(session.chat().messages.at(before + 2).name, u"Mira"_s);
    }

    void whoWritesIsNotGoneOnBefore()
    {
        GroupFixture fixture;
        ChatSession session(fixture.table(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        session.speaking().setLeastTokens(100);
        ScriptedAnswer first = answer("t One is what\nstop\n");
        fixture.transport.enqueue(first);
        fixture.transport.enqueue(answer("t Two.\nstop\n"));
        QVERIFY(session.send(u"Well?"_s));
        session.setDraft(u"And"_s);
        QTRY_COMPARE(said(session),
                     (QStringList{u"Ada: Well?"_s, u"Mira: One is what"_s, u"Tomas Gray: Two."_s}));
    }

    void oneIsAsked()
    {
        GroupFixture fixture;
        fixture.group.mutedMembers = {u"Tomas Gray.png"_s};
        fixture.update();
        ChatSession session(fixture.table(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("t One.\nstop\n"));
        QVERIFY(session.send(u"And you?"_s, u"Tomas Gray.png"_s));
        QTRY_COMPARE(said(session), (QStringList{u"Ada: And you?"_s, u"Tomas Gray: One."_s}));
        QTRY_VERIFY(!session.reply().isUnderWay());
    }

    void manualOrderWaits()
    {
        GroupFixture fixture;
        fixture.group.activation = Group::Activation::Manual;
        fixture.update();
        ChatSession session(fixture.table(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        QVERIFY(session.send(u"Well?"_s));
        QVERIFY(!session.reply().isUnderWay());
        QCOMPARE(said(session), QStringList{u"Ada: Well?"_s});
        fixture.transport.enqueue(answer("t One.\nstop\n"));
        QVERIFY(session.send({})); // asked, but nobody in particular: by lot
        QTRY_COMPARE(said(session).size(), 2);
        QVERIFY(!session.reply().isUnderWay());
    }

    void sameMemberAgain_data()
    {
        QTest::addColumn<GenerationType>("type");
        QTest::addColumn<QString>("text");
        QTest::newRow("swipe") << GenerationType::Swipe << u"More."_s;
        QTest::newRow("regenerate") << GenerationType::Regenerate << u"More."_s;
        QTest::newRow("continue") << GenerationType::Continue << u"Hm. More."_s;
    }

    void sameMemberAgain()
    {
        QFETCH(GenerationType, type);
        QFETCH(QString, text);
        GroupFixture fixture;
        fixture.group.mutedMembers = {u"Mira.png"_s}; // who said the last message may still do it over
        fixture.update();
        ChatSession session(fixture.table(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("t More.\nstop\n"));
        QVERIFY(session.generate(type));
        QTRY_COMPARE(session.chat().messages.last().text, text);
        QCOMPARE(session.chat().messages.size(), 1);
        QCOMPARE(session.chat().messages.last().originalAvatar, u"Mira.png"_s);
        QCOMPARE(session.run().lastSent()->inputs.avatar, u"Mira.png"_s);
        QVERIFY(session.undo());
        QCOMPARE(session.chat().messages.last().text, u"Hm."_s);
    }

    // Of an earlier message it is who said that, and nobody goes on from there.
    void sameMemberAgainFurtherUp()
    {
        GroupFixture fixture;
        ChatSession session(fixture.table(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("t One.\nstop\n"));
        fixture.transport.enqueue(answer("t Two.\nstop\n"));
        QVERIFY(session.send(u"Well?"_s));
        QTRY_COMPARE(said(session), (QStringList{u"Ada: Well?"_s, u"Mira: One."_s, u"Tomas Gray: Two."_s}));
        QTRY_VERIFY(!session.reply().isUnderWay());
        fixture.transport.enqueue(answer("t Eleven.\nstop\n"));
        QVERIFY(session.generate(GenerationType::Swipe, {.row = 2}));
        QTRY_COMPARE(said(session),
                     (QStringList{u"Ada: Well?"_s, u"Mira: Eleven."_s, u"Tomas Gray: Two."_s}));
        QVERIFY(!session.reply().isUnderWay());
        QCOMPARE(fixture.transport.requests().size(), 3);
        QCOMPARE(session.run().lastSent()->inputs.avatar, u"Mira.png"_s);
        QCOMPARE(session.chat().messages.at(2).originalAvatar, u"Mira.png"_s);
        QVERIFY(!fixture.transport.requests().last().body.contains("Two."));
    }

    void impersonationIsOneDraft()
    {
        GroupFixture fixture;
        ChatSession session(fixture.table(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        QSignalSpy offered(&session, &ChatSession::draftOffered);
        fixture.transport.enqueue(answer("t I nod.\nstop\n"));
        QVERIFY(session.generate(GenerationType::Impersonate));
        QTRY_VERIFY(!session.reply().isUnderWay());
        QCOMPARE(offered.last().first().toString(), u"I nod."_s);
        QCOMPARE(session.chat().messages.size(), 1);
        QCOMPARE(fixture.transport.requests().size(), 1);
    }

    void nobodyCanAnswer_data()
    {
        QTest::addColumn<QStringList>("members");
        QTest::addColumn<QStringList>("muted");
        QTest::addColumn<GenerationType>("type");
        QTest::addColumn<QString>("error");
        const QString nobody = u"Nobody in this group can answer"_s;
        QTest::newRow("all muted") << QStringList{u"Mira.png"_s} << QStringList{u"Mira.png"_s}
                                   << GenerationType::Normal << nobody;
        QTest::newRow("nobody there") << QStringList{} << QStringList{} << GenerationType::Normal << nobody;
        QTest::newRow("card missing")
            << QStringList{u"Gone.png"_s} << QStringList{} << GenerationType::Normal << nobody;
        QTest::newRow("left the group") << QStringList{u"Tomas Gray.png"_s} << QStringList{}
                                        << GenerationType::Swipe << u"Mira has left this group"_s;
    }

    void nobodyCanAnswer()
    {
        QFETCH(QStringList, members);
        QFETCH(QStringList, muted);
        QFETCH(GenerationType, type);
        QFETCH(QString, error);
        GroupFixture fixture;
        fixture.group.members = members;
        fixture.group.mutedMembers = muted;
        fixture.update();
        ChatSession session(fixture.table(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        QVERIFY(session.generate(type));
        QCOMPARE(session.reply().error.what, error);
        QCOMPARE(session.reply().row, 1);
        QVERIFY(fixture.transport.requests().isEmpty());
        // Once somebody can, Retry works.
        fixture.group.members = {u"Mira.png"_s};
        fixture.group.mutedMembers.clear();
        fixture.update();
        fixture.transport.enqueue(answer("t Here.\nstop\n"));
        QVERIFY(session.retry());
        QTRY_COMPARE(session.chat().messages.last().text, u"Here."_s);
    }

    void aMessageToTheMutedStandsAlone()
    {
        GroupFixture fixture;
        fixture.group.mutedMembers = fixture.group.members;
        fixture.update();
        ChatSession session(fixture.table(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        QVERIFY(session.send(u"Hello?"_s));
        QCOMPARE(said(session), QStringList{u"Ada: Hello?"_s});
        QCOMPARE(session.reply().phase, Phase::Idle);
    }

    void muteIsSeenAtOnce()
    {
        GroupFixture fixture;
        ChatSession session(fixture.table(), fixture.hooks(), nullptr, false);
        QCOMPARE(session.speaking().coming().speakers.first().name, u"Mira"_s);
        fixture.group.mutedMembers = {u"Mira.png"_s};
        fixture.update();
        session.upcoming().update();
        QCOMPARE(session.speaking().coming().speakers.first().name, u"Tomas Gray"_s);
        QCOMPARE(session.speaking().shown(), u"Tomas Gray.png"_s);
        fixture.group.mutedMembers.append(u"Tomas Gray.png"_s);
        fixture.update();
        session.upcoming().update();
        QCOMPARE(session.speaking().shown(), u"Mira.png"_s); // what it would be, unmuted
        QVERIFY(session.speaking().coming().speakers.isEmpty());
    }
};

} // namespace tst_whoanswers

SNUG_TEST(tst_whoanswers, TestWhoAnswers, Core)
#include "tst_whoanswers.moc"

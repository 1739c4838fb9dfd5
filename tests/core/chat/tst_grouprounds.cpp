// A session in a group: whose replies come, in which order, and how they are written.

#include "core/chat/groupchat.h"
#include "core/prompt/assemble.h"
#include "core/prompt/groupinputs.h"
#include "core/prompt/knownto.h"
#include "tests/core/chat/chatfixture.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_grouprounds {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

ScriptedAnswer answer(const QByteArray &lines)
{
    return ScriptedAnswer::inPiecesOf(5, lines);
}

// Mira and Tomas answer in this order; Ada's persona is the user's.
struct GroupFixture : ChatFixture
{
    Group group;

    GroupFixture()
    {
        group.id = u"1"_s;
        group.members = {u"Mira.png"_s, u"Tomas Gray.png"_s};
        group.activation = Group::Activation::List;
        group.autoModeDelay = 0;
        update();
    }

    void update()
    {
        inputs.card.reset();
        inputs.group = groupInputs(group, [](const QString &avatar) -> std::optional<Card> {
            if (avatar == u"Gone.png")
                return std::nullopt;
            Card card;
            card.name = avatar.chopped(4);
            card.talkativeness = 1;
            return card;
        });
    }

    // All by a template that names who replies; Tomas's has `more` behind it.
    void layOut(const QString &more)
    {
        inputs.mode = PromptMode::Template;
        inputs.promptTemplate.engine = std::make_shared<LocalTemplateEngine>();
        tomasMore = more;
    }

    SessionHooks templateHooks()
    {
        SessionHooks made = hooks();
        made.assemble = assemble;
        made.inputsForSpeaker = [this](PromptInputs &speaking, const QString &avatar) {
            inputsForSpeaker(speaking, avatar);
            speaking.promptTemplate.text =
                u"{{ entity_names }}{% for m in history %}{{ m.content }};{% endfor %}"_s +
                (avatar == u"Tomas Gray.png" ? tomasMore : QString());
        };
        return made;
    }
    QString tomasMore;

    Chat table() const
    {
        Chat chat{.name = u"Table"_s, .header = newChatHeader(u"one"_s), .messages = {}};
        Reply reply;
        reply.text = u"Hm."_s;
        reply.started = reply.firstArrived = reply.finished = now;
        chat.messages = {
            replyMessage({u"Mira"_s, characterAvatarAddress(u"Mira.png"_s), u"Mira.png"_s}, reply)};
        return chat;
    }
};

QStringList said(const ChatSession &session)
{
    return dialogue(session.chat()).sliced(1);
}

} // namespace

class TestGroupRounds : public QObject
{
    Q_OBJECT

private:
    using Phase = ReplyState::Phase;

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

} // namespace tst_grouprounds

SNUG_TEST(tst_grouprounds, TestGroupRounds, Core)
#include "tst_grouprounds.moc"

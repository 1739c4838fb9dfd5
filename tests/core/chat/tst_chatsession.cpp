#include "core/chat/chatsession.h"
#include "tests/core/chat/chatfixture.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_chatsession {

using namespace Qt::StringLiterals;
using namespace snug;

// Notes what the store had been asked for when it was told of a turn's end.
class WatchingObserver : public TurnObserver
{
public:
    explicit WatchingObserver(const MemoryStore &watched)
        : store(watched)
    {
    }
    QString begun(const Turn &) override { return u"7"_s; }
    void ended(const Turn &) override { logs.append(store.log.join(u", ")); }

    const MemoryStore &store;
    QStringList logs;
};

class TestChatSession : public QObject
{
    Q_OBJECT

private:
    using Phase = ReplyState::Phase;

    static void waitForEnd(const ChatSession &session) { QTRY_VERIFY(!session.reply().isUnderWay()); }

    static ScriptedAnswer answer(const QByteArray &lines) { return ScriptedAnswer::inPiecesOf(5, lines); }

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void aTurnReadsLikeADialogue()
    {
        ChatFixture fixture;
        fixture.store.files[u"Fog"_s] = fixture.fog();
        ChatSession session(fixture.fog(), fixture.hooks(), &fixture.store, true);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("r Poor thing.\nt Here is \nt tea.\nu 40 9\nstop\n"));

        QVERIFY(session.send(u"I am {{user}}."_s));
        QCOMPARE(dialogue(session.chat()).last(), u"Ada: I am Ada."_s);
        QCOMPARE(session.chat().messages.last().forcedAvatar, u"/thumbnail?type=persona&file=ada.png"_s);
        QVERIFY(session.reply().isUnderWay());
        QCOMPARE(session.reply().row, 4);
        waitForEnd(session);

        QCOMPARE(dialogue(session.chat()),
                 (QStringList{u"Mira: Come in, Ada."_s, u"Ada: It is cold."_s, u"Mira: Sit."_s,
                              u"Ada: I am Ada."_s, u"Mira: Here is tea."_s}));
        const Message reply = session.chat().messages.last();
        QCOMPARE(reply.reasoning(), u"Poor thing."_s);
        QCOMPARE(reply.extra.value(u"model").toText(), u"tiny"_s);
        QCOMPARE(reply.extra.value(u"token_count").toInt(), 9);
        QCOMPARE(session.reply().phase, Phase::Idle);
        QTRY_COMPARE(session.record().saver().state().kind, SaveStatus::Kind::Saved);
        QCOMPARE(fixture.store.files.value(u"Fog"_s).messages, session.chat().messages);
        QCOMPARE(fixture.store.log, (QStringList{u"append Fog 3"_s, u"append Fog 4"_s}));
    }

    // What is kept of the request can wait; what was said cannot.
    void aReplyIsWrittenBeforeItsRecord()
    {
        ChatFixture fixture;
        fixture.store.files[u"Fog"_s] = fixture.fog();
        WatchingObserver observer(fixture.store);
        ChatSession session(fixture.fog(), fixture.hooks(), &fixture.store, true);
        ModelLink link = fixture.link();
        link.observer = &observer;
        session.setLink(link);
        fixture.transport.enqueue({.pieces = {"t Here "}, .holdsOpen = true});
        QVERIFY(session.send(u"Hello"_s));
        QTRY_COMPARE(fixture.transport.requests().size(), 1);
        QTRY_COMPARE(session.record().saver().state().kind, SaveStatus::Kind::Saved);
        fixture.transport.more("is tea.\nstop\n");
        waitForEnd(session);
        QCOMPARE(observer.logs, QStringList{u"append Fog 3, append Fog 4"_s});
    }

    // What the inspector shows while one types is what goes out on Enter.
    void previewAndRequestAreTheSameBytes_data()
    {
        QTest::addColumn<bool>("isReady");
        QTest::newRow("preview was ready") << true;
        QTest::newRow("Enter came faster than the preview") << false;
    }

    void previewAndRequestAreTheSameBytes()
    {
        QFETCH(bool, isReady);
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), &fixture.store, true);
        session.setLink(fixture.link());
        QList<PreparedPrompt> shown;
        connect(&session.preview(), &PromptPreview::ready, this,
                [&](const PreparedPrompt &prepared) { shown.append(prepared); });
        session.setDraft(u"I am"_s);
        session.setDraft(u"I am {{user}}."_s);
        if (isReady)
            QTRY_VERIFY(!session.preview().isBusy());
        const WireRequest expected = preparePrompt({[&] {
                                                        PromptInputs inputs = fixture.inputs;
                                                        inputs.chat = session.chat();
                                                        inputs.userText = u"I am {{user}}."_s;
                                                        inputs.now = fixture.now;
                                                        inputs.seed = fixture.seeds;
                                                        return inputs;
                                                    }(),
                                                    fixture.link()},
                                                   plainAssemble)
                                         .request.value();
        if (isReady)
            QCOMPARE(shown.last().request, expected);
        fixture.now = fixture.now.addSecs(3600); // neither the clock …
        fixture.transport.enqueue(answer("t Yes.\nstop\n"));
        QVERIFY(session.send(u"I am {{user}}."_s));
        waitForEnd(session);
        QCOMPARE(fixture.transport.requests(), {expected});
        QCOMPARE(session.run().lastSent()->request, expected);
        // … nor chance is the same for the one after.
        QTRY_VERIFY(!session.preview().isBusy());
        QVERIFY(session.preview().current().inputs.seed != session.run().lastSent()->inputs.seed);
        disconnect(&session.preview(), nullptr, this, nullptr);
    }

    void theTypedTextGoesOutOnce()
    {
        ChatFixture fixture;
        ChatSession session(Chat{.name = u"New"_s, .header = {}, .messages = {}}, fixture.hooks(), nullptr,
                            false);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("t Yes.\nstop\n"));
        session.send(u"Hello"_s);
        waitForEnd(session);
        QCOMPARE(fixture.transport.requests().first().body.count("Hello"), 1);
        QTRY_VERIFY(!session.preview().isBusy());
        QCOMPARE(session.preview().current().request->body.count("Hello"), 1);
    }

    void emptyTextAsksForAReplyOnly()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("t More.\nstop\n"));
        QVERIFY(session.send({}));
        waitForEnd(session);
        QCOMPARE(dialogue(session.chat()).sliced(3), QStringList{u"Mira: More."_s});
    }

    void emptyTextBecomesThePresetsText()
    {
        ChatFixture fixture;
        fixture.inputs.preset = Preset{};
        fixture.inputs.preset->sendIfEmpty = u" Go on. "_s;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("t More.\nstop\n"));
        QVERIFY(session.send({}));
        waitForEnd(session);
        QCOMPARE(dialogue(session.chat()).sliced(3), (QStringList{u"Ada: Go on."_s, u"Mira: More."_s}));
    }

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

    void impersonatingWritesIntoTheComposer()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        QStringList offered;
        connect(&session, &ChatSession::draftOffered, this,
                [&](const QString &text) { offered.append(text); });
        const Chat before = session.chat();
        session.setDraft(u"Well,"_s);
        fixture.transport.enqueue(answer("t I am \nt tired.\nstop\n"));
        QVERIFY(session.generate(GenerationType::Impersonate));
        waitForEnd(session);
        QCOMPARE(offered.last(), u"Well,\nI am tired."_s);
        QCOMPARE(session.run().lastSent()->inputs.userText, u"Well,"_s); // what {{input}} is
        QCOMPARE(session.chat(), before);
        QVERIFY(!session.record().history().canUndo());

        fixture.transport.enqueue(ScriptedAnswer::failing(ExchangeEnd::Kind::Refused));
        session.generate(GenerationType::Impersonate);
        waitForEnd(session);
        QCOMPARE(session.reply().phase, Phase::Failed);
        QCOMPARE(session.reply().row, 3);
    }

    void undoWhileAReplyStreamsStopsAndTakesItBack()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue({.pieces = {"t Once\n"}, .holdsOpen = true});
        session.send(u"Tell."_s);
        QTRY_COMPARE(session.reply().text, u"Once"_s);
        QVERIFY(session.undo());
        QCOMPARE(session.reply().phase, Phase::Idle);
        QCOMPARE(dialogue(session.chat()).last(), u"Ada: Tell."_s);
        QVERIFY(session.redo());
        QCOMPARE(dialogue(session.chat()).last(), u"Mira: Once"_s);
    }

    void undoingASendGivesTheTextBack()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        QSignalSpy offered(&session, &ChatSession::draftOffered);
        session.send(u"Tell."_s);
        session.undo();
        QCOMPARE(offered.last().first().toString(), u"Tell."_s);
        QCOMPARE(session.reply().phase, Phase::Idle);
        session.redo();
        QCOMPARE(offered.last().first().toString(), QString());
        session.undo();
        session.setDraft(u"Something else"_s);
        session.redo();
        session.undo();
        QCOMPARE(offered.size(), 3); // what is being written is left alone
    }

    void everyEditIsUndone_data()
    {
        using Act = std::function<bool(ChatSession &)>;
        QTest::addColumn<Act>("act");
        QTest::addColumn<QString>("label");
        const auto row = [](const char *name, const Act &act, const QString &label) {
            QTest::newRow(name) << act << label;
        };
        row(
            "edit", [](ChatSession &s) { return s.edits().edit(1, u"It is warm."_s); },
            u"Undo edit message"_s);
        row(
            "reasoning", [](ChatSession &s) { return s.edits().editReasoning(2, u"Hm."_s); },
            u"Undo edit reasoning"_s);
        row("hide", [](ChatSession &s) { return s.edits().setHidden(0, 1, true); }, u"Undo hide messages"_s);
        row("delete one", [](ChatSession &s) { return s.edits().remove(1, 1); }, u"Undo delete message"_s);
        row(
            "delete from here on", [](ChatSession &s) { return s.edits().remove(1, 99); },
            u"Undo delete messages"_s);
        row("swipe", [](ChatSession &s) { return s.swipe(0, 1); }, u"Undo swipe"_s);
        row("branch", [](ChatSession &s) { return s.edits().branch(1); }, u"Undo branch"_s);
        row("send", [](ChatSession &s) { return s.send(u"Hi"_s); }, u"Undo send"_s);
    }

    void everyEditIsUndone()
    {
        QFETCH(std::function<bool(ChatSession &)>, act);
        QFETCH(QString, label);
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), &fixture.store, true);
        fixture.store.files[u"Fog"_s] = fixture.fog();
        QVERIFY(act(session));
        const Chat after = session.chat();
        QVERIFY(after != fixture.fog());
        QCOMPARE(session.record().history().undoText(), label);
        QVERIFY(session.undo());
        QCOMPARE(session.chat(), fixture.fog());
        QVERIFY(!session.undo());
        QVERIFY(session.redo());
        QCOMPARE(session.chat(), after);
        QVERIFY(!session.redo());
        QTRY_COMPARE(session.record().saver().state().kind, SaveStatus::Kind::Saved);
        QCOMPARE(fixture.store.files.value(after.name), after);
    }

    void aBranchIsAFileOfItsOwn()
    {
        ChatFixture fixture;
        fixture.store.files[u"Fog"_s] = fixture.fog();
        ChatSession session(fixture.fog(), fixture.hooks(), &fixture.store, true);
        QVERIFY(session.edits().branch(1));
        QTRY_COMPARE(session.record().saver().state().kind, SaveStatus::Kind::Saved);
        const QString name = u"Fog - Branch #1"_s;
        QCOMPARE(session.chat().name, name);
        QCOMPARE(dialogue(session.chat()), (QStringList{u"Mira: Come in, Ada."_s, u"Ada: It is cold."_s}));
        QCOMPARE(session.chat().metadata().value(u"main_chat").toText(), u"Fog"_s);
        QVERIFY(session.chat().metadata().value(u"integrity").toText() != u"one"_s);
        QCOMPARE(fixture.store.files.value(name), session.chat());
        QCOMPARE(fixture.store.files.value(u"Fog"_s).messages.at(1).extra.value(u"branches").toTextList(),
                 QStringList{name});
        QCOMPARE(fixture.store.files.value(u"Fog"_s).messages.size(), 3);

        session.undo();
        QTRY_COMPARE(session.record().saver().state().kind, SaveStatus::Kind::Saved);
        QVERIFY(!fixture.store.files.contains(name));
        QVERIFY(fixture.store.trash.contains(name));
        QCOMPARE(fixture.store.files.value(u"Fog"_s), fixture.fog());
        session.redo();
        QTRY_COMPARE(session.record().saver().state().kind, SaveStatus::Kind::Saved);
        QCOMPARE(fixture.store.files.value(name), session.chat());
    }

    void editingAnotherMessageLeavesTheReplyAlone()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue({.pieces = {"t Once\n"}, .holdsOpen = true});
        session.send(u"Tell."_s);
        QTRY_COMPARE(session.reply().text, u"Once"_s);
        QVERIFY(session.edits().edit(1, u"It is warm."_s));
        QVERIFY(session.reply().isUnderWay());
        fixture.transport.more("t  upon.\nstop\n");
        waitForEnd(session);
        QCOMPARE(dialogue(session.chat()).sliced(1), (QStringList{u"Ada: It is warm."_s, u"Mira: Sit."_s,
                                                                  u"Ada: Tell."_s, u"Mira: Once upon."_s}));
    }

    void deletingWhileAReplyStreamsStopsItFirst()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        fixture.transport.enqueue({.pieces = {"t Once\n"}, .holdsOpen = true});
        session.send(u"Tell."_s);
        QTRY_COMPARE(session.reply().text, u"Once"_s);
        QVERIFY(session.edits().remove(1, 1));
        QCOMPARE(session.reply().phase, Phase::Idle);
        QCOMPARE(dialogue(session.chat()).sliced(1),
                 (QStringList{u"Mira: Sit."_s, u"Ada: Tell."_s, u"Mira: Once"_s}));
    }

    void whatThePromptChangesInTheChatsRecordIsKeptWithTheReply()
    {
        ChatFixture fixture;
        SessionHooks hooks = fixture.hooks();
        hooks.assemble = [](const PromptInputs &inputs, const std::stop_token &stop) {
            AssembledPrompt prompt = plainAssemble(inputs, stop);
            prompt.localVariables = Json::object({{u"mood"_s, u"calm"_s}});
            prompt.timedLore = Json::object({{u"sticky"_s, Json::object()}});
            prompt.globalVariables = {{u"visits"_s, 3}};
            return prompt;
        };
        ChatSession session(fixture.fog(), hooks, &fixture.store, true);
        session.setLink(fixture.link());
        QSignalSpy globals(&session, &ChatSession::globalVariablesChanged);
        fixture.transport.enqueue(answer("t Yes.\nstop\n"));
        session.setDraft(u"Well?"_s);
        QTRY_VERIFY(!session.preview().isBusy()); // looking at it changes nothing
        QVERIFY(session.chat().metadata().value(u"timedWorldInfo").isUndefined());
        session.send(u"Well?"_s);
        waitForEnd(session);
        QVERIFY(session.chat().metadata().value(u"timedWorldInfo").value(u"sticky").isObject());
        QCOMPARE(session.chat().metadata().value(u"variables").value(u"mood").toText(), u"calm"_s);
        QCOMPARE(globals.size(), 1);
        session.undo();
        QVERIFY(session.chat().metadata().value(u"variables").isUndefined());
        QVERIFY(session.chat().metadata().value(u"timedWorldInfo").isUndefined());
    }

    void destroyingASessionCancelsItsReply()
    {
        ChatFixture fixture;
        fixture.transport.enqueue({.pieces = {"t Once\n"}, .holdsOpen = true});
        {
            ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
            session.setLink(fixture.link());
            session.send(u"Tell."_s);
            QTRY_COMPARE(session.reply().text, u"Once"_s);
        }
        QCOMPARE(fixture.transport.abandoned(), 1);
    }

    void whatAnotherProgramWroteCanBeTakenOverAndUndone()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), &fixture.store, true);
        Chat theirs = fixture.fog();
        theirs.messages[1].text = u"It is raining."_s;
        fixture.store.files[u"Fog"_s] = theirs;
        QSignalSpy merged(&session, &ChatSession::merged);
        session.record().saver().noteOutsideChange(session.chat());
        QTRY_COMPARE(merged.size(), 1);
        QCOMPARE(session.chat(), theirs);
        QCOMPARE(fixture.store.log, (QStringList{u"look Fog"_s, u"merge Fog"_s}));
        session.undo();
        QCOMPARE(session.chat(), fixture.fog());
        QTRY_COMPARE(fixture.store.files.value(u"Fog"_s), fixture.fog());
    }

    void aReplyUnderWayKeepsItsPlaceBehindWhatAnotherProgramWrote()
    {
        ChatFixture fixture;
        fixture.transport.enqueue({.pieces = {"t Once\n"}, .holdsOpen = true});
        ChatSession session(fixture.fog(), fixture.hooks(), &fixture.store, true);
        session.setLink(fixture.link());
        Chat theirs = fixture.fog();
        theirs.messages.append(theirs.messages.at(1));
        theirs.messages.last().text = u"Knock."_s;
        theirs.messages.last().sendDate = u"2026-11-21T22:12:00.500Z"_s;
        fixture.store.files[u"Fog"_s] = theirs;
        session.send(u"Tell."_s);
        QTRY_COMPARE(session.reply().text, u"Once"_s);
        QTRY_COMPARE(session.chat().messages.size(), 5);
        QCOMPARE(dialogue(session.chat()).sliced(3), (QStringList{u"Ada: Knock."_s, u"Ada: Tell."_s}));
        QCOMPARE(session.reply().row, 5);
        QCOMPARE(session.reply().text, u"Once"_s);
        session.stop();
        QCOMPARE(dialogue(session.chat()).last(), u"Mira: Once"_s);
        QTRY_COMPARE(fixture.store.files.value(u"Fog"_s), session.chat());
    }

    void aReplyWhoseMessageAnotherProgramChangedIsStopped()
    {
        ChatFixture fixture;
        fixture.transport.enqueue({.pieces = {"t Once\n"}, .holdsOpen = true});
        ChatSession session(fixture.fog(), fixture.hooks(), &fixture.store, true);
        session.setLink(fixture.link());
        session.generate(GenerationType::Continue);
        QTRY_VERIFY(session.reply().text.endsWith(u"Once"));
        fixture.store.files[u"Fog"_s] = fixture.fog();
        fixture.store.files[u"Fog"_s].messages.last().text = u"Sit up."_s;
        QSignalSpy merged(&session, &ChatSession::merged);
        session.record().saver().noteOutsideChange(session.chat());
        QTRY_COMPARE(merged.size(), 1);
        QVERIFY(!session.reply().isUnderWay());
        QVERIFY(session.chat().messages.last().text.endsWith(u"Once"));
        QTRY_COMPARE(fixture.store.files.value(u"Fog"_s), session.chat());
    }

    void messagesThatBothChangedAreNamed()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), &fixture.store, true);
        Chat theirs = fixture.fog();
        theirs.messages[1].text = u"It is raining."_s;
        fixture.store.files[u"Fog"_s] = theirs;
        QList<quint64> conflicts;
        connect(&session, &ChatSession::merged, this,
                [&](const ReconciledChat &, const QList<quint64> &ids) { conflicts = ids; });
        session.edits().edit(1, u"It is snowing."_s);
        QTRY_COMPARE(conflicts.size(), 1);
        QCOMPARE(conflicts.first(), session.conversation().idAt(1));
        QCOMPARE(session.chat().messages.at(1).text, u"It is snowing."_s);
    }
};

} // namespace tst_chatsession

SNUG_TEST(tst_chatsession, TestChatSession, Core)
#include "tst_chatsession.moc"

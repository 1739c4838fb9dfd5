// One reply from its inputs to what it would do to the chat, without a session around it; and what would be
// sent next.

#include "core/chat/replyrun.h"
#include "core/chat/upcomingprompt.h"
#include "core/prompt/groupinputs.h"
#include "core/templates/templateengine.h"
#include "tests/core/chat/chatfixture.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>

namespace tst_replyrun {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

struct Running : ChatFixture
{
    SessionHooks session = hooks();
    Conversation conversation{fog()};
    ReplyRun run{session, conversation};

    void begin(GenerationType type = GenerationType::Normal)
    {
        inputs.chat = conversation.chat();
        inputs.type = type;
        run.begin(*planReply(conversation.chat(), type, inputs), 77, inputs, link(), {});
    }
};

ScriptedAnswer answer(const QByteArray &lines)
{
    return ScriptedAnswer::inPiecesOf(5, lines);
}

// By a template that names who replies.
PromptInputs laidOut(const QStringList &names)
{
    Group group;
    for (const QString &name : names)
        group.members.append(name + u".png"_s);
    PromptInputs inputs;
    inputs.group = groupInputs(group, [](const QString &avatar) -> std::optional<Card> {
        Card card;
        card.name = avatar.chopped(4);
        return card;
    });
    inputs.mode = PromptMode::Template;
    inputs.promptTemplate.engine = std::make_shared<LocalTemplateEngine>();
    inputs.promptTemplate.text = u"{{ entity_names }}"_s;
    inputsForSpeaker(inputs, group.members.first());
    return inputs;
}

SpeakerQueue queueOf(const QStringList &avatars)
{
    SpeakerQueue queue;
    for (const QString &avatar : avatars)
        queue.speakers.append({.avatar = avatar});
    return queue;
}

} // namespace

class TestReplyRun : public QObject
{
    Q_OBJECT

private:
    using Phase = ReplyState::Phase;

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void aReplyArrives()
    {
        Running fixture;
        QSignalSpy ended(&fixture.run, &ReplyRun::ended);
        QSignalSpy leaving(&fixture.run, &ReplyRun::leaving);
        fixture.transport.enqueue(answer("t Have tea.\nstop\n"));
        fixture.begin();
        QCOMPARE(fixture.run.state().phase, Phase::Preparing);
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(leaving.size(), 1);
        QVERIFY(fixture.run.lastSent());
        const ArrivedReply arrived = fixture.run.arrived();
        const UndoStep step = arrived.step(fixture.conversation, inputsForSpeaker);
        QCOMPARE(step.action, UndoAction::Reply);
        QCOMPARE(step.changes.size(), 1);
        QCOMPARE(step.changes.first().inserted.first().text, u"Have tea."_s);
        QCOMPARE(step.changes.first().insertedIds, QList<quint64>{77});
        // Nobody has touched the chat, and the row stands until somebody settles it.
        QCOMPARE(fixture.conversation.chat(), fixture.fog());
        QSignalSpy changed(&fixture.run, &ReplyRun::changed);
        fixture.run.settle({});
        QCOMPARE(changed.size(), 0);
        QCOMPARE(fixture.run.state().phase, Phase::Idle);
        QCOMPARE(fixture.run.state().id, 77);
    }

    // A reply that did not come to its own end stands beside the one that was to be replaced.
    void aStubReplacesNothing_data()
    {
        QTest::addColumn<ScriptedAnswer>("what");
        QTest::addColumn<QStringList>("swipes"); // none = the old message stays as it is
        QTest::newRow("whole") << answer("t Lie down.\nstop\n") << QStringList{u"Lie down."_s};
        const QStringList both{u"Sit."_s, u"Lie"_s};
        QTest::newRow("token limit") << answer("t Lie\nlength\n") << both;
        QTest::newRow("content filter") << answer("t Lie\nfilter\n") << both;
        QTest::newRow("error in mid-stream") << answer("t Lie\ne broken\n") << both;
        QTest::newRow("no end") << answer("t Lie\n") << both;
        QTest::newRow("connection breaks")
            << ScriptedAnswer{.pieces = {"t Lie\n"}, .end = {ExchangeEnd::Kind::Broken, {}}} << both;
        QTest::newRow("stopped") << ScriptedAnswer{.pieces = {"t Lie\n"}, .holdsOpen = true} << both;
        QTest::newRow("refusal") << answer("t Lie\nrefuse no\n") << both;
        QTest::newRow("blank") << answer("t  ||  \nstop\n") << QStringList();
        QTest::newRow("blank, cut") << answer("t  ||  \n") << QStringList();
        QTest::newRow("zero width") << answer("t \ufeff\nstop\n") << QStringList();
        QTest::newRow("thoughts alone") << answer("r Hm.\nlength\n") << QStringList();
        QTest::newRow("empty") << answer("stop\n") << QStringList();
    }
    void aStubReplacesNothing()
    {
        QFETCH(ScriptedAnswer, what);
        QFETCH(QStringList, swipes);
        Running fixture;
        QSignalSpy ended(&fixture.run, &ReplyRun::ended);
        fixture.transport.enqueue(what);
        fixture.begin(GenerationType::Regenerate);
        if (what.holdsOpen) {
            QTRY_COMPARE(fixture.run.state().phase, Phase::Streaming);
            fixture.run.stop();
        }
        QTRY_COMPARE(ended.size(), 1);
        const ArrivedReply arrived = fixture.run.arrived();
        const UndoStep step = arrived.step(fixture.conversation, inputsForSpeaker);
        QCOMPARE(step.changes.isEmpty(), swipes.isEmpty());
        if (swipes.isEmpty())
            return;
        const Message message = step.changes.first().inserted.first();
        QStringList texts;
        for (const Swipe &swipe : message.swipes)
            texts.append(swipe.text);
        QCOMPARE(texts, swipes);
        QCOMPARE(message.text, swipes.last());
        QCOMPARE(message.activeSwipe, swipes.size() - 1);
        QCOMPARE(step.action, UndoAction::Regenerate);
        const ReplyState shown = arrived.plan.shown(Phase::Failed, arrived.turn);
        QCOMPARE(shown.swipeCount, swipes.size());
        QCOMPARE(shown.swipeIndex, swipes.size() - 1);
    }

    void aBlankContinuationChangesNothing()
    {
        Running fixture;
        QSignalSpy ended(&fixture.run, &ReplyRun::ended);
        fixture.transport.enqueue(answer("t  ||\nstop\n"));
        fixture.begin(GenerationType::Continue);
        QTRY_COMPARE(ended.size(), 1);
        QVERIFY(fixture.run.arrived().step(fixture.conversation, inputsForSpeaker).changes.isEmpty());
        QCOMPARE(fixture.run.arrived().turn.phase, TurnState::Phase::Failed);
    }

    // The context size has cut out what the user said last.
    void withoutTheNewestMessageNothingIsSentUnasked()
    {
        Running fixture;
        fixture.session.assemble = [](const PromptInputs &inputs, const std::stop_token &stop) {
            AssembledPrompt prompt = plainAssemble(inputs, stop);
            prompt.budget.context = 100;
            prompt.trace.dropped.append(
                {TracedText(u"It is cold."_s, Source(SourceKind::HistoryUser, u"1"_s, u"Ada"_s)), {}, 7});
            return prompt;
        };
        QSignalSpy stranded(&fixture.run, &ReplyRun::stranded);
        fixture.begin(GenerationType::Regenerate);
        QTRY_VERIFY(fixture.run.state().hasFailed());
        QCOMPARE(stranded.size(), 1);
        QVERIFY(fixture.run.state().canSendAnyway);
        QVERIFY2(fixture.run.state().error.what.contains(u"message 1 of Ada"_s),
                 qPrintable(fixture.run.state().error.what));
        QVERIFY(fixture.transport.requests().isEmpty());
        QVERIFY(!fixture.run.lastSent());

        QSignalSpy ended(&fixture.run, &ReplyRun::ended);
        fixture.transport.enqueue(answer("t Lie\n"));
        fixture.transport.enqueue(answer("t Lie down.\nstop\n"));
        QVERIFY(fixture.run.goOn(ReplyRun::WayOn::WithoutNewest));
        QVERIFY(!fixture.run.goOn(ReplyRun::WayOn::WithoutNewest));
        QVERIFY(!fixture.run.state().canSendAnyway);
        QTRY_COMPARE(ended.size(), 1);
        fixture.run.again(fixture.link()); // asked once is enough
        QTRY_COMPARE(ended.size(), 2);
        QCOMPARE(fixture.transport.requests().size(), 2);
        QVERIFY(!fixture.run.goOn(ReplyRun::WayOn::WithoutNewest));
        QVERIFY(!fixture.run.goOn(ReplyRun::WayOn::Wait));
        QCOMPARE(fixture.transport.requests().size(), 2);
    }

    void nothingChangesForNothing()
    {
        Running fixture;
        QSignalSpy ended(&fixture.run, &ReplyRun::ended);
        fixture.transport.enqueue(answer("stop\n"));
        fixture.begin();
        QTRY_COMPARE(ended.size(), 1);
        const ArrivedReply arrived = fixture.run.arrived();
        QVERIFY(arrived.step(fixture.conversation, inputsForSpeaker).changes.isEmpty());
        QVERIFY(arrived.textsForScripts().isEmpty());
    }

    void withoutAConnectionNothingIsSent()
    {
        Running fixture;
        QSignalSpy stranded(&fixture.run, &ReplyRun::stranded);
        fixture.inputs.chat = fixture.conversation.chat();
        const ReplyPlan plan =
            *planReply(fixture.conversation.chat(), GenerationType::Normal, fixture.inputs);
        fixture.run.begin(plan, 77, fixture.inputs, {}, {});
        QCOMPARE(stranded.size(), 1);
        QVERIFY(fixture.run.state().hasFailed());
        QVERIFY(!fixture.run.lastSent());
        fixture.run.refuse(plan, 78, {.what = u"Nobody."_s});
        QCOMPARE(fixture.run.state().error.what, u"Nobody."_s);
        QCOMPARE(fixture.run.state().id, 78);
    }

    void beforeItHasGoneOutNoEndIsTold()
    {
        Running fixture;
        QSignalSpy ended(&fixture.run, &ReplyRun::ended);
        fixture.begin();
        fixture.run.stop();
        QCOMPARE(fixture.run.state().phase, Phase::Idle);
        QThreadPool::globalInstance()->waitForDone();
        QCoreApplication::sendPostedEvents();
        QCOMPARE(ended.size(), 0);
        QVERIFY(fixture.transport.requests().isEmpty());
    }

    void aReplyGoesOnFromThoughtsAlone()
    {
        Running fixture;
        Chat chat = fixture.fog();
        Message &last = chat.messages.last();
        last.text.clear();
        last.extra = Json::object({{u"reasoning"_s, Json(u"He waits,"_s)}});
        ArrivedReply arrived;
        arrived.sent.inputs = fixture.inputs;
        arrived.sent.inputs.chat = chat;
        arrived.sent.inputs.type = GenerationType::Continue;
        arrived.sent.inputs.settings.replies.reasoning.isParsed = true;
        arrived.plan = *planReply(chat, GenerationType::Continue, arrived.sent.inputs);
        arrived.turn.phase = TurnState::Phase::Finished;
        arrived.turn.text = u"so.</think>\nHello"_s;
        const Message message =
            arrived.step(Conversation(chat), inputsForSpeaker).changes.first().inserted.first();
        QCOMPARE(message.text, u"Hello"_s);
        QCOMPARE(message.reasoning(), u"He waits, so."_s);
    }

    void whatScriptsMadeIsStored()
    {
        Running fixture;
        ArrivedReply arrived;
        arrived.plan = *planReply(fixture.conversation.chat(), GenerationType::Normal, fixture.inputs);
        arrived.turn.phase = TurnState::Phase::Finished;
        arrived.turn.text = u"Have tea."_s;
        arrived.made = ScriptedTexts{{u"Have TEA."_s, u"Thirst."_s}, {}};
        const Message message =
            arrived.step(fixture.conversation, inputsForSpeaker).changes.first().inserted.first();
        QCOMPARE(message.text, u"Have TEA."_s);
        QCOMPARE(message.swipes.first().text, u"Have TEA."_s);
        QCOMPARE(message.reasoning(), u"Thirst."_s);
        arrived.plan.placement = ReplyPlan::Placement::Draft;
        QCOMPARE(arrived.draft(), u"Have TEA."_s);
    }

    void aReplyIsShared()
    {
        const PromptInputs inputs = laidOut({u"Mira"_s, u"Tomas"_s});
        const SpeakerQueue queue = queueOf({u"Mira.png"_s, u"Tomas.png"_s});
        QCOMPARE(sharersOf(inputs, queue, inputsForSpeaker), QStringList{u"Tomas.png"_s});
        // Blanks matter.
        const auto apart = [](PromptInputs &speaking, const QString &avatar) {
            inputsForSpeaker(speaking, avatar);
            *speaking.promptTemplate.text += u' ';
        };
        QCOMPARE(sharersOf(inputs, queue, apart), QStringList());
        PromptInputs secret = inputs;
        secret.knowledge.isEnabled = true;
        QCOMPARE(sharersOf(secret, queue, inputsForSpeaker), QStringList());
        PromptInputs plain = inputs;
        plain.mode = PromptMode::Auto;
        QCOMPARE(sharersOf(plain, queue, inputsForSpeaker), QStringList());
    }

    void aSharedReplyIsTakenApart()
    {
        PromptInputs sent = laidOut({u"Mira"_s, u"Tomas"_s});
        sent.promptTemplate.repliesToo = {u"Tomas.png"_s};
        const ReplyPlan plan = *planReply({}, GenerationType::Normal, sent);
        const auto lines = [&](const QString &text) {
            Reply reply;
            reply.text = text;
            Chat chat;
            chat.messages = sharedMessages(reply, plan, sent, {}, inputsForSpeaker);
            return dialogue(chat);
        };
        QCOMPARE(lines(u"Mira: One.\nTomas: Two."_s), (QStringList{u"Mira: One."_s, u"Tomas: Two."_s}));
        QCOMPARE(lines(u"Without names."_s), QStringList{u"Mira: Without names."_s});
        QCOMPARE(lines(u"None"_s), QStringList());
        // One of them writes freely: what they do stays one text.
        sent.card->description = u"A pilot.\n $freeform "_s;
        QCOMPARE(lines(u"Mira: One.\nTomas: Two."_s), QStringList{u"Mira: Mira: One.\nTomas: Two."_s});
        QCOMPARE(lines(u"None"_s), QStringList());
        sent.promptTemplate.repliesToo.clear();
        QCOMPARE(lines(u"Mira: One."_s), QStringList{u"Mira: One."_s});
    }

    void whatWouldBeSentFollowsTheDraft()
    {
        ChatFixture fixture;
        SessionHooks hooks = fixture.hooks();
        hooks.inputsForSpeaker = inputsForSpeaker;
        hooks.adjustInputs = [](PromptInputs &inputs) { inputs.userText += u'!'; };
        const Conversation conversation(fixture.fog());
        SpeakingOrder speaking;
        UpcomingPrompt upcoming(hooks, conversation, speaking);
        QSignalSpy changed(&upcoming, &UpcomingPrompt::changed);
        upcoming.update();
        QVERIFY(!upcoming.ready());
        QTRY_VERIFY(upcoming.ready());
        upcoming.setDraft(u"Hello"_s);
        upcoming.setDraft(u"Hello"_s);
        QCOMPARE(changed.size(), 2);
        QVERIFY(!upcoming.ready());
        QCOMPARE(upcoming.untouched().userText, u"Hello"_s);
        QCOMPARE(upcoming.snapshot().userText, u"Hello!"_s);
        QTRY_VERIFY(upcoming.ready());
        QVERIFY(!upcoming.ready()->request); // there is no connection
        upcoming.setLink(fixture.link());
        QCOMPARE(upcoming.snapshot().model, u"tiny"_s);
        QTRY_VERIFY(upcoming.ready());
        QVERIFY(upcoming.ready()->request.has_value());
        // What is random stays until something was sent.
        QCOMPARE(upcoming.inputsFor(GenerationType::Normal, {}).seed, upcoming.snapshot().seed);
        upcoming.reseed();
        QVERIFY(upcoming.inputsFor(GenerationType::Normal, {}).seed != upcoming.snapshot().seed);
    }
};

} // namespace tst_replyrun

SNUG_TEST(tst_replyrun, TestReplyRun, Core)
#include "tst_replyrun.moc"

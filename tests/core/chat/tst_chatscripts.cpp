// Regex scripts in an open chat: on what is stored, and on what the transcript shows.

#include "core/chat/chatmodel.h"
#include "core/chat/chatsession.h"
#include "core/chat/replycleaning.h"
#include "core/chat/scripttask.h"
#include "tests/core/chat/chatfixture.h"
#include "tests/testregistry.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <mutex>
#include <new>

namespace tst_chatscripts {

using namespace Qt::StringLiterals;
using namespace snug;

// Looks for the pattern as plain text, on whatever thread it is asked; can be held up.
class LiteralEngine : public RegexEngine
{
public:
    QList<RegexOutcome> search(const QList<RegexSearch> &searches, const std::stop_token &stop) override
    {
        if (QThread::isMainThread())
            wasOnMainThread = true;
        std::unique_lock lock(m_mutex);
        m_released.wait(lock, stop, [this] { return !m_isHeld; });
        QList<RegexOutcome> outcomes;
        for (const RegexSearch &search : searches) {
            QList<RegexMatch> matches;
            for (qsizetype at = 0; (at = search.text.indexOf(search.pattern, at)) >= 0;
                 at += search.pattern.size())
                matches.append({.range = {at, search.pattern.size()}});
            outcomes.append(
                search.pattern == u"bad"
                    ? RegexOutcome(std::unexpected(RegexFailure{RegexFailure::Kind::OverTime, u"slow"_s}))
                    : RegexOutcome(matches));
        }
        return outcomes;
    }

    void hold(bool isHeld)
    {
        const std::scoped_lock lock(m_mutex);
        m_isHeld = isHeld;
        m_released.notify_all();
    }

    std::atomic<bool> wasOnMainThread = false;

private:
    std::mutex m_mutex;
    std::condition_variable_any m_released;
    bool m_isHeld = false;
};

class ThrowingEngine : public RegexEngine
{
public:
    QList<RegexOutcome> search(const QList<RegexSearch> &, const std::stop_token &) override
    {
        throw std::bad_alloc();
    }
};

static RegexScript script(const QString &find, const QString &replacement, const QList<int> &placements)
{
    RegexScript result;
    result.name = find;
    result.find = find;
    result.replacement = replacement;
    result.placements = placements;
    return result;
}

class TestChatScripts : public QObject
{
    Q_OBJECT

private:
    struct Scripted : ChatFixture
    {
        explicit Scripted(const QList<RegexScript> &scripts)
        {
            inputs.regexScripts = scripts;
            inputs.regexEngine = engine;
            inputs.preset = Preset{};
        }
        SessionHooks scriptedHooks()
        {
            SessionHooks result = hooks();
            result.assemble = assemble;
            return result;
        }
        std::shared_ptr<LiteralEngine> engine = std::make_shared<LiteralEngine>();
    };

    static void waitForEnd(const ChatSession &session) { QTRY_VERIFY(!session.reply().isUnderWay()); }
    static ScriptedAnswer answer(const QByteArray &lines) { return ScriptedAnswer::inPiecesOf(5, lines); }

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void whatIsTyped_data()
    {
        QTest::addColumn<bool>("isReady");
        QTest::newRow("the preview was ready") << true;
        QTest::newRow("the preview was not ready") << false;
    }

    void whatIsTyped()
    {
        QFETCH(bool, isReady);
        Scripted fixture({script(u"cold"_s, u"bitter {{user}}"_s, {1}), script(u"tea"_s, u"TEA"_s, {2})});
        ChatSession session(fixture.fog(), fixture.scriptedHooks(), &fixture.store, true);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("t Have tea.\nstop\n"));
        session.setDraft(u"So cold, no tea"_s);
        if (isReady)
            QTRY_VERIFY(!session.preview().isBusy());
        QVERIFY(session.send(u"So cold, no tea"_s));
        session.setDraft({}); // what the emptied composer says
        QVERIFY(session.reply().isUnderWay());
        waitForEnd(session);
        QCOMPARE(dialogue(session.chat()).sliced(3),
                 (QStringList{u"Ada: So bitter Ada, no tea"_s, u"Mira: Have TEA."_s}));
        // What is stored is what went out.
        QCOMPARE(session.run().lastSent()->prompt.typedText, u"So bitter Ada, no tea"_s);
        QCOMPARE(fixture.transport.requests().size(), 1);
        QVERIFY(!fixture.engine->wasOnMainThread);
        QTRY_VERIFY(!session.preview().isBusy());
        QVERIFY(session.snapshot().userText.isEmpty());
    }

    void repliesAreCleaned_data()
    {
        QTest::addColumn<QList<RegexScript>>("scripts");
        QTest::addColumn<QString>("stored");
        QTest::newRow("no scripts") << QList<RegexScript>() << u"Have tea."_s;
        QTest::newRow("around scripts") << QList{script(u"tea"_s, u"TEA "_s, {2})} << u"Have TEA ."_s;
        QTest::newRow("what scripts bring is cleaned")
            << QList{script(u"Have"_s, u"Have  \n"_s, {2})} << u"Have\n tea."_s;
    }

    void repliesAreCleaned()
    {
        QFETCH(QList<RegexScript>, scripts);
        Scripted fixture(scripts);
        ChatSession session(fixture.fog(), fixture.scriptedHooks(), &fixture.store, true);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("t Mira: Have tea.|Ada: Mor\nt e \nstop\n"));
        QVERIFY(session.generate(GenerationType::Swipe));
        waitForEnd(session);
        const Message reply = session.chat().messages.last();
        QTEST(reply.text, "stored");
        QCOMPARE(reply.swipes.last().text, reply.text);
        const QList<CutText> cut{{CutText::Rule::WrongName, u"\nAda: More"_s},
                                 {CutText::Rule::Name, u"Mira: "_s}};
        QCOMPARE(cutFrom(reply.extra.value(u"snug").value(u"cut")), cut);
        QCOMPARE(reply.swipes.last().info.value(u"extra").value(u"snug").value(u"cut").size(), 2);
        ChatModel model(&session);
        QVERIFY(model.index(model.rowCount() - 1).data(WasCutRole).toBool());
        QVERIFY(!model.index(0).data(WasCutRole).toBool());
    }

    // A service may send nothing but what is cut off: the user's own turn.
    void aReplyThatIsCutToNothingTakesNoPlace()
    {
        Scripted fixture({});
        ChatSession session(fixture.fog(), fixture.scriptedHooks(), &fixture.store, true);
        session.setLink(fixture.link());
        const QString good = session.chat().messages.last().text;
        fixture.transport.enqueue(answer("t Ada: I walk away.\nstop\n"));
        QVERIFY(session.generate(GenerationType::Regenerate));
        waitForEnd(session);
        const Message reply = session.chat().messages.last();
        QCOMPARE(reply.swipes.size(), 2);
        QCOMPARE(reply.swipes.first().text, good);
        QCOMPARE(reply.text, QString());
        QCOMPARE(cutFrom(reply.extra.value(u"snug").value(u"cut")).size(), 1);
        QVERIFY(session.undo());
        QCOMPARE(session.chat().messages.last().text, good);

        // Of a message that begins like the user's, continuing would leave nothing.
        QVERIFY(session.edits().edit(session.chat().messages.size() - 1, u"Ada: no."_s));
        fixture.transport.enqueue(answer("t And so on.\nstop\n"));
        QVERIFY(session.generate(GenerationType::Continue));
        waitForEnd(session);
        QCOMPARE(session.chat().messages.last().text, u"Ada: no."_s);
    }

    void impersonationsAreCleaned()
    {
        Scripted fixture({});
        ChatSession session(fixture.fog(), fixture.scriptedHooks(), &fixture.store, true);
        session.setLink(fixture.link());
        QSignalSpy offered(&session, &ChatSession::draftOffered);
        fixture.transport.enqueue(answer("t Ada: I see. \nstop\n"));
        QVERIFY(session.generate(GenerationType::Impersonate));
        waitForEnd(session);
        QCOMPARE(offered.last().first().toString(), u"I see."_s);
    }

    void whatIsThrownLeavesTheTexts()
    {
        ScriptJob job{.texts = {{.text = u"So cold"_s}}, .inputs = {}};
        job.inputs.regexScripts = {script(u"cold"_s, u"bitter"_s, {2})};
        job.inputs.regexEngine = std::make_shared<ThrowingEngine>();
        ScriptedTexts made;
        ScriptTask task(job);
        connect(&task, &ScriptTask::done, this, [&made](const ScriptedTexts &texts) { made = texts; });
        QTRY_COMPARE(made.texts, QStringList{u"So cold"_s});
        QVERIFY(made.warnings.value(0).contains(u"memory"));
    }

    void stoppedBeforeItIsSent()
    {
        Scripted fixture({script(u"cold"_s, u"bitter"_s, {1})});
        ChatSession session(fixture.fog(), fixture.scriptedHooks(), nullptr, true);
        session.setLink(fixture.link());
        fixture.engine->hold(true);
        QSignalSpy offered(&session, &ChatSession::draftOffered);
        QVERIFY(session.send(u"So cold"_s));
        session.setDraft({});
        session.setDraft(u"and"_s);
        QVERIFY(!session.send(u"twice"_s));
        QCOMPARE(session.reply().row, ReplyState::inComposer);
        session.stop();
        QVERIFY(!session.reply().isUnderWay());
        QCOMPARE(offered.last().first().toString(), u"So cold\nand"_s);
        fixture.engine->hold(false);
        QTRY_VERIFY(!session.preview().isBusy());
        QCOMPARE(session.chat().messages.size(), 3);
        QCOMPARE(session.snapshot().userText, u"So cold\nand"_s);
        QVERIFY(fixture.transport.requests().isEmpty());
    }

    void writtenWhileWaiting()
    {
        Scripted fixture({script(u"cold"_s, u"bitter"_s, {1})});
        ChatSession session(fixture.fog(), fixture.scriptedHooks(), nullptr, true);
        session.setLink(fixture.link());
        fixture.engine->hold(true);
        fixture.transport.enqueue(answer("t Yes.\nstop\n"));
        QVERIFY(session.send(u"So cold"_s));
        session.setDraft(u"next"_s);
        fixture.engine->hold(false);
        QTRY_COMPARE(session.chat().messages.size(), 5);
        waitForEnd(session);
        QCOMPARE(dialogue(session.chat()).at(3), u"Ada: So bitter"_s);
        QCOMPARE(session.snapshot().userText, u"next"_s);
    }

    void replyAndReasoning()
    {
        Scripted fixture({script(u"tea"_s, u"TEA"_s, {2}), script(u"Hm"_s, u"HM"_s, {6})});
        ChatSession session(fixture.fog(), fixture.scriptedHooks(), nullptr, true);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer("r Hm tea\nt Hm tea\nstop\n"));
        QVERIFY(session.send({}));
        waitForEnd(session);
        QCOMPARE(session.chat().messages.last().text, u"Hm TEA"_s);
        QCOMPARE(session.chat().messages.last().reasoning(), u"HM tea"_s);
        QVERIFY(session.undo()); // one step
        QCOMPARE(session.chat().messages.size(), 3);
    }

    // Scripts for replies see the block, those for thoughts what was taken out of it.
    void thoughtsInTheText_data()
    {
        QTest::addColumn<QByteArray>("lines");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("reasoning");
        QTest::newRow("in the text") << "t [t] Hm tea [/t] Hm tea"_ba << u"Hm TEA"_s << u"HM TEA"_s;
        QTest::newRow("from the service") << "r Hm tea\nt Hm tea"_ba << u"Hm TEA"_s << u"HM tea"_s;
        QTest::newRow("both") << "r Hm one\nt [t]Hm tea[/t] Hm tea"_ba << u"[t]Hm TEA[/t] Hm TEA"_s
                              << u"HM one"_s;
        QTest::newRow("nothing between the marks") << "t [t][/t] Hm tea"_ba << u"Hm TEA"_s << QString();
    }

    void thoughtsInTheText()
    {
        QFETCH(QByteArray, lines);
        Scripted fixture({script(u"tea"_s, u"TEA"_s, {2}), script(u"Hm"_s, u"HM"_s, {6})});
        ReasoningSettings &thoughts = fixture.inputs.settings.replies.reasoning;
        thoughts.isParsed = true;
        thoughts.prefix = u"[t]"_s;
        thoughts.suffix = u"[/t]"_s;
        ChatSession session(fixture.fog(), fixture.scriptedHooks(), nullptr, true);
        session.setLink(fixture.link());
        fixture.transport.enqueue(answer(lines + "\nstop\n"));
        QVERIFY(session.send({}));
        waitForEnd(session);
        QTEST(session.chat().messages.last().text, "text");
        QTEST(session.chat().messages.last().reasoning(), "reasoning");
        QVERIFY(session.undo()); // one step
        QCOMPARE(session.chat().messages.size(), 3);
    }

    void stoppedWhileScriptsAreAtWorkOnThoughts()
    {
        Scripted fixture({script(u"Hm"_s, u"HM"_s, {6})});
        ReasoningSettings &thoughts = fixture.inputs.settings.replies.reasoning;
        thoughts.isParsed = true;
        thoughts.prefix = u"[t]"_s;
        thoughts.suffix = u"[/t]"_s;
        ChatSession session(fixture.fog(), fixture.scriptedHooks(), nullptr, true);
        session.setLink(fixture.link());
        QTRY_VERIFY(!session.preview().isBusy());
        fixture.engine->hold(true);
        fixture.transport.enqueue(answer("t [t]Hm[/t] Tea\nstop\n"));
        QVERIFY(session.send({}));
        QTRY_VERIFY(session.run().isBeingScripted());
        session.stop();
        QTRY_VERIFY(!session.reply().isUnderWay());
        QCOMPARE(session.chat().messages.last().text, u"Tea"_s);
        QCOMPARE(session.chat().messages.last().reasoning(), u"Hm"_s);
        fixture.engine->hold(false);
    }

    void thoughtsAreNoPartOfAnImpersonation()
    {
        Scripted fixture({});
        ReasoningSettings &thoughts = fixture.inputs.settings.replies.reasoning;
        thoughts.isParsed = true;
        thoughts.prefix = u"[t]"_s;
        thoughts.suffix = u"[/t]"_s;
        ChatSession session(fixture.fog(), fixture.scriptedHooks(), nullptr, true);
        session.setLink(fixture.link());
        QSignalSpy offered(&session, &ChatSession::draftOffered);
        fixture.transport.enqueue(answer("t [t]She is cold.[/t] I see.\nstop\n"));
        QVERIFY(session.generate(GenerationType::Impersonate));
        waitForEnd(session);
        QCOMPARE(offered.last().first().toString(), u"I see."_s);
    }

    void swipeAndContinue()
    {
        Scripted fixture({script(u"Sit. Down"_s, u"Stand"_s, {2})});
        ChatSession session(fixture.fog(), fixture.scriptedHooks(), nullptr, true);
        session.setLink(fixture.link());
        fixture.inputs.preset->continuePostfix = u" "_s;
        fixture.transport.enqueue(answer("t Down now.\nstop\n"));
        QVERIFY(session.generate(GenerationType::Continue));
        waitForEnd(session);
        QCOMPARE(session.chat().messages.last().text, u"Stand now."_s); // across the seam
        fixture.transport.enqueue(answer("t Sit. Down\nstop\n"));
        QVERIFY(session.generate(GenerationType::Swipe));
        waitForEnd(session);
        const Message &last = session.chat().messages.last();
        QCOMPARE(last.text, u"Stand"_s);
        QCOMPARE(last.swipes.at(last.activeSwipe).text, u"Stand"_s);
    }

    void impersonationIsUserInput()
    {
        Scripted fixture({script(u"a"_s, u"A"_s, {1}), script(u"b"_s, u"B"_s, {2})});
        ChatSession session(fixture.fog(), fixture.scriptedHooks(), nullptr, true);
        session.setLink(fixture.link());
        QSignalSpy offered(&session, &ChatSession::draftOffered);
        fixture.transport.enqueue(answer("t ab\nstop\n"));
        QVERIFY(session.generate(GenerationType::Impersonate));
        waitForEnd(session);
        QCOMPARE(offered.last().first().toString(), u"Ab"_s);
    }

    void stoppedWhileScriptsAreAtWork()
    {
        Scripted fixture({script(u"tea"_s, u"TEA"_s, {2})});
        ChatSession session(fixture.fog(), fixture.scriptedHooks(), nullptr, true);
        session.setLink(fixture.link());
        QTRY_VERIFY(!session.preview().isBusy());
        fixture.engine->hold(true);
        fixture.transport.enqueue(answer("t tea\nstop\n"));
        QVERIFY(session.send({}));
        QTRY_COMPARE(session.reply().text, u"tea"_s);
        QVERIFY(session.reply().isUnderWay());
        QTRY_VERIFY(session.reply().phase == ReplyState::Phase::Streaming);
        session.stop();
        QTRY_VERIFY(!session.reply().isUnderWay());
        QCOMPARE(session.chat().messages.last().text, u"tea"_s);
        fixture.engine->hold(false);
    }

    void editsOfThoseThatWantThem()
    {
        RegexScript wanted = script(u"tea"_s, u"TEA"_s, {1, 2, 6});
        wanted.runOnEdit = true;
        Scripted fixture({wanted, script(u"cold"_s, u"COLD"_s, {1, 2})});
        ChatSession session(fixture.fog(), fixture.scriptedHooks(), nullptr, true);
        QVERIFY(session.edits().edit(1, u"cold tea"_s));
        QTRY_COMPARE(session.chat().messages.at(1).text, u"cold TEA"_s);
        QVERIFY(session.edits().editReasoning(2, u"my tea"_s));
        QTRY_COMPARE(session.chat().messages.at(2).reasoning(), u"my TEA"_s);
        QVERIFY(!fixture.engine->wasOnMainThread);
    }

    void editedRowMoves()
    {
        RegexScript wanted = script(u"tea"_s, u"TEA"_s, {1, 2});
        wanted.runOnEdit = true;
        Scripted fixture({wanted});
        ChatSession session(fixture.fog(), fixture.scriptedHooks(), nullptr, true);
        QTRY_VERIFY(!session.preview().isBusy());
        fixture.engine->hold(true);
        QVERIFY(session.edits().edit(1, u"tea"_s));
        QVERIFY(session.edits().remove(0, 1));
        fixture.engine->hold(false);
        QTRY_COMPARE(session.chat().messages.at(0).text, u"TEA"_s);
        QCOMPARE(session.chat().messages.size(), 2);
    }

    void whatWentWrongIsTold()
    {
        Scripted fixture({script(u"bad"_s, u"x"_s, {2})});
        ChatSession session(fixture.fog(), fixture.scriptedHooks(), nullptr, true);
        session.setLink(fixture.link());
        QSignalSpy warned(&session, &ChatSession::warned);
        fixture.transport.enqueue(answer("t bad\nstop\n"));
        QVERIFY(session.send({}));
        waitForEnd(session);
        QCOMPARE(session.chat().messages.last().text, u"bad"_s);
        QTRY_COMPARE(warned.size(), 1);
        QVERIFY(warned.first().first().toStringList().first().contains(u"bad"));
    }

    void shownTexts()
    {
        RegexScript display = script(u"Sit"_s, u"<Sit>"_s, {1, 2});
        display.displayOnly = true;
        RegexScript newest = script(u"."_s, u"!"_s, {1, 2});
        newest.displayOnly = true;
        newest.maxDepth = 0;
        Scripted fixture({display, newest});
        ChatSession session(fixture.fog(), fixture.scriptedHooks(), nullptr, true);
        session.setLink(fixture.link());
        ChatModel model(&session);
        const QAbstractItemModelTester tester(&model);
        const auto shown = [&](int row) { return model.index(row, 0).data(ShownTextRole).toString(); };
        const int revision = model.index(2, 0).data(RevisionRole).toInt();
        QTRY_COMPARE(shown(2), u"<Sit>!"_s);
        QVERIFY(model.index(2, 0).data(RevisionRole).toInt() > revision);
        QCOMPARE(model.index(2, 0).data(TextRole).toString(), u"Sit."_s);
        QCOMPARE(shown(1), u"It is cold."_s);
        QVERIFY(!fixture.engine->wasOnMainThread);

        // A reply under way is the newest message; when it is there, it keeps what is shown.
        ScriptedAnswer open = answer("t Sit. Now.\n");
        open.holdsOpen = true;
        fixture.transport.enqueue(open);
        QVERIFY(session.send({}));
        QTRY_COMPARE(shown(3), u"<Sit>! Now!"_s);
        QTRY_COMPARE(shown(2), u"<Sit>."_s);
        fixture.transport.release();
        waitForEnd(session);
        QTRY_COMPARE(shown(3), u"<Sit>! Now!"_s);
        QCOMPARE(session.chat().messages.last().text, u"Sit. Now."_s);

        // Hidden ones do not count and are shown as they are.
        QVERIFY(session.edits().setHidden(3, 3, true));
        QTRY_COMPARE(shown(2), u"<Sit>!"_s);
        QTRY_COMPARE(shown(3), u"Sit. Now."_s);

        // Without scripts everything is itself again.
        fixture.inputs.regexScripts.clear();
        session.upcoming().update();
        QTRY_COMPARE(shown(2), u"Sit."_s);
    }
};

} // namespace tst_chatscripts

SNUG_TEST(tst_chatscripts, TestChatScripts, Core)
#include "tst_chatscripts.moc"

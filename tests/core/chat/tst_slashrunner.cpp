// Slash commands at work on a session: one after the other, waiting for answers, each step to be taken back.

#include "core/chat/slashrunner.h"
#include "core/prompt/typedtext.h"
#include "tests/core/chat/chatfixture.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_slashrunner {

using namespace Qt::StringLiterals;
using namespace snug;

// A chat, the commands on it, and what they told.
struct Running
{
    ChatFixture fixture;
    ChatSession session{fixture.fog(), fixture.hooks(), &fixture.store, true};
    QStringList told; // what the program was asked, in order
    Card tomas;
    SlashRunner runner{session, hooks()};
    QSignalSpy said{&runner, &SlashRunner::said};
    QSignalSpy answered{&runner, &SlashRunner::answered};
    QSignalSpy refused{&runner, &SlashRunner::refused};

    Running()
    {
        session.setLink(fixture.link());
        tomas.name = u"Tomas"_s;
    }

    SlashHooks hooks()
    {
        return {.context =
                    [] {
                        SlashContext context;
                        context.cast = {{.name = u"Mira"_s, .file = u"Mira.png"_s},
                                        {.name = u"Tomas"_s, .file = u"Tomas.png"_s}};
                        context.personas = {{.name = u"Ilse"_s, .file = u"ilse.png"_s}};
                        return context;
                    },
                .choosePersona = [this](const QString &avatar) { told << u"persona "_s + avatar; },
                .open = [this](const SlashOpen &which) { told << u"open "_s + which.file; },
                .loadCard =
                    [this](const QString &file, const std::function<void(const Result<Card> &)> &then) {
                        told << u"load "_s + file;
                        then(tomas);
                    },
                .setGlobals =
                    [this](const SlashGlobals &values) {
                        told << u"globals "_s + QStringList(values.after.keys()).join(u' ');
                        fixture.inputs.globalVariables = values.after;
                    }};
    }

    void answer(const QByteArray &text)
    {
        fixture.transport.enqueue(ScriptedAnswer::whole("t " + text + "\nstop\n"));
    }
    QString lastNotice() const
    {
        return said.isEmpty() ? QString() : said.last().first().value<SlashNotice>().text;
    }
    QByteArray lastBody() const { return fixture.transport.requests().last().body; }
    bool isIdle() const { return !runner.isBusy() && !session.reply().isUnderWay(); }
};

class TestSlashRunner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void eachStepCanBeTakenBack()
    {
        Running one;
        const QStringList before = dialogue(one.session.chat());
        QVERIFY(one.runner.run(u"/sys Night falls. | /send Who is there? | /hide 0 | /note Quiet."_s));
        QCOMPARE(dialogue(one.session.chat()).sliced(3),
                 (QStringList{u"System: Night falls."_s, u"Ada: Who is there?"_s}));
        QVERIFY(one.session.chat().messages.first().isHidden);
        QCOMPARE(one.session.record().history().undoText(), u"Undo author's note"_s);
        QCOMPARE(one.session.snapshot().chat.metadata().value(u"note_prompt").toText(), u"Quiet."_s);
        for (int step = 0; step < 4; ++step)
            QVERIFY(one.session.undo());
        QCOMPARE(dialogue(one.session.chat()), before);
        QVERIFY(!one.session.chat().messages.first().isHidden);
        QVERIFY(!one.session.undo());
    }

    void whatIsRefusedChangesNothing()
    {
        Running one;
        const Chat before = one.session.chat();
        QVERIFY(!one.runner.run(u"/hide 99"_s));
        QVERIFY(!one.runner.run(u"/bgcol"_s));
        QVERIFY(!one.runner.run(u"/sys Night. | /dance"_s)); // all or nothing, as far as one can know
        QCOMPARE(one.session.chat(), before);
        // A later one may turn out to be impossible only then.
        QVERIFY(one.runner.run(u"/del 1 | /hide 99 | /sys Night."_s));
        QCOMPARE(one.refused.size(), 1);
        QCOMPARE(one.refused.first().at(1).toString(), u"/hide 99 | /sys Night."_s); // what was not done
        QCOMPARE(one.session.chat().messages.size(), before.messages.size() - 1);
        QVERIFY(!one.runner.isBusy());
    }

    void repliesAreWaitedFor()
    {
        Running one;
        one.answer("Tea?");
        QVERIFY(one.runner.run(u"/send Hello. | /trigger | /sys It rains."_s));
        QVERIFY(one.runner.isBusy());
        QVERIFY(!one.runner.run(u"/hide 0"_s));
        QTRY_VERIFY(one.isIdle());
        QCOMPARE(dialogue(one.session.chat()).sliced(3),
                 (QStringList{u"Ada: Hello."_s, u"Mira: Tea?"_s, u"System: It rains."_s}));
    }

    void whatIsSentForNothingGoesFirst()
    {
        Running one;
        one.fixture.inputs.preset = Preset();
        one.fixture.inputs.preset->sendIfEmpty = u" And then? "_s;
        one.session.upcoming().update();
        one.answer("Tea.");
        QVERIFY(one.runner.run(u"/trigger"_s));
        QTRY_VERIFY(one.isIdle());
        QCOMPARE(dialogue(one.session.chat()).sliced(3), (QStringList{u"Ada: And then?"_s, u"Mira: Tea."_s}));
    }

    void aFailedReplyEndsTheRest()
    {
        Running one;
        one.fixture.transport.enqueue(ScriptedAnswer::failing(ExchangeEnd::Kind::Refused));
        QVERIFY(one.runner.run(u"/trigger | /sys It rains."_s));
        QTRY_VERIFY(one.session.reply().hasFailed());
        QTRY_VERIFY(!one.runner.isBusy());
        QCOMPARE(one.session.chat().messages.size(), 3);
    }

    void hintsGoWithOneRequestOnly_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("after");
        QTest::newRow("regenerate") << u"/regenerate shorter"_s << QStringList{u"Mira: Tea?"_s};
        QTest::newRow("continue") << u"/continue shorter"_s << QStringList{u"Mira: Sit. Tea?"_s};
    }

    void hintsGoWithOneRequestOnly()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, after);
        Running one;
        one.answer("Tea?");
        QVERIFY(one.runner.run(text));
        QTRY_VERIFY(one.isIdle());
        QVERIFY2(one.lastBody().contains("hint: shorter"), one.lastBody().constData());
        QCOMPARE(dialogue(one.session.chat()).sliced(2), after);
        one.answer("More.");
        QVERIFY(one.session.send(u"Yes."_s));
        QTRY_VERIFY(one.isIdle());
        QVERIFY(!one.lastBody().contains("hint"));
    }

    void impersonationsGoToTheComposer()
    {
        Running one;
        QSignalSpy offered(&one.session, &ChatSession::draftOffered);
        one.answer("I am cold.");
        QVERIFY(one.runner.run(u"/impersonate complain"_s));
        QTRY_VERIFY(one.isIdle());
        QVERIFY(one.lastBody().contains("hint: complain"));
        QCOMPARE(offered.last().first().toString(), u"I am cold."_s);
        QCOMPARE(one.session.chat().messages.size(), 3);
    }

    void anotherCardAnswersForOnce()
    {
        Running one;
        one.answer("Good evening.");
        QVERIFY(one.runner.run(u"/ask name=Tomas Who are you?"_s));
        QTRY_VERIFY(one.isIdle());
        QCOMPARE(one.told, QStringList{u"load Tomas.png"_s});
        QCOMPARE(dialogue(one.session.chat()).sliced(3),
                 (QStringList{u"Ada: Who are you?"_s, u"Tomas: Good evening."_s}));
        QCOMPARE(one.session.chat().messages.last().originalAvatar, u"Tomas.png"_s);
        one.answer("Yes.");
        QVERIFY(one.session.send(u"And you?"_s));
        QTRY_VERIFY(one.isIdle());
        QCOMPARE(dialogue(one.session.chat()).last(), u"Mira: Yes."_s);
    }

    void questionsLeaveTheChatAsItIs()
    {
        Running one;
        const Chat before = one.session.chat();
        one.answer("A cold night.");
        QVERIFY(one.runner.run(u"/gen Sum it up."_s));
        QVERIFY(one.runner.isBusy());
        QTRY_COMPARE(one.answered.size(), 1);
        QCOMPARE(one.answered.first().first().toString(), u"A cold night."_s);
        QVERIFY(one.lastBody().contains("hint: Sum it up."));
        QVERIFY(one.lastBody().contains("quiet "));
        QCOMPARE(one.session.chat(), before);
        QVERIFY(!one.runner.isBusy());
    }

    void anAnswerGoesToTheNextCommand()
    {
        Running one;
        one.answer("The lamp {{user}} went out. And th");
        QVERIFY(one.runner.run(u"/gen trim=true What next? | /sys {{pipe}}"_s));
        QTRY_VERIFY(one.isIdle());
        QCOMPARE(dialogue(one.session.chat()).last(), u"System: The lamp {{user}} went out."_s);
        QCOMPARE(one.answered.size(), 0);
    }

    void rawQuestionsAreWithoutTheChat()
    {
        Running one;
        one.answer("Yes.");
        QVERIFY(one.runner.run(u"/genraw system=\"Be brief.\" Is it night?"_s));
        QTRY_COMPARE(one.answered.size(), 1);
        QVERIFY(one.lastBody().contains("Be brief."));
        QVERIFY(one.lastBody().contains("Is it night?"));
        QVERIFY(!one.lastBody().contains("Sit."));
    }

    void answersAreCleanedAsRepliesAre_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QString>("given");
        const auto row = [](const QString &text, const QByteArray &answer, const QString &given) {
            QTest::newRow(qPrintable(text + u" <- " + QString::fromUtf8(answer))) << text << answer << given;
        };
        row(u"/gen x"_s, "Mira: A lamp. And t", u"So: Mira: A lamp. And t"_s);
        row(u"/gen x"_s, "A lamp.|Ada: Oh.", u"So: A lamp."_s);
        row(u"/gen x"_s, "A lamp. END", u"So: A lamp."_s);
        row(u"/gen stop=[\"HALT\"] x"_s, "A lamp. HA", u"So: A lamp."_s);
        row(u"/genraw x"_s, "Mira: A lamp.", u"A lamp."_s);
        row(u"/genraw x"_s, "A lamp.|Ada: Oh.", u"A lamp."_s);
        row(u"/genraw trim=off x"_s, "A lamp.|Ada: Oh.", u"A lamp.\nAda: Oh."_s);
        row(u"/genraw stop=[\"HALT\"] x"_s, "A lamp. HA", u"A lamp."_s);
    }

    void answersAreCleanedAsRepliesAre()
    {
        QFETCH(QString, text);
        QFETCH(QByteArray, answer);
        QFETCH(QString, given);
        Running one;
        one.fixture.inputs.settings.replies.start = u"So: "_s;
        one.fixture.inputs.settings.replies.cleaning.trimsSentences = true; // never an answer's
        one.fixture.inputs.settings.stopStrings = {u"END"_s};
        one.session.upcoming().update();
        one.answer(answer);
        QVERIFY(one.runner.run(text));
        QTRY_COMPARE(one.answered.size(), 1);
        QCOMPARE(one.answered.first().first().toString(), given);
        QVERIFY(!one.runner.isBusy());
    }

    void withoutAConnectionAQuestionIsRefused()
    {
        Running one;
        one.session.setLink({});
        QVERIFY(one.runner.run(u"/gen Sum it up."_s));
        QTRY_COMPARE(one.refused.size(), 1);
        QVERIFY(!one.runner.isBusy());
    }

    void theProgramIsAsked()
    {
        Running one;
        QVERIFY(one.runner.run(u"/persona Ilse | /setglobalvar day 3 | /getglobalvar day | /echo"_s));
        QCOMPARE(one.told, (QStringList{u"persona ilse.png"_s, u"globals day"_s}));
        QCOMPARE(one.lastNotice(), u"3"_s);
        QVERIFY(one.runner.run(u"/go Tomas | /sys never said"_s));
        QCOMPARE(one.told.last(), u"open Tomas.png"_s);
        QCOMPARE(one.session.chat().messages.size(), 3);
    }

    void whatIsInjectedOnceGoesAfterTheReply()
    {
        Running one;
        one.answer("Tea?");
        QVERIFY(one.runner.run(u"/inject id=x ephemeral=true Hush | /trigger"_s));
        QTRY_VERIFY(one.isIdle());
        QTRY_VERIFY(!one.session.chat().metadata().value(u"script_injects").contains(u"x"));
    }

    void swipesGoBothWays()
    {
        Running one;
        one.answer("Tea?");
        QVERIFY(one.runner.run(u"/swipe"_s));
        QTRY_VERIFY(one.isIdle());
        QCOMPARE(dialogue(one.session.chat()).last(), u"Mira: Tea?"_s);
        QVERIFY(one.runner.run(u"/swipe direction=left"_s));
        QCOMPARE(dialogue(one.session.chat()).last(), u"Mira: Sit."_s);
        QVERIFY(!one.runner.isBusy());
    }
};

} // namespace tst_slashrunner

SNUG_TEST(tst_slashrunner, TestSlashRunner, Core)

#include "tst_slashrunner.moc"

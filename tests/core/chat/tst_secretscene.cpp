// A scene with several characters on one card: who replies, whose prompt is shown, what is kept from whom.

#include "core/chat/knowledgerecord.h"
#include "core/formats/jsontext.h"
#include "core/formats/knowledgesettings.h"
#include "core/formats/preset.h"
#include "core/prompt/assemble.h"
#include "core/prompt/knownto.h"
#include "core/prompt/typedtext.h"
#include "tests/core/chat/chatfixture.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_secretscene {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

ScriptedAnswer answer(const QByteArray &text)
{
    return ScriptedAnswer::inPiecesOf(5, "t " + text + "\nstop\n");
}

// Ada is the user; Mira's card brings Bob and Carl along.
struct SceneFixture : ChatFixture
{
    SceneFixture()
    {
        inputs.knowledge.isEnabled = true;
        inputs.scene.cast = {u"Mira"_s, u"Bob"_s, u"Carl"_s, u"Ada"_s};
    }

    SessionHooks realHooks()
    {
        SessionHooks real = hooks();
        real.assemble = assemble;
        real.substitute = expandMacros;
        return real;
    }
};

QStringList known(const ChatSession &session, qsizetype row)
{
    return knownTo(session.chat().messages.at(row));
}

} // namespace

class TestSecretScene : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void aTagComesAndGoesWithAnEdit()
    {
        SceneFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), &fixture.store, true);
        const QString text = session.chat().messages.at(2).text;
        QVERIFY(session.edits().edit(2, u"__known_to_chars__Bob__ "_s + text));
        QCOMPARE(known(session, 2), (QStringList{u"Bob"_s, u"Mira"_s}));
        QVERIFY(session.edits().edit(2, u"__known_to_chars__Carl__ "_s + text));
        QCOMPARE(known(session, 2), (QStringList{u"Carl"_s, u"Mira"_s}));
        QVERIFY(session.edits().edit(2, text));
        QCOMPARE(known(session, 2), QStringList());
        QVERIFY(session.undo());
        QCOMPARE(known(session, 2), (QStringList{u"Carl"_s, u"Mira"_s}));
        // Another alternative has a list of its own.
        const Json info = session.chat().messages.at(2).swipes.value(0).info;
        QCOMPARE(info.value(u"extra").value(u"known_to").toTextList(), (QStringList{u"Carl"_s, u"Mira"_s}));
    }

    void aListThatNoTagMadeStays()
    {
        SceneFixture fixture;
        Chat chat = fixture.fog();
        setKnownTo(chat.messages[2], {u"Bob"_s});
        ChatSession session(chat, fixture.hooks(), &fixture.store, true);
        QVERIFY(session.edits().edit(2, u"Other words."_s));
        QCOMPARE(known(session, 2), QStringList{u"Bob"_s});
        fixture.inputs.knowledge.isEnabled = false;
        QVERIFY(session.edits().edit(2, u"__known_to_chars__Carl__ words"_s));
        QCOMPARE(known(session, 2), QStringList{u"Bob"_s});
    }

    void whoKnowsAMessageIsChangedAfterwards()
    {
        SceneFixture fixture;
        Chat chat = fixture.fog();
        chat.messages[1].text = u"__known_to_chars__Bob__ psst"_s;
        setKnownTo(chat.messages[1], {u"Bob"_s});
        ChatSession session(chat, fixture.hooks(), &fixture.store, true);
        QVERIFY(session.edits().change(UndoAction::Knowers, {changeKnowers(session.chat(), 2, {u"Carl"_s})}));
        QCOMPARE(known(session, 2), QStringList{u"Carl"_s});
        QVERIFY(session.edits().change(UndoAction::Knowers, {changeKnowers(session.chat(), 1, {})}));
        QCOMPARE(known(session, 1), QStringList());
        // What the tag says is not asked about: the user has said something else.
        QVERIFY(rowsWithUnreadTags(session.chat(), fixture.inputs.knowledge).isEmpty());
        QVERIFY(session.undo());
        QCOMPARE(known(session, 1), QStringList{u"Bob"_s});
        QVERIFY(session.undo());
        QCOMPARE(known(session, 2), QStringList());
    }

    void tagsFromBeforeAreReadOnlyWhenThatIsSaid()
    {
        SceneFixture fixture;
        Chat chat = fixture.fog();
        for (Message &message : chat.messages)
            message.text = u"__known_to_chars__Bob__ psst"_s;
        chat.messages[1].extra.set(u"known_to"_s, QStringList{u"Zoe"_s});
        ChatSession session(chat, fixture.hooks(), &fixture.store, true);
        const KnowledgeSettings &settings = fixture.inputs.knowledge;
        QCOMPARE(known(session, 0), QStringList());
        QCOMPARE(rowsWithUnreadTags(session.chat(), settings), (QList<qsizetype>{0, 2}));
        QVERIFY(rowsWithUnreadTags(session.chat(), {}).isEmpty());
        QVERIFY(session.edits().change(UndoAction::Knowers, readTags(session.chat(), settings)));
        QCOMPARE(known(session, 0), (QStringList{u"Bob"_s, session.chat().messages.at(0).name}));
        QCOMPARE(known(session, 1), QStringList{u"Zoe"_s});
        QVERIFY(rowsWithUnreadTags(session.chat(), settings).isEmpty());
        QVERIFY(session.undo());
        QCOMPARE(known(session, 0), QStringList());
    }

    void aReplyIsAsPrivateAsWhatItAnswers_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("reply");
        QTest::addColumn<QStringList>("knowers");
        QTest::newRow("to everybody") << u"Hello"_s << QByteArray("Yes.") << QStringList();
        QTest::newRow("to one") << u"__known_to_chars__Bob__ psst"_s << QByteArray("Yes.")
                                << QStringList{u"Bob"_s, u"Ada"_s};
        QTest::newRow("to one, who tells another")
            << u"__known_to_chars__Bob__ psst"_s << QByteArray("__known_to_chars__Carl__ yes")
            << QStringList{u"Carl"_s, u"Bob"_s};
    }

    void aReplyIsAsPrivateAsWhatItAnswers()
    {
        QFETCH(QString, text);
        QFETCH(QByteArray, reply);
        QFETCH(QStringList, knowers);
        SceneFixture fixture;
        fixture.transport.enqueue(answer(reply));
        fixture.transport.enqueue(answer("Another."));
        ChatSession session(fixture.fog(), fixture.hooks(), &fixture.store, true);
        session.setLink(fixture.link());
        QVERIFY(session.send(text));
        QTRY_VERIFY(!session.reply().isUnderWay());
        const qsizetype last = session.conversation().size() - 1;
        QVERIFY(!session.chat().messages.at(last).isUser);
        QCOMPARE(known(session, last), knowers);
        // So is another alternative, unless a tag says otherwise.
        session.generate(GenerationType::Swipe);
        QTRY_VERIFY(!session.reply().isUnderWay());
        QCOMPARE(session.chat().messages.at(last).swipes.size(), 2);
        QCOMPARE(known(session, last), text == u"Hello" ? QStringList() : (QStringList{u"Bob"_s, u"Ada"_s}));
    }

    // Carl does not know what Bob and Ada said to each other: what he says is for everybody.
    void whoeverDoesNotKnowASecretSpeaksInPublic()
    {
        const KnowledgeSettings settings{.isEnabled = true};
        const auto said = [](const QString &name, const QStringList &knowers) {
            Message message;
            message.name = name;
            message.text = u"x"_s;
            setKnownTo(message, knowers);
            return message;
        };
        QList<Message> before{said(u"Ada"_s, {}), said(u"Ada"_s, {u"Bob"_s, u"Ada"_s})};
        QCOMPARE(knownTo(replyWithKnown(said(u"Carl"_s, {}), before, settings)), QStringList());
        QCOMPARE(knownTo(replyWithKnown(said(u"Bob"_s, {}), before, settings)),
                 (QStringList{u"Bob"_s, u"Ada"_s}));
        before.append(said(u"Narrator"_s, {})); // what the narrator says is no answer to anybody
        before.last().extra.set(u"type"_s, u"narrator"_s);
        QCOMPARE(knownTo(replyWithKnown(said(u"Bob"_s, {}), before, settings)),
                 (QStringList{u"Bob"_s, u"Ada"_s}));
        QCOMPARE(knownTo(replyWithKnown(said(u"Bob"_s, {}), before, {})), QStringList());
        QCOMPARE(knownTo(replyWithKnown(said(u"Bob"_s, {}), {}, settings)), QStringList());
    }

    void theChatsOwnSettingsAreKeptWithIt()
    {
        SceneFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), &fixture.store, true);
        const KnowledgeOverrides own{.isEnabled = true, .tag = u"@"_s};
        QVERIFY(session.edits().setKnowledge(own));
        QVERIFY(!session.edits().setKnowledge(own));
        QCOMPARE(knowledgeOverrides(session.chat().metadata()), own);
        QTRY_COMPARE(knowledgeOverrides(fixture.store.files.value(u"Fog"_s).metadata()), own);
        QVERIFY(session.undo());
        QCOMPARE(knowledgeOverrides(session.chat().metadata()), KnowledgeOverrides());
    }

    void whoReplies_data()
    {
        QTest::addColumn<QString>("asked");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("replier");
        QTest::newRow("the card") << QString() << u"Hello"_s << u"Mira"_s;
        QTest::newRow("whom the user asks") << u"Carl"_s << u"Hello"_s << u"Carl"_s;
        QTest::newRow("who is told") << QString() << u"__known_to_chars__Bob__ psst"_s << u"Bob"_s;
        QTest::newRow("who is told, for whom the user asks does not know it")
            << u"Carl"_s << u"__known_to_chars__Bob__ psst"_s << u"Bob"_s;
        QTest::newRow("whom the user asks, among those who are told")
            << u"Carl"_s << u"__known_to_chars__Bob,Carl__ psst"_s << u"Carl"_s;
    }

    void whoReplies()
    {
        QFETCH(QString, asked);
        QFETCH(QString, text);
        QFETCH(QString, replier);
        SceneFixture fixture;
        fixture.inputs.scene.asked = asked;
        fixture.transport.enqueue(answer("Yes."));
        ChatSession session(fixture.fog(), fixture.hooks(), &fixture.store, true);
        session.setLink(fixture.link());
        session.setDraft(text);
        QCOMPARE(session.upcoming().replier(), replier);
        QVERIFY(session.send(text));
        QTRY_VERIFY(!session.reply().isUnderWay());
        QCOMPARE(session.chat().messages.last().name, replier);
    }

    void whomTheUserPlaysDoesNotReply()
    {
        SceneFixture fixture;
        fixture.inputs.scene.writer = u"Mira"_s;
        ChatSession session(fixture.fog(), fixture.hooks(), &fixture.store, true);
        session.setDraft(u"Hello"_s);
        QCOMPARE(session.upcoming().replier(), u"Bob"_s);
    }

    void lookingChangesNobodysTurn()
    {
        SceneFixture fixture;
        fixture.transport.enqueue(answer("Yes."));
        ChatSession session(fixture.fog(), fixture.realHooks(), &fixture.store, true);
        session.setLink(fixture.link());
        session.setDraft(u"__known_to_chars__Bob__ the lamp is hollow"_s);
        session.upcoming().lookAs(u"Carl"_s);
        QCOMPARE(session.upcoming().replier(), u"Bob"_s);
        QTRY_VERIFY(!session.preview().isBusy());
        const auto says = [](const PreparedPrompt &prepared) {
            return std::ranges::any_of(prepared.prompt.messages, [](const OutboundMessage &message) {
                return message.content.text().contains(u"hollow");
            });
        };
        QVERIFY(!says(session.preview().current()));
        QVERIFY(session.send(u"__known_to_chars__Bob__ the lamp is hollow"_s));
        QCOMPARE(session.upcoming().lookedAs(), QString());
        QTRY_VERIFY(!session.reply().isUnderWay());
        QCOMPARE(session.chat().messages.last().name, u"Bob"_s);
        QVERIFY(says(*session.run().lastSent()));
        session.upcoming().lookAs(u"Zoe"_s); // who is not there
        QCOMPARE(session.upcoming().lookedAs(), QString());
    }

    void whatATurnStoresStaysWithItsViewer()
    {
        SceneFixture fixture;
        fixture.inputs.globalVariables = {{u"sky"_s, Json(u"grey"_s)}};
        fixture.inputs.preset =
            presetFromJson(*parseJson(R"({"prompts":[{"identifier":"charDescription","marker":true,
                "system_prompt":true},{"identifier":"chatHistory","marker":true,"system_prompt":true}],
                "prompt_order":[{"character_id":100001,"order":[
                {"identifier":"charDescription","enabled":true},
                {"identifier":"chatHistory","enabled":true}]}]})"),
                           PresetKeys::File)
                .preset;
        fixture.inputs.card->description = u"Sky: {{getglobalvar::sky}} {{getvar::sea}}"_s;
        fixture.transport.enqueue(answer("Yes."));
        ChatSession session(fixture.fog(), fixture.realHooks(), &fixture.store, true);
        session.setLink(fixture.link());
        QSignalSpy forAll(&session, &ChatSession::globalVariablesChanged);
        QVERIFY(session.send(
            u"__known_to_chars__Bob__ {{setglobalvar::sky::hollow}}{{setvar::sea::mirror}}psst"_s));
        QTRY_VERIFY(!session.reply().isUnderWay());
        QCOMPARE(forAll.count(), 0);
        const auto promptOf = [&](const QString &name) {
            PromptInputs inputs = session.snapshot();
            inputs.scene.replier = name;
            QString all;
            for (const OutboundMessage &message : assemble(inputs).messages)
                all += message.content.text();
            return all;
        };
        QVERIFY(promptOf(u"Bob"_s).contains(u"Sky: hollow mirror"));
        QVERIFY(promptOf(u"Carl"_s).contains(u"Sky: grey "));
        QVERIFY(!promptOf(u"Carl"_s).contains(u"hollow"));
        QVERIFY(!promptOf(u"Carl"_s).contains(u"mirror"));
        // What Ada types for all is read with her own eyes, not with the replier's.
        QCOMPARE(expandMacros(u"{{getglobalvar::sky}}|{{getvar::sea}}|{{lastMessage}}"_s,
                              [&] {
                                  PromptInputs inputs = session.snapshot();
                                  inputs.scene.replier = u"Bob"_s;
                                  setKnownTo(inputs.chat.messages.last(), {u"Bob"_s});
                                  return inputs;
                              }()),
                 u"grey||Sit."_s);
    }

    void theChainStopsAtItsLimitAndGoesOnWhenAsked()
    {
        SceneFixture fixture;
        fixture.inputs.knowledge.autoTurn = true;
        fixture.inputs.knowledge.roundLimit = 2;
        for (int i = 0; i < 3; ++i) {
            fixture.transport.enqueue(answer("__known_to_chars__Carl__ to Carl"));
            fixture.transport.enqueue(answer("__known_to_chars__Bob__ to Bob"));
        }
        ChatSession session(fixture.fog(), fixture.hooks(), &fixture.store, true);
        session.setLink(fixture.link());
        QSignalSpy told(&session, &ChatSession::chainChanged);
        QVERIFY(session.send(u"__known_to_chars__Bob__ psst"_s));
        QTRY_COMPARE(session.conversation().size(), 3 + 1 + 3);
        QTRY_VERIFY(!session.reply().isUnderWay());
        QCOMPARE(session.chain().waiting(), QStringList{u"Carl"_s});
        QVERIFY(session.chain().isAtLimit(fixture.inputs.knowledge));
        QVERIFY(told.count() > 0);
        QVERIFY(session.extendChain());
        QTRY_COMPARE(session.conversation().size(), 3 + 1 + 5);
        QTRY_VERIFY(!session.reply().isUnderWay());
        QVERIFY(!session.chain().waiting().isEmpty());
        session.stop();
        QCOMPARE(session.chain(), PrivateChain());
        QVERIFY(!session.extendChain());
    }
};

} // namespace tst_secretscene

SNUG_TEST(tst_secretscene, TestSecretScene, Core)
#include "tst_secretscene.moc"

// One turn after the other: what is sent, and what it leaves in the chat.

#include "core/chat/chatsession.h"
#include "tests/core/chat/chatfixture.h"
#include "tests/core/chat/sessionfixture.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_chatsession {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::sessionfixture;

namespace {

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

} // namespace

class TestChatSession : public QObject
{
    Q_OBJECT

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
};

} // namespace tst_chatsession

SNUG_TEST(tst_chatsession, TestChatSession, Core)
#include "tst_chatsession.moc"

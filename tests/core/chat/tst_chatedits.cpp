// What the user does to messages, also while a reply streams, and how it is undone.

#include "core/chat/chatsession.h"
#include "tests/core/chat/chatfixture.h"
#include "tests/core/chat/sessionfixture.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_chatedits {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::sessionfixture;

class TestChatEdits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

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

    // Not what is stored of it, which has the start of the reply elsewhere.
    void undoneSendGivesTheStartOfTheReplyBack_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::newRow("behind a text") << u"Tell. {{bias \"Well\"}}"_s;
        QTest::newRow("alone") << u"{{bias \"Well, \\\"then\\\"\"}}"_s;
    }
    void undoneSendGivesTheStartOfTheReplyBack()
    {
        QFETCH(const QString, typed);
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        QSignalSpy offered(&session, &ChatSession::draftOffered);
        const qsizetype count = session.conversation().size();
        session.send(typed);
        QCOMPARE(session.conversation().size(), count + 1);
        session.undo();
        QCOMPARE(offered.last().first().toString(), typed);
        session.redo();
        QCOMPARE(offered.last().first().toString(), QString());
    }

    // Otherwise it would be sent twice.
    void redoneSendTakesItsTextOutOfWhatWasAddedToIt()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        QSignalSpy offered(&session, &ChatSession::draftOffered);
        session.send(u"Tell."_s);
        session.undo();
        session.setDraft(u"Tell. All of it."_s);
        session.redo();
        QCOMPARE(dialogue(session.chat()).last(), u"Ada: Tell."_s);
        QCOMPARE(offered.last().first().toString(), u" All of it."_s);
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
};

} // namespace tst_chatedits

SNUG_TEST(tst_chatedits, TestChatEdits, Core)
#include "tst_chatedits.moc"

// What another program writes into the open chat.

#include "core/chat/chatsession.h"
#include "tests/core/chat/chatfixture.h"
#include "tests/core/chat/sessionfixture.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_chatwrittenelsewhere {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::sessionfixture;

class TestChatWrittenElsewhere : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

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

} // namespace tst_chatwrittenelsewhere

SNUG_TEST(tst_chatwrittenelsewhere, TestChatWrittenElsewhere, Core)
#include "tst_chatwrittenelsewhere.moc"

// The transcript without what is kept from whom the user plays, while messages come, stream, change and go.

#include "core/chat/chatmodel.h"
#include "core/chat/knownmessages.h"
#include "core/prompt/knownto.h"
#include "tests/core/chat/chatfixture.h"
#include "tests/testregistry.h"

#include <QAbstractItemModelTester>
#include <QTest>

namespace tst_knownmessages {

using namespace Qt::StringLiterals;
using namespace snug;

class TestKnownMessages : public QObject
{
    Q_OBJECT

    static QStringList texts(const KnownMessages &known)
    {
        QStringList all;
        for (int row = 0; row < known.rowCount(); ++row)
            all.append(known.index(row, 0).data(ShownTextRole).toString());
        return all;
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void whoeverLooksSeesTheirOwn()
    {
        ChatFixture fixture;
        fixture.inputs.knowledge.isEnabled = true;
        fixture.inputs.scene.cast = {u"Mira"_s, u"Bob"_s, u"Ada"_s};
        fixture.transport.enqueue(ScriptedAnswer::inPiecesOf(5, "t __known_to_chars__Bob__ hush\nstop\n"));
        fixture.transport.enqueue(ScriptedAnswer::inPiecesOf(5, "t Nothing.\nstop\n"));
        ChatSession session(fixture.fog(), fixture.hooks(), &fixture.store, true);
        session.setLink(fixture.link());
        ChatModel model(&session);
        KnownMessages known;
        const QAbstractItemModelTester tester(&known, QAbstractItemModelTester::FailureReportingMode::Fatal);
        known.setSourceModel(&model);
        known.setViewer(u"Ada"_s);
        const int before = known.rowCount();
        QCOMPARE(before, 3);
        // What Bob is told Ada sees, for she says it; Bob's answer to himself alone she does not.
        QVERIFY(session.send(u"__known_to_chars__Bob__ psst"_s));
        QTRY_VERIFY(!session.reply().isUnderWay());
        QCOMPARE(session.chat().messages.size(), 5);
        QCOMPARE(texts(known).mid(before), QStringList{u"psst"_s});
        QCOMPARE(known.keptCount(), 1);
        known.setViewer(u"Bob"_s);
        QCOMPARE(texts(known).mid(before), (QStringList{u"psst"_s, u"hush"_s}));
        QCOMPARE(known.index(4, 0).data(KnownToRole).toStringList(), QStringList{u"Bob"_s});
        QCOMPARE(known.index(4, 0).data(Qt::AccessibleTextRole).toString(),
                 u"Bob, known only to Bob: hush"_s);
        known.setViewer(u"Mira"_s);
        QCOMPARE(known.rowCount(), before);
        QVERIFY(session.send(u"What is it?"_s));
        QTRY_VERIFY(!session.reply().isUnderWay());
        QCOMPARE(texts(known).mid(before), (QStringList{u"What is it?"_s, u"Nothing."_s}));
        QCOMPARE(known.sourceRow(before), 5);
        QCOMPARE(known.shownRow(5), before);
        QCOMPARE(known.shownRow(4), -1);
        // An edit opens it to all; taking that back closes it again.
        QVERIFY(session.edits().edit(4, u"All may know."_s));
        QCOMPARE(texts(known).at(before), u"All may know."_s);
        QVERIFY(session.undo());
        QCOMPARE(texts(known).at(before), u"What is it?"_s);
        // Without the feature everything is there, as it is stored.
        fixture.inputs.knowledge.isEnabled = false;
        session.upcoming().update();
        QCOMPARE(known.rowCount(), 7);
        QVERIFY(texts(known).at(3).contains(u"__known_to_chars__"));
    }

    void anAnswerToASecretIsNotShownWhileItComes()
    {
        ChatFixture fixture;
        fixture.inputs.knowledge.isEnabled = true;
        fixture.inputs.scene.cast = {u"Mira"_s, u"Bob"_s, u"Ada"_s};
        fixture.inputs.scene.writer = u"Mira"_s;
        fixture.transport.enqueue(ScriptedAnswer::inPiecesOf(5, "t Softly.\nstop\n"));
        ChatSession session(fixture.fog(), fixture.hooks(), &fixture.store, true);
        session.setLink(fixture.link());
        ChatModel model(&session);
        KnownMessages known;
        known.setSourceModel(&model);
        known.setViewer(u"Ada"_s);
        bool wasSeen = false;
        connect(&session, &ChatSession::replyChanged, this,
                [&] { wasSeen = wasSeen || (session.reply().isUnderWay() && known.rowCount() > 3); });
        QVERIFY(session.send(u"__known_to_chars__Bob__ psst"_s));
        QTRY_VERIFY(!session.reply().isUnderWay());
        QVERIFY(!wasSeen);
        QCOMPARE(texts(known).mid(3), QStringList()); // nor afterwards: it is as private as what it answers
        known.setViewer(u"Bob"_s);
        QCOMPARE(texts(known).last(), u"Softly."_s);
        known.setViewer(u"Ada"_s);
        fixture.transport.enqueue(ScriptedAnswer::inPiecesOf(5, "t __known_to_chars__Ada__ Ada.\nstop\n"));
        session.generate(GenerationType::Regenerate);
        QTRY_VERIFY(!session.reply().isUnderWay());
        QTRY_COMPARE(texts(known).mid(3), QStringList{u"Ada."_s});
    }
};

} // namespace tst_knownmessages

SNUG_TEST(tst_knownmessages, TestKnownMessages, Core)
#include "tst_knownmessages.moc"

#include "core/chat/chatmessage.h"
#include "core/chat/conversation.h"
#include "core/chat/undohistory.h"
#include "tests/testregistry.h"

#include <QRandomGenerator>
#include <QTest>

namespace tst_undohistory {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

QDateTime someTime(int seconds)
{
    return QDateTime::fromSecsSinceEpoch(1'795'299'120 + seconds, QTimeZone::UTC);
}

Reply randomReply(QRandomGenerator &random)
{
    Reply reply;
    reply.text = u"Reply %1"_s.arg(random.bounded(1000));
    reply.reasoning = random.bounded(3) == 0 ? u"Because."_s : QString();
    reply.started = someTime(int(random.bounded(9000)));
    reply.firstArrived = reply.started.addMSecs(30);
    reply.finished = reply.started.addSecs(2);
    reply.api = u"custom"_s;
    reply.model = u"m"_s;
    return reply;
}

// One of the things a user does, chosen by chance; now and then one that cannot be done.
UndoStep randomStep(const Chat &chat, QRandomGenerator &random)
{
    const auto row = [&] { return qsizetype(random.bounded(int(chat.messages.size()) + 1)); };
    const auto messageAt = [&](qsizetype r) { return chat.messages.value(r); };
    switch (random.bounded(11)) {
    case 0:
        return {UndoAction::Send,
                1,
                {appendMessage(chat, userMessage({u"Ada"_s, {}, {}}, u"Hi"_s, someTime(1)))}};
    case 1:
        return {UndoAction::Reply,
                1,
                {appendMessage(chat, replyMessage({u"Mira"_s, {}, {}}, randomReply(random)))}};
    case 2: {
        const qsizetype r = row();
        return {
            UndoAction::Swipe, 1, {replaceMessage(chat, r, withNewSwipe(messageAt(r), randomReply(random)))}};
    }
    case 3: {
        const qsizetype r = row();
        return {UndoAction::Swipe, 1, {selectSwipe(chat, r, int(random.bounded(3)))}};
    }
    case 4: {
        const qsizetype r = row();
        return {UndoAction::Regenerate,
                1,
                {replaceMessage(chat, r, replyMessage({u"Mira"_s, {}, {}}, randomReply(random)))}};
    }
    case 5: {
        const qsizetype r = row();
        return {UndoAction::Continue,
                1,
                {replaceMessage(chat, r, continuedMessage(messageAt(r), randomReply(random), u" "_s))}};
    }
    case 6:
        return {UndoAction::Edit, 1, {editText(chat, row(), u"Edited %1"_s.arg(random.bounded(5)))}};
    case 7:
        return {UndoAction::EditReasoning,
                1,
                {editReasoning(chat, row(), u"Thought %1"_s.arg(random.bounded(3)))}};
    case 8:
        return {UndoAction::Hide, 2, {setHidden(chat, row(), row(), random.bounded(2) == 0)}};
    case 9:
        return {UndoAction::Delete, 1, {removeMessages(chat, row(), 1 + random.bounded(3))}};
    default: {
        if (chat.messages.isEmpty())
            return {};
        const qsizetype r = random.bounded(int(chat.messages.size()));
        const QString name = u"Branch %1"_s.arg(random.bounded(1000));
        Conversation parent(chat);
        const ChatChange link = parent.apply(linkBranch(chat, r, name));
        const Chat branch = branchOf(chat, r, name, u"integrity of "_s + name);
        return {UndoAction::Branch, 1, {link, changeInto(parent.chat(), branch)}};
    }
    }
}

} // namespace

class TestUndoHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void undoingEverythingGivesTheBeginningAndRedoingTheEnd_data()
    {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed = 1; seed <= 40; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }

    void undoingEverythingGivesTheBeginningAndRedoingTheEnd()
    {
        QFETCH(quint32, seed);
        QRandomGenerator random(seed);
        Conversation conversation(Chat{.name = u"Fog"_s, .header = newChatHeader(u"one"_s), .messages = {}});
        UndoHistory history;
        QList<Chat> states{conversation.chat()};
        QList<QList<quint64>> ids{{}};
        const auto idsNow = [&] {
            QList<quint64> list;
            for (qsizetype i = 0; i < conversation.size(); ++i)
                list.append(conversation.idAt(i));
            return list;
        };
        for (int tries = 0; tries < 1000 && states.size() < 50; ++tries) {
            UndoStep step = randomStep(conversation.chat(), random);
            for (ChatChange &change : step.changes)
                change = conversation.apply(change);
            if (std::ranges::all_of(step.changes, &ChatChange::isEmpty))
                continue;
            history.push(step);
            states.append(conversation.chat());
            ids.append(idsNow());
        }
        QCOMPARE(states.size(), 50);

        for (qsizetype i = states.size() - 2; i >= 0; --i) {
            QVERIFY(history.canUndo());
            for (const ChatChange &change : history.undo().changes)
                conversation.apply(change);
            QCOMPARE(conversation.chat(), states.at(i));
            QCOMPARE(idsNow(), ids.at(i));
        }
        QVERIFY(!history.canUndo());
        QVERIFY(history.undo().changes.isEmpty());
        for (qsizetype i = 1; i < states.size(); ++i) {
            QVERIFY(history.canRedo());
            for (const ChatChange &change : history.redo().changes)
                conversation.apply(change);
            QCOMPARE(conversation.chat(), states.at(i));
            QCOMPARE(idsNow(), ids.at(i));
        }
        QVERIFY(!history.canRedo());
        QVERIFY(history.redo().changes.isEmpty());
    }

    void labels_data()
    {
        QTest::addColumn<UndoAction>("action");
        QTest::addColumn<int>("count");
        QTest::addColumn<QString>("undo");
        QTest::addColumn<QString>("redo");
        QTest::newRow("send") << UndoAction::Send << 1 << u"Undo send"_s << u"Redo send"_s;
        QTest::newRow("reply") << UndoAction::Reply << 1 << u"Undo reply"_s << u"Redo reply"_s;
        QTest::newRow("swipe") << UndoAction::Swipe << 1 << u"Undo swipe"_s << u"Redo swipe"_s;
        QTest::newRow("regenerate") << UndoAction::Regenerate << 1 << u"Undo regenerate"_s
                                    << u"Redo regenerate"_s;
        QTest::newRow("continue") << UndoAction::Continue << 1 << u"Undo continue"_s << u"Redo continue"_s;
        QTest::newRow("edit") << UndoAction::Edit << 1 << u"Undo edit message"_s << u"Redo edit message"_s;
        QTest::newRow("hide one") << UndoAction::Hide << 1 << u"Undo hide message"_s
                                  << u"Redo hide message"_s;
        QTest::newRow("hide several")
            << UndoAction::Hide << 4 << u"Undo hide messages"_s << u"Redo hide messages"_s;
        QTest::newRow("show") << UndoAction::Unhide << 1 << u"Undo show message"_s << u"Redo show message"_s;
        QTest::newRow("delete one") << UndoAction::Delete << 1 << u"Undo delete message"_s
                                    << u"Redo delete message"_s;
        QTest::newRow("delete several")
            << UndoAction::Delete << 2 << u"Undo delete messages"_s << u"Redo delete messages"_s;
        QTest::newRow("branch") << UndoAction::Branch << 1 << u"Undo branch"_s << u"Redo branch"_s;
        QTest::newRow("reload") << UndoAction::Reload << 1 << u"Undo changes of another program"_s
                                << u"Redo changes of another program"_s;
    }

    void labels()
    {
        QFETCH(UndoAction, action);
        QFETCH(int, count);
        QFETCH(QString, undo);
        QFETCH(QString, redo);
        UndoHistory history;
        QCOMPARE(history.undoText(), u"Undo"_s);
        QCOMPARE(history.redoText(), u"Redo"_s);
        history.push({action, count, {ChatChange{.index = 0, .removed = {Message{}}}}});
        QCOMPARE(history.undoText(), undo);
        history.undo();
        QCOMPARE(history.redoText(), redo);
    }

    void aNewStepEndsRedo()
    {
        const ChatChange change{.index = 0, .removed = {Message{}}};
        UndoHistory history;
        history.push({UndoAction::Send, 1, {change}});
        history.push({UndoAction::Reply, 1, {change}});
        history.undo();
        history.push({UndoAction::Edit, 1, {change}});
        QVERIFY(!history.canRedo());
        QCOMPARE(history.undoText(), u"Undo edit message"_s);
        history.undo();
        QCOMPARE(history.undoText(), u"Undo send"_s);
    }

    void aStepThatChangesNothingIsNotKept()
    {
        UndoHistory history;
        history.push({UndoAction::Hide, 1, {ChatChange{}}});
        QVERIFY(!history.canUndo());
    }
};

} // namespace tst_undohistory

SNUG_TEST(tst_undohistory, TestUndoHistory, Core)
#include "tst_undohistory.moc"

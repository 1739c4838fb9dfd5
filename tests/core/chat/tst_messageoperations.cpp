#include "core/chat/chatmessage.h"
#include "core/chat/messageoperations.h"
#include "core/formats/chatjsonl.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_messageoperations {

using namespace Qt::StringLiterals;
using namespace snug;

class TestMessageOperations : public QObject
{
    Q_OBJECT

    static QDateTime at(int second)
    {
        return QDateTime(QDate(2026, 11, 21), QTime(22, 12, second), QTimeZone::UTC);
    }

    static Message said(const QString &name, const QString &text, int second)
    {
        return userMessage({name, {}, {}}, text, at(second));
    }

    static Message replied(const QStringList &texts)
    {
        const auto replyOf = [](const QString &text) {
            Reply reply;
            reply.text = text;
            reply.started = reply.firstArrived = reply.finished = at(30);
            reply.api = u"custom"_s;
            reply.model = u"m"_s;
            return reply;
        };
        Message message = replyMessage({u"Mira"_s, {}, {}}, replyOf(texts.first()));
        for (const QString &text : texts.sliced(1))
            message = withNewSwipe(message, replyOf(text));
        return message;
    }

    static Chat chat()
    {
        return {.name = u"Fog"_s,
                .header = newChatHeader(u"one"_s),
                .messages = {said(u"Ada"_s, u"One."_s, 1), replied({u"a"_s, u"b"_s, u"c"_s}),
                             said(u"Ada"_s, u"Three."_s, 3)}};
    }

    static Chat changed(const Chat &chat, const ChatChange &change)
    {
        Conversation conversation(chat);
        conversation.apply(change);
        return conversation.chat();
    }

    static QStringList texts(const Chat &chat)
    {
        QStringList texts;
        for (const Message &message : chat.messages)
            texts.append(message.text);
        return texts;
    }

    static QStringList swipes(const Message &message)
    {
        QStringList texts;
        for (const Swipe &swipe : message.swipes)
            texts.append(swipe.text);
        return texts;
    }

private Q_SLOTS:
    void messagesMove()
    {
        QCOMPARE(texts(changed(chat(), moveMessage(chat(), 2, -1))),
                 QStringList({u"One."_s, u"Three."_s, u"c"_s}));
        QCOMPARE(texts(changed(chat(), moveMessage(chat(), 0, 1))),
                 QStringList({u"c"_s, u"One."_s, u"Three."_s}));
        QVERIFY(moveMessage(chat(), 0, -1).isEmpty());
        QVERIFY(moveMessage(chat(), 2, 1).isEmpty());
        const ChatChange change = moveMessage(chat(), 1, 1);
        QCOMPARE(changed(changed(chat(), change), change.reversed()), chat());
    }

    void messagesMerge()
    {
        const Chat merged = changed(chat(), mergeMessages(chat(), 1));
        QCOMPARE(texts(merged), QStringList({u"One."_s, u"c\n\nThree."_s}));
        QCOMPARE(merged.messages.at(1).name, u"Mira"_s);
        QCOMPARE(swipes(merged.messages.at(1)), QStringList({u"a"_s, u"b"_s, u"c\n\nThree."_s}));
        QVERIFY(mergeMessages(chat(), 2).isEmpty());
        QVERIFY(mergeMessages(chat(), -1).isEmpty());
        const ChatChange change = mergeMessages(chat(), 0);
        QCOMPARE(changed(changed(chat(), change), change.reversed()), chat());
    }

    void messagesSplit()
    {
        Chat before = chat();
        before.messages[1].extra.set(u"known_to"_s, Json::array({Json(u"Mira"_s)}));
        before.messages[1].extra.set(u"reasoning"_s, Json(u"Hm."_s));
        const Chat split = changed(before, splitMessage(before, 1, u"c1"_s, u"c2"_s));
        QCOMPARE(texts(split), QStringList({u"One."_s, u"c1"_s, u"c2"_s, u"Three."_s}));
        const Message &second = split.messages.at(2);
        QCOMPARE(second.name, u"Mira"_s);
        QVERIFY(!second.isUser);
        QVERIFY(second.swipes.isEmpty());
        QVERIFY(second.reasoning().isEmpty());
        QCOMPARE(second.extra.value(u"known_to"),
                 before.messages[1].extra.value(u"known_to")); // no secret leaks
        QCOMPARE(split.messages.at(1).reasoning(), u"Hm."_s);
        // As it comes back from its file.
        const Chat read = readChat(writeChat(split), u"Fog"_s).chat;
        QCOMPARE(texts(read), texts(split));
        QVERIFY(read.messages.at(2).swipes.isEmpty());
        QVERIFY(splitMessage(before, 1, u" \n"_s, u"c"_s).isEmpty());
        QVERIFY(splitMessage(before, 1, u"c"_s, {}).isEmpty());
    }

    void swipesAreRemoved_data()
    {
        QTest::addColumn<int>("shown");
        QTest::addColumn<int>("removed");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("left");
        QTest::addColumn<int>("shownThen");
        const auto row = [](const char *name, int shown, int removed, const QString &text,
                            const QStringList &left, int shownThen) {
            QTest::newRow(name) << shown << removed << text << left << shownThen;
        };
        row("one before", 1, 0, u"b"_s, {u"b"_s, u"c"_s}, 0);
        row("one after", 1, 2, u"b"_s, {u"a"_s, u"b"_s}, 1);
        row("the shown one", 1, 1, u"c"_s, {u"a"_s, u"c"_s}, 1);
        row("the shown one at the end", 2, 2, u"b"_s, {u"a"_s, u"b"_s}, 1);
        row("the shown one at the start", 0, 0, u"b"_s, {u"b"_s, u"c"_s}, 0);
    }

    void swipesAreRemoved()
    {
        QFETCH(int, shown);
        QFETCH(int, removed);
        Chat before = chat();
        if (shown != 2)
            before = changed(before, selectSwipe(before, 1, shown));
        const ChatChange change = removeSwipe(before, 1, removed);
        const Chat after = changed(before, change);
        QTEST(after.messages.at(1).text, "text");
        QTEST(swipes(after.messages.at(1)), "left");
        QTEST(after.messages.at(1).activeSwipe, "shownThen");
        QCOMPARE(changed(after, change.reversed()), before);
    }

    void theOnlySwipeStays()
    {
        Chat one = chat();
        one.messages[1] = replied({u"a"_s});
        QVERIFY(removeSwipe(one, 1, 0).isEmpty());
        QVERIFY(removeSwipe(chat(), 1, 3).isEmpty());
        QVERIFY(removeSwipe(chat(), 0, 0).isEmpty());
    }
};

} // namespace tst_messageoperations

SNUG_TEST(tst_messageoperations, TestMessageOperations, Core)
#include "tst_messageoperations.moc"

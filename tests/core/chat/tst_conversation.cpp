#include "core/chat/chatmessage.h"
#include "core/chat/conversation.h"
#include "core/formats/jsontext.h"
#include "tests/testregistry.h"

#include <QSet>
#include <QTest>

namespace tst_conversation {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

QDateTime at(int second)
{
    return QDateTime(QDate(2026, 11, 21), QTime(22, 12, second, 125), QTimeZone::UTC);
}

Reply reply(const QString &text)
{
    Reply reply;
    reply.text = text;
    reply.started = at(10);
    reply.firstArrived = at(11);
    reply.finished = at(13);
    reply.api = u"custom"_s;
    reply.model = u"gpt-4o"_s;
    return reply;
}

// JSON is easier on the eye with apostrophes (and moc does not read raw strings).
QByteArray quoted(QByteArray text)
{
    return text.replace('\'', '"');
}

Chat threeMessages()
{
    Chat chat{.name = u"Fog"_s, .header = newChatHeader(u"one"_s), .messages = {}};
    chat.messages = {replyMessage({u"Mira"_s, {}, {}}, reply(u"Come in."_s)),
                     userMessage({u"Ada"_s, {}, {}}, u"Thanks."_s, at(20)),
                     replyMessage({u"Mira"_s, {}, {}}, reply(u"Sit."_s))};
    return chat;
}

Chat changed(const Chat &chat, const ChatChange &change)
{
    Conversation conversation(chat);
    conversation.apply(change);
    return conversation.chat();
}

} // namespace

class TestConversation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void freshUserMessageLooksLikeSillyTaverns()
    {
        const Message message =
            userMessage({u"Mika"_s, personaAvatarAddress(u"user-default.png"_s), {}}, u"I stay."_s, at(7));
        QCOMPARE(writeJsonLine(message.source),
                 quoted("{'name':'Mika','is_user':true,'is_system':false,"
                        "'send_date':'2026-11-21T22:12:07.125Z','mes':'I stay.',"
                        "'extra':{'isSmallSys':false,'reasoning':''},"
                        "'force_avatar':'/thumbnail?type=persona&file=user-default.png'}"));
    }

    void personaPicturesWithOddNames()
    {
        QCOMPARE(personaAvatarAddress(u"Zoë & co.png"_s),
                 u"/thumbnail?type=persona&file=Zo%C3%AB%20%26%20co.png"_s);
        QCOMPARE(personaAvatarAddress({}), QString());
    }

    void freshReplyLooksLikeSillyTaverns()
    {
        Reply given = reply(u"Come in."_s);
        given.reasoning = u"Hm."_s;
        given.usage = TokenUsage{
            .prompt = 20, .completion = 5, .cached = {}, .cacheWrite = {}, .reasoning = 2, .cost = {}};
        const Message message = replyMessage({u"Mira"_s, {}, {}}, given);
        const QByteArray extra =
            "{'api':'custom','model':'gpt-4o','reasoning':'Hm.','reasoning_duration':null,"
            "'reasoning_signature':null,'time_to_first_token':1000,'token_count':3,"
            "'snug':{'usage':{'prompt':20,'completion':5,'reasoning':2}}}";
        const QByteArray dates =
            "'gen_started':'2026-11-21T22:12:10.125Z','gen_finished':'2026-11-21T22:12:13.125Z'";
        QCOMPARE(
            writeJsonLine(message.source),
            quoted(
                "{'name':'Mira','is_user':false,'is_system':false,'send_date':'2026-11-21T22:12:11.125Z',"
                "'mes':'Come in.','extra':" +
                extra + "," + dates +
                ",'swipe_id':0,'swipes':['Come in.'],'swipe_info':[{'send_date':'2026-11-21T22:12:11.125Z'," +
                dates + ",'extra':" + extra + "}]}"));
        QCOMPARE(usageOf(message), given.usage);
    }

    void howAReplyEndedIsKept()
    {
        Reply given = reply(u"Come"_s);
        QVERIFY(replyMessage({}, given).extra.value(u"snug").isUndefined());
        given.stopReason = StopReason::Length;
        QCOMPARE(replyMessage({}, given).extra.value(u"snug").value(u"stop").toText(), u"length"_s);
        given.wasStopped = true;
        QCOMPARE(replyMessage({}, given).extra.value(u"snug").value(u"stop").toText(), u"stopped"_s);
    }

    void greetingKeepsItsMacrosInTheSwipes()
    {
        Card card;
        card.name = u"Mira"_s;
        card.firstMessage = u"Hello {{user}}."_s;
        card.alternateGreetings = {u"Back, {{user}}?"_s};
        const TextExpansion expand = [](QString text) { return text.replace(u"{{user}}"_s, u"Ada"_s); };
        const Message message = greetingMessage(card, expand, at(1)).value();
        QCOMPARE(message.text, u"Hello Ada."_s);
        QCOMPARE(message.swipes.size(), 2);
        QCOMPARE(message.swipes.at(0).text, u"Hello {{user}}."_s);
        QCOMPARE(writeJsonLine(message.source),
                 quoted("{'name':'Mira','is_user':false,'is_system':false,"
                        "'send_date':'2026-11-21T22:12:01.125Z','mes':'Hello Ada.','extra':{},'swipe_id':0,"
                        "'swipes':['Hello {{user}}.','Back, {{user}}?'],"
                        "'swipe_info':[{'send_date':'2026-11-21T22:12:01.125Z','extra':{}},"
                        "{'send_date':'2026-11-21T22:12:01.125Z','extra':{}}]}"));

        Chat chat{.name = {}, .header = {}, .messages = {message}};
        chat = changed(chat, selectSwipe(chat, 0, 1, expand));
        QCOMPARE(chat.messages.first().text, u"Back, Ada?"_s);
        QCOMPARE(chat.messages.first().swipes.at(0).text, u"Hello {{user}}."_s);
        QCOMPARE(chat.messages.first().swipes.at(1).text, u"Back, {{user}}?"_s);
        chat = changed(chat, selectSwipe(chat, 0, 0, expand));
        QCOMPARE(chat.messages.first().text, u"Hello Ada."_s);
    }

    void greetingsOfACard_data()
    {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QStringList>("alternates");
        QTest::addColumn<int>("swipes"); // -1: no message at all
        QTest::newRow("none") << u""_s << QStringList() << -1;
        QTest::newRow("one") << u"Hello"_s << QStringList() << 0;
        QTest::newRow("first and two") << u"Hello"_s << QStringList{u"Hi"_s, u"Hey"_s} << 3;
        QTest::newRow("alternates only") << u""_s << QStringList{u"Hi"_s} << 0;
    }

    void greetingsOfACard()
    {
        QFETCH(QString, first);
        QFETCH(QStringList, alternates);
        QFETCH(int, swipes);
        Card card;
        card.firstMessage = first;
        card.alternateGreetings = alternates;
        const std::optional<Message> message = greetingMessage(card, {}, at(1));
        QCOMPARE(message ? int(message->swipes.size()) : -1, swipes);
    }

    void aChatBeginsWithTheGreeting()
    {
        Card card;
        card.name = u"Mira"_s;
        QCOMPARE(newChatName(card.name, at(58)), u"Mira - 2026-11-21@22h12m58s125ms"_s);
        QVERIFY(newChat(u"Fog"_s, card, {}, at(1), u"one"_s).messages.isEmpty());
        card.firstMessage = u"Hello."_s;
        const Chat chat = newChat(u"Fog"_s, card, {}, at(1), u"one"_s);
        QCOMPARE(chat.messages.size(), 1);
        QCOMPARE(chat.metadata().value(u"integrity").toText(), u"one"_s);
    }

    void leavingASwipeKeepsWhatSomebodyWroteIntoMes()
    {
        Chat chat = threeMessages();
        chat = changed(chat, replaceMessage(chat, 2, withNewSwipe(chat.messages.at(2), reply(u"Stand."_s))));
        QCOMPARE(chat.messages.at(2).activeSwipe, 1);
        chat.messages[2].text = u"Written by hand"_s;
        chat = changed(chat, selectSwipe(chat, 2, 0));
        QCOMPARE(chat.messages.at(2).text, u"Sit."_s);
        QCOMPARE(chat.messages.at(2).swipes.at(1).text, u"Written by hand"_s);
    }

    void swipesCarryTheirOwnDatesAndExtra()
    {
        Chat chat = threeMessages();
        Reply second = reply(u"Stand."_s);
        second.model = u"other"_s;
        second.started = at(40);
        second.firstArrived = at(41);
        second.finished = at(42);
        chat = changed(chat, replaceMessage(chat, 2, withNewSwipe(chat.messages.at(2), second)));
        const Message swiped = chat.messages.at(2);
        QCOMPARE(swiped.text, u"Stand."_s);
        QCOMPARE(swiped.swipes.size(), 2);
        QCOMPARE(swiped.extra.value(u"model").toText(), u"other"_s);
        QCOMPARE(swiped.source.value(u"gen_finished").toText(), sendDateSpelling(at(42)));

        chat = changed(chat, selectSwipe(chat, 2, 0));
        const Message back = chat.messages.at(2);
        QCOMPARE(back.text, u"Sit."_s);
        QCOMPARE(back.sendDate, sendDateSpelling(at(11)));
        QCOMPARE(back.extra.value(u"model").toText(), u"gpt-4o"_s);
        QCOMPARE(back.source.value(u"gen_finished").toText(), sendDateSpelling(at(13)));
        QCOMPARE(back.swipes.at(1).info.value(u"gen_finished").toText(), sendDateSpelling(at(42)));
    }

    void aSwipeOfAMessageWithoutSwipesKeepsTheOldText()
    {
        Message old;
        old.text = u"Old."_s;
        old.sendDate = u"November 1, 2023 3:04pm"_s;
        const Message swiped = withNewSwipe(old, reply(u"New."_s));
        QCOMPARE(swiped.swipes.size(), 2);
        QCOMPARE(swiped.swipes.at(0).text, u"Old."_s);
        QCOMPARE(swiped.swipes.at(0).info.value(u"send_date").toText(), u"November 1, 2023 3:04pm"_s);
        QCOMPARE(swiped.activeSwipe, 1);
    }

    void impossibleSwipes_data()
    {
        QTest::addColumn<int>("row");
        QTest::addColumn<int>("swipe");
        QTest::newRow("the one that is active") << 2 << 0;
        QTest::newRow("past the end") << 2 << 1;
        QTest::newRow("before the beginning") << 2 << -1;
        QTest::newRow("a message without") << 1 << 0;
        QTest::newRow("no such row") << 3 << 0;
        QTest::newRow("negative row") << -1 << 0;
    }

    void impossibleSwipes()
    {
        QFETCH(int, row);
        QFETCH(int, swipe);
        QVERIFY(selectSwipe(threeMessages(), row, swipe).isEmpty());
    }

    void editChangesTheSwipeAndDropsTheSignature()
    {
        Chat chat = threeMessages();
        chat.messages[2].extra.set(u"reasoning_signature"_s, u"opaque"_s);
        const ChatChange change = editText(chat, 2, u"Sit down."_s);
        QCOMPARE(change.kind(), ChatChange::Kind::Update);
        QCOMPARE(change.index, 2);
        QCOMPARE(change.count(), 1);
        const Message edited = changed(chat, change).messages.at(2);
        QCOMPARE(edited.text, u"Sit down."_s);
        QCOMPARE(edited.swipes.at(0).text, u"Sit down."_s);
        QVERIFY(edited.extra.value(u"reasoning_signature").isNull());
        QVERIFY(edited.swipes.at(0).info.value(u"extra").value(u"reasoning_signature").isNull());
        QVERIFY(editText(chat, 2, u"Sit."_s).isEmpty());
    }

    void reasoningIsMarkedAsNotTheModels()
    {
        const Chat chat = threeMessages();
        Chat written = changed(chat, editReasoning(chat, 2, u"She is tired."_s));
        QCOMPARE(written.messages.at(2).extra.value(u"reasoning_type").toText(), u"manual"_s);
        written = changed(written, editReasoning(written, 2, u"She is very tired."_s));
        QCOMPARE(written.messages.at(2).reasoning(), u"She is very tired."_s);
        QCOMPARE(written.messages.at(2).extra.value(u"reasoning_type").toText(), u"edited"_s);
        written = changed(written, editReasoning(written, 2, {}));
        QVERIFY(!written.messages.at(2).extra.contains(u"reasoning_type"));
    }

    void hidingARangeTouchesOnlyWhatDiffers()
    {
        Chat chat = threeMessages();
        chat.messages[0].isHidden = true;
        const ChatChange change = setHidden(chat, 0, 2, true);
        QCOMPARE(change.index, 1);
        QCOMPARE(change.count(), 2);
        chat = changed(chat, change);
        QVERIFY(std::ranges::all_of(chat.messages, &Message::isHidden));
        QVERIFY(setHidden(chat, 0, 2, true).isEmpty());
        QVERIFY(setHidden(chat, 0, 3, false).isEmpty());
    }

    void continuing_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("postfix");
        QTest::addColumn<QString>("more");
        QTest::addColumn<QString>("whole");
        QTest::newRow("space") << u"Come"_s << u" "_s << u"in."_s << u"Come in."_s;
        QTest::newRow("ends with it already") << u"Come "_s << u" "_s << u"in."_s << u"Come in."_s;
        QTest::newRow("nothing between") << u"Wel"_s << u""_s << u"come"_s << u"Welcome"_s;
        QTest::newRow("another, behind a blank") << u"Come "_s << u"\n\n"_s << u"in."_s << u"Come in."_s;
        QTest::newRow("a line break, behind one") << u"Come.\n"_s << u"\n"_s << u"In."_s << u"Come.\n\nIn."_s;
        QTest::newRow("new paragraph") << u"Come."_s << u"\n\n"_s << u"In."_s << u"Come.\n\nIn."_s;
    }

    void continuing()
    {
        QFETCH(QString, text);
        QFETCH(QString, postfix);
        QFETCH(QString, more);
        QFETCH(QString, whole);
        const Message start = replyMessage({u"Mira"_s, {}, {}}, reply(text));
        const Message message = continuedMessage(start, reply(more), postfix);
        QCOMPARE(message.text, whole);
        QCOMPARE(message.swipes.at(0).text, whole);
        QCOMPARE(message.source.value(u"gen_started"), start.source.value(u"gen_started"));
    }

    void continuingAddsUpTokensAndReasoning()
    {
        Reply first = reply(u"Come"_s);
        first.reasoning = u"Hm."_s;
        first.usage = TokenUsage{
            .prompt = 9, .completion = 4, .cached = {}, .cacheWrite = {}, .reasoning = {}, .cost = {}};
        Reply more = first;
        more.reasoning = u"So."_s;
        const Message message = continuedMessage(replyMessage({}, first), more, u" "_s);
        QCOMPARE(message.extra.value(u"token_count").toInt(), 8);
        QCOMPARE(message.reasoning(), u"Hm.\n\nSo."_s);
    }

    void branchKnowsWhereItCameFrom()
    {
        const Chat chat = threeMessages();
        const Chat branch = branchOf(chat, 1, u"Fog - Branch #1"_s, u"two"_s);
        QCOMPARE(branch.messages, chat.messages.first(2));
        QCOMPARE(writeJsonLine(branch.header),
                 quoted("{'chat_metadata':{'integrity':'two','main_chat':'Fog'},"
                        "'user_name':'unused','character_name':'unused'}"));
        const Chat linked = changed(chat, linkBranch(chat, 1, branch.name));
        QCOMPARE(linked.messages.at(1).extra.value(u"branches").toTextList(), QStringList{branch.name});
        QCOMPARE(linked.header, chat.header);
    }

    void branchNamesAreFree()
    {
        QCOMPARE(branchName(u"Fog"_s, {}), u"Fog - Branch #1"_s);
        QCOMPARE(branchName(u"Fog"_s, [](const QString &name) { return !name.endsWith(u'3'); }),
                 u"Fog - Branch #3"_s);
    }

    // With ".jsonl" and what repairs add to it they still are names that a disk takes.
    void branchNamesStayShort_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("ASCII") << u"Six days of fog"_s;
        QTest::newRow("three bytes a character") << u"霧"_s.repeated(60);
        QTest::newRow("four bytes a character") << QString::fromUtf8("🐈").repeated(45);
        QTest::newRow("as long as can be") << u"x"_s.repeated(249);
    }

    void branchNamesStayShort()
    {
        QFETCH(QString, name);
        QSet<QString> names;
        for (int i = 0; i < 60; ++i) {
            name = branchName(name, [&](const QString &other) { return names.contains(other); });
            QVERIFY2(name.toUtf8().size() <= 230, qPrintable(name));
            QVERIFY(!names.contains(name));
            QCOMPARE(QString::fromUtf8(name.toUtf8()), name); // no character cut in two
            names.insert(name);
        }
    }

    void metadataOfAChatWithoutAHeader()
    {
        Chat chat = threeMessages();
        chat.header = {};
        const Chat with = changed(chat, setMetadata(chat, u"note_prompt"_s, u"Night."_s));
        QCOMPARE(with.metadata().value(u"note_prompt").toText(), u"Night."_s);
        QCOMPARE(with.header.value(u"user_name").toText(), u"unused"_s);
        QVERIFY(setMetadata(with, u"note_prompt"_s, u"Night."_s).isEmpty());
    }

    void changeIntoTouchesOnlyTheDifference()
    {
        const Chat chat = threeMessages();
        Chat other = chat;
        other.messages[1].text = u"Thank you."_s;
        const ChatChange change = changeInto(chat, other);
        QCOMPARE(change.index, 1);
        QCOMPARE(change.kind(), ChatChange::Kind::Update);
        QCOMPARE(changed(chat, change), other);
        QVERIFY(changeInto(chat, chat).isEmpty());

        const Chat branch = branchOf(chat, 0, u"B"_s, u"x"_s);
        QCOMPARE(changed(chat, changeInto(chat, branch)), branch);
        QCOMPARE(changed(branch, changeInto(branch, chat)), chat);
    }

    void messagesKeepTheirIdentity()
    {
        Conversation conversation(threeMessages());
        const quint64 second = conversation.idAt(1);
        const quint64 third = conversation.idAt(2);
        const ChatChange removed = conversation.apply(removeMessages(conversation.chat(), 0, 2));
        QCOMPARE(conversation.idAt(0), third);
        conversation.apply(removed.reversed());
        QCOMPARE(conversation.idAt(1), second);
        conversation.apply(editText(conversation.chat(), 1, u"Cheers."_s));
        QCOMPARE(conversation.idAt(1), second);
        const quint64 announced = conversation.reserveId();
        ChatChange appended = appendMessage(conversation.chat(), conversation.chat().messages.first());
        appended.insertedIds = {announced};
        conversation.apply(appended);
        QCOMPARE(conversation.idAt(3), announced);
        QVERIFY(announced != third);
    }
};

} // namespace tst_conversation

SNUG_TEST(tst_conversation, TestConversation, Core)
#include "tst_conversation.moc"

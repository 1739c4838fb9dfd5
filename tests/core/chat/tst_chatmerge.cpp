// Chats that two programs changed, each row a story of three texts.

#include "core/chat/chatmerge.h"
#include "core/formats/chatjsonl.h"
#include "core/formats/jsontext.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_chatmerge {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

// "a b! c": messages by Ada and Mira in turns; what follows the letter is the text, so "b!" is "b" changed.
// Their dates say which message they are: the letter.
Chat chatOf(const QString &words)
{
    Chat chat{.name = u"Fog"_s, .header = Json::object(), .messages = {}};
    for (const QString &word : words.split(u' ', Qt::SkipEmptyParts)) {
        Message message;
        message.isUser = word.front().isUpper();
        message.name = message.isUser ? u"Ada"_s : u"Mira"_s;
        message.text = word;
        message.sendDate =
            u"2026-11-23T10:00:00.%1Z"_s.arg(int(word.front().unicode()), 3, 10, QLatin1Char('0'));
        chat.messages.append(message);
    }
    return chat;
}

// As if read from a file that another program wrote: the same lines, but not the same values.
Chat reread(const Chat &chat)
{
    return readChat(writeChat(chat), chat.name).chat;
}

QString wordsOf(const Chat &chat)
{
    QStringList words;
    for (const Message &message : chat.messages)
        words.append(message.text);
    return words.join(u' ');
}

QString conflictsOf(const ChatMerge &merge)
{
    QStringList list;
    for (const ChatConflict &conflict : merge.conflicts) {
        if (merge.chat.messages.value(conflict.row) != conflict.mine)
            return u"a conflict is in the wrong row"_s;
        list.append(conflict.mine.text + u'|' + conflict.theirs.text);
    }
    return list.join(u' ');
}

} // namespace

class TestChatMerge : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void bothSidesComeTogether_data()
    {
        QTest::addColumn<QString>("base");
        QTest::addColumn<QString>("mine");
        QTest::addColumn<QString>("theirs");
        QTest::addColumn<QString>("merged");
        QTest::addColumn<QString>("conflicts");
        const auto row = [](const char *name, const QString &base, const QString &mine, const QString &theirs,
                            const QString &merged, const QString &conflicts = {}) {
            QTest::newRow(name) << base << mine << theirs << merged << conflicts;
        };
        row("nothing", u"A b"_s, u"A b"_s, u"A b"_s, u"A b"_s);
        row("I added", u"A b"_s, u"A b C d"_s, u"A b"_s, u"A b C d"_s);
        row("they added", u"A b"_s, u"A b"_s, u"A b C d"_s, u"A b C d"_s);
        row("both added", u"A b"_s, u"A b C d"_s, u"A b X y"_s, u"A b X y C d"_s);
        row("both added the same", u"A b"_s, u"A b C"_s, u"A b C"_s, u"A b C"_s);
        row("both added the same and more", u"A b"_s, u"A b C d"_s, u"A b C y"_s, u"A b C y d"_s);
        row("I changed", u"A b C"_s, u"A b! C"_s, u"A b C"_s, u"A b! C"_s);
        row("they changed", u"A b C"_s, u"A b C"_s, u"A b! C"_s, u"A b! C"_s);
        row("each changed another", u"A b C d"_s, u"A! b C d"_s, u"A b C d!"_s, u"A! b C d!"_s);
        row("both changed the same", u"A b C"_s, u"A b! C"_s, u"A b? C"_s, u"A b! C"_s, u"b!|b?"_s);
        row("both changed the same alike", u"A b C"_s, u"A b! C"_s, u"A b! C"_s, u"A b! C"_s);
        row("I removed", u"A b C"_s, u"A C"_s, u"A b C"_s, u"A C"_s);
        row("they removed", u"A b C"_s, u"A b C"_s, u"A C"_s, u"A C"_s);
        row("I removed, they changed", u"A b C"_s, u"A C"_s, u"A b? C"_s, u"A b? C"_s);
        row("I changed, they removed", u"A b C"_s, u"A b! C"_s, u"A C"_s, u"A b! C"_s);
        row("they cut it short, I went on", u"A b C d"_s, u"A b C d E"_s, u"A b"_s, u"A b E"_s);
        row("they put one before mine", u"A b"_s, u"A b C"_s, u"X A b"_s, u"X A b C"_s);
        row("both begin", u""_s, u"A"_s, u"X"_s, u"X A"_s);
        row("everything was replaced", u"A b"_s, u"A b C"_s, u"X y Z w"_s, u"X y Z w C"_s);
        row("they changed two and added between", u"A b C d"_s, u"A b C d E"_s, u"A b! X C! d"_s,
            u"A b! X C! d E"_s);
        row("the same words twice", u"A b A b"_s, u"A b A b C"_s, u"A b A b A b"_s, u"A b A b A b C"_s);
        row("both removed the last and went on", u"A b"_s, u"A c"_s, u"A d"_s, u"A c"_s, u"c|d"_s);
    }

    void bothSidesComeTogether()
    {
        QFETCH(QString, base);
        QFETCH(QString, mine);
        QFETCH(QString, theirs);
        QFETCH(QString, merged);
        QFETCH(QString, conflicts);
        const ChatMerge merge = mergeChats(chatOf(base), chatOf(mine), reread(chatOf(theirs)));
        QCOMPARE(wordsOf(merge.chat), merged);
        QCOMPARE(conflictsOf(merge), conflicts);
    }

    void whatNobodyChangedStaysTheSameValue()
    {
        const Chat base = chatOf(u"A b C"_s);
        const ChatMerge merge = mergeChats(base, base, reread(chatOf(u"A b C d"_s)));
        QCOMPARE(merge.chat.messages.first(3), base.messages);
    }

    void metadataIsMergedByKey()
    {
        const auto chat = [](const char *header) {
            Chat made = chatOf(u"A"_s);
            made.header = parseJson(header).value();
            return made;
        };
        const ChatMerge merge =
            mergeChats(chat(R"({"user_name":"Ada","chat_metadata":{"note":"rain","mood":"calm"}})"),
                       chat(R"({"user_name":"Ada","chat_metadata":{"note":"snow","mood":"calm"}})"),
                       chat(R"({"user_name":"Ada","chat_metadata":{"note":"hail","mood":"wild","x":1}})"));
        QCOMPARE(writeJsonLine(merge.chat.header),
                 R"({"user_name":"Ada","chat_metadata":{"note":"snow","mood":"wild","x":1}})");
    }

    void linesThatAreNoMessagesAreTheirs()
    {
        const Chat base = chatOf(u"A b"_s);
        Chat theirs = chatOf(u"X A b"_s);
        theirs.unreadableLines = {{2, "what"}, {3, "ever"}};
        const ChatMerge merge = mergeChats(base, chatOf(u"A b C"_s), theirs);
        QCOMPARE(wordsOf(merge.chat), u"X A b C"_s);
        QCOMPARE(merge.chat.unreadableLines, (QList<UnreadableLine>{{2, "what"}, {4, "ever"}}));
    }

    void withoutABaseNothingIsLost_data()
    {
        QTest::addColumn<QString>("mine");
        QTest::addColumn<QString>("theirs");
        QTest::addColumn<QString>("merged");
        QTest::addColumn<QString>("conflicts");
        QTest::newRow("mine goes on") << u"A b C"_s << u"A b"_s << u"A b C"_s << QString();
        QTest::newRow("theirs goes on") << u"A b"_s << u"A b C"_s << u"A b C"_s << QString();
        QTest::newRow("both") << u"A b C"_s << u"A b X"_s << u"A b X C"_s << QString();
        QTest::newRow("one is changed") << u"A b! C"_s << u"A b C"_s << u"A b! C"_s << u"b!|b"_s;
        QTest::newRow("nothing in common") << u"A"_s << u"X"_s << u"X A"_s << QString();
    }

    void withoutABaseNothingIsLost()
    {
        QFETCH(QString, mine);
        QFETCH(QString, theirs);
        QFETCH(QString, merged);
        QFETCH(QString, conflicts);
        const ChatMerge merge = mergeChats(chatOf(mine), reread(chatOf(theirs)));
        QCOMPARE(wordsOf(merge.chat), merged);
        QCOMPARE(conflictsOf(merge), conflicts);
    }

    // Larger than what is compared each with each.
    void aLongChatIsMergedByWhatStandsOnce()
    {
        Chat base{.name = u"Fog"_s, .header = {}, .messages = {}};
        for (int i = 0; i < 6'000; ++i) {
            Message message;
            message.name = u"Mira"_s;
            message.text = u"Line %1."_s.arg(i);
            base.messages.append(message);
        }
        Chat mine = base;
        Chat theirs = base;
        mine.messages[10].text = u"Mine."_s;
        mine.messages[5'990].text = u"Mine."_s;
        mine.messages.append(base.messages.first());
        theirs.messages[20].text = u"Theirs."_s;
        theirs.messages.removeAt(3'000);
        theirs.messages.insert(5, base.messages.last());
        theirs.messages[5'995].text = u"Theirs."_s;
        const ChatMerge merge = mergeChats(base, mine, reread(theirs));
        QVERIFY(merge.conflicts.isEmpty());
        QCOMPARE(merge.chat.messages.size(), 6'001);
        QCOMPARE(merge.chat.messages.at(11).text, u"Mine."_s);
        QCOMPARE(merge.chat.messages.at(21).text, u"Theirs."_s);
        QCOMPARE(merge.chat.messages.at(5'990).text, u"Mine."_s);
        QCOMPARE(merge.chat.messages.at(5'995).text, u"Theirs."_s);
        QCOMPARE(merge.chat.messages.last().text, u"Line 0."_s);
    }
};

} // namespace tst_chatmerge

SNUG_TEST(tst_chatmerge, TestChatMerge, Nothing)
#include "tst_chatmerge.moc"

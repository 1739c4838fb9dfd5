#include "core/library/chatshelf.h"
#include "core/library/chattitle.h"
#include "core/library/listedchats.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_chattitle {

using namespace snug;
using namespace Qt::StringLiterals;

class TestChatTitle : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void titles_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("last");
        QTest::addColumn<QString>("title");
        QTest::addColumn<QDateTime>("begun");
        const QDateTime time(QDate(2026, 11, 21), QTime(22, 11, 58));
        const auto row = [](const char *what, const QString &name, const QString &first, const QString &last,
                            const QString &title, const QDateTime &begun = {}) {
            QTest::newRow(what) << name << first << last << title << begun;
        };
        row("own name", u"Before the north window"_s, u"Hello"_s, u"Bye"_s, u"Before the north window"_s);
        row("own name with a date", u"Picnic 2026-11-21"_s, u"Hello"_s, {}, u"Picnic 2026-11-21"_s);
        row("SillyTavern's", u"Mira - 2026-11-21@22h11m58s197ms"_s, u"Hello"_s, u"Bye"_s, u"Hello"_s, time);
        row("a dash in the character's name", u"Ada - the second - 2026-11-21@22h11m58s197ms"_s, u"Hello"_s,
            {}, u"Hello"_s, time);
        row("earlier versions'", u"Mira - 2023-4-5 @19h 04m 11s 020ms"_s, u"Hello"_s, {}, u"Hello"_s,
            QDateTime(QDate(2023, 4, 5), QTime(19, 4, 11)));
        row("a group's", u"2026-11-21@22h11m58s197ms"_s, u"Hello"_s, {}, u"Hello"_s, time);
        row("an old group's", u"1700000000000"_s, u"Hello"_s, {}, u"Hello"_s,
            QDateTime::fromMSecsSinceEpoch(1700000000000));
        row("a number that is a name", u"1984"_s, u"Hello"_s, {}, u"1984"_s);
        row("a branch", u"Mira - 2026-11-21@22h11m58s197ms - Branch #2"_s, u"Hello"_s, {},
            u"Hello (Branch #2)"_s, time);
        row("a branch's branch", u"Mira - 2026-11-21@22h11m58s197ms - Branch #2 - Branch #1"_s, u"Hello"_s,
            {}, u"Hello (Branch #2 - Branch #1)"_s, time);
        row("a branch of a named one", u"Harbour day - Branch #1"_s, u"Hello"_s, {},
            u"Harbour day - Branch #1"_s);
        row("imported", u"Mira - 2026-11-21@22h11m58s197ms imported"_s, u"Hello"_s, {}, u"Hello"_s, time);
        row("a copy", u"Mira - 2026-11-21@22h11m58s197ms (2)"_s, u"Hello"_s, {}, u"Hello"_s, time);
        row("nothing said by the user", u"Mira - 2026-11-21@22h11m58s197ms"_s, {}, u"Come in."_s,
            u"Come in."_s, time);
        row("nothing said", u"Mira - 2026-11-21@22h11m58s197ms"_s, {}, {}, u"New chat"_s, time);
        row("no such day", u"Mira - 2026-13-41@22h11m58s197ms"_s, u"Hello"_s, {}, u"Hello"_s);
        row("more behind it", u"Mira - 2026-11-21@22h11m58s197ms, the good one"_s, u"Hello"_s, {},
            u"Mira - 2026-11-21@22h11m58s197ms, the good one"_s);
    }
    void titles()
    {
        QFETCH(QString, name);
        QFETCH(QString, first);
        QFETCH(QString, last);
        QFETCH(QDateTime, begun);
        ChatSummary chat;
        chat.name = name;
        chat.firstText = first;
        chat.lastText = last;
        QTEST(chatTitle(chat), "title");
        QCOMPARE(timeInChatName(name), begun);
    }

    void lastSaidIsWhatTheMessageSays()
    {
        ChatSummary chat;
        chat.modified = QDateTime(QDate(2020, 1, 2), QTime(3, 4));
        QCOMPARE(lastSaid(chat), chat.modified);
        chat.lastSendDate = u"2026-11-21T22:11:58.197Z"_s;
        QCOMPARE(lastSaid(chat).toUTC().date(), QDate(2026, 11, 21));
        chat.lastSendDate = u"some day"_s;
        QCOMPARE(lastSaid(chat), chat.modified);
    }

    // Pinned ones first, then the newest; whose each is, also where there is nobody.
    void chatsAreListed()
    {
        const auto summary = [](const QString &name, const QString &date) {
            ChatSummary chat;
            chat.name = name;
            chat.lastSendDate = date;
            return chat;
        };
        CardSummary mira;
        mira.file = u"Mira.png"_s;
        mira.name = u"Mira Okafor"_s;
        GroupSummary inn{.group = {}, .file = u"7"_s, .problem = {}};
        inn.group.name = u"The inn"_s;
        inn.group.chats = {u"evening"_s};
        LibraryContents contents;
        contents.cards = {mira};
        contents.groups = {inn};
        contents.chats = {
            {u"Mira"_s,
             {summary(u"old"_s, u"2026-01-01T00:00:00Z"_s), summary(u"new"_s, u"2026-03-01T00:00:00Z"_s)}},
            {u"Gone"_s, {summary(u"left"_s, u"2026-02-01T00:00:00Z"_s)}}};
        contents.groupChats = {summary(u"evening"_s, u"2026-02-15T00:00:00Z"_s),
                               summary(u"lost"_s, u"2026-01-15T00:00:00Z"_s)};
        const LibraryLayout layout(u"/l"_s);
        ChatShelf shelf;
        shelf.pinned = {u"chats/Mira/old.jsonl"_s};
        shelf.archived = {u"group chats/evening.jsonl"_s};
        const auto shown = [](const QList<ListedChat> &chats) {
            QStringList lines;
            for (const ListedChat &chat : chats)
                lines << chat.reference.name + u'/' + chat.owner + (chat.hasOwner ? u"" : u"?") +
                             (chat.isPinned ? u"^" : u"") + (chat.isArchived ? u"_" : u"");
            return lines.join(u' ');
        };
        QCOMPARE(shown(allChats(contents, layout, shelf)),
                 u"old/Mira Okafor^ new/Mira Okafor evening/The inn_ left/Gone? lost/?"_s);
        QCOMPARE(shown(chatsOfCard(contents, layout, shelf, u"Mira.png"_s)),
                 u"old/Mira Okafor^ new/Mira Okafor"_s);
        QCOMPARE(shown(chatsOfGroup(contents, layout, shelf, u"7"_s)), u"evening/The inn_"_s);
        QCOMPARE(chatsOfCard(contents, layout, shelf, u"Mira.png"_s).first().path,
                 u"/l/chats/Mira/old.jsonl"_s);
    }

    void theShelfKeepsWhatItDoesNotKnow()
    {
        ChatShelf shelf = readChatShelf(R"({"pinned": ["chats/Mira/a.jsonl"], "later": 7})");
        QCOMPARE(shelf.pinned, QSet<QString>{u"chats/Mira/a.jsonl"_s});
        shelf.archived.insert(u"chats/Mira/b.jsonl"_s);
        shelf.rename(u"chats/Mira/a.jsonl"_s, u"chats/Mira/c.jsonl"_s);
        shelf.rename(u"chats/Mira/none.jsonl"_s, u"chats/Mira/d.jsonl"_s);
        const QByteArray bytes = writeChatShelf(shelf);
        QVERIFY(bytes.contains("\"later\": 7") || bytes.contains("\"later\":7"));
        const ChatShelf again = readChatShelf(bytes);
        QCOMPARE(again.pinned, QSet<QString>{u"chats/Mira/c.jsonl"_s});
        QCOMPARE(again.archived, QSet<QString>{u"chats/Mira/b.jsonl"_s});
        QCOMPARE(writeChatShelf(again), bytes);
    }

    void aDamagedShelfIsEmpty()
    {
        for (const QByteArray &bytes : {""_ba, "[]"_ba, "{\"pinned\":"_ba, "7"_ba})
            QVERIFY(!checkChatShelf(bytes) && readChatShelf(bytes).isEmpty());
        QVERIFY(checkChatShelf("{}"));
        QVERIFY(readChatShelf(R"({"pinned": 7, "archived": {}})").isEmpty());
    }
};

} // namespace tst_chattitle

SNUG_TEST(tst_chattitle, TestChatTitle, Core)

#include "tst_chattitle.moc"

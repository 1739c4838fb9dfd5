#include "core/formats/chatjsonl.h"
#include "core/search/foundmessage.h"
#include "core/search/librarysearch.h"
#include "core/search/searchindex.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

#include <barrier>
#include <thread>

namespace tst_searchindex {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

class TestSearchIndex : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_state = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", QFile::encodeName(m_state->path()));
    }

    void words_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QStringList>("words");
        QTest::newRow("nothing") << u"  "_s << QStringList();
        QTest::newRow("words") << u" fog  horn "_s << QStringList({u"fog"_s, u"horn"_s});
        QTest::newRow("together") << u"a \"fog horn\" b"_s << QStringList({u"a"_s, u"fog horn"_s, u"b"_s});
        QTest::newRow("curly") << u"“fog horn”"_s << QStringList{u"fog horn"_s};
        QTest::newRow("not closed") << u"\"fog horn"_s << QStringList{u"fog horn"_s};
        QTest::newRow("quotes alone") << u"\"\""_s << QStringList();
    }
    void words()
    {
        QFETCH(QString, typed);
        QTEST(searchedWords(typed), "words");
    }

    void finds_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QStringList>("places"); // "path row swipe"
        const QString chat = u"chats/Mira/a.jsonl"_s;
        QTest::newRow("a word, any case") << u"LANTERN"_s << QStringList{chat + u" 1 -1"_s};
        QTest::newRow("inside a word") << u"nter"_s << QStringList{chat + u" 1 -1"_s};
        QTest::newRow("both words") << u"oil lantern"_s << QStringList{chat + u" 1 -1"_s};
        QTest::newRow("not both") << u"lantern horse"_s << QStringList();
        QTest::newRow("together") << u"\"lantern oil\""_s << QStringList();
        QTest::newRow("an alternative") << u"second thoughts"_s << QStringList{chat + u" 2 1"_s};
        QTest::newRow("the shown alternative as the message has it")
            << u"edited later"_s << QStringList{chat + u" 2 0"_s};
        QTest::newRow("what the alternative was before") << u"first thoughts"_s << QStringList();
        QTest::newRow("two letters") << u"茶屋"_s << QStringList{chat + u" 3 -1"_s};
        QTest::newRow("one letter") << u"茶"_s << QStringList{chat + u" 3 -1"_s};
        QTest::newRow("Japanese, three letters") << u"茶屋の"_s << QStringList{chat + u" 3 -1"_s};
        QTest::newRow("Chinese words both") << u"茶 暦"_s << QStringList{chat + u" 3 -1"_s};
        QTest::newRow("a long and a short one") << u"oil it"_s << QStringList{chat + u" 1 -1"_s};
        QTest::newRow("percent") << u"5%"_s << QStringList{chat + u" 4 -1"_s};
        QTest::newRow("underscore stands for itself") << u"a_"_s << QStringList();
        QTest::newRow("backslash") << u"\\b"_s << QStringList{chat + u" 4 -1"_s};
        QTest::newRow("quotes inside a word") << u"do\"or\"s"_s << QStringList();
        QTest::newRow("operators are words") << u"lantern OR horse"_s << QStringList();
        QTest::newRow("apostrophe") << u"it's"_s << QStringList{chat + u" 1 -1"_s};
        QTest::newRow("lore by key") << u"foghorn"_s << QStringList{u"worlds/Harbour.json 7 -1"_s};
        QTest::newRow("lore by content") << u"old ferryman"_s << QStringList{u"worlds/Harbour.json 7 -1"_s};
        QTest::newRow("a group's chat") << u"meeting"_s << QStringList{u"group chats/g.jsonl 0 -1"_s};
        QTest::newRow("accents do not count") << u"ete"_s << QStringList{u"group chats/g.jsonl 0 -1"_s};
        QTest::newRow("accents as they are") << u"Été"_s << QStringList{u"group chats/g.jsonl 0 -1"_s};
        QTest::newRow("nothing") << u"zzz"_s << QStringList();
    }
    void finds()
    {
        QFETCH(QString, words);
        const auto library = smallLibrary();
        const auto store = library->open();
        SearchIndex index(SearchIndex::fileFor(library->root()), library->root());
        QVERIFY(index.update(searchFiles(store->contents(), store->layout())));
        QTEST(places(index, words), "places");
    }

    // The same as by reading all texts, wherever in them the letters stand.
    void shortWordsAreFoundEverywhere()
    {
        QRandomGenerator chance(5);
        const QStringList parts{u"霧"_s,         u"の"_s, u"六"_s, u"ビ"_s, u"ー"_s,  u"항"_s,
                                u"\U00020BB7"_s, u"a"_s,  u"B"_s,  u"q"_s,  u"é"_s,   u"e\u0301"_s,
                                u"か\u3099"_s,   u" "_s,  u"%"_s,  u"\""_s, u"\\n"_s, u"1"_s};
        const auto textOf = [&](int most) {
            QString text;
            for (int i = 1 + chance.bounded(most); i > 0; --i)
                text += parts.at(chance.bounded(int(parts.size())));
            return text;
        };
        const auto library = std::make_unique<TestLibrary>(TestLibrary::Content::Empty);
        QStringList texts;
        QByteArray lines;
        for (int i = 0; i < 3000; ++i) { // more than are read before the index is asked
            texts.append(textOf(6));
            Message message;
            message.name = u"Ada"_s;
            message.text = texts.last();
            lines += encodeMessageLine(message) + '\n';
        }
        put(library->layout().chat(u"Mira.png"_s, u"long"_s), lines);
        const auto store = library->open();
        SearchIndex index(SearchIndex::fileFor(library->root()), library->root());
        QVERIFY(index.update(searchFiles(store->contents(), store->layout())));
        for (int i = 0; i < 300; ++i) {
            const QString word = searchedWords(textOf(2).remove(u'"')).value(0);
            if (word.isEmpty() || word.contains(u'é') || word.contains(u'\u0301'))
                continue; // accents are the index's business
            QList<int> expected;
            for (int row = int(texts.size()) - 1; row >= 0; --row) {
                if (texts.at(row).contains(word, Qt::CaseInsensitive))
                    expected.append(row);
            }
            const int most = chance.bounded(2) == 0 ? 5 : 5000;
            const auto found = index.find(word, {.most = most});
            QVERIFY(found);
            QList<int> rows;
            for (const FoundText &text : *found) {
                rows.append(text.place.row);
                QVERIFY2(!text.place.text.endsWith(u' ') || texts.at(text.place.row).endsWith(u' '),
                         qUtf8Printable(text.place.text));
            }
            QVERIFY2(rows == expected.first(std::min<qsizetype>(most, expected.size())),
                     qUtf8Printable(word));
        }
    }

    void onlyOneKind()
    {
        const auto library = smallLibrary();
        put(library->layout().lorebook(u"Lights"_s),
            R"({"entries":{"1":{"uid":1,"key":["lantern"],"keysecondary":[],"comment":"","content":"Oil."}}})");
        const auto store = library->open();
        SearchIndex index(SearchIndex::fileFor(library->root()), library->root());
        QVERIFY(index.update(searchFiles(store->contents(), store->layout())));
        const auto count = [&index](const SearchScope &scope) {
            return index.find(u"lantern oil"_s, scope).value_or(QList<FoundText>()).size();
        };
        QCOMPARE(count({}), 2);
        QCOMPARE(count({.kind = SearchKind::Chat}), 1);
        QCOMPARE(count({.kind = SearchKind::Lorebook}), 1);
        QCOMPARE(count({.kind = SearchKind::Card}), 0);
        QCOMPARE(count({.most = 1}), 1);
    }

    void whatIsAroundIsShown()
    {
        const auto library = smallLibrary();
        QByteArray line("{\"name\":\"Ada\",\"mes\":\"");
        line += QByteArray("word ").repeated(200) + "needle" + QByteArray(" 🌊tail").repeated(200) + "\"}\n";
        put(library->layout().chat(u"Mira.png"_s, u"long"_s), line);
        const auto store = library->open();
        SearchIndex index(SearchIndex::fileFor(library->root()), library->root());
        QVERIFY(index.update(searchFiles(store->contents(), store->layout())));
        const auto found = index.find(u"NEEDLE"_s);
        QVERIFY(found);
        QCOMPARE(found->size(), 1);
        const FoundText text = found->first();
        QCOMPARE(text.place.text.mid(text.matchStart, text.matchLength), u"needle"_s);
        QVERIFY(text.place.text.startsWith(u"…word") && text.place.text.endsWith(u"…"));
        QVERIFY(text.place.text.size() < 220);
        QVERIFY(text.place.text.isValidUtf16());
        QCOMPARE(text.place.title, u"Ada"_s);
    }

    // Only what changed is read again; what is gone is not found any more.
    void followsTheLibrary()
    {
        const auto library = smallLibrary();
        const QString file = SearchIndex::fileFor(library->root());
        qsizetype read = 0;
        const auto count = [&read](qsizetype, qsizetype total) { read = total; };
        const auto look = [&](SearchIndex &index) {
            read = 0;
            const auto store = library->open();
            return index.update(searchFiles(store->contents(), store->layout()), count).has_value();
        };
        SearchIndex index(file, library->root());
        QVERIFY(look(index));
        QCOMPARE(read, 3);
        QVERIFY(look(index));
        QCOMPARE(read, 0);
        put(library->layout().chat(u"Mira.png"_s, u"b"_s), "{\"mes\":\"a new lantern\",\"name\":\"Ada\"}\n");
        QVERIFY(look(index));
        QCOMPARE(read, 1);
        QCOMPARE(places(index, u"lantern"_s),
                 QStringList({u"chats/Mira/b.jsonl 0 -1"_s, u"chats/Mira/a.jsonl 1 -1"_s}));
        QVERIFY(QFile::remove(library->layout().chat(u"Mira.png"_s, u"a"_s)));
        put(library->layout().chat(u"Mira.png"_s, u"b"_s),
            "{\"mes\":\"only candles here\",\"name\":\"Ada\"}\n");
        QVERIFY(look(index));
        QCOMPARE(places(index, u"lantern"_s), QStringList());
        QCOMPARE(places(index, u"candles"_s), QStringList{u"chats/Mira/b.jsonl 0 -1"_s});
        // Another one on the same file sees the same, while the first is open.
        SearchIndex second(file, library->root());
        QCOMPARE(places(second, u"candles"_s), QStringList{u"chats/Mira/b.jsonl 0 -1"_s});
    }

    void stopsBetweenFiles()
    {
        const auto library = smallLibrary();
        const auto store = library->open();
        SearchIndex index(SearchIndex::fileFor(library->root()), library->root());
        std::stop_source stop;
        qsizetype told = 0;
        QVERIFY(index.update(
            searchFiles(store->contents(), store->layout()),
            [&](qsizetype done, qsizetype) {
                told = done;
                stop.request_stop();
            },
            stop.get_token()));
        QCOMPARE(told, 1);
    }

    // It can be thrown away, and is nobody else's to read.
    void aDamagedOneIsMadeAnew_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("no database")
            << "this is no database, but long enough to be looked at as one"_ba.repeated(40);
        QTest::newRow("empty") << ""_ba;
    }
    void aDamagedOneIsMadeAnew()
    {
        QFETCH(QByteArray, bytes);
        const auto library = smallLibrary();
        const QString file = SearchIndex::fileFor(library->root());
        put(file, bytes);
        const auto store = library->open();
        SearchIndex index(file, library->root());
        QVERIFY(index.update(searchFiles(store->contents(), store->layout())));
        QCOMPARE(places(index, u"lantern"_s).size(), 1);
        const auto others = QFileDevice::ReadGroup | QFileDevice::ReadOther | QFileDevice::WriteGroup |
                            QFileDevice::WriteOther;
        QVERIFY(!(QFile::permissions(file) & others));
        QVERIFY(!(QFile::permissions(QFileInfo(file).path()) & others));
    }

    // The first look and the first reading come at the same time, from two threads.
    void openedByTwoAtOnce()
    {
        for (int round = 0; round < 20; ++round) {
            const auto library = smallLibrary();
            const auto store = library->open();
            const QString file = SearchIndex::fileFor(library->root());
            QFile::remove(file);
            bool isFound = false;
            Result<void> written;
            {
                std::barrier together(2);
                const std::jthread writing([&] {
                    SearchIndex index(file, library->root());
                    together.arrive_and_wait();
                    written = index.update(searchFiles(store->contents(), store->layout()));
                });
                const std::jthread looking([&] {
                    const SearchIndex index(file, library->root());
                    together.arrive_and_wait();
                    isFound = index.find(u"lantern"_s).has_value();
                });
            }
            QVERIFY2(written, qPrintable(written ? QString() : written.error().line()));
            QVERIFY(isFound);
            const SearchIndex index(file, library->root());
            QCOMPARE(places(index, u"lantern"_s).size(), 1);
        }
    }

    void aLivedInLibrary()
    {
        const TestLibrary library(TestLibrary::Content::UserFolder);
        const auto store = library.open();
        SearchIndex index(SearchIndex::fileFor(library.root()), library.root());
        QVERIFY(index.update(searchFiles(store->contents(), store->layout())));
        const auto found = index.find(u"the"_s);
        QVERIFY(found);
        QCOMPARE(found->size(), SearchScope().most);
        QVERIFY(!index.find(u"茶"_s)->isEmpty());
    }

    // The window's side: it asks, and is answered; what is written meanwhile is found.
    void theOpenLibraryIsSearched()
    {
        const auto folder = smallLibrary();
        Library library;
        QSignalSpy opened(&library, &Library::opened);
        library.open(folder->root());
        QVERIFY(opened.wait());
        QTRY_VERIFY(library.contents().chatsAreComplete);
        LibrarySearch search(&library);
        QList<FoundText> last;
        connect(&search, &LibrarySearch::found, this,
                [&last](const QString &, const QList<FoundText> &texts) { last = texts; });
        search.find(u"lantern"_s);
        QTRY_COMPARE(last.size(), 1);
        library.perform(
            [](LibraryStore &store) -> Result<QString> {
                return store.create(store.layout().folder(LibraryLayout::Folder::GroupChats), u"new"_s,
                                    u".jsonl"_s, "{\"mes\":\"one more lantern\",\"name\":\"Ada\"}\n");
            },
            this, [](const Result<QString> &) {});
        QTRY_COMPARE(last.size(), 2);
        search.find(u"zzz"_s);
        QTRY_COMPARE(last.size(), 0);
    }

    // While the library is still being read its chats are not taken for gone.
    void whatIsNotKnownYetIsNotForgotten()
    {
        const auto folder = smallLibrary();
        {
            const auto store = folder->open();
            SearchIndex index(SearchIndex::fileFor(folder->root()), folder->root());
            QVERIFY(index.update(searchFiles(store->contents(), store->layout())));
        }
        Library library;
        LibrarySearch search(&library);
        search.begin();
        QList<FoundText> last;
        qsizetype most = 0;
        connect(&search, &LibrarySearch::found, this,
                [&last](const QString &, const QList<FoundText> &texts) { last = texts; });
        connect(&search, &LibrarySearch::pendingChanged, this,
                [&] { most = std::max(most, search.pending()); });
        QSignalSpy pending(&search, &LibrarySearch::pendingChanged);
        library.open(folder->root());
        QTRY_VERIFY(!pending.isEmpty()); // it was looked through
        QCOMPARE(most, 0);
        search.find(u"lantern"_s);
        QTRY_COMPARE(last.size(), 1);
    }

    // Where the text is by now.
    void messagesAreFoundAgain_data()
    {
        QTest::addColumn<QString>("excerpt");
        QTest::addColumn<int>("row");
        QTest::addColumn<int>("swipe");
        QTest::addColumn<int>("foundRow"); // -1: nowhere
        QTest::addColumn<int>("foundSwipe");
        QTest::newRow("where it was") << u"two lamps"_s << 1 << -1 << 1 << -1;
        QTest::newRow("part of it") << u"…wo lam…"_s << 1 << -1 << 1 << -1;
        QTest::newRow("messages went before it") << u"two lamps"_s << 4 << -1 << 1 << -1;
        QTest::newRow("the nearest of two") << u"again"_s << 4 << -1 << 3 << -1;
        QTest::newRow("far behind the end") << u"again"_s << 40 << -1 << 3 << -1;
        QTest::newRow("an alternative") << u"other"_s << 2 << 1 << 2 << 1;
        QTest::newRow("another alternative by now") << u"other"_s << 2 << 0 << 2 << 1;
        QTest::newRow("as the message has it") << u"edited since"_s << 2 << 0 << 2 << 0;
        QTest::newRow("lines") << u"again and on"_s << 3 << -1 << 3 << -1;
        QTest::newRow("gone") << u"zebra"_s << 1 << -1 << -1 << -1;
    }
    void messagesAreFoundAgain()
    {
        QFETCH(QString, excerpt);
        QFETCH(int, row);
        QFETCH(int, swipe);
        QFETCH(int, foundRow);
        QFETCH(int, foundSwipe);
        QList<Message> messages(4);
        messages[0].text = u"again"_s;
        messages[1].text = u"two lamps"_s;
        messages[2].text = u"edited since"_s;
        messages[2].swipes = {{.text = u"as it was"_s, .info = {}}, {.text = u"the other"_s, .info = {}}};
        messages[3].text = u"again\nand on"_s;
        const FoundText found{.file = {},
                              .place = {.text = excerpt, .title = {}, .row = row, .swipe = swipe}};
        const auto message = foundMessage(messages, found);
        QCOMPARE(message ? int(message->row) : -1, foundRow);
        QCOMPARE(message ? message->swipe : -1, foundSwipe);
        QVERIFY(!foundMessage({}, found));
    }

private:
    static std::unique_ptr<TestLibrary> smallLibrary()
    {
        auto library = std::make_unique<TestLibrary>(TestLibrary::Content::Empty);
        const LibraryLayout layout = library->layout();
        put(layout.chat(u"Mira.png"_s, u"a"_s),
            "{\"chat_metadata\":{}}\n"
            "{\"name\":\"Mira\",\"mes\":\"Come in.\"}\n"
            "{\"name\":\"Ada\",\"is_user\":true,\"mes\":\"The Lantern is out of oil, it's dark.\"}\n"
            "{\"name\":\"Mira\",\"mes\":\"edited later\",\"swipe_id\":0,\"swipes\":[\"first thoughts\","
            "\"second thoughts\"]}\n"
            "{\"name\":\"ミオ\",\"mes\":\"茶屋の暦\"}\n"
            "{\"name\":\"Ada\",\"mes\":\"5% of \\\\b\"}\n");
        put(layout.groupChat(u"g"_s), "{\"name\":\"Ada\",\"mes\":\"été: a meeting\"}\n");
        put(layout.lorebook(u"Harbour"_s),
            R"({"entries":{"7":{"uid":7,"key":["foghorn"],"keysecondary":[],"comment":"Ferry","content":"An old ferryman."}}})");
        return library;
    }

    static QStringList places(const SearchIndex &index, const QString &words)
    {
        const auto found = index.find(words);
        if (!found)
            return {found.error().line()};
        QStringList list;
        for (const FoundText &text : *found)
            list.append(u"%1 %2 %3"_s.arg(text.file.path).arg(text.place.row).arg(text.place.swipe));
        return list;
    }

    std::unique_ptr<QTemporaryDir> m_state;
};

} // namespace tst_searchindex

SNUG_TEST(tst_searchindex, TestSearchIndex, Core)

#include "tst_searchindex.moc"

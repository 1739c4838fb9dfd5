#include "core/library/cardsummary.h"
#include "core/library/chatfiles.h"
#include "core/library/deleting.h"
#include "core/library/documentfiles.h"
#include "core/library/library.h"
#include "core/library/settingsfiles.h"
#include "tests/core/formats/pngfixtures.h"
#include "tests/core/library/diskfull.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_library {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct ChatCounts
{
    int chats = 0;
    int messages = 0;
    int swipes = 0;
    int hidden = 0;
    bool operator==(const ChatCounts &) const = default;
};

} // namespace

class TestLibraryObject : public QObject
{
    Q_OBJECT

    // Opens and waits for the background work.
    void openAndWait(Library &library, const QString &root)
    {
        library.watcher().setQuietTime(20ms);
        QSignalSpy opened(&library, &Library::opened);
        QSignalSpy failed(&library, &Library::openFailed);
        library.open(root);
        QTRY_VERIFY(opened.size() + failed.size() > 0);
        QCOMPARE(failed.size(), 0);
        QTRY_VERIFY(library.contents().chatsAreComplete);
    }

    template <typename T, typename Job> T ask(Library &library, Job job)
    {
        std::optional<T> answer;
        library.perform(std::move(job), this, [&answer](T result) { answer = std::move(result); });
        if (!QTest::qWaitFor([&answer] { return answer.has_value(); }))
            qFatal("no answer from the disk thread");
        return *answer;
    }

private Q_SLOTS:
    void cardsOfOneName()
    {
        const auto named = [](const QString &file, const QString &name) {
            CardSummary card;
            card.file = file;
            card.name = name;
            return card;
        };
        QCOMPARE(distinctNames({named(u"Mira.png"_s, u"Mira"_s), named(u"Mira (2).png"_s, u"Mira"_s),
                                named(u"main_pilot.png"_s, u"Mira"_s), named(u"t.png"_s, u"Tomas"_s)}),
                 QStringList({u"Mira"_s, u"Mira (2)"_s, u"Mira (main_pilot)"_s, u"Tomas"_s}));
    }

    void init() { QTest::failOnWarning(); }

    // Every count of the folder's facts file.
    void aSillyTavernFolderOpensInPlace()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        Library library;
        openAndWait(library, folder.root());
        const LibraryContents contents = library.contents();

        QCOMPARE(contents.cards.size(), 6);
        QVERIFY(std::ranges::none_of(contents.cards,
                                     [](const CardSummary &card) { return card.problem.has_value(); }));
        QCOMPARE(contents.lorebooks.size(), 4);
        int entries = 0;
        for (const LorebookSummary &book : contents.lorebooks)
            entries += book.entries;
        QCOMPARE(entries, 32);
        QCOMPARE(contents.presets.size(), 3);
        QCOMPARE(contents.personas.size(), 3);
        QCOMPARE(contents.groups.size(), 2);
        QCOMPARE(contents.settings.tags.size(), 14);
        QCOMPARE(contents.settings.regexScripts.size(), 3);
        QCOMPARE(contents.settings.presetName, u"Slow Burn"_s);
        QCOMPARE(contents.settings.lore.globalBooks, QStringList{u"Skerrymore"_s});
        using Folder = LibraryLayout::Folder;
        QCOMPARE(contents.templates[Folder::Instruct].size(), 28);
        QCOMPARE(contents.templates[Folder::Context].size(), 4);
        QCOMPARE(contents.templates[Folder::SystemPrompts].size(), 3);
        QCOMPARE(contents.templates[Folder::Reasoning].size(), 5);
        QCOMPARE(contents.templates[Folder::TextPresets].size(), 7);

        QCOMPARE(contents.chats.size(), 6);
        int listedMessages = 0;
        ChatCounts counts;
        for (const CardSummary &card : contents.cards) {
            for (const ChatSummary &summary : contents.chatsOf(card.file)) {
                listedMessages += summary.messages;
                const auto chat = ask<Result<LoadedChat>>(
                    library, [reference = ChatReference{card.file, summary.name}](LibraryStore &store) {
                        return loadChat(store, reference);
                    });
                QVERIFY(chat);
                QVERIFY(chat->warnings.isEmpty());
                ++counts.chats;
                counts.messages += int(chat->chat.messages.size());
                for (const Message &message : chat->chat.messages) {
                    counts.swipes += int(message.swipes.size());
                    counts.hidden += message.isHidden ? 1 : 0;
                }
            }
        }
        QCOMPARE(listedMessages, 2972);
        QCOMPARE(counts, (ChatCounts{.chats = 14, .messages = 2972, .swipes = 1927, .hidden = 169}));
        int groupMessages = 0;
        for (const ChatSummary &chat : contents.groupChats)
            groupMessages += chat.messages;
        QCOMPARE(contents.groupChats.size(), 3);
        QCOMPARE(groupMessages, 38);
    }

    void cardsAreDescribed_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("greetings");
        QTest::addColumn<QStringList>("tags");
        QTest::addColumn<bool>("hasBook");
        QTest::addColumn<QString>("linked");
        QTest::newRow("Aoife") << u"Aoife Ní Bhriain.png"_s << 4
                               << QStringList{u"sea"_s, u"drama"_s, u"slow burn"_s} << true
                               << u"Skerrymore"_s;
        QTest::newRow("Bart") << u"Bartholomew Bart Quill.png"_s << 1
                              << QStringList{u"noir"_s, u"detective"_s} << false << u""_s;
        QTest::newRow("Lark") << u"UNIT-7 «Lark».png"_s << 2 << QStringList{u"android"_s, u"sci-fi"_s}
                              << false << u""_s;
        QTest::newRow("Yasmin") << u"ياسمين.png"_s << 1 << QStringList{u"desert"_s, u"العربية"_s} << false
                                << u""_s;
        QTest::newRow("Mio") << u"茶屋のミオ.png"_s << 3 << QStringList{u"android"_s, u"日本語"_s, u"cozy"_s}
                             << true << u"茶屋の暦"_s;
    }
    void cardsAreDescribed()
    {
        QFETCH(QString, file);
        const LibraryLayout layout(userFolder());
        const CardSummary card = readCardSummary(layout.card(file));
        QVERIFY(!card.problem);
        QTEST(card.greetings, "greetings");
        QTEST(card.tags, "tags");
        QTEST(card.hasBook, "hasBook");
        QTEST(card.linkedLorebook, "linked");
    }

    void onlyTheCardIsRead()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(u"a.png"_s);
        const auto put = [&](const QByteArray &bytes) {
            QFile file(path);
            return file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(bytes) == bytes.size();
        };
        const QByteArray card = textChunk("chara", R"({"name":"Mira","first_mes":"Hi"})"_ba.toBase64());
        const QByteArray bombs = compressedTextChunk("k", QByteArray(4 << 20, '0')).repeated(20);
        QVERIFY(put(pngWith(bombs + pngChunk("IDAT", QByteArray(1 << 20, 'x')), card + bombs)));
        QCOMPARE(readCardSummary(path).name, u"Mira"_s);
        QVERIFY(readCardChunks(path)->size() < 400);
        QVERIFY(put(pngWith(card + textChunk("k", {}).repeated(100'000))));
        QVERIFY(readCardSummary(path).problem);
        const QByteArray whole = pngWith(card, textChunk("a", "b"));
        for (qsizetype size = 8; size < whole.size(); ++size) {
            QVERIFY(put(whole.first(size)));
            QVERIFY(readCardSummary(path).problem);
        }
    }

    void foldersThatAreNone_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("says");
        QTest::addColumn<QString>("hint");
        QTest::newRow("missing") << u"gone"_s << u"no such folder"_s << u"not connected"_s;
        QTest::newRow("a file") << u"file"_s << u"is a file"_s << u"characters"_s;
        QTest::newRow("some other folder") << u"other"_s << u"is not a library"_s << u"data/default-user"_s;
        QTest::newRow("SillyTavern's own folder")
            << u"st"_s << u"is not a library"_s << u"st/data/default-user"_s;
    }
    void foldersThatAreNone()
    {
        QFETCH(QString, path);
        QFETCH(QString, says);
        QFETCH(QString, hint);
        const QTemporaryDir dir;
        QVERIFY(put(dir.filePath(u"file"_s), ""));
        QVERIFY(put(dir.filePath(u"other/notes.txt"_s), ""));
        QVERIFY(put(dir.filePath(u"st/data/default-user/characters/x.png"_s), ""));
        Library library;
        QSignalSpy failed(&library, &Library::openFailed);
        library.open(dir.filePath(path));
        QTRY_COMPARE(failed.size(), 1);
        const Error error = failed.first().first().value<Error>();
        QVERIFY2(error.what.contains(says), qPrintable(error.what));
        QVERIFY2(error.hint.contains(hint), qPrintable(error.hint));
        QVERIFY(!library.isOpen());
        QVERIFY(!QFileInfo::exists(dir.filePath(path) + u"/snug"));
    }

    void aSecondInstanceIsRefused()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        auto first = std::make_unique<Library>();
        openAndWait(*first, folder.root());
        Library second;
        QSignalSpy failed(&second, &Library::openFailed);
        second.open(folder.root());
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(failed.first().first().value<Error>().what.contains(u"already open"));
        first.reset(); // unlike close(), it waits until the disk thread has let go of the lock
        openAndWait(second, folder.root());
    }

    void changesByOthersAppear_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<LibraryChange>("expected");
        const auto change = [](LibraryChange::Kind kind, const QStringList &names,
                               const QString &folder = {}) {
            return LibraryChange{
                .kind = kind, .origin = LibraryChange::Origin::Outside, .names = names, .chatFolder = folder};
        };
        QTest::newRow("a new card") << u"new card"_s << change(LibraryChange::Kind::Cards, {u"Copy.png"_s});
        QTest::newRow("a deleted card")
            << u"deleted card"_s << change(LibraryChange::Kind::Cards, {u"ياسمين.png"_s});
        QTest::newRow("a lorebook edited in place")
            << u"edited book"_s << change(LibraryChange::Kind::Lorebooks, {u"Storm Week"_s});
        QTest::newRow("a line added to a chat")
            << u"chat line"_s
            << change(LibraryChange::Kind::Chats, {u"Before the north window"_s}, u"Aoife Ní Bhriain"_s);
        QTest::newRow("the first chat of a card")
            << u"first chat"_s << change(LibraryChange::Kind::Chats, {u"one"_s}, u"New"_s);
        QTest::newRow("a preset replaced")
            << u"replaced preset"_s << change(LibraryChange::Kind::Presets, {u"Slow Burn"_s});
        QTest::newRow("the settings") << u"settings"_s << change(LibraryChange::Kind::Settings, {});
    }
    void changesByOthersAppear()
    {
        QFETCH(QString, what);
        QFETCH(LibraryChange, expected);
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const LibraryLayout layout = folder.layout();
        Library library;
        openAndWait(library, folder.root());
        const QString chat = layout.chat(u"Aoife Ní Bhriain.png", u"Before the north window");
        library.documentOpened(chat);
        QList<LibraryChange> changes;
        connect(&library, &Library::changed, this,
                [&](const LibraryChange &change) { changes.append(change); });

        if (what == u"new card") {
            QVERIFY(QFile::copy(layout.card(u"ياسمين.png"), layout.card(u"Copy.png")));
        } else if (what == u"deleted card") {
            QVERIFY(QFile::remove(layout.card(u"ياسمين.png")));
        } else if (what == u"edited book") {
            QVERIFY(put(layout.lorebook(u"Storm Week"), "{\"entries\":{}}"));
        } else if (what == u"chat line") {
            QFile file(chat);
            QVERIFY(file.open(QIODevice::Append));
            QVERIFY(file.write("\n{\"name\":\"A\",\"mes\":\"new\"}") > 0);
        } else if (what == u"first chat") {
            QVERIFY(put(layout.chat(u"New.png", u"one"), "{\"chat_metadata\":{}}\n{\"mes\":\"hi\"}"));
        } else if (what == u"replaced preset") {
            const QString path = layout.preset(u"Slow Burn");
            QVERIFY(put(path + u".tmp", bytesOf(path).replace("\"temperature\"", "\"temperature\" ")));
            QCOMPARE(std::rename(QFile::encodeName(path + u".tmp").constData(),
                                 QFile::encodeName(path).constData()),
                     0);
        } else {
            QVERIFY(put(layout.settingsFile(),
                        bytesOf(layout.settingsFile())
                            .replace("\"world_info_depth\": 4", "\"world_info_depth\": 7")));
        }
        QTRY_COMPARE(changes, QList{expected});
        if (what == u"settings")
            QCOMPARE(library.contents().settings.lore.scanDepth, 7);
        if (what == u"chat line")
            QCOMPARE(library.contents().chatsOf(u"Aoife Ní Bhriain.png")[3].messages, 38);
        if (what == u"deleted card")
            QCOMPARE(library.contents().cards.size(), 5);
    }

    void ourOwnWritesDoNotEcho()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        Library library;
        openAndWait(library, folder.root());
        QList<LibraryChange> changes;
        connect(&library, &Library::changed, this,
                [&](const LibraryChange &change) { changes.append(change); });
        QSignalSpy watched(&library.watcher(), &Watcher::changed);

        const ChatReference reference{u"ياسمين.png"_s,
                                      library.contents().chatsOf(u"ياسمين.png").first().name};
        const auto saved = ask<SaveResult>(library, [reference](LibraryStore &store) -> SaveResult {
            const auto chat = loadChat(store, reference);
            if (!chat)
                return std::unexpected(chat.error());
            Message message;
            message.name = u"Ada"_s;
            message.text = u"One more."_s;
            return appendMessages(store, reference, {message}, chat->version);
        });
        QVERIFY(saved && !saved->conflict);
        const auto lore = ask<Result<QString>>(library, [](LibraryStore &store) {
            Lorebook book;
            book.name = u"New: book"_s;
            return createLorebook(store, book);
        });
        QCOMPARE(lore, u"New book"_s);
        QVERIFY(QFileInfo::exists(folder.layout().lorebook(u"New book")));

        // The watcher has seen it, and a later change by another program is the next thing told.
        QTRY_VERIFY(watched.size() > 0);
        QVERIFY(QFile::remove(folder.layout().card(u"Zéphyrine.png")));
        QTRY_VERIFY(!changes.isEmpty() && changes.last().origin == LibraryChange::Origin::Outside);
        QCOMPARE(changes.size(), 3);
        QCOMPARE(changes[0].kind, LibraryChange::Kind::Chats);
        QCOMPARE(changes[0].origin, LibraryChange::Origin::Own);
        QCOMPARE(changes[1].kind, LibraryChange::Kind::Lorebooks);
        QCOMPARE(changes[1].origin, LibraryChange::Origin::Own);
        QCOMPARE(changes[2].kind, LibraryChange::Kind::Cards);
        QCOMPARE(library.contents().chatsOf(u"ياسمين.png").first().messages, 8);
        QCOMPARE(library.contents().chatsOf(u"ياسمين.png").first().lastText, u"One more."_s);
    }

    void whatIsOnlyReadNeedsNoLockAndStaysAsItIs()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const QString chat = folder.layout().chat(u"Zéphyrine.png", u"read only"_s);
        QVERIFY(put(chat, "{\"user_name\":\"A\",\"character_name\":\"Z\",\"chat_metadata\":{}}\n{\"name\":"
                          "\"A\",\"mes\":\"whole\"}\n{\"na"));
        const QByteArray torn = bytesOf(chat);
        const auto held = LibraryLock::acquire(folder.layout());
        QVERIFY(held);
        QVERIFY(!LibraryStore::open(folder.root()));
        QVERIFY(put(folder.layout().sessionFile(), "{"));
        const QStringList before = namesIn(folder.layout().snugFolder());
        {
            const auto store = LibraryStore::open(folder.root(), {}, LibraryAccess::ReadOnly);
            QVERIFY(store);
            (*store)->readAll();
            const auto loaded = loadChat(**store, {.cardFile = u"Zéphyrine.png"_s, .name = u"read only"_s});
            QVERIFY(loaded);
            QCOMPARE(loaded->chat.messages.size(), 1);
            QVERIFY(!(*store)->create(folder.layout().folder(LibraryLayout::Folder::Worlds), u"A"_s,
                                      u".json"_s, "{}"));
            QVERIFY(!(*store)->replace(chat, "{}", loaded->version));
            QVERIFY(!(*store)->append(chat, {"{}"_ba}, loaded->version));
        }
        QCOMPARE(bytesOf(chat), torn);
        QCOMPARE(namesIn(folder.layout().snugFolder()), before);
    }

    void failedSavesAreShownUntilTheySucceed()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        Library library;
        openAndWait(library, folder.root());
        QSignalSpy states(&library, &Library::saveStateChanged);
        const auto saveBook = [&](bool isFull) {
            int answers = 0;
            library.save(
                u"worlds/A"_s,
                [isFull](LibraryStore &store) -> Result<QString> {
                    std::optional<DiskFull> full;
                    if (isFull)
                        full.emplace(2);
                    Lorebook book;
                    book.name = u"A"_s;
                    return createLorebook(store, book);
                },
                this, [&answers](const Result<QString> &) { ++answers; });
            QTRY_COMPARE(answers, 1);
        };
        saveBook(true);
        QCOMPARE(library.saveState().pending, 0);
        QCOMPARE(library.saveState().failures.size(), 1);
        saveBook(false);
        QVERIFY(library.saveState().failures.isEmpty());
        QCOMPARE(states.size(), 4);
        QCOMPARE(states.first().first().value<SaveState>().pending, 1);
    }

    void quittingWritesWhatIsQueued()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        {
            Library library;
            openAndWait(library, folder.root());
            for (int i = 0; i < 20; ++i) {
                library.save(
                    u"book"_s,
                    [](LibraryStore &store) {
                        return createLorebook(store, Lorebook{.name = u"B"_s, .entries = {}, .source = {}});
                    },
                    this, [](const Result<QString> &) {});
            }
        }
        QCOMPARE(namesIn(folder.layout().folder(LibraryLayout::Folder::Worlds)).size(), 20);
        QVERIFY(LibraryStore::open(folder.root()));
    }

    void withoutALibraryEverythingFails()
    {
        Library library;
        const auto card = ask<Result<LoadedDocument<Card>>>(
            library, [](LibraryStore &store) { return loadCard(store, u"x.png"_s); });
        QVERIFY(!card);
        QCOMPARE(card.error().what, u"no library is open"_s);
    }
};

} // namespace tst_library

SNUG_TEST(tst_library, TestLibraryObject, Core)
#include "tst_library.moc"

#include "core/chat/librarychatstore.h"
#include "core/formats/chatjsonl.h"
#include "core/formats/groupfile.h"
#include "core/library/chatfiles.h"
#include "core/library/library.h"
#include "core/library/rescuedchats.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_librarychatstore {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

class TestLibraryChatStore : public QObject
{
    Q_OBJECT

    std::unique_ptr<TestLibrary> m_folder;
    std::unique_ptr<Library> m_library;
    QString m_path;

    static Chat chatOf(const QString &name, const QString &texts)
    {
        Chat chat;
        chat.name = name;
        for (const QString &text : texts.split(u' ')) {
            Message message;
            message.text = text;
            chat.messages.append(message);
        }
        return chat;
    }

    StoreOutcome wait(const std::function<void(ChatStore::Done)> &call)
    {
        std::optional<StoreOutcome> outcome;
        call([&outcome](const StoreOutcome &answer) { outcome = answer; });
        if (!QTest::qWaitFor([&outcome] { return outcome.has_value(); }))
            qFatal("no answer from the store");
        return *outcome;
    }

    QString textsOnDisk() const
    {
        QStringList texts;
        const QList<QByteArray> lines = bytesOf(m_path).split('\n');
        for (const QByteArray &line : lines) {
            const qsizetype at = line.indexOf("\"mes\":\"");
            if (at >= 0)
                texts.append(QString::fromUtf8(line.sliced(at + 7, line.indexOf('"', at + 7) - at - 7)));
        }
        return texts.join(u' ');
    }

    ReconciledChat reconciled(ChatStore &store, const Chat &base, const Chat &mine, bool isPending)
    {
        const StoreOutcome outcome = wait([&](const ChatStore::Done &done) {
            if (isPending)
                store.append(base, mine, base.messages.size(), done);
            else
                store.look(base, mine, done);
        });
        if (outcome.kind != StoreOutcome::Kind::Done || !outcome.reconciled)
            qFatal("nothing was reconciled");
        return *outcome.reconciled;
    }

    // Whoever wrote to it is not at it any more.
    static void makeOld(const QString &path)
    {
        QFile file(path);
        if (!file.open(QIODevice::ReadWrite) ||
            !file.setFileTime(QDateTime::currentDateTime().addSecs(-60), QFileDevice::FileModificationTime))
            qFatal("the time of %s cannot be set", qPrintable(path));
    }

    static QString textsOf(const Chat &chat)
    {
        QStringList texts;
        for (const Message &message : chat.messages)
            texts.append(message.text);
        return texts.join(u' ');
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_library.reset();
        m_folder = std::make_unique<TestLibrary>(TestLibrary::Content::Empty);
        m_library = std::make_unique<Library>();
        m_path = m_folder->layout().chat(u"Mira.png", u"one");
        QSignalSpy opened(m_library.get(), &Library::opened);
        m_library->open(m_folder->root());
        QTRY_COMPARE(opened.size(), 1);
    }
    void cleanup() { m_library.reset(); }

    void aChatGrows()
    {
        LibraryChatStore store(*m_library, u"Mira.png"_s);
        QCOMPARE(wait([&](auto done) { store.rewrite({}, chatOf(u"one"_s, u"a"_s), done); }), StoreOutcome{});
        QCOMPARE(wait([&](auto done) { store.append({}, chatOf(u"one"_s, u"a b c"_s), 1, done); }),
                 StoreOutcome{});
        QCOMPARE(textsOnDisk(), u"a b c"_s);
    }

    void writesQueuedTogetherAreNoConflict()
    {
        LibraryChatStore store(*m_library, u"Mira.png"_s);
        QList<StoreOutcome::Kind> kinds;
        const auto note = [&kinds](const StoreOutcome &outcome) { kinds.append(outcome.kind); };
        store.rewrite({}, chatOf(u"one"_s, u"a"_s), note);
        store.append({}, chatOf(u"one"_s, u"a b"_s), 1, note);
        store.rewrite({}, chatOf(u"one"_s, u"x b"_s), note);
        store.append({}, chatOf(u"one"_s, u"x b c"_s), 2, note);
        QTRY_COMPARE(kinds.size(), 4);
        QCOMPARE(kinds, QList<StoreOutcome::Kind>(4, StoreOutcome::Kind::Done));
        QCOMPARE(textsOnDisk(), u"x b c"_s);
    }

    void whatOthersDidIsNeverOverwritten()
    {
        LibraryChatStore store(*m_library, u"Mira.png"_s);
        const Chat a = chatOf(u"one"_s, u"a"_s);
        wait([&](auto done) { store.rewrite({}, a, done); });
        QVERIFY(put(m_path, bytesOf(m_path) + "\n{\"mes\":\"theirs\"}"));
        // Handed over at once: neither knows what becomes of the other.
        QList<StoreOutcome> outcomes;
        const auto note = [&outcomes](const StoreOutcome &outcome) { outcomes.append(outcome); };
        store.append(a, chatOf(u"one"_s, u"a b"_s), 1, note);
        store.rewrite(chatOf(u"one"_s, u"a b"_s), chatOf(u"one"_s, u"x b c"_s), note);
        QTRY_COMPARE(outcomes.size(), 2);
        QCOMPARE(textsOnDisk(), u"x theirs b c"_s);
        QVERIFY(outcomes.first().reconciled && outcomes.last().reconciled);
        // Who knows of it goes on from there.
        const Chat merged = outcomes.last().reconciled->merge.chat;
        const StoreOutcome last =
            wait([&](auto done) { store.rewrite(merged, chatOf(u"one"_s, u"x b c"_s), done); });
        QCOMPARE(last, StoreOutcome());
        QCOMPARE(textsOnDisk(), u"x b c"_s);
    }

    void whatIsHandedOverLastIsMergedEvenIfNobodyHearsOfIt()
    {
        const Chat a = chatOf(u"one"_s, u"a"_s);
        {
            LibraryChatStore store(*m_library, u"Mira.png"_s);
            wait([&](auto done) { store.rewrite({}, a, done); });
            QVERIFY(put(m_path, bytesOf(m_path) + "\n{\"mes\":\"theirs\"}"));
            store.append(a, chatOf(u"one"_s, u"a b"_s), 1,
                         [](const StoreOutcome &) { QFAIL("answered the dead"); });
        }
        m_library.reset();
        QCOMPARE(textsOnDisk(), u"a theirs b"_s);
    }

    void withoutALibraryNothingCountsAsSaved()
    {
        LibraryChatStore store(*m_library, u"Mira.png"_s);
        m_library->close();
        const StoreOutcome outcome =
            wait([&](auto done) { store.rewrite({}, chatOf(u"one"_s, u"a"_s), done); });
        QCOMPARE(outcome.kind, StoreOutcome::Kind::Failed);
        QVERIFY(!outcome.error.what.isEmpty());
    }

    void whatBothDidIsBroughtTogether_data()
    {
        QTest::addColumn<QByteArray>("theirs");
        QTest::addColumn<bool>("isPending");
        QTest::addColumn<QString>("onDisk");
        QTest::addColumn<QString>("here");
        QTest::addColumn<ReconciledChat::Fate>("fate");
        QTest::addColumn<int>("versions");
        using enum ReconciledChat::Fate;
        QTest::newRow("they added") << QByteArray("+\n{\"mes\":\"x\"}") << true << u"a x b"_s << u"a x b"_s
                                    << Merged << 0;
        QTest::newRow("they removed")
            << QByteArray("{\"mes\":\"x\"}") << true << u"x b"_s << u"x b"_s << Merged << 1;
        QTest::newRow("both changed")
            << QByteArray("{\"mes\":\"x\"}") << false << u"x"_s << u"x"_s << Merged << 1;
        QTest::newRow("zeros") << QByteArray(30, '\0') << true << u"a b"_s << u"a b"_s << Rewritten << 1;
        QTest::newRow("empty") << QByteArray() << true << u"a b"_s << u"a b"_s << Rewritten << 0;
        QTest::newRow("gone") << QByteArray("gone") << true << u"a b"_s << u"a b"_s << Rewritten << 0;
        QTest::newRow("gone, and nothing was said")
            << QByteArray("gone") << false << QString() << u"a"_s << Gone << 0;
    }

    void whatBothDidIsBroughtTogether()
    {
        QFETCH(QByteArray, theirs);
        QFETCH(bool, isPending);
        QFETCH(QString, here);
        LibraryChatStore store(*m_library, u"Mira.png"_s, m_folder->root() + u"/state"_s);
        const Chat base = chatOf(u"one"_s, u"a"_s);
        wait([&](auto done) { store.rewrite({}, base, done); });
        if (theirs == "gone")
            QVERIFY(QFile::remove(m_path));
        else
            QVERIFY(put(m_path, theirs.startsWith('+') ? bytesOf(m_path) + theirs.sliced(1) : theirs));
        const Chat mine = isPending ? chatOf(u"one"_s, u"a b"_s) : base;
        const ReconciledChat result = reconciled(store, base, mine, isPending);
        QTEST(textsOnDisk(), "onDisk");
        QTEST(result.fate, "fate");
        QCOMPARE(textsOf(result.merge.chat), here);
        const ChatReference reference{.cardFile = u"Mira.png"_s, .name = u"one"_s};
        QTEST(int(listChatVersions(m_folder->layout(), reference).size()), "versions");
        // Nothing stands between the next word and the disk.
        if (result.fate != ReconciledChat::Fate::Gone) {
            Chat next = result.merge.chat;
            next.messages.append(chatOf(u"one"_s, u"z"_s).messages);
            QCOMPARE(wait([&](auto done) {
                         store.append(result.merge.chat, next, next.messages.size() - 1, done);
                     }).kind,
                     StoreOutcome::Kind::Done);
        }
    }

    // Other editors write the same lines in other ways.
    // Another program is about to end its line, or has died over it long ago.
    void halfALineIsItsWritersUntilSomethingIsSaved()
    {
        LibraryChatStore store(*m_library, u"Mira.png"_s);
        const Chat base = chatOf(u"one"_s, u"a"_s);
        wait([&](auto done) { store.rewrite({}, base, done); });
        const QByteArray half = bytesOf(m_path) + "\n{\"mes\":\"x\"}\n{\"mes\":\"ha";
        QVERIFY(put(m_path, half));
        makeOld(m_path);
        const Chat seen = reconciled(store, base, base, false).merge.chat;
        QCOMPARE(textsOf(seen), u"a x"_s);
        QCOMPARE(bytesOf(m_path), half);
        QVERIFY(!QFile::exists(m_path + u".torn"_s));

        QVERIFY(put(m_path, half + "lf\"}"));
        const Chat whole = reconciled(store, seen, seen, false).merge.chat;
        QCOMPARE(textsOf(whole), u"a x half"_s);

        // Looked at, and then something is said: it does not stand behind the half line.
        QVERIFY(put(m_path, bytesOf(m_path) + "\n{\"mes\":\"nev"));
        makeOld(m_path);
        QCOMPARE(wait([&](auto done) { store.look(whole, whole, done); }), StoreOutcome());
        Chat mine = whole;
        mine.messages.append(chatOf(u"one"_s, u"b"_s).messages);
        const StoreOutcome saved = wait([&](auto done) { store.append(whole, mine, 3, done); });
        QCOMPARE(saved.kind, StoreOutcome::Kind::Done);
        QCOMPARE(textsOnDisk(), u"a x half b"_s);
        QCOMPARE(bytesOf(m_path + u".torn"_s), QByteArray("{\"mes\":\"nev"));
    }

    // Nothing was to be saved when it was noticed; then something is said.
    void aRemovedFileIsWrittenAgainWithWhatIsSaidNext()
    {
        LibraryChatStore store(*m_library, u"Mira.png"_s);
        const Chat base = chatOf(u"one"_s, u"a"_s);
        wait([&](auto done) { store.rewrite({}, base, done); });
        QVERIFY(QFile::remove(m_path));
        QCOMPARE(reconciled(store, base, base, false).fate, ReconciledChat::Fate::Gone);
        const StoreOutcome saved =
            wait([&](auto done) { store.append(base, chatOf(u"one"_s, u"a b"_s), 1, done); });
        QCOMPARE(saved.kind, StoreOutcome::Kind::Done);
        QCOMPARE(textsOnDisk(), u"a b"_s);
    }

    void aSaveWaitsForTheRestOfALine()
    {
        LibraryChatStore store(*m_library, u"Mira.png"_s);
        const Chat base = chatOf(u"one"_s, u"a"_s);
        wait([&](auto done) { store.rewrite({}, base, done); });
        QVERIFY(put(m_path, bytesOf(m_path) + "\n{\"mes\":\"ha"));
        QFile theirs(m_path);
        QVERIFY(theirs.open(QIODevice::WriteOnly | QIODevice::Append));
        const StoreOutcome saved = wait([&](const ChatStore::Done &done) {
            store.append(base, chatOf(u"one"_s, u"a b"_s), 1, done);
            theirs.write("lf\"}");
            theirs.close();
        });
        QCOMPARE(saved.kind, StoreOutcome::Kind::Done);
        QCOMPARE(textsOnDisk(), u"a half b"_s);
        QVERIFY(!QFile::exists(m_path + u".torn"_s));
    }

    void theSameWordsInOtherBytesAreNoChange_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("between");
        QTest::addColumn<QByteArray>("after");
        QTest::newRow("line ends of Windows") << QByteArray() << QByteArray("\r\n") << QByteArray("\r\n");
        QTest::newRow("a mark of the byte order")
            << QByteArray("\xef\xbb\xbf") << QByteArray("\n") << QByteArray();
        QTest::newRow("a line end more") << QByteArray() << QByteArray("\n") << QByteArray("\n");
    }

    void theSameWordsInOtherBytesAreNoChange()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, between);
        QFETCH(QByteArray, after);
        LibraryChatStore store(*m_library, u"Mira.png"_s);
        const Chat base = chatOf(u"one"_s, u"a b"_s);
        wait([&](auto done) { store.rewrite({}, base, done); });
        QVERIFY(put(m_path, before + bytesOf(m_path).split('\n').join(between) + after));
        const ReconciledChat result = reconciled(store, base, chatOf(u"one"_s, u"a b c"_s), true);
        QCOMPARE(textsOf(result.merge.chat), u"a b c"_s);
        QVERIFY(result.merge.conflicts.isEmpty());
        QCOMPARE(result.removed, 0);
        QCOMPARE(textsOnDisk(), u"a b c"_s);
    }

    void aRenamedFileIsFollowed()
    {
        LibraryChatStore store(*m_library, u"Mira.png"_s);
        const Chat base = chatOf(u"one"_s, u"a"_s);
        wait([&](auto done) { store.rewrite({}, base, done); });
        const QString renamed = m_folder->layout().chat(u"Mira.png", u"two");
        QVERIFY(QFile::rename(m_path, renamed));
        const ReconciledChat result = reconciled(store, base, chatOf(u"one"_s, u"a b"_s), true);
        QCOMPARE(result.fate, ReconciledChat::Fate::Renamed);
        QCOMPARE(result.merge.chat.name, u"two"_s);
        QVERIFY(!QFile::exists(m_path));
        m_path = renamed;
        QCOMPARE(textsOnDisk(), u"a b"_s);
    }

    // A branch is named before the list of chats is whole, or another program has just made a chat of that
    // name.
    void aNewChatTakesNobodysPlace()
    {
        const QByteArray others = "{\"chat_metadata\":{}}\n{\"name\":\"Ada\",\"mes\":\"others\"}";
        QVERIFY(put(m_path, others));
        LibraryChatStore store(*m_library, u"Mira.png"_s);
        const StoreOutcome outcome =
            wait([&](auto done) { store.rewrite({}, chatOf(u"one"_s, u"a"_s), done); });
        QCOMPARE(outcome.kind, StoreOutcome::Kind::Done);
        QCOMPARE(outcome.reconciled->fate, ReconciledChat::Fate::Apart);
        QCOMPARE(outcome.reconciled->merge.chat.name, u"one (2)"_s);
        // Handed over before anybody had heard of it.
        const StoreOutcome next = wait(
            [&](auto done) { store.append(chatOf(u"one"_s, u"a"_s), chatOf(u"one"_s, u"a b"_s), 1, done); });
        QCOMPARE(next.reconciled->merge.chat.name, u"one (2)"_s);
        wait([&](auto done) {
            store.append(chatOf(u"one (2)"_s, u"a b"_s), chatOf(u"one (2)"_s, u"a b c"_s), 2, done);
        });
        QCOMPARE(wait([&](auto done) { store.discard(u"other"_s, done); }).kind, StoreOutcome::Kind::Done);
        QCOMPARE(bytesOf(m_path), others);
        m_path = m_folder->layout().chat(u"Mira.png", u"one (2)");
        QCOMPARE(textsOnDisk(), u"a b c"_s);
        QCOMPARE(wait([&](auto done) { store.discard(u"one (2)"_s, done); }).kind, StoreOutcome::Kind::Done);
        QVERIFY(!QFile::exists(m_path));
        QCOMPARE(namesIn(QFileInfo(m_path).path()), QStringList{u"one.jsonl"_s});
    }

    void aChatThatCannotBeSavedIsKeptElsewhere()
    {
        const QString folder = m_folder->root() + u"/state"_s;
        LibraryChatStore store(*m_library, u"Mira.png"_s, folder);
        wait([&](auto done) { store.rewrite({}, chatOf(u"one"_s, u"a"_s), done); });
        // A folder in its place: nobody can write there, not even root.
        QVERIFY(QFile::rename(m_path, m_path + u".away"_s) && QDir().mkdir(m_path));
        const StoreOutcome outcome =
            wait([&](auto done) { store.rewrite({}, chatOf(u"one"_s, u"a b"_s), done); });
        QCOMPARE(outcome.kind, StoreOutcome::Kind::Failed);
        const QString file = outcome.keptIn;
        const QList<RescuedChat> listed = listRescuedChats(folder, m_folder->root());
        QCOMPARE(listed.size(), 1);
        QCOMPARE(listed.first().reference, (ChatReference{.cardFile = u"Mira.png"_s, .name = u"one"_s}));
        const auto read = readRescuedChat(file);
        QCOMPARE(textsOf(readChat(read->bytes).chat), u"a b"_s);
        QVERIFY(QDir().rmdir(m_path) && QFile::rename(m_path + u".away"_s, m_path));
        QCOMPARE(read->base.stamp.size, QFileInfo(m_path).size());
        QVERIFY(listRescuedChats(folder, u"/elsewhere"_s).isEmpty());
        wait([&](auto done) { store.append({}, chatOf(u"one"_s, u"a b"_s), 1, done); });
        QVERIFY(!QFile::exists(file));
    }

    void aRewriteKeepsAVersionNowAndThen()
    {
        LibraryChatStore store(*m_library, u"Mira.png"_s);
        const ChatReference reference{.cardFile = u"Mira.png"_s, .name = u"one"_s};
        for (const QString &texts : {u"a"_s, u"b"_s, u"c"_s})
            wait([&](auto done) { store.rewrite({}, chatOf(u"one"_s, texts), done); });
        const QList<KeptVersion> versions = listChatVersions(m_folder->layout(), reference);
        QCOMPARE(versions.size(), 1);
        const auto bytes = readChatVersion(m_folder->layout(), reference, versions.first().id);
        QCOMPARE(textsOf(readChat(*bytes).chat), u"a"_s);
    }

    void aVersionThatCannotBeKeptIsKeptLater()
    {
        const QString place = m_folder->root() + u"/snug/versions"_s;
        QVERIFY(put(place, "in the way"));
        LibraryChatStore store(*m_library, u"Mira.png"_s);
        const ChatReference reference{.cardFile = u"Mira.png"_s, .name = u"one"_s};
        for (const QString &texts : {u"a"_s, u"b"_s, u"c"_s})
            QCOMPARE(wait([&](auto done) { store.rewrite({}, chatOf(u"one"_s, texts), done); }),
                     StoreOutcome());
        QCOMPARE(textsOnDisk(), u"c"_s);
        QTRY_COMPARE(m_library->saveState().failures.keys(),
                     QStringList{u"snug/versions/"_s + placeOfChat(m_folder->layout(), reference)});

        QVERIFY(QFile::remove(place));
        m_library->repeatedSaves().retry();
        QTRY_VERIFY(m_library->saveState().failures.isEmpty());
        const QList<KeptVersion> versions = listChatVersions(m_folder->layout(), reference);
        QCOMPARE(versions.size(), 1);
        const auto bytes = readChatVersion(m_folder->layout(), reference, versions.first().id);
        QCOMPARE(textsOf(readChat(*bytes).chat), u"a"_s);
    }

    void discardingGoesToTheTrash()
    {
        LibraryChatStore store(*m_library, u"Mira.png"_s);
        wait([&](auto done) { store.rewrite({}, chatOf(u"one"_s, u"a"_s), done); });
        QCOMPARE(wait([&](auto done) { store.discard(u"one"_s, done); }).kind, StoreOutcome::Kind::Done);
        QVERIFY(!QFileInfo::exists(m_path));
        QCOMPARE(namesIn(m_folder->layout().trashFolder()).size(), 1);
        QCOMPARE(wait([&](auto done) { store.discard(u"one"_s, done); }).kind, StoreOutcome::Kind::Done);
    }

    // Undo and redo of a group's branch or checkpoint.
    void aDiscardedChatOfAGroupLeavesItsListAndComesBack()
    {
        put(m_folder->layout().group(u"7"_s),
            R"({"id":"7","name":"Crew","members":[],"chats":["old","one"],"chat_id":"one"})");
        const auto listed = [&] {
            const auto group = readGroup(bytesOf(m_folder->layout().group(u"7"_s)), u"7"_s);
            return group ? group->group.chats + QStringList{group->group.chatId} : QStringList();
        };
        LibraryChatStore store(*m_library, {});
        wait([&](auto done) { store.rewrite({}, chatOf(u"one"_s, u"a"_s), done); });
        QCOMPARE(wait([&](auto done) { store.discard(u"one"_s, done); }).kind, StoreOutcome::Kind::Done);
        QVERIFY(!QFileInfo::exists(m_folder->layout().groupChat(u"one"_s)));
        QCOMPARE(listed(), (QStringList{u"old"_s, u"old"_s}));

        wait([&](auto done) { store.rewrite({}, chatOf(u"one"_s, u"a"_s), done); });
        QCOMPARE(listed(), (QStringList{u"old"_s, u"one"_s, u"old"_s}));
    }

    void theLastWordIsWrittenEvenIfTheStoreGoes()
    {
        {
            LibraryChatStore store(*m_library, u"Mira.png"_s);
            store.rewrite({}, chatOf(u"one"_s, u"a"_s),
                          [](const StoreOutcome &) { QFAIL("answered the dead"); });
        }
        m_library.reset();
        QCOMPARE(textsOnDisk(), u"a"_s);
    }
};

} // namespace tst_librarychatstore

SNUG_TEST(tst_librarychatstore, TestLibraryChatStore, Core)
#include "tst_librarychatstore.moc"

// Tags, favourites and deleting, of many characters and groups; chats that move.

#include "core/library/awkwarditems.h"
#include "core/library/booksineffect.h"
#include "core/library/cardtags.h"
#include "core/library/chatfiles.h"
#include "core/library/deleting.h"
#include "core/library/groupfiles.h"
#include "core/library/manyatonce.h"
#include "core/library/movingchats.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_manyatonce {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

class TestManyAtOnce : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<TestLibrary>(TestLibrary::Content::UserFolder);
        m_store = m_folder->open();
    }
    void cleanup()
    {
        m_store.reset();
        m_folder.reset();
    }

    void shownTags_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QStringList>("own");
        QTest::addColumn<QStringList>("shown");
        QTest::newRow("of the map") << aoife << QStringList{u"other"_s}
                                    << QStringList({u"sea"_s, u"drama"_s, u"slow burn"_s});
        QTest::newRow("an empty entry") << u"1795299964857"_s << QStringList{u"other"_s} << QStringList();
        QTest::newRow("no entry: the card's own, once")
            << u"new.png"_s << QStringList({u" Sea"_s, u"mine"_s, u"SEA"_s, u""_s})
            << QStringList({u"sea"_s, u"mine"_s});
    }
    void shownTags()
    {
        QFETCH(QString, key);
        QFETCH(QStringList, own);
        QTEST(names(tagsOf(m_store->contents().settings, key, own)), "shown");
    }

    void tagsHaveTheirColours()
    {
        const auto tags = tagsOf(m_store->contents().settings, aoife, {});
        QCOMPARE(tags.first(), (CardTag{u"sea"_s, u"#0b2545"_s}));
        QCOMPARE(tags.at(1).colour, QString());
    }

    // One that all have already, under another case, and a new one; undone byte for byte in what is shown.
    void aTagForMany()
    {
        const QByteArray before = bytesOf(m_folder->layout().settingsFile());
        const QList<CastKey> whom{{.isGroup = false, .file = aoife},
                                  {.isGroup = false, .file = quill},
                                  {.isGroup = true, .file = u"1795299964857"_s}};
        const auto added = changeTag(*m_store, whom, u"SEA"_s, TagChange::Add);
        QVERIFY(added);
        QCOMPARE(tags(aoife), QStringList({u"sea"_s, u"drama"_s, u"slow burn"_s}));
        QCOMPARE(tags(quill), QStringList({u"noir"_s, u"detective"_s, u"sea"_s}));
        QCOMPARE(tags(u"1795299964857"_s), QStringList{u"sea"_s});
        QCOMPARE(m_store->contents().settings.tags.size(), 14);
        const auto fresh = changeTag(*m_store, whom, u"to read"_s, TagChange::Add);
        QVERIFY(fresh);
        QCOMPARE(tags(quill).last(), u"to read"_s);
        QCOMPARE(m_store->contents().settings.tags.size(), 15);
        const auto removed = changeTag(*m_store, whom, u"sea"_s, TagChange::Remove);
        QVERIFY(removed);
        QCOMPARE(tags(aoife), QStringList({u"drama"_s, u"slow burn"_s, u"to read"_s}));
        QVERIFY(restoreTags(*m_store, *removed));
        QVERIFY(restoreTags(*m_store, *fresh));
        QVERIFY(restoreTags(*m_store, *added));
        QCOMPARE(tags(aoife), QStringList({u"sea"_s, u"drama"_s, u"slow burn"_s}));
        QCOMPARE(tags(u"1795299964857"_s), QStringList());
        QVERIFY(bytesOf(m_folder->layout().settingsFile()) != before); // the new tag is still known
    }

    // A tag becomes a folder, another kind of folder, and what it was before; the first switches folders on.
    void aTagIsAFolder()
    {
        const auto folderOf = [this](const QString &tag) {
            for (const CardTag &each : tagsOf(m_store->contents().settings, aoife, {})) {
                if (each.name == tag)
                    return each.folder;
            }
            return TagFolder::None;
        };
        const auto types = [this] {
            QStringList all;
            for (const Tag &tag : m_store->contents().settings.tags)
                all.append(tag.folderType);
            return all;
        };
        const QStringList before = types();
        const bool wereShown = m_store->contents().settings.showsTagFolders;
        const auto opened = changeFolder(*m_store, u"DRAMA"_s, TagFolder::Open);
        QVERIFY(opened);
        QVERIFY(m_store->contents().settings.showsTagFolders);
        QVERIFY(bytesOf(m_folder->layout().settingsFile()).contains(R"("bogus_folders": true)"));
        QCOMPARE(folderOf(u"drama"_s), TagFolder::Open);
        const auto closed = changeFolder(*m_store, u"drama"_s, TagFolder::Closed);
        QVERIFY(closed);
        QCOMPARE(folderOf(u"drama"_s), TagFolder::Closed);
        const auto none = changeFolder(*m_store, u"drama"_s, TagFolder::None);
        QVERIFY(none);
        QCOMPARE(folderOf(u"drama"_s), TagFolder::None);
        QVERIFY(restoreFolders(*m_store, *none));
        QCOMPARE(folderOf(u"drama"_s), TagFolder::Closed);
        QVERIFY(restoreFolders(*m_store, *closed));
        QCOMPARE(folderOf(u"drama"_s), TagFolder::Open);
        QVERIFY(restoreFolders(*m_store, *opened));
        QCOMPARE(types(), before);
        QCOMPARE(m_store->contents().settings.showsTagFolders, wereShown);
        // A card's own tag that nobody has written down yet.
        QVERIFY(changeFolder(*m_store, u"of a card"_s, TagFolder::Closed));
        QCOMPARE(tagsOf(m_store->contents().settings, u"new.png"_s, {u"of a card"_s}).first().folder,
                 TagFolder::Closed);
    }

    // Who has no entry gets one of what was shown, and loses it again.
    void theCardsOwnTagsStay()
    {
        put(m_folder->layout().card(u"copy.png"_s), bytesOf(m_folder->layout().card(aoife)));
        m_store->lookAgain({m_folder->layout().folder(LibraryLayout::Folder::Characters)});
        const auto added =
            changeTag(*m_store, {{.isGroup = false, .file = u"copy.png"_s}}, u"mine"_s, TagChange::Add);
        QVERIFY(added);
        QCOMPARE(names(tagsOf(m_store->contents().settings, u"copy.png"_s, {})),
                 QStringList({u"sea"_s, u"drama"_s, u"slow burn"_s, u"mine"_s}));
        QVERIFY(restoreTags(*m_store, *added));
        QVERIFY(!m_store->contents().settings.tagMap.contains(u"copy.png"_s));
    }

    void favouritesAndBack()
    {
        const QByteArray before = bytesOf(m_folder->layout().card(aoife));
        const QList<CastKey> whom{{.isGroup = false, .file = aoife},
                                  {.isGroup = false, .file = u"Zéphyrine.png"_s},
                                  {.isGroup = true, .file = u"1795299980434"_s},
                                  {.isGroup = false, .file = u"nobody.png"_s}};
        const ManyChanged changed = setFavourite(*m_store, whom, true);
        QCOMPARE(changed.changed, QList<CastKey>({whom.at(0), whom.at(2)})); // Zéphyrine was one
        QCOMPARE(changed.problems.size(), 1);
        QVERIFY(cardSummary(aoife).favourite);
        QCOMPARE(setFavourite(*m_store, changed.changed, false).changed, changed.changed);
        QVERIFY(!cardSummary(aoife).favourite && cardSummary(u"Zéphyrine.png"_s).favourite);
        QCOMPARE(bytesOf(m_folder->layout().card(aoife)), before);
    }

    void lorebooksBesideTheCardsOwn()
    {
        const auto books = [this](const QString &file) {
            return lorebooksBeside(m_store->contents().settings.lore, file);
        };
        const QStringList before = books(aoife);
        const auto added = changeLorebook(*m_store, {aoife, u"copy.png"_s}, u"Tides"_s, LorebookChange::Add);
        QVERIFY(added);
        QCOMPARE(books(aoife), before + QStringList{u"Tides"_s});
        QCOMPARE(books(u"copy.png"_s), QStringList{u"Tides"_s});
        // What stands there already is not doubled, and goes whole.
        QVERIFY(changeLorebook(*m_store, {aoife}, u"Tides"_s, LorebookChange::Add));
        QVERIFY(changeLorebook(*m_store, {aoife, u"copy.png"_s}, u"Tides"_s, LorebookChange::Remove));
        QCOMPARE(books(aoife), before);
        QVERIFY(changeLorebook(*m_store, {aoife}, u"Reefs"_s, LorebookChange::Add));
        QVERIFY(restoreLorebooks(*m_store, *added));
        QCOMPARE(books(aoife), before);
        QVERIFY(books(u"copy.png"_s).isEmpty());
        QVERIFY(!std::ranges::contains(m_store->contents().settings.lore.characterBooks, u"copy"_s,
                                       &WorldInfoSettings::CharacterBooks::card));
    }

    void manyAreDeletedAndComeBack()
    {
        const QStringList before = filesBelow(m_folder->root());
        const ManyDeleted gone = deleteMany(*m_store, {{.isGroup = false, .file = aoife},
                                                       {.isGroup = true, .file = u"1795299964857"_s},
                                                       {.isGroup = false, .file = u"nobody.png"_s}});
        QCOMPARE(gone.trashIds.size(), 2);
        QCOMPARE(gone.problems.size(), 1);
        QVERIFY(filesBelow(m_folder->root()).size() < before.size());
        for (const QString &id : gone.trashIds)
            QVERIFY(restoreDeleted(*m_store, id));
        QCOMPARE(filesBelow(m_folder->root()), before);
    }

    void aChatIsRenamedWithWhatIsKeptOfIt()
    {
        const ChatReference chat{.cardFile = aoife, .name = u"Before the north window"_s};
        put(unsentFile(chat), "{}");
        QVERIFY(keepChatVersion(m_folder->layout(), chat, "x", QDateTime::currentDateTimeUtc()));
        const auto renamed = renameCharacterChat(*m_store, chat, u"South: window"_s);
        QVERIFY(renamed);
        QCOMPARE(renamed->name, u"South window"_s);
        QCOMPARE(bytesOf(unsentFile(*renamed)), "{}"_ba);
        QVERIFY(!QFileInfo::exists(unsentFile(chat)));
        QCOMPARE(listChatVersions(m_folder->layout(), *renamed).size(), 1);
        QVERIFY(!renameCharacterChat(*m_store, *renamed, u"Gale – second night"_s));
    }

    void aGroupsChatIsRenamedInTheGroupToo()
    {
        const QString group = u"1795299964857"_s;
        const QString chat = u"2026-11-21@22h26m04s850ms"_s;
        const auto renamed = renameGroupChat(*m_store, group, chat, u"The long night"_s);
        QVERIFY(renamed);
        const auto after = loadGroup(*m_store, group);
        QVERIFY(after);
        QVERIFY(after->value.chats.contains(u"The long night"_s) && !after->value.chats.contains(chat));
        QVERIFY(QFileInfo::exists(m_folder->layout().groupChat(u"The long night"_s)));
    }

    void chatsMoveToAnotherCharacter()
    {
        const ChatReference chat{.cardFile = aoife, .name = u"Before the north window"_s};
        put(m_folder->layout().chat(quill, chat.name), "{}\n"); // the name is taken there
        const QByteArray bytes = bytesOf(m_folder->layout().chat(aoife, chat.name));
        const auto moved = moveChat(*m_store, chat, quill);
        QVERIFY(moved);
        QCOMPARE(*moved, (ChatReference{.cardFile = quill, .name = u"Before the north window (2)"_s}));
        QCOMPARE(bytesOf(m_folder->layout().chat(quill, moved->name)), bytes);
        QVERIFY(!QFileInfo::exists(m_folder->layout().chat(aoife, chat.name)));
        QVERIFY(std::ranges::contains(m_store->contents().chatsOf(quill), moved->name, &ChatSummary::name));
    }

    void whatCannotBeUsedIsListed()
    {
        const LibraryLayout layout = m_folder->layout();
        QCOMPARE(awkwardItems(m_store->contents(), layout), QList<AwkwardItem>());
        m_store.reset();
        put(layout.card(u"Broken.png"_s), "no picture");
        put(layout.lorebook(u"Torn"_s), "{\"entries\":");
        QVERIFY(QFile::link(u"/nowhere/at all.json"_s, layout.lorebook(u"Dangling"_s)));
        put(layout.chat(u"Nobody At Home.png"_s, u"a"_s), "{}\n");
        put(layout.chat(u"Nobody At Home.png"_s, u"b"_s), "{}\n");
        put(layout.groupChat(u"left over"_s), "{}\n");
        put(layout.group(u"7"_s), R"({"id":"7","name":"Ghosts","members":["Ghost.png"],"chats":["gone"],)"
                                  R"("chat_id":"gone"})");
        m_store = m_folder->open();
        QStringList lines;
        for (const AwkwardItem &item : awkwardItems(m_store->contents(), layout))
            lines.append(u"%1 %2 %3 %4"_s.arg(int(item.kind)).arg(item.path, item.name).arg(item.count));
        QCOMPARE(lines,
                 QStringList({u"0 characters/Broken.png Broken.png 1"_s, u"0 worlds/Torn.json Torn.json 1"_s,
                              u"1 worlds/Dangling.json Dangling.json 1"_s,
                              u"3 chats/Nobody At Home Nobody At Home 2"_s,
                              u"4 group chats/left over.jsonl left over 1"_s, u"5 groups/7.json Ghosts 1"_s,
                              u"6 groups/7.json Ghosts 1"_s}));
        // Archived, they are no trouble; those that are not are counted still.
        ChatShelf shelf{.pinned = {},
                        .archived = {u"chats/Nobody At Home/a.jsonl"_s, u"group chats/left over.jsonl"_s}};
        auto others = awkwardItems(m_store->contents(), layout, shelf);
        QCOMPARE(others.size(), 6);
        QCOMPARE(others[3].count, 1);
        QCOMPARE(orphanedChats(others[3], m_store->contents(), layout, shelf),
                 QStringList{u"chats/Nobody At Home/b.jsonl"_s});
        shelf.archived.insert(u"chats/Nobody At Home/b.jsonl"_s);
        others = awkwardItems(m_store->contents(), layout, shelf);
        QCOMPARE(others.size(), 5);
        QVERIFY(others[3].kind == AwkwardItem::Kind::MissingMember);
        // Orphans are found a home.
        const MovedChats moved = moveChats(*m_store, u"Nobody At Home"_s, quill);
        QCOMPARE(moved.moved.size(), 2);
        QVERIFY(moved.problems.isEmpty());
        const auto left = awkwardItems(m_store->contents(), layout);
        QVERIFY(std::ranges::none_of(
            left, [](const AwkwardItem &item) { return item.kind == AwkwardItem::Kind::OrphanChats; }));
    }

private:
    const QString aoife = u"Aoife Ní Bhriain.png"_s;
    const QString quill = u"Bartholomew Bart Quill.png"_s;

    static QStringList names(const QList<CardTag> &tags)
    {
        QStringList list;
        for (const CardTag &tag : tags)
            list.append(tag.name);
        return list;
    }
    QStringList tags(const QString &key) const
    {
        return names(tagsOf(m_store->contents().settings, key, {}));
    }
    CardSummary cardSummary(const QString &file) const
    {
        const auto &cards = m_store->contents().cards;
        const auto found = std::ranges::find(cards, file, &CardSummary::file);
        return found != cards.cend() ? *found : CardSummary();
    }
    QString unsentFile(const ChatReference &chat) const
    {
        return m_folder->layout().snugFolder() + u"/unsent/"_s + placeOfChat(m_folder->layout(), chat) +
               u".json";
    }

    std::unique_ptr<TestLibrary> m_folder;
    std::unique_ptr<LibraryStore> m_store;
};

} // namespace tst_manyatonce

SNUG_TEST(tst_manyatonce, TestManyAtOnce, Core)

#include "tst_manyatonce.moc"

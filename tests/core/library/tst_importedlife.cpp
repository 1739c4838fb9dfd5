// What comes along with a folder of SillyTavern's: notes, quick replies, and the report of what is taken.

#include "core/formats/jsontext.h"
#include "core/library/groupfiles.h"
#include "core/library/importtaken.h"
#include "core/library/librarystore.h"
#include "core/library/notefiles.h"
#include "core/library/quickreplyfiles.h"
#include "tests/core/library/testlibrary.h"

#include <QDirIterator>
#include <QTemporaryDir>
#include <QTest>

using namespace snug;
using namespace Qt::StringLiterals;

class TestImportedLife : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(makeLibraryFolder(m_folder->path()));
    }

    void notesOfCharactersKeepTheirNeighbours()
    {
        write(u"settings.json"_s,
              "{\n"
              "    \"extension_settings\": {\n"
              "        \"note\": {\"default\": \"Slowly.\", \"chara\": [{\"name\": \"Bart\", \"prompt\": "
              "\"No smoke.\", \"useChara\": true, \"position\": 0,\n"
              "            \"later\": 1.50}], \"wiAddition\": []}\n"
              "    },\n"
              "    \"unheard\": 9007199254740993\n"
              "}");
        open();
        QVERIFY(saveCharacterNote(*m_store, {.avatar = u"Mira"_s,
                                             .text = u"Left-handed."_s,
                                             .isUsed = true,
                                             .placement = CharacterNote::Placement::After}));
        const QByteArray bytes = read(u"settings.json"_s);
        QVERIFY2(bytes.contains(
                     "{\"name\": \"Bart\", \"prompt\": \"No smoke.\", \"useChara\": true, \"position\": 0,\n"
                     "            \"later\": 1.50}"),
                 bytes.constData());
        QVERIFY(bytes.contains("9007199254740993"));
        const Json notes = parseJson(bytes)->value(u"extension_settings").value(u"note");
        QCOMPARE(notes.value(u"default").toText(), u"Slowly."_s);
        QCOMPARE(notes.value(u"chara").at(1).value(u"prompt").toText(), u"Left-handed."_s);
        QCOMPARE(notes.value(u"chara").at(1).value(u"position").toInt(), 2);
        QVERIFY(saveCharacterNote(*m_store, {.avatar = u"Bart"_s,
                                             .text = u"Matches only."_s,
                                             .isUsed = false,
                                             .placement = CharacterNote::Placement::Replaces}));
        const Json bart = parseJson(read(u"settings.json"_s))
                              ->value(u"extension_settings")
                              .value(u"note")
                              .value(u"chara")
                              .at(0);
        QCOMPARE(bart.value(u"prompt").toText(), u"Matches only."_s);
        QCOMPARE(bart.value(u"useChara").toBool(true), false);
        QCOMPARE(bart.value(u"later").toDouble(), 1.5);
    }

    void theDefaultNoteIsSaved()
    {
        open(); // without settings.json
        NoteSettings note;
        note.text = u"Quiet."_s;
        note.depth = 2;
        note.role = Role::User;
        QVERIFY(saveDefaultNote(*m_store, note));
        const Json saved = parseJson(read(u"settings.json"_s))->value(u"extension_settings").value(u"note");
        QCOMPARE(saved.value(u"default").toText(), u"Quiet."_s);
        QCOMPARE(saved.value(u"defaultDepth").toInt(), 2);
        QCOMPARE(saved.value(u"defaultRole").toInt(), 1);
    }

    void quickRepliesAreReadAndChanged()
    {
        open();
        QVERIFY(readQuickReplies(*m_store)->sets.isEmpty()); // there is no folder
        const auto add = [](QuickReplySet &set) {
            set.replies.append({.id = 1, .label = u"Look"_s, .text = u"*I look.*"_s});
        };
        QVERIFY(editQuickReplies(*m_store, u"Mine"_s, add));
        write(u"QuickReplies/Broken.json"_s, "{\"name\":");
        write(u"QuickReplies/Other name.json"_s, "{\"version\":2,\"name\":\"Table\",\"qrList\":[]}");
        const auto files = readQuickReplies(*m_store);
        QVERIFY(files);
        QCOMPARE(files->sets.size(), 2);
        QCOMPARE(files->problems.size(), 1);
        QCOMPARE(files->problems.first().file, u"Broken.json"_s);
        QVERIFY(editQuickReplies(*m_store, u"Table"_s, add)); // in the file that has the set
        QVERIFY(read(u"QuickReplies/Other name.json"_s).contains("*I look.*"));
        QVERIFY(!QFile::exists(m_folder->filePath(u"QuickReplies/Table.json"_s)));
        QVERIFY(!editQuickReplies(*m_store, u"Broken"_s, add)); // what is there is not lost
        QCOMPARE(read(u"QuickReplies/Broken.json"_s), QByteArray("{\"name\":"));
    }

    void eachFileIsSaid()
    {
        write(u"settings.json"_s, "{\"username\":\"A\",\"future\":1}");
        write(u"secrets.json"_s, "{\"api_key_openai\":\"sk-1\"}");
        write(u"worlds/Good.json"_s, "{\"entries\":{}}");
        write(u"worlds/Bad.json"_s, "{\"entries\":");
        write(u"characters/Mira/joy.png"_s, "x");
        write(u"chats/Gone/Old.jsonl"_s, "{}\n");
        write(u"reasoning/Blank.json"_s, "{}");
        write(u"strange.bin"_s, "x");
        write(u"user/files/note.txt"_s, "x");
        write(u"user/images/Mira/x.png"_s, "x");
        write(u"user/workflows/Default.json"_s, "{}");
        write(u"user/other.json"_s, "{}");
        const QMap<QString, QByteArray> strange{{u"worlds/List.json"_s, "[]"},
                                                {u"worlds/Empty.json"_s, "{}"},
                                                {u"instruct/List.json"_s, "[]"},
                                                {u"sysprompt/Text.json"_s, "\"x\""},
                                                {u"TextGen Settings/List.json"_s, "[1]"}};
        for (const auto &[path, bytes] : strange.asKeyValueRange())
            write(path, bytes);
        write(u"instruct/Good.json"_s, "{\"input_sequence\":\"\"}");
        write(u"QuickReplies/T.json"_s, "{\"version\":2,\"name\":\"T\",\"qrList\":[{\"label\":\"Dice\","
                                        "\"message\":\"/roll\",\"executeOnAi\":true}]}");
        open();
        const QStringList before = everything();
        const TakenReport report = takenReport(*m_store);
        QMap<QString, TakenHow> how;
        for (const TakenItem &item : report.files)
            how.insert(item.what, item.how);
        QCOMPARE(how.value(u"settings.json"_s), TakenHow::Taken);
        QCOMPARE(how.value(u"secrets.json"_s), TakenHow::WithoutEffect);
        QCOMPARE(how.value(u"worlds/Good.json"_s), TakenHow::Taken);
        QCOMPARE(how.value(u"worlds/Bad.json"_s), TakenHow::NotUnderstood);
        QCOMPARE(how.value(u"characters/Mira/joy.png"_s), TakenHow::Otherwise);
        QCOMPARE(how.value(u"chats/Gone/Old.jsonl"_s), TakenHow::Otherwise);
        QCOMPARE(how.value(u"reasoning/Blank.json"_s), TakenHow::WithoutEffect);
        QCOMPARE(how.value(u"strange.bin"_s), TakenHow::NotUnderstood);
        QCOMPARE(how.value(u"QuickReplies/T.json"_s), TakenHow::Otherwise);
        QCOMPARE(how.value(u"user/files/note.txt"_s), TakenHow::Taken);
        QCOMPARE(how.value(u"user/images/Mira/x.png"_s), TakenHow::Taken);
        QCOMPARE(how.value(u"user/workflows/Default.json"_s), TakenHow::WithoutEffect);
        QCOMPARE(how.value(u"user/other.json"_s), TakenHow::NotUnderstood);
        QCOMPARE(how.value(u"instruct/Good.json"_s), TakenHow::Taken);
        for (const QString &path : strange.keys())
            QVERIFY2(how.value(path) == TakenHow::NotUnderstood, qPrintable(path));
        const QString text = takenText(report);
        QVERIFY(text.contains(u"Dice"));
        QVERIFY(!text.contains(u"sk-1"));
        QVERIFY(text.indexOf(u"strange.bin") <
                text.indexOf(u"worlds/Good.json")); // what is amiss comes first
        QVERIFY(takenSummary(report).contains(QString::number(report.count(TakenHow::Taken))));
        QCOMPARE(everything(), before);
    }

    // Its files as parts of another library; what cannot come along is said, and why.
    void anImportedFolderIsSaid()
    {
        write(u"settings.json"_s, "{\"username\":\"A\",\"future\":1}");
        write(u"secrets.json"_s, "{\"api_key_openai\":\"sk-1\"}");
        write(u"worlds/Good.json"_s, "{\"entries\":{}}");
        write(u"characters/Mira.json"_s, "{\"spec\":\"chara_card_v2\",\"spec_version\":\"2.0\",\"data\":"
                                         "{\"name\":\"Mira\"}}");
        write(u"characters/Mira/joy.png"_s, "x");
        write(u"chats/Mira/First.jsonl"_s,
              "{\"user_name\":\"A\",\"character_name\":\"Mira\",\"chat_metadata\":{}}\n"
              "{\"name\":\"Mira\",\"is_user\":false,\"mes\":\"Hello.\"}\n");
        write(u"group chats/Together.jsonl"_s,
              "{\"user_name\":\"unused\",\"character_name\":\"unused\",\"chat_metadata\":{}}\n"
              "{\"name\":\"Mira\",\"is_user\":false,\"mes\":\"Hello all.\"}\n");
        write(u"strange.bin"_s, "x");
        const QStringList before = everything();
        QTemporaryDir other;
        QVERIFY(makeLibraryFolder(other.path()));
        const auto store = LibraryStore::open(other.path());
        QVERIFY(store);
        (*store)->readAll();
        const TakenReport report =
            importTaken(importFiles(**store, {m_folder->path()}), m_folder->path() + u'/');
        QMap<QString, TakenHow> how;
        for (const TakenItem &item : report.files) {
            how.insert(item.what, item.how);
            QVERIFY2(!item.why.isEmpty(), qPrintable(item.what));
        }
        const QMap<QString, TakenHow> expected{
            {u"settings.json"_s, TakenHow::WithoutEffect},
            {u"secrets.json"_s, TakenHow::WithoutEffect},
            {u"worlds/Good.json"_s, TakenHow::Taken},
            {u"characters/Mira.json"_s, TakenHow::Otherwise}, // it has become a picture
            {u"characters/Mira/joy.png"_s, TakenHow::WithoutEffect},
            {u"chats/Mira/First.jsonl"_s, TakenHow::Taken},
            {u"group chats/Together.jsonl"_s, TakenHow::Otherwise},
            {u"strange.bin"_s, TakenHow::NotUnderstood}};
        QCOMPARE(how.keys(), expected.keys());
        for (const auto &[path, taken] : expected.asKeyValueRange())
            QVERIFY2(how.value(path) == taken, qPrintable(path + u'\n' + takenText(report)));
        QCOMPARE(report.settings.size(), 2);
        const QString text = takenText(report);
        QVERIFY2(text.contains(u"worlds/Good.json: a lorebook with 0 entries; it is now worlds/Good.json"),
                 qPrintable(text));
        QVERIFY(text.contains(u"where the folder itself is opened as a library\n  future"));
        QVERIFY(!text.contains(u"sk-1"));
        QVERIFY(takenSummary(report).contains(u"files 2 are taken, 2 in another form"));
        QCOMPARE(everything(), before);
    }

    // Chats follow their card and their group, whatever these are called here; copies stay behind.
    void whatBelongsTogetherStaysTogether()
    {
        const QByteArray card =
            "{\"spec\":\"chara_card_v2\",\"spec_version\":\"2.0\",\"data\":{\"name\":\"Mira\"}}";
        const QByteArray chat = "{\"user_name\":\"A\",\"character_name\":\"Mira\",\"chat_metadata\":{}}\n"
                                "{\"name\":\"Mira\",\"is_user\":false,\"mes\":\"Hello.\"}\n";
        write(u"characters/Mira.json"_s, card);
        write(u"characters/Mira2.json"_s, card); // her namesake
        write(u"chats/Mira/First.jsonl"_s, chat);
        write(u"chats/Mira2/Second.jsonl"_s, chat);
        write(u"chats/Gone/Third.jsonl"_s, chat); // whose card is not there
        write(u"groups/7.json"_s,
              "{\"id\":\"7\",\"name\":\"Two\",\"members\":[\"Mira.png\",\"Mira2.png\"],\"disabled_members\":["
              "\"Mira2.png\"],"
              "\"chat_id\":\"Together\",\"chats\":[\"Lost\",\"Together\"],\"later\":1.50}");
        write(u"group chats/Together.jsonl"_s, chat);
        write(u"backups/chat_mira_20261101.jsonl"_s, chat);
        write(u"snug/versions/x/1.jsonl"_s, chat);
        QTemporaryDir other;
        QVERIFY(makeLibraryFolder(other.path()));
        const auto opened = LibraryStore::open(other.path());
        QVERIFY(opened);
        LibraryStore &store = **opened;
        store.readAll();
        const LibraryLayout &layout = store.layout();
        QVERIFY(importFiles(store, {m_folder->filePath(u"characters/Mira.json"_s)}).files.first().problem ==
                std::nullopt);
        QVERIFY(
            store.create(layout.folder(LibraryLayout::Folder::GroupChats), u"Together"_s, u".jsonl"_s, chat));
        // Whoever is open in the window: the folder itself says whose a chat is.
        const ImportReport report = importFiles(store, {m_folder->path()}, u"Mira.png"_s);
        QHash<QString, QString> places;
        for (const ImportedFile &file : report.files)
            places.insert(file.path.sliced(m_folder->path().size() + 1), file.place);
        const QString mira = places.value(u"characters/Mira.json"_s);
        const QString namesake = places.value(u"characters/Mira2.json"_s);
        QVERIFY(mira != u"characters/Mira.png" && !namesake.isEmpty());
        const auto chatOf = [&](const QString &place, const QString &name) {
            return layout.relative(layout.chat(QFileInfo(place).fileName(), name));
        };
        QCOMPARE(places.value(u"chats/Mira/First.jsonl"_s), chatOf(mira, u"First"_s));
        QCOMPARE(places.value(u"chats/Mira2/Second.jsonl"_s), chatOf(namesake, u"Second"_s));
        QVERIFY(places.value(u"chats/Gone/Third.jsonl"_s).endsWith(u"/Third.jsonl")); // by the speaker's name
        const QString together = places.value(u"group chats/Together.jsonl"_s);
        QVERIFY(together != u"group chats/Together.jsonl");
        const auto group = loadGroup(store, u"7"_s);
        QVERIFY(group);
        QCOMPARE(group->value.members,
                 QStringList({QFileInfo(mira).fileName(), QFileInfo(namesake).fileName()}));
        QCOMPARE(group->value.mutedMembers, QStringList{QFileInfo(namesake).fileName()});
        QCOMPARE(group->value.chatId, QFileInfo(together).completeBaseName());
        QCOMPARE(group->value.chats, QStringList({u"Lost"_s, group->value.chatId}));
        QCOMPARE(places.value(u"backups/chat_mira_20261101.jsonl"_s), QString());
        QCOMPARE(places.value(u"snug/versions/x/1.jsonl"_s), QString());
        for (const TakenItem &item : importTaken(report, m_folder->path()).files) {
            if (item.what.startsWith(u"backups") || item.what.startsWith(u"snug"))
                QCOMPARE(item.how, TakenHow::WithoutEffect);
        }
    }

    // A folder that somebody has lived in leaves no question open.
    void aWholeFolderIsUnderstood()
    {
        const test::TestLibrary library(test::TestLibrary::Content::UserFolder);
        const auto store = library.open();
        const TakenReport report = takenReport(*store);
        QVERIFY(report.files.size() > 60 && report.settings.size() > 300);
        QStringList amiss;
        for (const TakenItem &item : report.files + report.settings) {
            if (item.how == TakenHow::NotUnderstood)
                amiss << item.what;
            QVERIFY2(item.how == TakenHow::Taken || !item.why.isEmpty(), qPrintable(item.what));
        }
        QCOMPARE(amiss, QStringList());
        QCOMPARE(test::filesBelow(library.root()), test::filesBelow(test::userFolder()));
    }

private:
    void open()
    {
        m_store.reset();
        auto store = LibraryStore::open(m_folder->path());
        QVERIFY(store);
        m_store = std::move(*store);
        m_store->readAll();
    }

    void write(const QString &path, const QByteArray &bytes) const
    {
        const QFileInfo file(m_folder->filePath(path));
        QVERIFY(QDir().mkpath(file.path()));
        QFile target(file.filePath());
        QVERIFY(target.open(QIODevice::WriteOnly) && target.write(bytes) == bytes.size());
    }

    QByteArray read(const QString &path) const
    {
        QFile file(m_folder->filePath(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QStringList everything() const
    {
        QStringList all;
        QDirIterator walk(m_folder->path(), QDir::Files, QDirIterator::Subdirectories);
        while (walk.hasNext())
            all << walk.next();
        all.sort();
        return all;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<LibraryStore> m_store;
};

QTEST_APPLESS_MAIN(TestImportedLife)
#include "tst_importedlife.moc"

// Documents, settings, deleting, importing, exporting and the sample: on a store, without threads.
#include "core/formats/cardpng.h"
#include "core/formats/framingpreset.h"
#include "core/formats/jsontext.h"
#include "core/formats/pngtext.h"
#include "core/formats/prompttemplate.h"
#include "core/formats/worldinfo.h"
#include "core/library/chatfiles.h"
#include "core/library/deleting.h"
#include "core/library/documentfiles.h"
#include "core/library/exporter.h"
#include "core/library/importer.h"
#include "core/library/prompttemplatefiles.h"
#include "core/library/rulefiles.h"
#include "core/library/samplelibrary.h"
#include "core/library/settingsfiles.h"
#include "core/prompt/knownto.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_libraryfiles {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

namespace {

QByteArray imageData(const QByteArray &png)
{
    return png.sliced(png.indexOf("IHDR"), png.lastIndexOf("IDAT") - png.indexOf("IHDR"));
}

QString noteText(const ImportedFile &file)
{
    QStringList notes;
    for (const Error &note : file.notes)
        notes.append(note.what);
    return notes.join(u'\n');
}

} // namespace

// SmartTavern's files. Out here, where moc sees them whole.
namespace smarttavern {
const QByteArray character =
    "{\"name\":\"Tove\",\"description\":\"Pilot\",\"type\":\"sandbox\",\"message\":[\"Ahoy\"],\"world_book\":"
    "{\"name\":\"W\",\"entries\":[{\"id\":1,\"name\":\"Reef\",\"content\":\"r\",\"mode\":\"conditional\","
    "\"condition\":\"true\",\"position\":\"user\",\"enabled\":true}]},\"regex_rules\":[]}";
const QByteArray frame = "{\"name\":\"Frame\",\"prompts\":[{\"identifier\":\"main\",\"enabled\":true,"
                         "\"position\":\"relative\",\"content\":\"x\"}],\"regex_rules\":[]}";
const QByteArray deepBook = "{\"name\":\"Deep\",\"entries\":[{\"id\":1,\"content\":\"c\",\"mode\":\"always\","
                            "\"position\":\"before_char\",\"enabled\":true}]}";
const QByteArray badge =
    "{\"name\":\"Ada\",\"description\":\"d\",\"persona_name\":\"Ada\",\"persona_badge\":\"\"}";
const QByteArray tree = "{\"name\":\"Dusk\",\"roots\":[\"a\"],\"nodes\":{\"a\":{\"pid\":null,\"role\":"
                        "\"user\",\"content\":\"Hi\"},\"b\":{\"pid\":\"a\",\"role\":\"assistant\","
                        "\"content\":\"Yes\"}},\"children\":{\"a\":[\"b\"]},\"active_path\":[\"a\"]}";
} // namespace smarttavern

class TestLibraryFiles : public QObject
{
    Q_OBJECT

    std::unique_ptr<TestLibrary> m_folder;
    std::unique_ptr<LibraryStore> m_store;
    std::unique_ptr<QTemporaryDir> m_outside;

    QString outside(const QString &name, const QByteArray &bytes)
    {
        put(m_outside->filePath(name), bytes);
        return m_outside->filePath(name);
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_store.reset();
        m_folder = std::make_unique<TestLibrary>(TestLibrary::Content::UserFolder);
        m_store = m_folder->open();
        m_outside = std::make_unique<QTemporaryDir>();
    }
    void cleanup()
    {
        m_store.reset();
        m_folder.reset();
    }

    void everythingSavedUnchangedIsTheSameBytes()
    {
        const LibraryContents contents = m_store->contents(); // saving renews the store's own
        for (const CardSummary &card : contents.cards) {
            const auto loaded = loadCard(*m_store, card.file);
            QVERIFY(loaded);
            const auto saved = saveCard(*m_store, card.file, loaded->value, loaded->version);
            QVERIFY(saved && !saved->conflict);
            for (const ChatSummary &summary : contents.chatsOf(card.file)) {
                const ChatReference reference{card.file, summary.name};
                const auto chat = loadChat(*m_store, reference);
                QVERIFY(chat);
                const auto rewritten = rewriteChat(*m_store, reference, chat->chat, chat->version);
                QVERIFY(rewritten && !rewritten->conflict);
            }
        }
        for (const PresetSummary &preset : contents.presets) {
            const auto loaded = loadPreset(*m_store, preset.name);
            QVERIFY(loaded && savePreset(*m_store, preset.name, loaded->value, loaded->version));
        }
        for (const LorebookSummary &book : contents.lorebooks) {
            const auto loaded = loadLorebook(*m_store, book.name);
            QVERIFY(loaded && saveLorebook(*m_store, book.name, loaded->value, loaded->version));
        }
        QVERIFY(editSettings(*m_store, [](SillyTavernSettings &) {}));
        const QStringList files = filesBelow(userFolder());
        QCOMPARE(filesBelow(m_folder->root()), files);
        QCOMPARE(files.size(), 94);
        for (const QString &file : files)
            QCOMPARE(bytesOf(m_folder->root() + u'/' + file), bytesOf(userFolder() + u'/' + file));
    }

    void aSavedCardKeepsItsPicture()
    {
        const QString file = u"Zéphyrine.png"_s;
        const QByteArray before = bytesOf(m_folder->layout().card(file));
        auto card = loadCard(*m_store, file);
        QVERIFY(card);
        card->value.description += u" She hums."_s;
        const auto saved = saveCard(*m_store, file, card->value, card->version);
        QVERIFY(saved && !saved->conflict);
        const QByteArray after = bytesOf(m_folder->layout().card(file));
        QVERIFY(after != before);
        QCOMPARE(imageData(after), imageData(before));
        QCOMPARE(loadCard(*m_store, file)->value.description, card->value.description);
    }

    void aCardChangedByOthersIsAConflict()
    {
        const QString file = u"Zéphyrine.png"_s;
        auto card = loadCard(*m_store, file);
        QVERIFY(card);
        const QByteArray theirs = bytesOf(m_folder->layout().card(u"ياسمين.png"));
        QVERIFY(put(m_folder->layout().card(file), theirs));
        card->value.description = u"ours"_s;
        auto saved = saveCard(*m_store, file, card->value, card->version);
        QVERIFY(saved && saved->conflict);
        QCOMPARE(bytesOf(m_folder->layout().card(file)), theirs);
        QVERIFY(QFile::remove(m_folder->layout().card(file)));
        saved = saveCard(*m_store, file, card->value, card->version);
        QVERIFY(saved && saved->conflict);
        QVERIFY(!QFileInfo::exists(m_folder->layout().card(file)));
    }

    void settingsKeepWhatOthersWrote()
    {
        const QString path = m_folder->layout().settingsFile();
        QVERIFY(put(path, bytesOf(path).replace("\"firstRun\"",
                                                "\"anExtension\": 9007199254740993,\n    \"firstRun\"")));
        QVERIFY(editSettings(
            *m_store, [](SillyTavernSettings &settings) { settings.userAvatar = u"user-default.png"_s; }));
        QVERIFY(bytesOf(path).contains("\"anExtension\": 9007199254740993"));
        QCOMPARE(m_store->contents().settings.userAvatar, u"user-default.png"_s);
        QVERIFY(put(path, "{ broken"));
        QVERIFY(!editSettings(*m_store, [](SillyTavernSettings &settings) { settings.userAvatar.clear(); }));
        QCOMPARE(bytesOf(path), "{ broken");
    }

    void variablesOfATurnAreKept()
    {
        const QString path = m_folder->layout().settingsFile();
        QVERIFY(editSettings(*m_store, [](SillyTavernSettings &settings) {
            settings.globalVariables = Json::object(
                {{u"visits"_s, Json(2)}, {u"storm"_s, Json(u"near"_s)}, {u"theirs"_s, Json(u"1"_s)}});
        }));
        QVERIFY(saveGlobalVariables(
            *m_store, {{u"visits"_s, Json(2)}, {u"storm"_s, Json(u"near"_s)}, {u"theirs"_s, Json(u"0"_s)}},
            {{u"visits"_s, Json(3)}, {u"theirs"_s, Json(u"0"_s)}, {u"new"_s, Json(u"x"_s)}}));
        const Json now = m_store->contents().settings.globalVariables;
        QCOMPARE(now.value(u"visits").toInt(), 3);
        QVERIFY(now.value(u"storm").isUndefined());
        QCOMPARE(now.value(u"theirs").toText(), u"1"_s); // changed by another program, not by the turn
        QCOMPARE(now.value(u"new").toText(), u"x"_s);
        QVERIFY(put(path, "{ broken"));
        QVERIFY(!saveGlobalVariables(*m_store, {}, {{u"a"_s, Json(1)}}));
        QCOMPARE(bytesOf(path), "{ broken");
    }

    void personasComeGoAndComeBack()
    {
        Persona ada;
        ada.name = u"Ada: keeper"_s;
        ada.description = u"Keeps the light."_s;
        const auto avatar = createPersona(*m_store, ada);
        QCOMPARE(avatar, u"Ada keeper.png"_s);
        QCOMPARE(m_store->contents().personas.size(), 4);
        const QList<Persona> all = m_store->contents().settings.personas;

        const auto gone = deletePersona(*m_store, *avatar);
        QVERIFY(gone);
        QCOMPARE(m_store->contents().personas.size(), 3);
        QVERIFY(restoreDeleted(*m_store, gone->id));
        const auto back = m_store->contents().settings.personas;
        QCOMPARE(back.size(), 4);
        QCOMPARE(back.last().name, all.last().name);
        QCOMPARE(back.last().description, all.last().description);
        QVERIFY(QFileInfo::exists(m_folder->layout().avatar(*avatar)));
    }

    void deletingCardsPresetsBooksAndChats()
    {
        const QString card = u"Aoife Ní Bhriain.png"_s;
        const auto gone = deleteCard(*m_store, card, ChatsOfCard::Delete);
        QVERIFY(gone);
        QCOMPARE(gone->title, u"Aoife Ní Bhriain"_s);
        QCOMPARE(m_store->contents().cards.size(), 5);
        QVERIFY(m_store->contents().chatsOf(card).isEmpty());
        QVERIFY(deletePreset(*m_store, u"Slow Burn"_s));
        QVERIFY(deleteLorebook(*m_store, u"Skerrymore"_s));
        const ChatReference chat{u"ياسمين.png"_s, m_store->contents().chatsOf(u"ياسمين.png").first().name};
        QVERIFY(deleteChat(*m_store, chat));
        QCOMPARE(m_store->contents().presets.size(), 2);
        QCOMPARE(m_store->contents().lorebooks.size(), 3);
        QVERIFY(m_store->contents().chatsOf(u"ياسمين.png").isEmpty());

        for (const TrashItem &item : listTrash(m_folder->layout()).items)
            QVERIFY(restoreDeleted(*m_store, item.id));
        QCOMPARE(m_store->contents().chatsOf(card).size(), 6);
        for (const QString &file : filesBelow(userFolder()))
            QCOMPARE(bytesOf(m_folder->root() + u'/' + file), bytesOf(userFolder() + u'/' + file));
    }

    void chatsAreMadeAndRenamed()
    {
        Chat chat;
        chat.name = u"Harbour: day 2"_s;
        Message message;
        message.name = u"Ada"_s;
        message.text = u"Hello"_s;
        chat.messages = {message};
        const auto created = createChat(*m_store, u"ياسمين.png"_s, chat);
        QVERIFY(created);
        QCOMPARE(created->reference.name, u"Harbour day 2"_s);
        QVERIFY(!appendMessages(*m_store, created->reference, {message}, created->version)->conflict);
        const auto second = createChat(*m_store, u"ياسمين.png"_s, chat);
        QCOMPARE(second->reference.name, u"Harbour day 2 (2)"_s);
        QVERIFY(!renameChat(*m_store, second->reference, u"Harbour day 2"_s));
        const auto renamed = renameChat(*m_store, second->reference, u"Third"_s);
        QVERIFY(renamed);
        QCOMPARE(loadChat(*m_store, *renamed)->chat.messages.size(), 1);
        QCOMPARE(m_store->contents().chatsOf(u"ياسمين.png").size(), 3);
    }

    void imports_data()
    {
        QTest::addColumn<QString>("source"); // below the user folder; empty: `bytes`
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("name");
        QTest::addColumn<ImportedFile::Outcome>("outcome");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("says");
        using Outcome = ImportedFile::Outcome;
        QTest::newRow("a card under a wrong name")
            << u"characters/ياسمين.png"_s << ""_ba << u"download.bin"_s << Outcome::Imported
            << u"characters/ياسمين (2).png"_s << u"ياسمين"_s;
        QTest::newRow("a JSON card")
            << u""_s
            << R"({"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Mira","description":"d","first_mes":"Hi"}})"_ba
            << u"m.json"_s << Outcome::Imported << u"characters/Mira.png"_s << u"plain one"_s;
        QTest::newRow("a preset") << u"OpenAI Settings/Slow Burn.json"_s << ""_ba << u"Slow Burn.json"_s
                                  << Outcome::Imported << u"OpenAI Settings/Slow Burn (2).json"_s
                                  << u"17 prompt blocks"_s;
        QTest::newRow("a lorebook") << u"worlds/Skerrymore.json"_s << ""_ba << u"Fog.json"_s
                                    << Outcome::Imported << u"worlds/Fog.json"_s << u"16 entries"_s;
        QTest::newRow("a chat, found by its speaker")
            << u"chats/ياسمين/ياسمين - 2026-11-21@22h11m58s888ms.jsonl"_s << ""_ba << u"c.jsonl"_s
            << Outcome::Imported << u"chats/ياسمين/c.jsonl"_s << u"7 messages"_s;
        QTest::newRow("a chat with a stranger")
            << u""_s << "{\"chat_metadata\":{}}\n{\"name\":\"Nobody\",\"is_user\":false,\"mes\":\"x\"}"_ba
            << u"c.jsonl"_s << Outcome::Refused << u""_s << u"nobody in this library"_s;
        QTest::newRow("an instruct template") << u"instruct/ChatML.json"_s << ""_ba << u"Mine.json"_s
                                              << Outcome::Imported << u"instruct/Mine.json"_s << u""_s;
        QTest::newRow("a regex script")
            << u""_s << R"({"scriptName":"s","findRegex":"/a/g","replaceString":"","placement":[2]})"_ba
            << u"r.json"_s << Outcome::Kept << u"snug/regex/r.json"_s << u"does not use it"_s;
        QTest::newRow("settings") << u"settings.json"_s << ""_ba << u"settings.json"_s << Outcome::Refused
                                  << u""_s << u"whole library"_s;
        QTest::newRow("a plain picture") << u"User Avatars/user-default.png"_s << ""_ba << u"p.png"_s
                                         << Outcome::Refused << u""_s << u"without a character"_s;
        QTest::newRow("a diary") << u""_s << "Dear diary"_ba << u"d.txt"_s << Outcome::Refused << u""_s
                                 << u"not a kind of file"_s;
        QTest::newRow("nothing at all")
            << u""_s << ""_ba << u"e.json"_s << Outcome::Refused << u""_s << u"not a kind of file"_s;
    }
    void imports()
    {
        QFETCH(QString, source);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, name);
        QFETCH(QString, says);
        if (!source.isEmpty())
            bytes = bytesOf(userFolder() + u'/' + source);
        const QStringList before = filesBelow(m_folder->root());
        const QString path = outside(name, bytes);
        const ImportReport report = importFiles(*m_store, {path});
        QCOMPARE(report.files.size(), 1);
        const ImportedFile file = report.files.first();
        const QString words = file.understood + u'\n' + noteText(file) + u'\n' +
                              (file.problem ? file.problem->what : QString());
        QTEST(file.outcome, "outcome");
        QTEST(file.place, "place");
        QVERIFY2(words.contains(says), qPrintable(words));
        QCOMPARE(bytesOf(path), bytes);
        QCOMPARE(file.problem.has_value(), file.outcome == ImportedFile::Outcome::Refused);
        if (file.outcome == ImportedFile::Outcome::Refused)
            QCOMPARE(filesBelow(m_folder->root()), before);
        else if (!name.endsWith(u"m.json"))
            QCOMPARE(bytesOf(m_folder->root() + u'/' + file.place), bytes);
    }

    void aJsonCardGetsAPicture()
    {
        const ImportReport report = importFiles(
            *m_store,
            {outside(
                u"x.json"_s,
                R"({"name":"Mira","description":"Keeper","personality":"","scenario":"","first_mes":"Hi","mes_example":"","myKey":1.50})")});
        QCOMPARE(report.files.first().place, u"characters/Mira.png"_s);
        const auto card = loadCard(*m_store, u"Mira.png"_s);
        QVERIFY(card);
        QCOMPARE(card->value.description, u"Keeper"_s);
        QVERIFY(bytesOf(m_folder->layout().card(u"Mira.png")).startsWith("\x89PNG"));
        QCOMPARE(imageData(bytesOf(m_folder->layout().card(u"Mira.png"))), imageData(placeholderPicture()));
    }

    void foreignLorebooks_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QStringList>("says");
        const QByteArray novelAi =
            "{\"lorebookVersion\":5,\"entries\":[{\"text\":\"Fog.\",\"displayName\":\"F\","
            "\"keys\":[\"fog\"],\"forceActivation\":true}]}";
        QTest::newRow("NovelAI") << novelAi << u"Coast.lorebook"_s << u"worlds/Coast.json"_s
                                 << QStringList{u"a NovelAI lorebook"_s, u"taken over: "_s, u"snug/kept"_s};
        QTest::newRow("NovelAI in a picture")
            << *replacePngTexts(bytesOf(userFolder() + u"/User Avatars/user-default.png"_s), {},
                                {{"naidata", novelAi.toBase64(), "tEXt"}})
            << u"Coast.png"_s << u"worlds/Coast.json"_s << QStringList{u"a NovelAI lorebook"_s};
        QTest::newRow("Agnai")
            << "{\"kind\":\"memory\",\"name\":\"Shore\",\"entries\":[{\"name\":\"F\",\"entry\":"
               "\"Fog.\",\"keywords\":[\"fog\"],\"priority\":3,\"weight\":1,\"enabled\":true}]}"_ba
            << u"x.json"_s << u"worlds/Shore.json"_s
            << QStringList{u"Agnai"_s, u"works differently here: a priority"_s};
        QTest::newRow("RisuAI")
            << "{\"type\":\"risu\",\"ver\":1,\"data\":[{\"key\":\"fog\",\"content\":\"Fog.\",\"comment\":"
               "\"F\",\"folder\":\"x\"}]}"_ba
            << u"Coast.json"_s << u"worlds/Coast.json"_s << QStringList{u"RisuAI"_s, u"kept in the file"_s};
    }
    void foreignLorebooks()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, name);
        QFETCH(QString, place);
        QFETCH(QStringList, says);
        const QString path = outside(name, bytes);
        const ImportReport report = importFiles(*m_store, {path});
        const ImportedFile file = report.files.first();
        QVERIFY2(file.outcome == ImportedFile::Outcome::Imported,
                 file.problem ? qPrintable(file.problem->what) : "");
        QCOMPARE(file.place, place);
        const QString words = file.understood + noteText(file);
        for (const QString &each : std::as_const(says))
            QVERIFY2(words.contains(each), qPrintable(words));
        QCOMPARE(bytesOf(path), bytes);
        const auto read = readWorldInfo(bytesOf(m_folder->root() + u'/' + place));
        QVERIFY(read);
        QCOMPARE(read->book.entries.size(), 1);
        QCOMPARE(read->book.entries[0].keys, QStringList{u"fog"_s});
        QCOMPARE(read->book.entries[0].title, u"F"_s);
        QVERIFY(std::ranges::contains(m_store->contents().lorebooks, QFileInfo(place).completeBaseName(),
                                      &LorebookSummary::name));
    }

    void otherFilesOfThesePrograms_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<ImportedFile::Outcome>("outcome");
        using Outcome = ImportedFile::Outcome;
        QTest::newRow("RisuAI's scripts") << "{\"type\":\"regex\",\"data\":[]}"_ba << Outcome::Kept;
        QTest::newRow("a broken NovelAI lorebook")
            << "{\"lorebookVersion\":5,\"entries\":7}"_ba << Outcome::Refused;
        QTest::newRow("a broken module") << "\x6f\0\x05\0\0\0abcde"_ba << Outcome::Refused;
    }
    void otherFilesOfThesePrograms()
    {
        QFETCH(QByteArray, bytes);
        const ImportReport report = importFiles(*m_store, {outside(u"some.json"_s, bytes)});
        QTEST(report.files.first().outcome, "outcome");
    }

    void importingWholeFoldersFindsChatsOfNewCards()
    {
        const TestLibrary empty(TestLibrary::Content::Empty);
        const auto store = empty.open();
        QVERIFY(put(m_outside->filePath(u"a/chat.jsonl"_s),
                    bytesOf(m_folder->layout().chat(u"ياسمين.png", u"ياسمين - 2026-11-21@22h11m58s888ms"))));
        QVERIFY(put(m_outside->filePath(u"b/card.png"_s), bytesOf(m_folder->layout().card(u"ياسمين.png"))));
        const ImportReport report = importFiles(*store, {m_outside->path()});
        QCOMPARE(report.files.size(), 2);
        for (const ImportedFile &file : report.files)
            QCOMPARE(file.outcome, ImportedFile::Outcome::Imported);
        QCOMPARE(store->contents().chatsOf(u"ياسمين.png").size(), 1);
    }

    void personaBackupsMerge()
    {
        const QByteArray backup(
            R"({"personas":{"user-default.png":"Not Mika","1-Kit.png":"Kit","../evil.png":"Evil"},"persona_descriptions":{"1-Kit.png":{"description":"A kid.","position":0}},"default_persona":null})");
        const ImportReport report = importFiles(*m_store, {outside(u"personas_20261121.json"_s, backup)});
        const ImportedFile file = report.files.first();
        QCOMPARE(file.outcome, ImportedFile::Outcome::Imported);
        QVERIFY2(noteText(file).contains(u"Not Mika is already there"), qPrintable(noteText(file)));
        QVERIFY(noteText(file).contains(u"picture of Kit"));
        const QList<Persona> personas = m_store->contents().settings.personas;
        QCOMPARE(personas.size(), 5);
        QCOMPARE(personas[0].name, u"Mika"_s);
        QCOMPARE(personas[3].avatar, u"1-Kit.png"_s);
        QCOMPARE(personas[3].description, u"A kid."_s);
        QCOMPARE(personas[4].avatar, u"evil.png"_s);
        QVERIFY(QFileInfo::exists(m_folder->layout().avatar(u"1-Kit.png")));
    }

    void aBookCutOutOfACardIsConverted()
    {
        const ImportReport report = importFiles(
            *m_store,
            {outside(
                u"book.json"_s,
                R"({"name":"Fog","entries":[{"keys":["fog","mist"],"content":"Thick.","enabled":true,"insertion_order":7,"extensions":{}}]})")});
        const ImportedFile file = report.files.first();
        QCOMPARE(file.place, u"worlds/Fog.json"_s);
        const auto book = loadLorebook(*m_store, u"Fog"_s);
        QVERIFY(book);
        QCOMPARE(book->value.entries.size(), 1);
        QCOMPARE(book->value.entries.first().keys, (QStringList{u"fog"_s, u"mist"_s}));
        QCOMPARE(book->value.entries.first().content, u"Thick."_s);
        QCOMPARE(book->value.entries.first().order, 7.0);
        QVERIFY(bytesOf(m_folder->layout().lorebook(u"Fog")).contains("\"key\""));
        QVERIFY(QFileInfo::exists(m_folder->layout().keptFolder() + u"/book.json"));
    }

    void exports()
    {
        const QString target = m_outside->filePath(u"out"_s);
        QVERIFY(exportTo(*m_store, ExportKind::CardPng, u"ياسمين.png"_s, target));
        QCOMPARE(bytesOf(target), bytesOf(m_folder->layout().card(u"ياسمين.png")));
        QVERIFY(exportTo(*m_store, ExportKind::CardJson, u"ياسمين.png"_s, target));
        const auto card = readCard(bytesOf(target));
        QVERIFY(card);
        QCOMPARE(card->card.name, u"ياسمين"_s);
        QVERIFY(exportTo(*m_store, ExportKind::Preset, u"Slow Burn"_s, target));
        QCOMPARE(bytesOf(target), bytesOf(m_folder->layout().preset(u"Slow Burn")));
        QVERIFY(exportTo(*m_store, ExportKind::Lorebook, u"Skerrymore"_s, target));
        QCOMPARE(bytesOf(target), bytesOf(m_folder->layout().lorebook(u"Skerrymore")));
        const ChatReference chat{u"ياسمين.png"_s, u"ياسمين - 2026-11-21@22h11m58s888ms"_s};
        QVERIFY(exportChat(*m_store, chat, target));
        QCOMPARE(bytesOf(target), bytesOf(chatPath(m_folder->layout(), chat)));
        QVERIFY(!exportTo(*m_store, ExportKind::Preset, u"gone"_s, target));
    }

    // SmartTavern's files come in and leave again as they were.
    void smartTavernsFiles()
    {
        const ImportReport report = importFiles(*m_store, {outside(u"tove.json"_s, smarttavern::character),
                                                           outside(u"Frame.json"_s, smarttavern::frame),
                                                           outside(u"Deep.json"_s, smarttavern::deepBook),
                                                           outside(u"ada.json"_s, smarttavern::badge)});
        for (const ImportedFile &file : report.files)
            QCOMPARE(file.outcome, ImportedFile::Outcome::Imported);
        const ImportReport chats =
            importFiles(*m_store, {outside(u"dusk.json"_s, smarttavern::tree)}, u"Tove.png"_s);
        QCOMPARE(chats.files.first().outcome, ImportedFile::Outcome::Imported);
        QCOMPARE(importFiles(*m_store, {m_outside->filePath(u"dusk.json"_s)}).files.first().outcome,
                 ImportedFile::Outcome::Refused);

        const QString target = m_outside->filePath(u"out.json"_s);
        const auto exported = [&](ExportKind kind, const QString &name) {
            return exportTo(*m_store, kind, name, target) ? parseJson(bytesOf(target)).value_or(Json())
                                                          : Json();
        };
        QCOMPARE(exported(ExportKind::FramingCharacter, u"Tove.png"_s), *parseJson(smarttavern::character));
        QCOMPARE(exported(ExportKind::FramingPreset, u"Frame"_s), *parseJson(smarttavern::frame));
        QCOMPARE(bytesOf(target), smarttavern::frame);
        QCOMPARE(exported(ExportKind::FramingLorebook, u"Deep"_s), *parseJson(smarttavern::deepBook));
        QCOMPARE(bytesOf(target), smarttavern::deepBook);
        const auto personas = m_store->contents().settings.personas;
        const auto ada = std::ranges::find_if(
            personas, [](const Persona &each) { return each.source.contains(u"persona_badge"); });
        QVERIFY(ada != personas.cend());
        QCOMPARE(exported(ExportKind::FramingPersona, ada->avatar), *parseJson(smarttavern::badge));
        QVERIFY(!exportTo(*m_store, ExportKind::FramingPersona, u"nobody.png"_s, target));
        QVERIFY(exportConversation(*m_store, {u"Tove.png"_s, u"Dusk"_s}, target));
        QCOMPARE(*parseJson(bytesOf(target)), *parseJson(smarttavern::tree));
        // Other programs' too.
        QVERIFY(isFramingPreset(exported(ExportKind::FramingPreset, u"Slow Burn"_s)));
        QVERIFY(exported(ExportKind::FramingLorebook, u"Skerrymore"_s).value(u"entries").size() > 0);
    }

    void rulesComeAndGo()
    {
        const QByteArray rules =
            R"({"name": "R", "regex_rules": [{"id": 1, "find_regex": "a", "odd": 1.50}]})";
        const ImportReport report = importFiles(*m_store, {outside(u"Polish.json"_s, rules)});
        QCOMPARE(report.files.first().outcome, ImportedFile::Outcome::Imported);
        QCOMPARE(report.files.first().place, u"snug/rules/Polish.json"_s);
        const auto loaded = loadRuleFiles(*m_store);
        QVERIFY(loaded);
        QCOMPARE(loaded->files.size(), 1);
        QCOMPARE(loaded->files.first().name, u"Polish"_s);
        QCOMPARE(loaded->files.first().rules.size(), 1);
        QCOMPARE(m_store->contents().templates.value(LibraryLayout::Folder::Rules), QStringList{u"Polish"_s});
        const QString target = m_outside->filePath(u"out.json"_s);
        QVERIFY(exportTo(*m_store, ExportKind::FramingRules, u"Polish"_s, target));
        QCOMPARE(bytesOf(target), rules);
        const auto gone = deleteRules(*m_store, u"Polish"_s);
        QVERIFY(gone);
        QVERIFY(loadRuleFiles(*m_store)->files.isEmpty());
        QVERIFY(!exportTo(*m_store, ExportKind::FramingRules, u"Polish"_s, target));
        QVERIFY(restoreDeleted(*m_store, gone->id));
        QCOMPARE(loadRuleFiles(*m_store)->files.size(), 1);
    }

    void templatesAreRenamedAndDeleted()
    {
        const auto names = [&] {
            QStringList list;
            const auto loaded = loadPromptTemplates(*m_store);
            for (const auto &each : loaded->templates)
                list.append(each.value.name);
            return list;
        };
        PromptTemplate value;
        value.text = u"Hi"_s;
        for (const QString &name : {u"One"_s, u"Two"_s}) {
            QVERIFY(m_store->create(m_store->layout().templateFolder(), name, u".json"_s,
                                    writePromptTemplate(value)));
        }
        QCOMPARE(renamePromptTemplate(*m_store, u"One"_s, u" Uno/1 "_s).value_or(QString()), u"Uno1"_s);
        QCOMPARE(names(), (QStringList{u"Two"_s, u"Uno1"_s}));
        const auto taken = renamePromptTemplate(*m_store, u"Uno1"_s, u"Two"_s);
        QVERIFY(!taken);
        QVERIFY(!taken.error().hint.isEmpty());
        QCOMPARE(renamePromptTemplate(*m_store, u"Two"_s, u"two"_s).value_or(QString()), u"two"_s);
        QVERIFY(!renamePromptTemplate(*m_store, u"Gone"_s, u"There"_s));
        const auto gone = deletePromptTemplate(*m_store, u"two"_s);
        QVERIFY(gone);
        QCOMPARE(names(), QStringList{u"Uno1"_s});
        QVERIFY(restoreDeleted(*m_store, gone->id));
        QCOMPARE(names(), (QStringList{u"two"_s, u"Uno1"_s}));
    }

    // A chat with secrets leaves and comes back with them.
    void secretsAreExportedAndReadAgain()
    {
        const QByteArray chat =
            "{\"user_name\":\"Ada\",\"character_name\":\"Mira Okafor\",\"chat_metadata\":{}}\n"
            "{\"name\":\"Mira Okafor\",\"is_user\":false,\"mes\":\"Psst.\","
            "\"extra\":{\"known_to\":[\"Ada\",\"Mira Okafor\"]}}\n";
        const QString card = m_store->contents().cards.first().file;
        const ImportReport first = importFiles(*m_store, {outside(u"Secret.jsonl"_s, chat)}, card);
        QCOMPARE(first.files.first().outcome, ImportedFile::Outcome::Imported);
        const QString target = m_outside->filePath(u"Out.jsonl"_s);
        QVERIFY(exportChat(*m_store, {card, u"Secret"_s}, target));
        QCOMPARE(bytesOf(target), chat);
        const QString tree = m_outside->filePath(u"Tree.json"_s);
        QVERIFY(exportConversation(*m_store, {card, u"Secret"_s}, tree));
        for (const QString &path : {target, tree}) {
            const ImportReport again = importFiles(*m_store, {path}, card);
            QCOMPARE(again.files.first().outcome, ImportedFile::Outcome::Imported);
            const QString name = QFileInfo(again.files.first().place).completeBaseName();
            const auto loaded = loadChat(*m_store, {card, name});
            QVERIFY(loaded);
            QCOMPARE(loaded->chat.messages.size(), 1);
            QCOMPARE(knownTo(loaded->chat.messages.first()), (QStringList{u"Ada"_s, u"Mira Okafor"_s}));
        }
    }

    void theSampleIsInstalledOnce()
    {
        const QString root = m_outside->filePath(u"data/library"_s);
        QVERIFY(installSampleLibrary(root, userFolder()));
        for (const QString &file : filesBelow(userFolder()))
            QCOMPARE(bytesOf(root + u'/' + file), bytesOf(userFolder() + u'/' + file));
        QCOMPARE(namesIn(m_outside->filePath(u"data"_s)), QStringList{u"library"_s});
        QVERIFY(LibraryStore::open(root));
        QVERIFY(!installSampleLibrary(root, userFolder()));
        QVERIFY(QDir(m_outside->path()).mkpath(u"empty"_s));
        QVERIFY(installSampleLibrary(m_outside->filePath(u"empty"_s), userFolder()));
        QVERIFY(!installSampleLibrary(m_outside->filePath(u"none"_s), u":/no/such"_s));
        QVERIFY(!QFileInfo::exists(m_outside->filePath(u"none"_s)));
    }

    void brokenFilesAreListedAndNothingElseSuffers()
    {
        m_store.reset();
        QVERIFY(put(m_folder->layout().card(u"Cut.png"),
                    bytesOf(m_folder->layout().card(u"ياسمين.png")).first(5'000)));
        QVERIFY(put(m_folder->layout().card(u"Text.png"), "not a picture"));
        QVERIFY(put(m_folder->layout().card(u"Plain.png"), placeholderPicture()));
        QVERIFY(put(m_folder->layout().lorebook(u"Broken"), "{\"entries\":"));
        QVERIFY(put(m_folder->layout().preset(u"Broken"), ""));
        QVERIFY(put(m_folder->layout().group(u"1"), "[]"));
        QVERIFY(put(m_folder->layout().settingsFile(), "\xff\xfe"));
        m_store = m_folder->open();
        const LibraryContents &contents = m_store->contents();
        QCOMPARE(contents.cards.size(), 9);
        QCOMPARE(std::ranges::count_if(contents.cards,
                                       [](const CardSummary &card) { return card.problem.has_value(); }),
                 3);
        for (const CardSummary &card : contents.cards) {
            if (card.problem)
                QCOMPARE(card.problem->file, card.file);
        }
        QCOMPARE(std::ranges::count_if(contents.lorebooks,
                                       [](const LorebookSummary &book) { return book.problem.has_value(); }),
                 1);
        QCOMPARE(
            std::ranges::count_if(contents.presets,
                                  [](const PresetSummary &preset) { return preset.problem.has_value(); }),
            1);
        QCOMPARE(std::ranges::count_if(contents.groups,
                                       [](const GroupSummary &group) { return group.problem.has_value(); }),
                 1);
        QVERIFY(contents.settingsProblem);
        QCOMPARE(contents.settingsProblem->file, u"settings.json"_s);
    }
};

} // namespace tst_libraryfiles

SNUG_TEST(tst_libraryfiles, TestLibraryFiles, Core)
#include "tst_libraryfiles.moc"

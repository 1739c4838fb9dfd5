// Files of any program on their way into a library.

#include "core/formats/framingpreset.h"
#include "core/formats/jsontext.h"
#include "core/formats/pngtext.h"
#include "core/formats/worldinfo.h"
#include "core/library/documentfiles.h"
#include "core/library/exporter.h"
#include "core/library/importer.h"
#include "tests/core/library/storeondisk.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_importer {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

namespace {

QString noteText(const ImportedFile &file)
{
    QStringList notes;
    for (const Error &note : file.notes)
        notes.append(note.what);
    return notes.join(u'\n');
}

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

} // namespace

class TestImporter : public QObject, StoreOnDisk
{
    Q_OBJECT

private Q_SLOTS:
    void init() { openStore(); }

    void cleanup() { closeStore(); }

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
};

} // namespace tst_importer

SNUG_TEST(tst_importer, TestImporter, Core)
#include "tst_importer.moc"

// Personas and regex scripts: parts of files whose other bytes stay whatever happens to the part.

#include "core/editing/documenteditor.h"
#include "core/editing/documentparts.h"
#include "core/editing/drafts.h"
#include "core/editing/versions.h"
#include "core/formats/cardpng.h"
#include "core/formats/jsontext.h"
#include "core/formats/personas.h"
#include "core/library/library.h"
#include "core/library/settingsfiles.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QSaveFile>
#include <QSignalSpy>
#include <QTest>

namespace tst_documentparts {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Scripts = QList<RegexScript>;

// A library with its thread and one part that is edited.
template <typename T> struct Desk
{
    Library library;
    std::unique_ptr<DocumentEditor<T>> editing;
    QList<Error> failures;
    int saves = 0;
    int merges = 0;
    int conflicts = 0;

    Desk(const TestLibrary &folder, const DocumentFormat &format, const QString &name)
    {
        library.watcher().setQuietTime(20ms);
        QSignalSpy opened(&library, &Library::opened);
        library.open(folder.root());
        if (!opened.wait())
            qFatal("the library does not open");
        editing = std::make_unique<DocumentEditor<T>>(&library, format);
        editing->setPauses(1h);
        QObject::connect(editing.get(), &DocumentEditing::failed, editing.get(),
                         [this](const Error &error) { failures.append(error); });
        QObject::connect(editing.get(), &DocumentEditing::saved, editing.get(), [this] { ++saves; });
        QObject::connect(editing.get(), &DocumentEditing::mergedWithFile, editing.get(),
                         [this] { ++merges; });
        QObject::connect(editing.get(), &DocumentEditing::conflicted, editing.get(), [this] { ++conflicts; });
        editing->open(name);
        if (!QTest::qWaitFor([this] { return editing->isOpen() || !failures.isEmpty(); }))
            qFatal("the part does not open");
    }

    void settle()
    {
        bool isDone = false;
        library.perform([](LibraryStore &) -> Result<void> { return {}; }, &library,
                        [&isDone](const Result<void> &) { isDone = true; });
        if (!QTest::qWaitFor([&isDone] { return isDone; }))
            qFatal("no answer from the disk thread");
    }
};

struct PersonaDesk : Desk<PersonaList>
{
    explicit PersonaDesk(const TestLibrary &folder)
        : Desk(folder, personasFormat(), settingsDocument())
    {
    }
    void describe(qsizetype at, const QString &text)
    {
        PersonaList list = editing->value();
        list.personas[at].description = text;
        editing->change(list, u"Type"_s, u"description"_s);
    }
};

// As another program writes: a file that Snug would not take for what a killed Snug has left.
void write(const QString &path, const QByteArray &bytes)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        qFatal("not written");
}

// What another program does to settings.json.
void editOutside(const TestLibrary &folder, const std::function<void(SillyTavernSettings &)> &edit)
{
    const QString path = folder.layout().settingsFile();
    auto reading = readSillyTavernSettings(bytesOf(path));
    edit(reading->settings);
    write(path, writeSillyTavernSettings(reading->settings));
}

SillyTavernSettings settingsOf(const TestLibrary &folder)
{
    return readSillyTavernSettings(bytesOf(folder.layout().settingsFile()))->settings;
}

const QString CardFile = u"Aoife Ní Bhriain.png"_s;

} // namespace

class TestDocumentParts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    // What was not changed is written as it was, whatever the layout, and so is everything around it.
    void aPartIsWrittenIntoItsFile_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after"); // with the first persona's description "new"
        const QByteArray wide(
            "{\n    \"a\": 1.50,\n    \"power_user\": {\n        \"x\": \"\\u00e9\",\n        \"personas\": "
            "{\n"
            "            \"a.png\": \"Ada\"\n        },\n        \"persona_descriptions\": {\n"
            "            \"a.png\": {\n                \"description\": \"old\",\n                \"mine\": "
            "[1, "
            "2]\n            },\n            \"b.png\": {\"depth\":  3}\n        }\n    },\n    \"z\": [ "
            "]\n}");
        QTest::newRow("as SillyTavern lays it out") << wide << QByteArray(wide).replace("old", "new");
        const QByteArray narrow(
            R"({"a":1.50,"power_user":{"personas":{"a.png":"\u0041da"},"persona_descriptions":)"
            R"({"a.png":{"description":"old","mine":[1, 2]},"b.png":{ "depth":3 }},)"
            R"("default_persona":null,"k":[ 1 ]},"z":{ }})");
        QTest::newRow("in one line") << narrow << QByteArray(narrow).replace("old", "new");
    }

    void aPartIsWrittenIntoItsFile()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        const DocumentFormat format = personasFormat();
        const auto reading = format.read(before, settingsDocument());
        QVERIFY(reading);
        QCOMPARE(format.write(reading->value, before).value_or(QByteArray()), before);
        PersonaList list = reading->value.as<PersonaList>();
        list.personas[0].description = u"new"_s;
        QCOMPARE(format.write(DocumentValue::of(list), before).value_or(QByteArray()), after);
        // The same by way of the part's own document, as drafts and merges go.
        const auto part = format.document(after);
        QVERIFY(part);
        QCOMPARE(format.file(*part, before).value_or(QByteArray()), after);
        QCOMPARE(format.file(*format.document(before), before).value_or(QByteArray()), before);
    }

    void anEmptyPartLeavesAFileWithoutItAlone()
    {
        const QByteArray bytes("{\"other\": [1,2]}");
        for (const DocumentFormat &format :
             {scriptsFormat(ScriptScope::Global), scriptsFormat(ScriptScope::Preset)}) {
            QCOMPARE(format.write(DocumentValue::of(Scripts()), bytes).value_or(QByteArray()), bytes);
            QCOMPARE(format.file(*format.document(bytes), bytes).value_or(QByteArray()), bytes);
        }
        const DocumentFormat personas = personasFormat();
        QCOMPARE(personas.write(DocumentValue::of(PersonaList()), bytes).value_or(QByteArray()), bytes);
        QCOMPARE(personas.file(*personas.document(bytes), bytes).value_or(QByteArray()), bytes);
    }

    // Where SillyTavern keeps them.
    void scriptsAreInTheirPlaces_data()
    {
        QTest::addColumn<ScriptScope>("scope");
        QTest::addColumn<QByteArray>("file");
        const QByteArray script(R"([{"id":"1","scriptName":"One","findRegex":"/a/","odd":7}])");
        QTest::newRow("settings") << ScriptScope::Global
                                  << "{\"extension_settings\":{\"note\":{},\"regex\":" + script + "}}";
        QTest::newRow("preset") << ScriptScope::Preset
                                << "{\"temperature\":1,\"extensions\":{\"regex_scripts\":" + script + "}}";
    }

    void scriptsAreInTheirPlaces()
    {
        QFETCH(ScriptScope, scope);
        QFETCH(QByteArray, file);
        const DocumentFormat format = scriptsFormat(scope);
        const auto reading = format.read(file, {});
        QVERIFY(reading);
        Scripts scripts = reading->value.as<Scripts>();
        QCOMPARE(scripts.size(), 1);
        QCOMPARE(scripts[0].name, u"One"_s);
        scripts[0].replacement = u"b"_s;
        QByteArray expected = file;
        expected.replace("\"odd\":7", "\"odd\":7,\"replaceString\":\"b\"");
        const QByteArray written = format.write(DocumentValue::of(scripts), file).value_or(QByteArray());
        QCOMPARE(parseJson(written).value_or(Json()), parseJson(expected).value_or(Json(1)));
    }

    void aCardsScriptsAreItsOwn()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const QString path = folder.layout().card(CardFile);
        const QByteArray before = bytesOf(path);
        const DocumentFormat format = scriptsFormat(ScriptScope::Card);
        const auto reading = format.read(before, CardFile);
        QVERIFY(reading);
        Scripts scripts = reading->value.as<Scripts>();
        RegexScript script;
        script.id = u"new"_s;
        script.find = u"/x/"_s;
        scripts.append(script);
        const auto after = format.write(DocumentValue::of(scripts), before);
        QVERIFY(after);
        const auto card = readCardPng(*after);
        QVERIFY(card);
        QCOMPARE(card->card.regexScripts.size(), scripts.size());
        QCOMPARE(card->card.description, readCardPng(before)->card.description);
        // Without them again it is the card that it was.
        scripts.removeLast();
        const auto back = format.write(DocumentValue::of(scripts), *after);
        QVERIFY(back);
        QCOMPARE(readCardPng(*back)->card.regexScripts.size(), scripts.size());
    }

    void aSaveKeepsWhatOthersWroteElsewhere()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        PersonaDesk desk(folder);
        desk.describe(0, u"A retired thief."_s);
        editOutside(folder, [](SillyTavernSettings &settings) {
            settings.username = u"Somebody"_s;
            settings.regexScripts.removeFirst();
        });
        desk.editing->save();
        QTRY_COMPARE(desk.saves, 1);
        QCOMPARE(desk.conflicts, 0);
        QCOMPARE(desk.merges, 0);
        QVERIFY(!desk.editing->isEdited());
        const SillyTavernSettings settings = settingsOf(folder);
        QCOMPARE(settings.username, u"Somebody"_s);
        QCOMPARE(settings.regexScripts.size(), 2);
        QCOMPARE(settings.personas[0].description, u"A retired thief."_s);
    }

    // Two editors on one file, and a third writer in this program: none is told of the others' parts.
    void partsOfOneFileDoNotMeet()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        PersonaDesk desk(folder);
        DocumentEditor<Scripts> scripts(&desk.library, scriptsFormat(ScriptScope::Global));
        scripts.setPauses(1h);
        scripts.open(settingsDocument());
        QTRY_VERIFY(scripts.isOpen());
        QSignalSpy merged(&scripts, &DocumentEditing::mergedWithFile);
        QSignalSpy saved(&scripts, &DocumentEditing::saved);
        Scripts fewer = scripts.value();
        fewer.removeLast();
        scripts.change(fewer, u"Delete"_s);
        desk.describe(1, u"A nurse."_s);
        desk.editing->save();
        QTRY_COMPARE(desk.saves, 1);
        desk.library.perform(
            [](LibraryStore &store) { return saveGlobalVariables(store, {}, {{u"gold"_s, Json(5)}}); },
            &desk.library, [](const Result<void> &) {});
        scripts.save();
        QTRY_COMPARE(saved.size(), 1);
        desk.settle();
        QCOMPARE(merged.size(), 0);
        QVERIFY(scripts.canUndo());
        QCOMPARE(desk.merges, 0);
        const SillyTavernSettings settings = settingsOf(folder);
        QCOMPARE(settings.regexScripts.size(), fewer.size());
        QCOMPARE(settings.personas[1].description, u"A nurse."_s);
        QCOMPARE(settings.globalVariables.value(u"gold"), Json(5));
    }

    void othersChangesOfThePartAreMerged()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        PersonaDesk desk(folder);
        desk.describe(0, u"Ours."_s);
        editOutside(folder, [](SillyTavernSettings &settings) {
            settings.personas[1].title = u"Theirs."_s;
            settings.personas[0].position = Persona::Position::Off;
        });
        QTRY_COMPARE(desk.merges, 1);
        QCOMPARE(desk.conflicts, 0);
        QCOMPARE(desk.editing->value().personas[0].description, u"Ours."_s);
        QCOMPARE(desk.editing->value().personas[0].position, Persona::Position::Off);
        QCOMPARE(desk.editing->value().personas[1].title, u"Theirs."_s);
        desk.editing->save();
        QTRY_COMPARE(desk.saves, 1);
        QCOMPARE(settingsOf(folder).personas[0].description, u"Ours."_s);
    }

    void theSameTextIsAskedAbout()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        PersonaDesk desk(folder);
        desk.describe(0, u"Ours."_s);
        editOutside(folder,
                    [](SillyTavernSettings &settings) { settings.personas[0].description = u"Theirs."_s; });
        QTRY_COMPARE(desk.conflicts, 1);
        QVERIFY(desk.editing->conflict());
        const QList<MergeConflict> conflicts = desk.editing->conflict()->conflicts;
        QCOMPARE(conflicts.size(), 1);
        QCOMPARE(conflicts[0].path, u"persona_descriptions.user-default\\.png.description"_s);
        desk.editing->resolve({conflicts[0].path});
        QTRY_COMPARE(desk.editing->value().personas[0].description, u"Theirs."_s);
    }

    void draftsHoldThePartAlone()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        {
            PersonaDesk desk(folder);
            desk.describe(0, u"Half a sentence"_s);
        }
        const auto draft = readDraft(folder.layout(), {DocumentKind::Persona, settingsDocument()});
        QVERIFY(draft && *draft);
        const auto json = parseJson((*draft)->edited);
        QVERIFY(json);
        QCOMPARE(json->members().size(), 3);
        QVERIFY(!(*draft)->edited.contains("extension_settings"));
        // Meanwhile the rest of the file has changed: nothing to merge, and nothing is said.
        editOutside(folder, [](SillyTavernSettings &settings) { settings.username = u"Else"_s; });
        PersonaDesk desk(folder);
        QCOMPARE(desk.editing->value().personas[0].description, u"Half a sentence"_s);
        QVERIFY(desk.editing->isEdited());
        desk.settle();
        QCOMPARE(desk.merges, 0);
        desk.editing->save();
        QTRY_COMPARE(desk.saves, 1);
        QCOMPARE(settingsOf(folder).username, u"Else"_s);
        QVERIFY(!readDraft(folder.layout(), desk.editing->key()).value_or(std::nullopt));
    }

    void versionsAreOfThePart()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        PersonaDesk desk(folder);
        const QString before = desk.editing->value().personas[0].description;
        desk.describe(0, u"Second."_s);
        desk.editing->save();
        QTRY_COMPARE(desk.saves, 1);
        editOutside(folder, [](SillyTavernSettings &settings) { settings.username = u"Else"_s; });
        QList<KeptVersion> versions;
        desk.editing->versions().list(&desk.library, [&](const QList<KeptVersion> &all) { versions = all; });
        QTRY_COMPARE(versions.size(), 1);
        const auto kept = readVersion(folder.layout(), desk.editing->key(), versions[0].id);
        QVERIFY(kept);
        QVERIFY(!kept->contains("extension_settings"));
        desk.editing->versions().restore(versions[0]);
        QTRY_COMPARE(desk.editing->value().personas[0].description, before);
        desk.editing->save();
        QTRY_COMPARE(desk.saves, 2);
        QCOMPARE(settingsOf(folder).username, u"Else"_s);
        QCOMPARE(settingsOf(folder).personas[0].description, before);
    }

    // Undo after a save writes the file that was there, to the byte.
    void takingBackASaveGivesTheFileAgain()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const QByteArray before = bytesOf(folder.layout().settingsFile());
        PersonaDesk desk(folder);
        desk.describe(2, u"x"_s);
        desk.editing->save();
        QTRY_COMPARE(desk.saves, 1);
        QVERIFY(bytesOf(folder.layout().settingsFile()) != before);
        desk.editing->undo();
        desk.editing->save();
        QTRY_COMPARE(desk.saves, 2);
        QCOMPARE(parseJson(bytesOf(folder.layout().settingsFile())).value_or(Json(1)),
                 parseJson(before).value_or(Json(2)));
    }

    void aLibraryWithoutSettingsHasNoneYet()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        QVERIFY(!QFile::exists(folder.layout().settingsFile()));
        PersonaDesk desk(folder);
        QVERIFY(desk.failures.isEmpty());
        QVERIFY(!desk.editing->isEdited());
        Persona ada;
        ada.avatar = u"ada.png"_s;
        ada.name = u"Ada"_s;
        desk.editing->change({{ada}, ada.avatar}, u"New"_s);
        desk.editing->revert();
        QTRY_VERIFY(!desk.editing->isEdited());
        QCOMPARE(desk.editing->value(), PersonaList());
        desk.editing->undo();
        desk.editing->save();
        QTRY_COMPARE(desk.saves, 1);
        QCOMPARE(settingsOf(folder).personas.size(), 1);
        QCOMPARE(settingsOf(folder).defaultPersona, u"ada.png"_s);
    }

    void aBrokenFileIsSaidAndNotTouched()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        write(folder.layout().settingsFile(), "{\"power_user\": ");
        PersonaDesk desk(folder);
        QVERIFY(!desk.editing->isOpen());
        QCOMPARE(desk.failures.size(), 1);
        QVERIFY2(desk.failures[0].line().contains(u"settings.json"), qPrintable(desk.failures[0].line()));
        QCOMPARE(bytesOf(folder.layout().settingsFile()), QByteArray("{\"power_user\": "));
    }
};

} // namespace tst_documentparts

SNUG_TEST(tst_documentparts, TestDocumentParts, Core)

#include "tst_documentparts.moc"

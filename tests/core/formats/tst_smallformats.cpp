// Personas, regex scripts, groups, and telling files apart.
#include "core/formats/filekind.h"
#include "core/formats/groupfile.h"
#include "core/formats/jsontext.h"
#include "core/formats/personas.h"
#include "core/formats/regexscripts.h"
#include "core/formats/sillytavernsettings.h"
#include "tests/core/formats/pngfixtures.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_smallformats {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

QStringList linesOf(const Warnings &warnings)
{
    QStringList lines;
    for (const Error &warning : warnings)
        lines.append(warning.line());
    return lines;
}

} // namespace

class TestSmallFormats : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void aNameThatIsNoTextStaysUntilItIsChanged()
    {
        const QByteArray text = R"({"personas":{"a.png":4,"b.png":null,"c.png":[1]}})"_ba;
        const auto read = readPersonas(text);
        QVERIFY(read);
        QCOMPARE(writePersonas(read->personas, read->defaultAvatar, read->source), text);
        QList<Persona> personas = read->personas;
        personas[0].name = u"Ann"_s;
        QCOMPARE(writePersonas(personas, read->defaultAvatar, read->source),
                 R"({"personas":{"a.png":"Ann","b.png":null,"c.png":[1]}})"_ba);
    }

    void personaBackup()
    {
        const QByteArray text =
            R"({"personas":{"a.png":"Ann","b.png":"Bea"},"persona_descriptions":{"a.png":{"description":"d",)"
            R"("position":1,"odd":1.0},"c.png":{"description":"no name"}},"default_persona":null})"_ba;
        const auto read = readPersonas(text);
        QVERIFY(read);
        QCOMPARE(read->personas.size(), 3);
        QCOMPARE(read->personas.at(0).position, Persona::Position::InPrompt);
        QCOMPARE(read->personas.at(1).name, u"Bea"_s);
        QCOMPARE(read->personas.at(1).depth, 2);
        QCOMPARE(read->defaultAvatar, u""_s);
        QCOMPARE(linesOf(read->warnings), QStringList{u"personas.c.png: expected a string, found nothing"_s});
        QList<Persona> personas = read->personas;
        QCOMPARE(writePersonas(
                     {personas.at(0), personas.at(1)}, {},
                     *parseJson(R"({"personas":{"a.png":"Ann","b.png":"Bea"},"persona_descriptions":{}})"_ba))
                     .count("\"Bea\""),
                 1);
        personas[0].description = u"e"_s;
        personas.removeAt(2);
        const QByteArray written = writePersonas(personas, u"b.png"_s, read->source);
        QCOMPARE(
            written,
            R"({"personas":{"a.png":"Ann","b.png":"Bea"},"persona_descriptions":{"a.png":{"description":"e",)"
            R"("position":1,"odd":1.0}},"default_persona":"b.png"})"_ba);
        QCOMPARE(writePersonas(read->personas.first(2), {}, readPersonas(written)->source).count("Bea"), 1);
    }

    void unchangedBackupIsTheSameBytes()
    {
        const QByteArray text =
            R"({ "personas": {"a.png": "Ann", "b.png": "Bea"}, "persona_descriptions": {"a.png": {"position": 4}} })"_ba;
        const auto read = readPersonas(text);
        QCOMPARE(writePersonas(read->personas, read->defaultAvatar, read->source), text);
    }

    void singlePersona()
    {
        const QByteArray text = R"({"name":"Mika","description":"d","position":4,"depth":"3","role":1})"_ba;
        const auto read = readPersonas(text);
        QCOMPARE(read->personas.first().name, u"Mika"_s);
        QCOMPARE(read->personas.first().depth, 3);
        QCOMPARE(read->personas.first().role, Role::User);
        QCOMPARE(writePersonas(read->personas, {}, read->source), text);
        QCOMPARE(readPersonas("[]").error().line(), u"there are no personas in it"_s);
    }

    void newPersonas()
    {
        Persona persona;
        persona.avatar = u"n.png"_s;
        persona.name = u"New"_s;
        persona.connections = {{.type = u"character"_s, .id = u"x.png"_s}};
        const auto read = readPersonas(writePersonas({persona}, u"n.png"_s));
        QVERIFY(read);
        QCOMPARE(read->personas.first().connections, persona.connections);
        QCOMPARE(read->defaultAvatar, u"n.png"_s);
    }

    void regexScripts_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("warnings");
        QTest::newRow("one")
            << R"({"scriptName":"S","findRegex":"/a/g","placement":[1,99],"minDepth":null,"substituteRegex":2})"_ba
            << 1 << 0;
        QTest::newRow("array") << R"([{"scriptName":"S","findRegex":"a"},5,{"scriptName":"T"}])"_ba << 2 << 1;
        QTest::newRow("drifting")
            << R"({"scriptName":"S","findRegex":"","placement":"x","maxDepth":"4","disabled":"true"})"_ba << 1
            << 1;
    }
    void regexScripts()
    {
        QFETCH(QByteArray, text);
        const auto read = readRegexScripts(text);
        QVERIFY(read);
        QTEST(static_cast<int>(read->scripts.size()), "count");
        QTEST(static_cast<int>(read->warnings.size()), "warnings");
        QCOMPARE(writeRegexScripts(read->scripts, read->source), text);
        QList<RegexScript> changed = read->scripts;
        changed[0].name = u"Other"_s;
        QCOMPARE(writeRegexScripts(changed, read->source), QByteArray(text).replace("\"S\"", "\"Other\""));
        QVERIFY(!readRegexScripts("{}"));
    }

    void newRegexScript()
    {
        RegexScript script;
        script.id = u"1"_s;
        script.name = u"N"_s;
        script.find = u"/x/"_s;
        script.placements = {2};
        script.maxDepth = 3;
        const auto read = readRegexScripts(writeRegexScripts({script}));
        QCOMPARE(read->scripts.size(), 1);
        QCOMPARE(read->scripts.first().placements, script.placements);
        QCOMPARE(read->scripts.first().maxDepth, 3);
        QVERIFY(!read->scripts.first().minDepth);
    }

    void groupsWithTroubles()
    {
        const QByteArray text =
            R"({"name":"G","members":["a.png","gone.png"],"generation_mode":"1","activation_strategy":8,"past_metadata":{"x":{}}})"_ba;
        const auto read = readGroup(text, u"77"_s);
        QCOMPARE(read->group.id, u"77"_s);
        QCOMPARE(read->group.members.size(), 2);
        QCOMPARE(read->group.generation, Group::Generation::Append);
        QCOMPARE(linesOf(read->warnings),
                 QStringList{u"activation_strategy: expected a number from 0 to 3, found 8"_s});
        QCOMPARE(writeGroup(read->group), text);
        QVERIFY(!readGroup("{}"));
        Group group;
        group.id = u"5"_s;
        group.members = {u"a.png"_s};
        QCOMPARE(readGroup(writeGroup(group))->group.members, group.members);
    }

    void settingsOfNothing()
    {
        const auto read = readSillyTavernSettings("{}");
        QVERIFY(read);
        QCOMPARE(read->settings.lore.budgetPercent, 25.0);
        QCOMPARE(writeSillyTavernSettings(read->settings), "{}"_ba);
        QVERIFY(!readSillyTavernSettings("[]"));
        SillyTavernSettings changed = read->settings;
        changed.tagMap.insert(u"a.png"_s, {u"1"_s});
        changed.tags.append(Tag{.id = u"1"_s, .name = u"sea"_s, .color = {}, .folderType = {}, .source = {}});
        QCOMPARE(writeSillyTavernSettings(changed),
                 R"({"tags":[{"id":"1","name":"sea"}],"tag_map":{"a.png":["1"]}})"_ba);
    }

    void settingsOfTheAuthorsNote()
    {
        const QByteArray bytes = R"({"extension_settings":{"note":{"default":"Fog.","allowWIScan":true}}})";
        SillyTavernSettings settings = readSillyTavernSettings(bytes)->settings;
        QCOMPARE(settings.note.text, u"Fog."_s);
        QVERIFY(settings.note.isScanned);
        QCOMPARE(writeSillyTavernSettings(settings), bytes);
        settings.note.isScanned = false;
        QCOMPARE(writeSillyTavernSettings(settings), QByteArray(bytes).replace("true", "false"));
    }

    void kinds_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<FileKind>("kind");
        const QByteArray zip = "PK\x03\x04..." + QByteArray("PK\x05\x06", 4) + QByteArray(18, '\0');
        QTest::newRow("PNG with a card") << pngWith(textChunk("chara", "x")) << FileKind::CardPng;
        QTest::newRow("PNG, NovelAI") << pngWith(textChunk("naidata", "x")) << FileKind::NovelAiPng;
        QTest::newRow("PNG, persona") << pngWith(textChunk("persona", "x")) << FileKind::PersonaPng;
        QTest::newRow("PNG, plain") << pngWith({}) << FileKind::Picture;
        QTest::newRow("CHARX") << zip << FileKind::CharX;
        QTest::newRow("CHARX in JPEG") << "\xFF\xD8\xFF" + zip << FileKind::CharX;
        QTest::newRow("CHARX behind a stub") << "MZ stub " + zip << FileKind::CharX;
        QTest::newRow("JPEG") << "\xFF\xD8\xFF\xE0"_ba << FileKind::Unknown;
        QTest::newRow("risum") << QByteArray("o\0\x10\0\0\0", 6) << FileKind::RisuModule;
        QTest::newRow("V2") << R"({"spec":"chara_card_v2","data":{}})"_ba << FileKind::Card;
        QTest::newRow("V1") << R"({"name":"A","first_mes":""})"_ba << FileKind::Card;
        QTest::newRow("Pygmalion") << R"({"char_name":"A"})"_ba << FileKind::Card;
        QTest::newRow("V3 book") << R"({"spec":"lorebook_v3","data":{}})"_ba << FileKind::CardV3Lorebook;
        QTest::newRow("Risu") << R"({"type":"risu","ver":1,"data":[]})"_ba << FileKind::Risu;
        QTest::newRow("NovelAI") << R"({"lorebookVersion":5,"entries":[]})"_ba << FileKind::NovelAiLorebook;
        QTest::newRow("Agnai") << R"({"kind":"memory","entries":[]})"_ba << FileKind::AgnaiLorebook;
        QTest::newRow("world") << R"({"entries":{"0":{"key":[]}}})"_ba << FileKind::WorldInfo;
        QTest::newRow("world as array") << R"({"entries":[{"key":[]}]})"_ba << FileKind::WorldInfo;
        QTest::newRow("empty world") << R"({"entries":{}})"_ba << FileKind::WorldInfo;
        QTest::newRow("card book") << R"({"name":"B","entries":[{"keys":[]}]})"_ba << FileKind::CardLorebook;
        QTest::newRow("prompt export")
            << R"({"version":1,"data":{"prompts":[],"prompt_order":[]}})"_ba << FileKind::Preset;
        QTest::newRow("master") << R"({"instruct":{},"context":{}})"_ba << FileKind::MasterExport;
        QTest::newRow("regex array") << R"([{"scriptName":"","findRegex":""}])"_ba << FileKind::RegexScripts;
        QTest::newRow("logit bias") << R"([{"id":"","text":"","value":1}])"_ba << FileKind::LogitBias;
        QTest::newRow("shared prompt")
            << R"({"snug_prompt":{"format":1},"messages":[],"name":"a"})"_ba << FileKind::SharedPrompt;
        QTest::newRow("Kobold") << R"({"savedsettings":{},"actions":[]})"_ba << FileKind::KoboldStory;
        QTest::newRow("personas") << R"({"personas":{},"persona_descriptions":{}})"_ba << FileKind::Personas;
        QTest::newRow("chat, one line") << R"({"user_name":"a","character_name":"b"})"_ba << FileKind::Chat;
        QTest::newRow("chat, torn") << "{\"chat_metadata\":{}}\n{\"name\":"_ba << FileKind::Chat;
        QTest::newRow("chat without header")
            << "{\"name\":\"a\",\"mes\":\"x\"}\n{\"name\":\"a\",\"mes\":\"y\"}"_ba << FileKind::Chat;
        QTest::newRow("text") << "hello"_ba << FileKind::Unknown;
        QTest::newRow("nothing") << ""_ba << FileKind::Unknown;
    }
    void kinds()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(FileKind, kind);
        QCOMPARE(fileKindOf(bytes), kind);
        QVERIFY(!fileKindName(kind).isEmpty());
    }
};

} // namespace tst_smallformats

SNUG_TEST(tst_smallformats, TestSmallFormats, Nothing)
#include "tst_smallformats.moc"

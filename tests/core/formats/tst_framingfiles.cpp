// SmartTavern's presets and world books: recognised, read, and written without a changed byte.
#include "core/formats/filekind.h"
#include "core/formats/framingpreset.h"
#include "core/formats/framingrules.h"
#include "core/formats/jsontext.h"
#include "core/formats/worldinfo.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_framingfiles {

using namespace Qt::StringLiterals;
using namespace snug;

static QByteArray presetFile()
{
    return QByteArrayLiteral(
        "{\n  \"name\": \"P\",\n  \"odd\": [1.50],\n  \"api_config\": {\"enabled\": false, \"temperature\": "
        "1},\n"
        "  \"prompts\": [\n"
        "    {\"identifier\": \"main\", \"enabled\": true, \"role\": \"thinking\", \"position\": "
        "\"relative\", \"content\": \"A\", \"x\": 1},\n"
        "    \"junk\",\n"
        "    {\"identifier\": \"charBefore\", \"enabled\": null, \"position\": \"relative\"},\n"
        "    {\"identifier\": \"chatHistory\", \"enabled\": true, \"position\": \"relative\"},\n"
        "    {\"identifier\": \"chatHistory\", \"enabled\": false, \"position\": \"relative\"},\n"
        "    {\"name\": \"Nameless\", \"position\": \"in-chat\", \"depth\": \"2\", \"order\": 0, "
        "\"content\": \"B\"}\n"
        "  ],\n  \"regex_rules\": []\n}\n");
}

static QByteArray bookFile()
{
    return QByteArrayLiteral("{\"name\": \"Coast\", \"entries\": [\n"
                             " {\"id\": \"1\", \"name\": \"City\", \"content\": \"c\", \"mode\": \"always\", "
                             "\"position\": \"before_char\", \"order\": 5, \"enabled\": true},\n"
                             " {\"id\": \"x\", \"content\": \"d\", \"mode\": \"conditional\", \"condition\": "
                             "\"true\", \"position\": \"user\", \"keys\": \"a, b\"},\n"
                             " {\"content\": \"e\", \"position\": \"after_char\", \"own\": null}\n]}");
}

class TestFramingFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void kinds_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<FileKind>("kind");
        QTest::newRow("preset") << presetFile() << FileKind::Preset;
        QTest::newRow("world book") << bookFile() << FileKind::WorldInfo;
        QTest::newRow("rules") << QByteArray(
                                      R"({"name":"R","description":"d","regex_rules":[{"find_regex":"a"}]})")
                               << FileKind::FramingRules;
        QTest::newRow("rules in an array")
            << QByteArray(R"([{"id":1,"find_regex":"a","replace_regex":"b"}])") << FileKind::FramingRules;
        QTest::newRow("rule files") << QByteArray(R"({"items":[{"regex_rules":[]},[{"find_regex":"a"}]]})")
                                    << FileKind::FramingRules;
        QTest::newRow("rule files by name")
            << QByteArray(R"({"one":{"regex_rules":[{"find_regex":"a"}]},"two":[{"find_regex":"b"}]})")
            << FileKind::FramingRules;
        QTest::newRow("SillyTavern's script")
            << QByteArray(R"({"scriptName":"S","findRegex":"a"})") << FileKind::RegexScripts;
        QTest::newRow("card's book stays a card's book")
            << QByteArray(
                   "{\"entries\":[{\"keys\":[\"a\"],\"content\":\"b\",\"enabled\":true,\"insertion_order\":1,"
                   "\"extensions\":{},\"position\":\"before_char\"}]}")
            << FileKind::CardLorebook;
    }

    void ruleFiles_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("patterns");
        QTest::addColumn<QString>("warnings"); // places
        QTest::newRow("container") << QByteArray(R"({"regex_rules":[{"find_regex":"a"},{"find_regex":"b"}]})")
                                   << u"a b"_s << QString();
        QTest::newRow("array with junk")
            << QByteArray(R"([{"find_regex":"a"},7,{"id":1}])") << u"a"_s << u"1 2"_s;
        QTest::newRow("one rule") << QByteArray(R"({"id":"x","find_regex":"a"})") << u"a"_s << QString();
        QTest::newRow("items")
            << QByteArray(R"({"items":[{"regex_rules":[{"find_regex":"a"},5]},[{"find_regex":"b"}]]})")
            << u"a b"_s << u"items.0.regex_rules.1"_s;
        QTest::newRow("by name")
            << QByteArray(R"({"z":[{"find_regex":"a"}],"y":{"regex_rules":[{"find_regex":"b"}]}})")
            << u"a b"_s << QString();
        QTest::newRow("none") << QByteArray(R"({"regex_rules":[]})") << QString() << QString();
    }

    void ruleFiles()
    {
        QFETCH(const QByteArray, file);
        QFETCH(const QString, patterns);
        QFETCH(const QString, warnings);
        const auto reading = readFramingRules(file);
        QVERIFY(reading);
        QStringList found;
        for (const Json &rule : reading->rules)
            found.append(rule.value(u"find_regex").toText());
        QCOMPARE(found.join(u' '), patterns);
        QStringList places;
        for (const Error &warning : reading->warnings)
            places.append(warning.place);
        QCOMPARE(places.join(u' '), warnings);
        QVERIFY(!readFramingRules("{\"regex_rules\":"));
        QVERIFY(!readFramingRules("{\"name\":\"P\",\"prompts\":[],\"regex_rules\":[]}"));
    }

    void kinds()
    {
        QFETCH(QByteArray, file);
        QTEST(fileKindOf(file), "kind");
    }

    void presetReading()
    {
        const auto reading = readPreset(presetFile(), u"File"_s);
        QVERIFY(reading);
        const Preset &preset = reading->preset;
        QCOMPARE(preset.name, u"File"_s);
        QCOMPARE(preset.prompts.size(), 5);
        QCOMPARE(reading->warnings.size(), 1); // junk
        QVERIFY(!preset.samplers.temperature);
        QCOMPARE(preset.prompts[4].placement, PromptBlock::Placement::InChat);
        QCOMPARE(preset.prompts[4].depth, 2);
        QCOMPARE(preset.prompts[4].order, 100);
        QList<bool> enabled;
        for (const OrderedBlock &each : orderedBlocks(preset))
            enabled.append(each.isEnabled);
        QCOMPARE(enabled, (QList<bool>{true, false, true, false, true}));
        QCOMPARE(writePreset(preset), presetFile());
    }

    void presetEdits()
    {
        Preset preset = readPreset(presetFile(), u"File"_s)->preset;
        preset.prompts[0].content = u"New"_s;
        preset.orders[0].items[1].enabled = true;
        preset.orders[0].items.move(0, 4);
        preset.samplers.temperature = 0.7;
        preset.sendIfEmpty = u"go on"_s; // SillyTavern's alone; it stays under its own key
        const auto again = parseJson(writePreset(preset));
        QVERIFY(again);
        const Json prompts = again->value(u"prompts");
        QCOMPARE(prompts.size(), 6);
        QCOMPARE(writeJsonLine(prompts.at(0)),
                 R"({"identifier":"charBefore","enabled":true,"position":"relative"})");
        QCOMPARE(prompts.at(1).toText(), u"junk"_s);
        QCOMPARE(
            writeJsonLine(prompts.at(5)),
            R"({"identifier":"main","enabled":true,"role":"thinking","position":"relative","content":"New","x":1})");
        QVERIFY(again->value(u"api_config").value(u"enabled").toBool());
        QCOMPARE(readPreset(writePreset(preset))->preset.sendIfEmpty, u"go on"_s);
        QCOMPARE(again->value(u"odd").at(0).spelling(), "1.50");
        QCOMPARE(readPreset(writePreset(preset))->preset.samplers.temperature, std::optional(0.7));
    }

    void sillyTavernsPresetInThisForm()
    {
        const Preset preset = readPreset(R"({"temperature": 1, "prompts": [
            {"identifier": "worldInfoBefore", "name": "WI", "marker": true},
            {"identifier": "n", "name": "Note", "content": "N", "role": "user", "injection_position": 1, "injection_depth": 3},
            {"identifier": "unlisted", "name": "U", "content": "U"}],
            "prompt_order": [{"character_id": 100001, "order": [{"identifier": "n", "enabled": false},
            {"identifier": "worldInfoBefore", "enabled": true}]}]})",
                                         u"Other"_s)
                                  ->preset;
        const Json document = writtenFramingPreset(preset);
        QVERIFY(isFramingPreset(document));
        QCOMPARE(document.value(u"name").toText(), u"Other"_s);
        QCOMPARE(document.value(u"prompts").size(), 3);
        const Json note = document.value(u"prompts").at(0);
        QCOMPARE(note.value(u"position").toText(), u"in-chat"_s);
        QCOMPARE(note.value(u"depth").toInt(), 3);
        QCOMPARE(note.value(u"enabled").asBool(), std::optional(false));
        QCOMPARE(document.value(u"prompts").at(1).value(u"identifier").toText(), u"charBefore"_s);
        QCOMPARE(document.value(u"prompts").at(2).value(u"enabled").asBool(), std::optional(false));
        QCOMPARE(document.value(u"api_config").value(u"temperature").toDouble(), 1.0);
    }

    void bookReading()
    {
        const auto reading = readWorldInfo(bookFile(), u"Coast"_s);
        QVERIFY(reading);
        QVERIFY(reading->warnings.isEmpty());
        const QList<LoreEntry> &entries = reading->book.entries;
        QCOMPARE(entries.size(), 3);
        QCOMPARE(entries[0].uid, 1);
        QCOMPARE(entries[0].position, LoreEntry::Position::BeforeChar);
        QVERIFY(entries[0].constant && !entries[0].disabled);
        QCOMPARE(entries[1].position, LoreEntry::Position::AtDepth);
        QCOMPARE(entries[1].role, Role::User);
        QVERIFY(!entries[1].constant && !entries[1].disabled); // in the chat, what says nothing is on
        QCOMPARE(entries[1].keys, QStringList{u"a, b"_s});
        QVERIFY(entries[2].disabled); // around the character, it is off
        QCOMPARE(writeWorldInfo(reading->book), bookFile());
    }

    void bookEdits()
    {
        Lorebook book = readWorldInfo(bookFile(), u"Coast"_s)->book;
        book.entries[1].position = LoreEntry::Position::AfterChar;
        book.entries[2].disabled = false;
        book.entries[0].title = u"Town"_s;
        LoreEntry added;
        added.uid = 12;
        added.content = u"new"_s;
        added.keys = {u"k"_s};
        book.entries.append(added);
        const auto again = parseJson(writeWorldInfo(book));
        QVERIFY(again);
        const Json entries = again->value(u"entries");
        QCOMPARE(entries.at(0).value(u"name").toText(), u"Town"_s);
        QCOMPARE(entries.at(0).value(u"id").spelling().isEmpty(), true); // still the text "1"
        QCOMPARE(entries.at(1).value(u"position").toText(), u"after_char"_s);
        QCOMPARE(entries.at(1).value(u"condition").toText(), u"true"_s);
        QCOMPARE(entries.at(2).value(u"enabled").asBool(), std::optional(true));
        QVERIFY(entries.at(2).contains(u"own"));
        QCOMPARE(entries.at(3).value(u"mode").toText(), u"conditional"_s);
        QCOMPARE(entries.at(3).value(u"position").toText(), u"before_char"_s);
    }

    void rulesAreEdited_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("shorter"); // without the first rule
        const QByteArray a = R"({"find_regex": "a", "id": 1, "own": 1.50})";
        const QByteArray b = R"({"find_regex": "b"})";
        const auto row = [](const char *name, const QByteArray &bytes, const QByteArray &shorter) {
            QTest::newRow(name) << bytes << shorter;
        };
        row("a list", "[" + a + ", " + b + "]", R"([{"find_regex":"b"}])");
        row("a list of one", "[" + a + "]", R"({"regex_rules":[]})");
        row("an object", R"({"name": "N", "regex_rules": [)" + a + ", " + b + R"(], "more": 1})",
            R"({"name":"N","regex_rules":[{"find_regex":"b"}],"more":1})");
        row("one rule", a, R"({"regex_rules":[]})");
        row("files in one", R"({"items": [{"regex_rules": [)" + a + R"(]}, {"regex_rules": [)" + b + "]}]}",
            R"({"items":[{"regex_rules":[]},{"regex_rules":[{"find_regex":"b"}]}]})");
        row("files by name", R"({"x": [)" + a + R"(], "y": [)" + b + "]}",
            R"({"x":{"regex_rules":[]},"y":[{"find_regex":"b"}]})");
        row("what is no rule stays", "[" + a + ", 7, " + b + "]", R"([{"find_regex":"b"},7])");
    }

    void rulesAreEdited()
    {
        QFETCH(const QByteArray, bytes);
        QFETCH(const QByteArray, shorter);
        auto read = readFramingRuleFile(bytes);
        QVERIFY(read);
        QCOMPARE(writeFramingRuleFile(read->value), bytes); // unchanged
        read->value.rules.removeFirst();
        const auto again = parseJson(writeFramingRuleFile(read->value));
        QVERIFY(again);
        QCOMPARE(writeJsonLine(*again), shorter);
        QVERIFY(readFramingRuleFile(writeFramingRuleFile(read->value)));
    }

    // Whatever form the file has: the change is all that is another.
    void rulesKeepTheLayoutOfTheirFile_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::newRow("one rule") << QByteArray(
            "\n{ \"own\" : 1.50,\n  \"find_regex\":\"old\" , \"id\":1 }\n");
        QTest::newRow("a list") << QByteArray("[ {\"find_regex\" : \"old\"},\n\n 7 ]");
        QTest::newRow("a file") << QByteArray(
            "{\"x\":  1e2,\n \"regex_rules\" : [{\"find_regex\":\"old\"} ]}");
        QTest::newRow("files in one") << QByteArray(
            "{\"more\" :[1.0],\n \"items\": [ {\"name\":\"A\", \"regex_rules\":[ ]},\n"
            "   {\"own\":1e1 , \"regex_rules\":[{\"find_regex\" :\"old\"}]},  [ {\"find_regex\":\"b\"}]]}");
        QTest::newRow("files by name")
            << QByteArray("{\"x\": [ {\"find_regex\":\"a\", \"id\":1.0} ] ,\n"
                          "  \"y\":{\"own\" :  1e2, \"regex_rules\":[ {\"find_regex\":\"old\"}]}}");
    }

    void rulesKeepTheLayoutOfTheirFile()
    {
        QFETCH(QByteArray, file);
        auto read = readFramingRuleFile(file);
        QVERIFY(read);
        bool isChanged = false;
        for (Json &rule : read->value.rules) {
            if (rule.value(u"find_regex").toText() != u"old")
                continue;
            rule.set(u"find_regex"_s, Json(u"new"_s));
            isChanged = true;
        }
        QVERIFY(isChanged);
        QCOMPARE(writeFramingRuleFile(read->value), file.replace("old", "new"));
    }

    // A new one stands behind the one that it was made at; nothing else of the files is another.
    void aRuleIsAddedToOneOfSeveralFiles()
    {
        const QByteArray file(
            R"({"x": [{"find_regex":"a"}], "y": {"own": 1e2, "regex_rules": [{"find_regex":"b"}]}})");
        auto read = readFramingRuleFile(file);
        QVERIFY(read);
        read->value.rules.insert(1, Json::object({{u"find_regex"_s, Json(u"new"_s)}}));
        const auto again = parseJson(writeFramingRuleFile(read->value));
        QVERIFY(again);
        QCOMPARE(writeJsonLine(again->value(u"x")), R"([{"find_regex":"a"},{"find_regex":"new"}])"_ba);
        QVERIFY(again->value(u"y").isObject());
        QCOMPARE(writeJsonLine(again->value(u"y")), R"({"own":1e2,"regex_rules":[{"find_regex":"b"}]})"_ba);
    }

    void aNewFirstRuleTakesTheFirstFilesPlace()
    {
        const QByteArray file(R"({"items": ["a note", {"regex_rules": [{"find_regex":"a"}]}]})");
        auto read = readFramingRuleFile(file);
        QVERIFY(read);
        read->value.rules.prepend(Json::object({{u"find_regex"_s, Json(u"new"_s)}}));
        const auto again = parseJson(writeFramingRuleFile(read->value));
        QVERIFY(again);
        QCOMPARE(writeJsonLine(*again),
                 R"({"items":["a note",{"regex_rules":[{"find_regex":"new"},{"find_regex":"a"}]}]})"_ba);
    }

    void aNewFileOfRules()
    {
        const auto read = readFramingRuleFile(writeFramingRuleFile({}));
        QVERIFY(read);
        QVERIFY(read->value.rules.isEmpty());
    }
};

} // namespace tst_framingfiles

SNUG_TEST(tst_framingfiles, TestFramingFiles, Core)
#include "tst_framingfiles.moc"

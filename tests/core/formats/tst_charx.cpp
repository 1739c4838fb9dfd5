// Cards as archives: what becomes of assets and of RisuAI's module, and that all of it goes back.

#include "core/formats/charx.h"
#include "core/formats/jsontext.h"
#include "core/formats/risumodule.h"
#include "core/formats/risuscripts.h"
#include "tests/core/formats/pngfixtures.h"
#include "tests/core/formats/zipfixtures.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace snug;

// Outside of the class, where moc would not see past them.
static const char cardText[] = R"({
  "spec": "chara_card_v3", "spec_version": "3.0", "x_unknown": 1.50,
  "data": {
    "name": "Mira", "description": "A keeper.", "personality": "", "scenario": "", "first_mes": "Hello.",
    "mes_example": "", "creator_notes": "", "system_prompt": "", "post_history_instructions": "",
    "alternate_greetings": [], "group_only_greetings": [], "tags": [], "creator": "", "character_version": "",
    "assets": [
      {"type": "icon", "uri": "embeded://assets/icon/images/main.png", "name": "main", "ext": "png", "x": 7},
      {"type": "emotion", "uri": "embedded://assets/emotion/images/joy.webp", "name": "joy", "ext": "webp"},
      {"type": "background", "uri": "https://example.org/fog.png", "name": "main", "ext": "png"}
    ],
    "extensions": {"risuai": {"bias": []}}
  }
})";

static const char moduleText[] = R"({"module":{
  "name": "Mira Module", "description": "", "id": "m-1",
  "lorebook": [
    {"key": "fog, mist", "secondkey": "", "insertorder": 55, "comment": "Fog", "content": "The fog hides the reef.",
     "mode": "normal", "alwaysActive": false, "selective": false, "id": "e-1"},
    {"key": "", "secondkey": "", "insertorder": 10, "comment": "Always", "content": "It is night.",
     "mode": "constant", "alwaysActive": true, "selective": false}
  ],
  "regex": [
    {"comment": "Stars", "in": "a/b", "out": "<$&>", "type": "editdisplay"},
    {"comment": "Up", "in": "x", "out": "@@move_top y", "type": "editoutput"}
  ],
  "trigger": [{"comment": "t", "type": "start", "conditions": [], "effect": []}],
  "assets": [["bell", "", "mp3"]]
},"type":"risuModule"})";

// As RisuAI packs a module; the substitution is in docs/formats/risu.md#module.
static QByteArray packedModule(const QByteArray &text, const QByteArray &assets)
{
    static const QByteArray table =
        QByteArray::fromHex("2cf7848bc965fbb69faeb3032d0169741fe4a3ecee5c3421934a0f6ae262029e"
                            "229cfd3cfc71c7c6ad596705706d8a4412fa24865fafd17a47cefe5063dd5106"
                            "6f18e052a8099d56734cb8536cc3a00e19cf3e0d7e07326846ea48f9992eaba4"
                            "49205e5535380cbcd3b1581679280a1ae1f2cdc439dba2ba6072767d95ef7fc8"
                            "c0de3794bfb51481922545ace7f566a72b365ac113e34b3ae88d831b7c27b09a"
                            "42eb87aadc548e7826d25729d4b7f82f8f8975f04177c21effd81511e5049717"
                            "f331d09b00d7cab44f2a3bd9b26bda5da13f3061bd913d4ee6dfbe4d828c1d23"
                            "109864f485337b9043bba988f1d6a51cf6cc6eb95b0b96edd5e9c5cb08a68040");
    QByteArray packed;
    for (const char byte : text)
        packed.append(char(table.indexOf(byte)));
    return "o" + QByteArray(1, '\0') + littleEndian(quint32(packed.size())) + packed + assets;
}

static QByteArray moduleBytes()
{
    return packedModule(moduleText, "\x01" + littleEndian<quint32>(3) + "abc" + QByteArray(1, '\0'));
}

static QByteArray icon()
{
    return pngWith({});
}

static QList<StoredMember> membersWithModule()
{
    return {{"card.json", cardText},
            {"assets/icon/images/main.png", icon()},
            {"assets/emotion/images/joy.webp", "webp"},
            {"assets/other/code/strange.lua", "return 1"},
            {"x_meta/joy.json", "{}"},
            {"module.risum", moduleBytes()}};
}

static ZipArchive archiveOf(const QList<StoredMember> &members)
{
    const auto archive = ZipArchive::read(storedZip(members));
    return archive ? *archive : ZipArchive();
}

static QByteArray memberOf(const QByteArray &archive, const QString &name)
{
    return ZipArchive::read(archive)
        .and_then([&](const ZipArchive &read) { return read.member(name, CharXAssetLimit); })
        .value_or("<not there>"_ba);
}

struct RisuRow
{
    const char *name;
    const char *item;
    QString find;
    QString replacement;
    QString placements;
    bool isOff = false;
};

static QList<RisuRow> risuRows()
{
    return {
        {"what the user writes", R"({"in":"a","out":"b","type":"editinput"})", u"/a/g"_s, u"b"_s, u"1"_s},
        {"what comes back", R"({"in":"a","out":"b","type":"editoutput"})", u"/a/g"_s, u"b"_s, u"2"_s},
        {"the prompt", R"({"in":"a","out":"b","type":"editprocess"})", u"/a/g"_s, u"b"_s, u"1,2 prompt"_s},
        {"the display", R"({"in":"a","out":"b","type":"editdisplay"})", u"/a/g"_s, u"b"_s, u"1,2 display"_s},
        {"flags are off", R"({"in":"a","out":"","type":"editinput","flag":"i"})", u"/a/g"_s, u""_s, u"1"_s},
        {"flags are on", R"({"in":"a","out":"","type":"editinput","flag":"gixi","ableFlag":true})",
         u"/a/gi"_s, u""_s, u"1"_s},
        {"no known flag", R"({"in":"a","out":"","type":"editinput","flag":"x","ableFlag":true})", u"/a/u"_s,
         u""_s, u"1"_s},
        {"slashes", R"({"in":"a/b\\/c\\\\/","out":"","type":"editinput"})", u"/a\\/b\\/c\\\\\\//g"_s, u""_s,
         u"1"_s},
        {"dollars", R"({"in":"a","out":"$&$n$1 $$x {{data}}","type":"editinput"})", u"/a/g"_s,
         u"{{match}}\n$1 $x {{match}}"_s, u"1"_s},
        {"a dollar that is none", R"({"in":"a","out":"$$1","type":"editinput"})", u"/a/g"_s, u"$$1"_s, u"1"_s,
         true},
        {"ends like markup", R"({"in":"a","out":"<b>","type":"editinput"})", u"/a/g"_s, u"<b>\n"_s, u"1"_s},
        {"and stays in its line",
         R"({"in":"a","out":"<b>","type":"editinput","flag":"g<no_end_nl,order 3>","ableFlag":true})",
         u"/a/g"_s, u"<b>"_s, u"1"_s},
        {"macros in what is searched",
         R"({"in":"{{char}}","out":"","type":"editinput","flag":"<cbs>i","ableFlag":true})", u"/{{char}}/i"_s,
         u""_s, u"1 macros"_s},
        {"an action", R"({"in":"a","out":"b","type":"editoutput","flag":"g<inject>","ableFlag":true})",
         u"/a/g"_s, u"b"_s, u"2"_s, true},
        {"an unclosed bracket", R"({"in":"a","out":"b","type":"editoutput","flag":"g<x","ableFlag":true})",
         u"/a/g"_s, u"b"_s, u"2"_s},
        {"a kind of its own", R"({"in":"a","out":"b","type":"editmore"})", u"/a/g"_s, u"b"_s, u""_s, true},
    };
}

static const char orderedScripts[] = R"([{"comment":"a","in":"a","out":"","type":"editinput"},
    {"comment":"b","in":"a","out":"","type":"editinput","flag":"<order 5>","ableFlag":true},
    {"comment":"c","in":"a","out":"","type":"editinput"}, 7])";

class TestCharX : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void cardAndModuleAreOne()
    {
        const auto read = readCharX(archiveOf(membersWithModule()));
        QVERIFY2(read, read ? "" : qPrintable(read.error().line()));
        QVERIFY2(read->warnings.isEmpty(), qPrintable(read->warnings.value(0).line()));
        const Card &card = read->card;
        QCOMPARE(card.name, u"Mira"_s);
        QCOMPARE(card.assets.size(), 3);
        QCOMPARE(read->picture, icon());
        QVERIFY(card.book);
        QCOMPARE(card.book->name, u"Mira"_s);
        QCOMPARE(card.book->entries.size(), 2);
        QCOMPARE(card.book->entries[0].keys, (QStringList{u"fog"_s, u"mist"_s}));
        QCOMPARE(card.book->entries[0].content, u"The fog hides the reef."_s);
        QVERIFY(card.book->entries[1].constant);
        QCOMPARE(card.regexScripts.size(), 2);
        QCOMPARE(card.regexScripts[0].find, u"/a\\/b/g"_s);
        QCOMPARE(card.regexScripts[0].replacement, u"<{{match}}>\n"_s);
        QVERIFY(card.regexScripts[0].displayOnly);
        QVERIFY(card.regexScripts[1].disabled);
        const Json risu = card.source.value(u"data").value(u"extensions").value(u"risuai");
        QCOMPARE(risu.value(u"triggerscript").size(), 1);
        QCOMPARE(risu.value(u"customScripts").size(), 2);
        const QString said = (read->mapped + read->kept + read->unused).join(u"; ");
        for (const QStringView part :
             {u"lorebook of RisuAI's module (entries: 2)", u"regex scripts of RisuAI: 1",
              u"“Up” is switched off: @@move_top", u"triggers of RisuAI, which are not run: 1",
              u"assets of RisuAI's module: 1"})
            QVERIFY2(said.contains(part), qPrintable(said));
    }

    void unchangedInIsTheSameOut_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("with a module") << storedZip(membersWithModule());
        QTest::newRow("without one") << storedZip({{"card.json", cardText}, {"a.txt", "x"}});
        QTest::newRow("behind a picture")
            << "\xFF\xD8 picture \xFF\xD9" + storedZip({{"card.json", cardText}});
        QTest::newRow("a card of the first version")
            << storedZip({{"card.json", "{\"name\":\"M\",\"description\":\"d\",\"personality\":\"\","
                                        "\"scenario\":\"\",\"first_mes\":\"\",\"mes_example\":\"\"}"}});
        QTest::newRow("a V2 card") << storedZip(
            {{"card.json", "{\"spec\":\"chara_card_v2\",\"spec_version\":\"2.0\",\"data\":{\"name\":\"M\","
                           "\"description\":\"\",\"first_mes\":\"\",\"group_only_greetings\":[]}}"}});
    }
    void unchangedInIsTheSameOut()
    {
        QFETCH(QByteArray, bytes);
        const auto archive = ZipArchive::read(bytes);
        QVERIFY(archive);
        const auto read = readCharX(*archive);
        QVERIFY2(read, read ? "" : qPrintable(read.error().line()));
        // As the library has it: written into a picture and read again.
        const auto back = readCard(writeCard(read->card));
        QVERIFY(back);
        const auto written =
            writeCharX(back->card, {.archive = *archive, .picture = {}, .asset = {}, .now = 1});
        QVERIFY2(written, written ? "" : qPrintable(written.error().line()));
        QCOMPARE(*written, bytes);
    }

    // Everything that was not touched is as it was, to the byte.
    void aChangedFieldChangesTheCardOnly()
    {
        const ZipArchive archive = archiveOf(membersWithModule());
        Card card = readCharX(archive)->card;
        card.description = u"A keeper of lamps."_s;
        const auto written = writeCharX(card, {.archive = archive, .picture = {}, .asset = {}, .now = {}});
        QVERIFY(written);
        QByteArray expected = cardText;
        expected.replace("A keeper.", "A keeper of lamps.");
        QCOMPARE(*parseJson(memberOf(*written, u"card.json"_s)), *parseJson(expected));
        QVERIFY(memberOf(*written, u"card.json"_s).contains("1.50")); // as it was spelt
        for (const StoredMember &member : membersWithModule().sliced(1))
            QCOMPARE(memberOf(*written, QString::fromUtf8(member.name)), member.bytes);
        const auto again = readCharX(*ZipArchive::read(*written));
        QVERIFY(again);
        QCOMPARE(again->card.book->entries.size(), 2);
        QCOMPARE(again->card.description, card.description);
    }

    void theTimeOfAChangeIsSaid()
    {
        const ZipArchive archive = archiveOf(membersWithModule());
        Card card = readCharX(archive)->card;
        card.description = u"x"_s;
        const auto written =
            writeCharX(card, {.archive = archive, .picture = {}, .asset = {}, .now = 1'700'000'000});
        const auto again = readCharX(*ZipArchive::read(*written));
        QCOMPARE(again->card.source.value(u"data").value(u"modification_date").asInteger(), 1'700'000'000);
    }

    // RisuAI would take the module's lorebook whatever the card says.
    void aChangedLorebookLeavesTheModule_data()
    {
        QTest::addColumn<bool>("isRemoved");
        QTest::newRow("changed") << false;
        QTest::newRow("removed") << true;
    }
    void aChangedLorebookLeavesTheModule()
    {
        QFETCH(bool, isRemoved);
        const ZipArchive archive = archiveOf(membersWithModule());
        Card card = readCharX(archive)->card;
        if (isRemoved)
            card.book.reset();
        else
            card.book->entries[0].content = u"The fog has gone."_s;
        const auto written = writeCharX(card, {.archive = archive, .picture = {}, .asset = {}, .now = {}});
        QVERIFY(written);
        const QByteArray bytes = memberOf(*written, u"module.risum"_s);
        const auto module = readRisuModule(bytes);
        QVERIFY2(module, module ? "" : qPrintable(module.error().what));
        QVERIFY(!module->contains(u"lorebook"));
        QCOMPARE(module->value(u"regex").size(), 2);
        QCOMPARE(module->value(u"trigger").size(), 1);
        QVERIFY(bytes.endsWith(moduleBytes().last(9))); // its assets
        const auto again = readCharX(*ZipArchive::read(*written));
        QVERIFY(again);
        QCOMPARE(again->card.book.has_value(), !isRemoved);
        if (!isRemoved) {
            QCOMPARE(again->card.book->entries.size(), 2);
            QCOMPARE(again->card.book->entries[0].content, u"The fog has gone."_s);
        }
        QCOMPARE(again->card.regexScripts.size(), 2);
    }

    void changedScriptsAreTheCards()
    {
        const ZipArchive archive = archiveOf(membersWithModule());
        Card card = readCharX(archive)->card;
        card.regexScripts.removeLast();
        const auto written = writeCharX(card, {.archive = archive, .picture = {}, .asset = {}, .now = {}});
        const auto again = readCharX(*ZipArchive::read(*written));
        QVERIFY(again);
        QCOMPARE(again->card.regexScripts.size(), 1);
        QCOMPARE(memberOf(*written, u"module.risum"_s), moduleBytes()); // for RisuAI
        QVERIFY(again->kept.join(u' ').contains(u"the card has its own"));
    }

    void bothHaveALorebook()
    {
        QByteArray text = cardText;
        text.replace("\"extensions\"",
                     "\"character_book\": {\"name\": \"Own\", \"extensions\": {}, \"entries\": ["
                     "{\"keys\": [\"fog\", \"mist\"], \"content\": \"The fog hides the reef.\", \"id\": 4, "
                     "\"extensions\": {}, \"enabled\": true, \"insertion_order\": 3}]}, \"extensions\"");
        QList<StoredMember> members = membersWithModule();
        members[0].bytes = text;
        const ZipArchive archive = archiveOf(members);
        const auto read = readCharX(archive);
        QVERIFY(read);
        QCOMPARE(read->card.book->name, u"Own"_s);
        QCOMPARE(read->card.book->entries.size(), 2); // one of the module's was there already
        QCOMPARE(read->card.book->entries[1].content, u"It is night."_s);
        QVERIFY(read->card.book->entries[0].uid != read->card.book->entries[1].uid);
        QCOMPARE(*writeCharX(read->card, {.archive = archive, .picture = {}, .asset = {}, .now = {}}),
                 archive.bytes());
    }

    void assetsComeAndGo()
    {
        const ZipArchive archive = archiveOf(membersWithModule());
        Card card = readCharX(archive)->card;
        card.assets.removeAt(1);
        card.assets.append({u"x_voice"_s, u"data:audio/mpeg;base64,QUJD"_s, u"Grüße"_s, u"mp3"_s});
        card.assets.append({u"icon"_s, u"__asset:3"_s, u"side"_s, u"png"_s});
        const auto written = writeCharX(
            card, {.archive = archive,
                   .picture = {},
                   .asset = [](const QString &uri) -> Result<QByteArray> { return "from " + uri.toUtf8(); },
                   .now = {}});
        QVERIFY2(written, written ? "" : qPrintable(written.error().line()));
        const ZipArchive back = *ZipArchive::read(*written);
        QVERIFY(!back.contains(u"assets/emotion/images/joy.webp"_s));
        QVERIFY(back.contains(u"assets/other/code/strange.lua"_s)); // nobody named it
        const auto read = readCharX(back);
        QVERIFY2(read && read->warnings.isEmpty(), "all assets are there");
        QCOMPARE(read->card.assets[2].uri, u"embeded://assets/other/audio/Gr__e.mp3"_s);
        QCOMPARE(read->card.assets[2].name, u"Grüße"_s);
        QCOMPARE(memberOf(*written, u"assets/other/audio/Gr__e.mp3"_s), "ABC"_ba);
        QCOMPARE(memberOf(*written, u"assets/icon/images/side.png"_s), "from __asset:3"_ba);
        QCOMPARE(memberOf(*written, u"assets/icon/images/main.png"_s), icon());
    }

    void anotherPicture()
    {
        const ZipArchive archive = archiveOf(membersWithModule());
        const Card card = readCharX(archive)->card;
        const auto written =
            writeCharX(card, {.archive = archive, .picture = "new picture", .asset = {}, .now = {}});
        const auto read = readCharX(*ZipArchive::read(*written));
        QVERIFY(read);
        QCOMPARE(read->picture, "new picture"_ba);
        QCOMPARE(read->card.assets.size(), 3);
        const Json main = read->card.source.value(u"data").value(u"assets").at(0);
        QCOMPARE(main.value(u"x").toInt(), 7); // what nobody knows stays
        QVERIFY(!ZipArchive::read(*written)->contains(u"assets/icon/images/main.png"_s));
    }

    void aCardThatWasNoArchive_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("V1")
            << "{\"name\":\"Mira\",\"description\":\"d\",\"personality\":\"\",\"scenario\":\"\","
               "\"first_mes\":\"Hello.\",\"mes_example\":\"\"}"_ba;
        QTest::newRow("V2")
            << "{\"spec\":\"chara_card_v2\",\"spec_version\":\"2.0\",\"data\":{\"name\":\"Mira\","
               "\"description\":\"d\",\"first_mes\":\"Hello.\",\"x\":1.50}}"_ba;
        QTest::newRow("V3") << QByteArray(cardText);
    }
    void aCardThatWasNoArchive()
    {
        QFETCH(QByteArray, text);
        const Card card = readCard(text)->card;
        const auto written = writeCharX(card, {.archive = {}, .picture = icon(), .asset = {}, .now = {}});
        QVERIFY2(written, written ? "" : qPrintable(written.error().line()));
        const auto read = readCharX(*ZipArchive::read(*written));
        QVERIFY2(read, read ? "" : qPrintable(read.error().line()));
        QCOMPARE(read->card.name, u"Mira"_s);
        QCOMPARE(read->card.firstMessage, u"Hello."_s);
        QCOMPARE(read->picture, icon());
        QCOMPARE(read->card.source.value(u"spec").toText(), u"chara_card_v3"_s);
        QVERIFY(read->card.source.value(u"data").value(u"group_only_greetings").isArray());
    }

    void doubtfulOnes_data()
    {
        QTest::addColumn<QList<StoredMember>>("members");
        QTest::addColumn<QString>("said");
        QTest::newRow("an asset is missing")
            << QList<StoredMember>{{"card.json", cardText}, {"assets/icon/images/main.png", "x"}}
            << u"card.json: data.assets.1: there is no “assets/emotion/images/joy.webp” in the archive"_s;
        QTest::newRow("a name leads out")
            << (membersWithModule() + QList<StoredMember>{{"../../.bashrc", "x"}})
            << u"../../.bashrc: its name leads out of the archive: it is not used and not written again"_s;
        QTest::newRow("a module of nonsense")
            << QList<StoredMember>{{"card.json", cardText}, {"module.risum", "nonsense"}}
            << u"module.risum: expected a RisuAI module"_s;
        QTest::newRow("two cards") << (membersWithModule() + QList<StoredMember>{{"card.json", "{}"}})
                                   << u"card.json: is in the archive more than once; the first counts"_s;
    }
    void doubtfulOnes()
    {
        QFETCH(QList<StoredMember>, members);
        QFETCH(QString, said);
        const auto read = readCharX(archiveOf(members));
        QVERIFY2(read, read ? "" : qPrintable(read.error().line()));
        QCOMPARE(read->card.name, u"Mira"_s);
        QStringList lines;
        for (const Error &warning : read->warnings)
            lines.append(warning.line());
        QVERIFY2(lines.contains(said), qPrintable(lines.join(u'\n')));
    }

    void refusedOnes_data()
    {
        QTest::addColumn<QList<StoredMember>>("members");
        QTest::addColumn<QString>("said");
        QTest::newRow("no card") << QList<StoredMember>{{"a.txt", "x"}}
                                 << u"there is no card.json in the archive"_s;
        QTest::newRow("no JSON") << QList<StoredMember>{{"card.json", "{\n\"a\": ]"}}
                                 << u"card.json: line 2, column 6: "_s;
        QTest::newRow("no card in it") << QList<StoredMember>{{"card.json", "{\"a\":1}"}}
                                       << u"card.json: this is not a character card"_s;
        QTest::newRow("encrypted") << QList<StoredMember>{{"card.json", cardText, -1, 1}}
                                   << u"card.json: is encrypted"_s;
        QTest::newRow("far too large") << QList<StoredMember>{{"card.json", cardText, 0xfffffff0}}
                                       << u"card.json: is larger than the 64 MB that are read"_s;
    }
    void refusedOnes()
    {
        QFETCH(QList<StoredMember>, members);
        QFETCH(QString, said);
        const auto read = readCharX(archiveOf(members));
        QVERIFY(!read);
        QVERIFY2(read.error().line().startsWith(said), qPrintable(read.error().line()));
    }

    void anUnsafeMemberIsNotPassedOn()
    {
        const ZipArchive archive = archiveOf(membersWithModule() + QList<StoredMember>{{"../x", "x"}});
        const auto written =
            writeCharX(readCharX(archive)->card, {.archive = archive, .picture = {}, .asset = {}, .now = {}});
        QVERIFY(written);
        QCOMPARE(ZipArchive::read(*written)->members().size(), archive.members().size() - 1);
    }

    void risuScripts_data()
    {
        QTest::addColumn<QByteArray>("item");
        QTest::addColumn<QString>("find");
        QTest::addColumn<QString>("replacement");
        QTest::addColumn<QString>("placements");
        QTest::addColumn<bool>("isOff");
        for (const RisuRow &row : risuRows())
            QTest::newRow(row.name) << QByteArray(row.item) << row.find << row.replacement << row.placements
                                    << row.isOff;
    }
    void risuScripts()
    {
        QFETCH(QByteArray, item);
        QFETCH(QString, find);
        QFETCH(QString, replacement);
        QFETCH(QString, placements);
        QFETCH(bool, isOff);
        const RisuScripts read = readRisuScripts(Json::array({*parseJson(item)}));
        QCOMPARE(read.scripts.size(), 1);
        const RegexScript &script = read.scripts[0];
        QCOMPARE(script.find, find);
        QCOMPARE(script.replacement, replacement);
        QStringList numbers;
        for (const int placement : script.placements)
            numbers.append(QString::number(placement));
        QCOMPARE(QString(numbers.join(u',') + (script.promptOnly ? u" prompt"_s : QString()) +
                         (script.displayOnly ? u" display"_s : QString()) +
                         (script.findMacros == RegexScript::FindMacros::Raw ? u" macros"_s : QString())),
                 placements);
        QCOMPARE(script.disabled, isOff);
        QCOMPARE(read.unused.size(), isOff ? 1 : 0);
        QCOMPARE(readRisuScripts(Json::array({*parseJson(item)})).scripts, read.scripts);
    }

    void risuScriptsInTheirOrder()
    {
        const Json list = *parseJson(orderedScripts);
        QStringList names;
        for (const RegexScript &script : readRisuScripts(list).scripts)
            names.append(script.name);
        QCOMPARE(names, (QStringList{u"b"_s, u"a"_s, u"c"_s}));
    }
};

QTEST_APPLESS_MAIN(TestCharX)
#include "tst_charx.moc"

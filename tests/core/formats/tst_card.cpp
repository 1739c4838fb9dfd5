#include "core/formats/cardpng.h"
#include "core/formats/filekind.h"
#include "core/formats/jsontext.h"
#include "core/formats/scenecard.h"
#include "tests/core/formats/pngfixtures.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_card {

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

QByteArray named(const QByteArray &name)
{
    return "{\"spec\":\"chara_card_v2\",\"spec_version\":\"2.0\",\"data\":{\"name\":\"" + name +
           "\",\"description\":\"d\"}}";
}

} // namespace

class TestCard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void flatCards_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("V1")
            << R"({"name":"Ann","description":"d","personality":"p","scenario":"s","first_mes":"f","mes_example":"e"})"_ba;
        QTest::newRow("Pygmalion")
            << R"({"char_name":"Ann","char_persona":"d","personality":"p","world_scenario":"s",)"
               R"("char_greeting":"f","example_dialogue":"e"})"_ba;
    }
    void flatCards()
    {
        QFETCH(QByteArray, text);
        const auto read = readCard(text);
        QVERIFY(read);
        Card card = read->card;
        QCOMPARE(card.version, Card::Version::V1);
        QCOMPARE((QStringList{card.name, card.description, card.personality, card.scenario, card.firstMessage,
                              card.messageExamples}),
                 (QStringList{u"Ann"_s, u"d"_s, u"p"_s, u"s"_s, u"f"_s, u"e"_s}));
        QCOMPARE(writeCard(card), text);
        card.scenario = u"elsewhere"_s;
        QByteArray expected = text;
        expected.replace(R"("s")", R"("elsewhere")");
        QCOMPARE(writeCard(card), expected);
    }

    void flatCardGrowsWhenItMust()
    {
        Card card = readCard(R"({"name":"Ann","description":"d","first_mes":"f","odd":{"x":1.50}})"_ba)->card;
        card.alternateGreetings = {u"Hello, again."_s};
        const Json written = writtenCard(card);
        QCOMPARE(written.value(u"spec").toText(), u"chara_card_v3"_s);
        QCOMPARE(written.value(u"data").value(u"alternate_greetings").toTextList(), card.alternateGreetings);
        QCOMPARE(written.value(u"data").value(u"name").toText(), u"Ann"_s);
        QCOMPARE(written.value(u"name").toText(), u"Ann"_s);
        QCOMPARE(written.value(u"odd").value(u"x").spelling(), "1.50"_ba);
        QCOMPARE(cardFromJson(written)->card.alternateGreetings, card.alternateGreetings);
    }

    void mirrorsStayInStep()
    {
        const QByteArray text =
            R"({"name":"Ann","tags":["a"],"talkativeness":"0.5","fav":false,"creatorcomment":"n",)"
            R"("spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Ann","tags":["a"],)"
            R"("creator_notes":"n","extensions":{"talkativeness":"0.5","fav":false,"depth_prompt":)"
            R"({"prompt":"","depth":4,"role":"system"},"other":{"keep":[1,2]}}}})"_ba;
        Card card = readCard(text)->card;
        QCOMPARE(writeCard(card), text);
        card.name = u"Bea"_s;
        card.talkativeness = 0.9;
        card.favourite = true;
        card.creatorNotes = u"m"_s;
        card.depthPrompt.role = Role::User;
        QByteArray expected = text;
        expected.replace("\"Ann\"", "\"Bea\"").replace("\"0.5\"", "\"0.9\"").replace("false", "true");
        expected.replace("\"n\"", "\"m\"").replace("\"role\":\"system\"", "\"role\":\"user\"");
        QCOMPARE(writeCard(card), expected);
    }

    void newCardReadsBack()
    {
        Card card;
        card.name = u"New"_s;
        card.firstMessage = u"Hi."_s;
        card.book = Lorebook{.name = u"Lore"_s, .entries = {}, .source = {}};
        LoreEntry entry;
        entry.uid = 4;
        entry.keys = {u"sea"_s};
        entry.position = LoreEntry::Position::AtDepth;
        card.book->entries.append(entry);
        const auto read = readCard(writeCard(card));
        QVERIFY(read);
        QCOMPARE(linesOf(read->warnings), QStringList());
        QCOMPARE(read->card.name, card.name);
        QCOMPARE(read->card.version, Card::Version::V3);
        QCOMPARE(read->card.book->name, u"Lore"_s);
        const LoreEntry back = read->card.book->entries.first();
        QCOMPARE(back.uid, 4);
        QCOMPARE(back.position, LoreEntry::Position::AtDepth);
        QVERIFY(back.selective);
        const Json data = read->card.source.value(u"data");
        QVERIFY(data.value(u"group_only_greetings").isArray()); // V3 requires the key
        QCOMPARE(data.value(u"character_book").value(u"entries").at(0).value(u"position").toText(),
                 u"after_char"_s);
    }

    void versionsAreHints_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<Card::Version>("version");
        QTest::addColumn<int>("warnings");
        QTest::newRow("number") << R"("spec":"chara_card_v2","spec_version":2)"_ba << Card::Version::V2 << 0;
        QTest::newRow("V3") << R"("spec":"chara_card_v3","spec_version":"3.0")"_ba << Card::Version::V3 << 0;
        QTest::newRow("newer") << R"("spec":"chara_card_v9","spec_version":"9.1")"_ba << Card::Version::V3
                               << 1;
        QTest::newRow("unmarked") << R"("x":1)"_ba << Card::Version::V2 << 0;
    }
    void versionsAreHints()
    {
        QFETCH(QByteArray, head);
        const auto read = readCard("{" + head + R"(,"data":{"name":"A"}})");
        QVERIFY(read);
        QTEST(read->card.version, "version");
        QTEST(static_cast<int>(read->warnings.size()), "warnings");
    }

    void driftingTypesWarnAndStay()
    {
        const QByteArray text =
            R"({"data":{"name":5,"tags":"a, b","description":["x"],"alternate_greetings":"Hi, you",)"
            R"("character_book":[1],"extensions":{"depth_prompt":{"depth":"2","role":"wizard"},)"
            R"("regex_scripts":[7],"fav":1,"talkativeness":""}}})"_ba;
        const auto read = readCard(text);
        QVERIFY(read);
        QCOMPARE(read->card.name, u"5"_s);
        QCOMPARE(read->card.tags, (QStringList{u"a"_s, u"b"_s}));
        QCOMPARE(read->card.alternateGreetings, QStringList{u"Hi, you"_s});
        QCOMPARE(read->card.depthPrompt.depth, 2);
        QVERIFY(read->card.favourite);
        QCOMPARE(read->card.talkativeness, 0.5);
        QCOMPARE(
            linesOf(read->warnings),
            (QStringList{
                u"data.description: expected a string, found an array"_s,
                u"data.extensions.depth_prompt.role: expected system, user or assistant, found “wizard”"_s,
                u"data.character_book: expected an object, found an array"_s,
                u"data.extensions.regex_scripts.0: expected an object, found 7"_s}));
        QCOMPARE(writeCard(read->card), text);
        Card changed = read->card;
        changed.creator = u"me"_s;
        QByteArray expected = text;
        expected.replace("\"talkativeness\":\"\"}", "\"talkativeness\":\"\"},\"creator\":\"me\"");
        QCOMPARE(writeCard(changed), expected);
    }

    void unknownExtensionsSurviveByteForByte()
    {
        const QByteArray odd =
            "{\"k\": [1.0,  2e3, \"\\u00e9\\/\"], \"pad\": \"" + QByteArray(400 * 1024, 'x') + "\"}";
        const QByteArray text = R"({"data":{"name":"A","extensions":{"x/y":)" + odd + R"(,"fav":false}}})";
        Card card = readCard(text)->card;
        QCOMPARE(writeCard(card), text);
        card.favourite = true;
        const QByteArray written = writeCard(card);
        QVERIFY(written.contains(odd));
        QVERIFY(written.contains("\"fav\":true"));
    }

    void copyOfItselfIsNotSaved()
    {
        Card card = readCard(R"({"json_data":"{}","data":{"name":"A"}})"_ba)->card;
        card.name = u"B"_s;
        QCOMPARE(writeCard(card), R"({"data":{"name":"B"}})"_ba);
    }

    void whichChunkWins_data()
    {
        QTest::addColumn<QByteArray>("chunks");
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("warnings");
        const auto chara = [](const QByteArray &text) { return textChunk("chara", text.toBase64()); };
        const auto ccv3 = [](const QByteArray &text) { return textChunk("ccv3", text.toBase64()); };
        QTest::newRow("ccv3 before a stale chara")
            << ccv3(named("New")) + chara(named("Old")) << u"New"_s << 1;
        QTest::newRow("equal twins") << chara(named("A")) + ccv3(named("A")) << u"A"_s << 0;
        QTest::newRow("last of two chara")
            << chara(named("First")) + chara(named("Second")) << u"Second"_s << 0;
        QTest::newRow("last chara is broken") << chara(named("First")) + chara("{") << u"First"_s << 1;
        QTest::newRow("broken ccv3") << ccv3("[1]") + chara(named("Old")) << u"Old"_s << 1;
        QTest::newRow("three") << chara(named("A")) + chara(named("B")) + ccv3(named("C")) << u"C"_s << 1;
        QTest::newRow("other case") << textChunk("Chara", named("A").toBase64()) << u"A"_s << 0;
        QTest::newRow("compressed iTXt")
            << internationalChunk("ccv3", named("A").toBase64(), true) << u"A"_s << 0;
        QTest::newRow("zTXt, broken lines")
            << compressedTextChunk("chara", named("A").toBase64().insert(40, "\n")) << u"A"_s << 0;
    }
    void whichChunkWins()
    {
        QFETCH(QByteArray, chunks);
        const QByteArray png = pngWith({}, chunks);
        const auto read = readCardPng(png);
        QVERIFY2(read, read ? "" : qPrintable(read.error().line()));
        QTEST(read->card.name, "name");
        QTEST(static_cast<int>(read->warnings.size()), "warnings");
        QCOMPARE(readNewestCardPng(png).value(), read->card);
        QCOMPARE(writeCardPng(read->card, png).value(), png);
        Card changed = read->card;
        changed.creator = u"somebody"_s;
        const QByteArray written = writeCardPng(changed, png).value();
        QCOMPARE(readCardPng(written)->card.creator, u"somebody"_s);
        QCOMPARE(readCardPng(written)->warnings, Warnings());
    }

    void noCardIsOneClearError()
    {
        QCOMPARE(readCardPng(pngWith({})).error().line(), u"there is no character card in this picture"_s);
        QCOMPARE(readNewestCardPng(pngWith({})).error().line(),
                 u"there is no character card in this picture"_s);
        QCOMPARE(readCardPng(pngWith(textChunk("chara", "!"))).error().line(),
                 u"chara: character 1: the text is not base64"_s);
        QCOMPARE(readCardPng(pngWith(textChunk("chara", "eyJhIjo="))).error().line(),
                 u"chara: line 1, column 6: the text ends in the middle of a value"_s);
        QCOMPARE(readCard("[]").error().line(), u"this is not a character card"_s);
        QCOMPARE(readCard(R"({"entries":{}})").error().line(), u"this is not a character card"_s);
    }

    void cardGoesIntoAnyPicture()
    {
        Card card = readCard(R"({"name":"Ann","description":"d","first_mes":"f","odd":1})"_ba)->card;
        const QByteArray png = pngWith(textChunk("parameters", "x"));
        const QByteArray written = writeCardPng(card, png).value();
        const Card back = readCardPng(written)->card;
        QCOMPARE(back.name, u"Ann"_s);
        QCOMPARE(back.version, Card::Version::V3);
        QCOMPARE(back.source.value(u"odd").toInt(), 1);
        QVERIFY(written.startsWith(png.first(png.size() - 12)));
    }

    void scenesOfSeveralCharacters()
    {
        const QByteArray bytes =
            R"({"sys_prompt":"Mira meets {{user}}.","role":"Mira","filepath":"cards/x.json",
            "chars":["Mira","Oren","Old Tom"],"first_msg":"Hi.","mood":1})";
        QCOMPARE(fileKindOf(bytes), FileKind::Card);
        const auto reading = readCard(bytes);
        QVERIFY(reading);
        QCOMPARE(reading->card.name, u"Mira"_s);
        QCOMPARE(reading->card.description, u"Mira meets {{user}}."_s);
        QCOMPARE(reading->card.firstMessage, u"Hi."_s);
        const QStringList cast{u"Mira"_s, u"Oren"_s, u"Old Tom"_s};
        QCOMPARE(sceneCast(reading->card), cast);
        // Through a card's own file and back: nothing is lost.
        const auto again = readCard(writeCard(reading->card));
        QVERIFY(again);
        QCOMPARE(sceneCast(again->card), cast);
        QCOMPARE(
            again->card.source.value(u"data").value(u"extensions").value(u"gf_lt").value(u"mood").toInt(), 1);
        const Json scene = sceneCardJson(again->card, u"Zoe"_s, u"cards/x.json"_s);
        QCOMPARE(scene.value(u"sys_prompt").toText(), u"Mira meets Zoe."_s);
        QCOMPARE(scene.value(u"chars").toTextList(), cast);
    }
};

} // namespace tst_card

SNUG_TEST(tst_card, TestCard, Nothing)
#include "tst_card.moc"

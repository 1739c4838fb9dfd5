#include "core/formats/jsonlines.h"
#include "core/formats/jsontext.h"
#include "tests/testregistry.h"

#include <QTest>

#include <array>
#include <atomic>
#include <thread>
#include <vector>

namespace tst_jsontext {

using namespace Qt::StringLiterals;
using namespace snug;

class TestJsonText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void unchangedTextIsTheSameBytes_data();
    void unchangedTextIsTheSameBytes();
    void changedDocumentKeepsTheFilesStyle_data();
    void changedDocumentKeepsTheFilesStyle();
    void changeRewritesOnlyTheWayToIt();
    void spellingSurvivesARelayout();
    void errorsNameThePlace_data();
    void errorsNameThePlace();
    void truncatedAnywhereIsAnErrorOrAPrefix();
    void nestingIsLimited();
    void repeatedKeysReadAsTheLast();
    void strings_data();
    void strings();
    void linesStayLines();
    void valuesAreCounted_data();
    void valuesAreCounted();
    void limitsRefuse();
    void sleepersAreTheSame_data();
    void sleepersAreTheSame();
    void whoWakesASleeperChangesNoOther();
    void sleepersAreWokenByManyAtOnce();
};

void TestJsonText::unchangedTextIsTheSameBytes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("odd layout") << R"(  { "b":1 ,"a" : [ 1,2 , {"x": null} ]
}  )"_ba;
    QTest::newRow("byte order mark") << "\xEF\xBB\xBF{\"a\":1}"_ba;
    QTest::newRow("crlf") << "{\r\n  \"a\": 1\r\n}\r\n"_ba;
    QTest::newRow("numbers") << "[1.50,1e3,-0,9007199254740993,1E+2,0.10,123456789012345678901234567890]"_ba;
    QTest::newRow("spelt strings") << R"(["\u00e9","\/","é","\ud83d","\uD83D\uDE00","😀","\u001F"])"_ba;
    QTest::newRow("repeated keys") << R"({"a":1,"a":2,"\u0061":3})"_ba;
    QTest::newRow("empty containers") << "{\"a\": [ ], \"b\": { }}"_ba;
}

void TestJsonText::unchangedTextIsTheSameBytes()
{
    QFETCH(QByteArray, text);
    const Result<Json> read = parseJson(text);
    QVERIFY2(read, qPrintable(read ? QString() : read.error().line()));
    QCOMPARE(writeJson(*read), text);
    Json copy = *read;
    copy.set(u"nothing"_s, Json());
    QCOMPARE(writeJson(*read), text);
}

void TestJsonText::changedDocumentKeepsTheFilesStyle_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("four spaces") << "{\n    \"a\": 1\n}"_ba
                                 << "{\n    \"a\": 2,\n    \"n\": [\n        \"x\"\n    ]\n}"_ba;
    QTest::newRow("two spaces, newline")
        << "{\n  \"a\": 1\n}\n"_ba << "{\n  \"a\": 2,\n  \"n\": [\n    \"x\"\n  ]\n}\n"_ba;
    QTest::newRow("tab") << "{\n\t\"a\": 1\n}"_ba << "{\n\t\"a\": 2,\n\t\"n\": [\n\t\t\"x\"\n\t]\n}"_ba;
    QTest::newRow("compact") << R"({"a":1})"_ba << R"({"a":2,"n":["x"]})"_ba;
    QTest::newRow("spaced") << R"({"a": 1})"_ba << R"({"a": 2, "n": ["x"]})"_ba;
    QTest::newRow("mark and crlf") << "\xEF\xBB\xBF{\r\n \"a\": 1\r\n}\r\n"_ba
                                   << "\xEF\xBB\xBF{\r\n \"a\": 2,\r\n \"n\": [\r\n  \"x\"\r\n ]\r\n}\r\n"_ba;
}

void TestJsonText::changedDocumentKeepsTheFilesStyle()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    Json document = *parseJson(text);
    document.set(u"a"_s, Json(2));
    document.set(u"n"_s, Json(QStringList{u"x"_s}));
    QCOMPARE(writeJson(document), expected);
}

void TestJsonText::changeRewritesOnlyTheWayToIt()
{
    Json document = *parseJson("{\n  \"odd\": [1,\n2],\n  \"even\": {\n    \"x\": 1.0\n  }\n}"_ba);
    Json even = document.value(u"even");
    even.set(u"y"_s, Json(true));
    document.set(u"even"_s, even);
    QCOMPARE(writeJson(document),
             "{\n  \"odd\": [1,\n2],\n  \"even\": {\n    \"x\": 1.0,\n    \"y\": true\n  }\n}"_ba);
}

void TestJsonText::spellingSurvivesARelayout()
{
    const Json inner =
        parseJson(R"({"k\u0065y": "\u00e9", "n": 1.50, "big": 9007199254740993})"_ba)->value(u"missing");
    QVERIFY(inner.isUndefined());
    Json document = Json::object();
    document.set(u"copy"_s, *parseJson(R"({"k\u0065y": "\u00e9", "n": 1.50, "big": 9007199254740993})"_ba));
    QCOMPARE(writeJson(document, JsonStyle::compact()),
             R"({"copy":{"k\u0065y":"\u00e9","n":1.50,"big":9007199254740993}})"_ba);
}

void TestJsonText::errorsNameThePlace_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("line");
    QTest::newRow("empty") << ""_ba << u"there is nothing in it"_s;
    QTest::newRow("only spaces") << " \n "_ba << u"there is nothing in it"_s;
    QTest::newRow("truncated") << "{\"a\": "_ba
                               << u"line 1, column 7: the text ends in the middle of a value"_s;
    QTest::newRow("open string") << "[\"é"_ba << u"line 1, column 4: the text ends inside a string"_s;
    QTest::newRow("line break in a string")
        << "[\"a\n\"]"_ba << u"line 1, column 4: a line ends inside a string"_s;
    QTest::newRow("control in a string")
        << "[\"a\x01\"]"_ba << u"line 1, column 4: a control character inside a string"_s;
    QTest::newRow("trailing comma") << "[1,\n]"_ba
                                    << u"line 2, column 1: a comma before the closing bracket"_s;
    QTest::newRow("two values") << "{} {}"_ba
                                << u"line 1, column 4: there is more text after the end of the value"_s;
    QTest::newRow("comment") << "// a"_ba << u"line 1, column 1: expected a value"_s;
    QTest::newRow("bare key") << "{a:1}"_ba << u"line 1, column 2: expected a key in double quotes"_s;
    QTest::newRow("no colon") << "{\"a\" 1}"_ba << u"line 1, column 6: expected a colon after the key"_s;
    QTest::newRow("no comma") << "[1 2]"_ba << u"line 1, column 4: expected a comma or ]"_s;
    QTest::newRow("leading zero") << "[012]"_ba << u"line 1, column 2: a number begins with 0"_s;
    QTest::newRow("bare minus") << "[-]"_ba << u"line 1, column 3: expected a digit"_s;
    QTest::newRow("bad escape") << R"(["\x"])"_ba << u"line 1, column 3: an unknown escape inside a string"_s;
    QTest::newRow("bad unicode") << R"(["\u12G4"])"_ba
                                 << u"line 1, column 3: expected four hexadecimal digits after \\u"_s;
    QTest::newRow("latin-1") << "{\"a\":\n \"caf\xE9\"}"_ba << u"line 2, column 6: the text is not UTF-8"_s;
    QTest::newRow("NaN") << "[NaN]"_ba << u"line 1, column 2: expected a value"_s;
}

void TestJsonText::errorsNameThePlace()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, line);
    const Result<Json> read = parseJson(text);
    QVERIFY(!read);
    QCOMPARE(read.error().line(), line);
}

void TestJsonText::truncatedAnywhereIsAnErrorOrAPrefix()
{
    const QByteArray text = R"({"a":[1.5e3,"é\n\u00e9😀",true,null,{"b":[]}],"c":-0.5})"_ba;
    for (qsizetype length = 0; length < text.size(); ++length)
        QVERIFY2(!parseJson(text.first(length)), text.first(length).constData());
    QVERIFY(parseJson(text));
}

void TestJsonText::nestingIsLimited()
{
    const auto nested = [](int depth) { return QByteArray(depth, '[') + QByteArray(depth, ']'); };
    QVERIFY(parseJson(nested(JsonDepthLimit)));
    const Result<Json> tooDeep = parseJson(nested(JsonDepthLimit + 1));
    QVERIFY(!tooDeep);
    QCOMPARE(tooDeep.error().line(), u"line 1, column 513: the values are nested too deeply"_s);
    QVERIFY(!parseJson(QByteArray(2'000'000, '[')));
    QVERIFY(!parseJson("{\"a\":"_ba.repeated(500'000)));
}

void TestJsonText::repeatedKeysReadAsTheLast()
{
    Json document = *parseJson(R"({"a":1,"b":2,"a":3})"_ba);
    QCOMPARE(document.value(u"a").toInt(), 3);
    document.set(u"a"_s, Json(4));
    QCOMPARE(writeJson(document), R"({"a":1,"b":2,"a":4})"_ba);
    document.remove(u"a");
    QCOMPARE(writeJson(document), R"({"b":2})"_ba);
}

void TestJsonText::strings_data()
{
    QTest::addColumn<QByteArray>("token");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("expected"); // as written when made by us
    QTest::newRow("escapes") << R"("\"\\\b\f\n\r\t\/")"_ba << u"\"\\\b\f\n\r\t/"_s
                             << R"("\"\\\b\f\n\r\t/")"_ba;
    QTest::newRow("control") << R"("\u0001\u001f")"_ba << QString(QChar(1)) + QChar(0x1f)
                             << R"("\u0001\u001f")"_ba;
    QTest::newRow("nul") << R"("a\u0000b")"_ba << u"a"_s + QChar(0) + u'b' << R"("a\u0000b")"_ba;
    QTest::newRow("lone high") << R"("\ud83dx")"_ba << QString(QChar(0xD83D)) + u'x' << R"("\ud83dx")"_ba;
    QTest::newRow("lone low") << R"("\ude00")"_ba << QString(QChar(0xDE00)) << R"("\ude00")"_ba;
    QTest::newRow("pair") << R"("\ud83d\ude00")"_ba << u"😀"_s << R"("😀")"_ba;
    QTest::newRow("leading U+FEFF") << "\"\xEF\xBB\xBFx\""_ba << QString(QChar(0xFEFF)) + u'x'
                                    << "\"\xEF\xBB\xBFx\""_ba;
    QTest::newRow("U+FEFF after an escape")
        << "\"\\n\xEF\xBB\xBFx\""_ba << u"\n"_s + QChar(0xFEFF) + u'x' << "\"\\n\xEF\xBB\xBFx\""_ba;
    QTest::newRow("delete, U+2028") << "\"\x7f\xE2\x80\xA8\""_ba << QString(QChar(0x7f)) + QChar(0x2028)
                                    << "\"\x7f\xE2\x80\xA8\""_ba;
}

void TestJsonText::strings()
{
    QFETCH(QByteArray, token);
    QFETCH(QString, text);
    QFETCH(QByteArray, expected);
    const Result<Json> read = parseJson(token);
    QVERIFY(read);
    QCOMPARE(read->asString(), text);
    QCOMPARE(writeJson(*read), token);
    QCOMPARE(jsonStringSpelling(text), expected);
    QCOMPARE(read->spelling(), token == expected ? QByteArray() : token);
}

void TestJsonText::linesStayLines()
{
    const Json fromFile = *parseJson("{\n  \"a\": [\n 1 ]\n}"_ba);
    QCOMPARE(writeJsonLine(fromFile), R"({"a":[1]})"_ba);
    Json line = *parseJsonLine(R"({"a": [1, 2], "b": 3})"_ba);
    QCOMPARE(writeJsonLine(line), R"({"a": [1, 2], "b": 3})"_ba);
    line.set(u"b"_s, Json(4));
    QCOMPARE(writeJsonLine(line), R"({"a": [1, 2], "b": 4})"_ba);
    const Result<Json> bad = parseJsonLine("{\"a\":}"_ba, 12);
    QCOMPARE(bad.error().place, u"line 12, column 6"_s);
}

void TestJsonText::valuesAreCounted_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qsizetype>("values");
    const auto row = [](const QByteArray &text, qsizetype values) {
        QTest::newRow(text.constData()) << text << values;
    };
    row("1", 1);
    row("[ ]", 1);
    row("{ }", 1);
    row("[1]", 2);
    row("[[],[]]", 3);
    row("[ {} , { } ]", 3);
    row(R"({"a":1,"b,[":[2,3]})", 5);
    row(R"(["\\",",[{\"",1])", 4);
    row(R"(["\)", 2);
}

void TestJsonText::valuesAreCounted()
{
    QFETCH(QByteArray, text);
    QTEST(countJsonValues(text), "values");
}

void TestJsonText::limitsRefuse()
{
    const JsonLimits small{.bytes = 1 << 20, .values = 100};
    const QByteArray fits = '[' + QByteArray("1,").repeated(98) + "1]";
    QVERIFY(parseJsonWithin(small, fits));
    QCOMPARE(parseJsonWithin(small, '[' + QByteArray("1,").repeated(99) + "1]").error().what,
             u"holds more than 100 values"_s);
    // A text has few values, however many brackets are in it.
    QVERIFY(parseJsonWithin(small, '"' + QByteArray("[],").repeated(200) + '"'));
    QVERIFY(parseJsonWithin(small, '"' + QByteArray((1 << 20) - 2, 'x') + '"'));
    QCOMPARE(parseJsonWithin(small, '"' + QByteArray(1 << 20, 'x') + '"').error().what,
             u"more than 1 MB of text in one piece"_s);
    // The values of a book of 10,000 entries as SillyTavern writes them are no reason to refuse it.
    QVERIFY(keepJsonLimits(QByteArray('[' + QByteArray("[1,2],").repeated(600'000) + "0]"), {}));
    QVERIFY(!parseJson('[' + QByteArray("[],").repeated(2'000'000) + "0]"));
}

void TestJsonText::sleepersAreTheSame_data()
{
    QTest::addColumn<QByteArray>("line");
    const auto row = [](const char *line) { QTest::newRow(line) << QByteArray(line); };
    row("{}");
    row(R"({"a":1.50,"b":{"c":"\u00e9","d":[{},{"e":null}]},"a":2})");
    row(R"(  {"a" : 1 , "b":{ "c":[1, 2] }}  )");
    row("\xEF\xBB\xBF{\"a\":9007199254740993}");
    row(R"({"\u0061":true})");
}

void TestJsonText::sleepersAreTheSame()
{
    QFETCH(QByteArray, line);
    const QByteArray file = "{\"first\":{}}\n" + line + "\n[]";
    const Json value = *JsonLineReader(file).read(13, line.size(), 2);
    const Json sleeper = asleep(value);
    QVERIFY(!sleeper.isSameAs(value));
    QCOMPARE(sleeper.type(), Json::Type::Object);
    QCOMPARE(writeJsonLine(sleeper), line);
    QVERIFY(sleeper == asleep(value));
    QVERIFY(readAnew(sleeper) == value);
    QCOMPARE(writeJsonLine(readAnew(sleeper)), line);
    QVERIFY(sleeper == value);
    QCOMPARE(sleeper.size(), value.size());
    QCOMPARE(mayContain(sleeper, "a"), value.contains(u"a"));
    if (!line.contains("\\u"))
        QVERIFY(!mayContain(sleeper, "never"));

    // A change inside rewrites the way to it alone, asleep or not.
    const auto changed = [](Json json) {
        Json inner = json.value(u"b");
        inner.set(u"x"_s, Json(1));
        json.set(u"b"_s, inner);
        return writeJsonLine(json);
    };
    QCOMPARE(changed(asleep(value)), changed(value));
    QCOMPARE(writeJsonLine(asleep(value)), line);
}

void TestJsonText::whoWakesASleeperChangesNoOther()
{
    const Json made = Json::object({{u"a"_s, Json(1)}});
    QVERIFY(asleep(made).isSameAs(made)); // there are no bytes to be had
    Json changed = *parseJsonLine(R"({"a":1})");
    changed.set(u"a"_s, Json(2));
    QVERIFY(asleep(changed).isSameAs(changed));
    QVERIFY(asleep(Json(1)) == Json(1));
    QVERIFY(!mayContain(Json(1), "a"));

    // Keys of the object itself count, and nothing else.
    const Json deep =
        asleep(*parseJsonLine(R"({"b" : "a", "c":{"a":1},"d":["a",{"a":2}],"e\\\"":3,"x":""})"));
    QVERIFY(
        !mayContain(asleep(*parseJsonLine(R"({"b" : "a", "c":{"a":1},"d":["a",{"a":2}],"x":"\\"})")), "a"));
    QVERIFY(mayContain(deep, "a")); // one is spelt with escapes
    const std::array<QByteArrayView, 2> either{"q", "x"};
    QVERIFY(mayContainAny(deep, either));
    QVERIFY(mayContainAny(readAnew(deep), either));
    QVERIFY(!mayContain(readAnew(deep), "a"));

    const Json sleeper = asleep(*parseJsonLine(R"({"a":1,"b":"say \"a\""})"));
    Json copy = sleeper;
    copy.set(u"a"_s, Json(3));
    QCOMPARE(sleeper.value(u"a").toInt(), 1);
    QCOMPARE(copy.value(u"a").toInt(), 3);
    QVERIFY(!(copy == sleeper));
    QCOMPARE(writeJsonLine(copy), R"({"a":3,"b":"say \"a\""})"_ba);
    copy.remove(u"a");
    QCOMPARE(copy.members().size(), 1);
}

void TestJsonText::sleepersAreWokenByManyAtOnce()
{
    const Json sleeper = asleep(*parseJsonLine(R"({"a":{"b":[1,2,3]}})"));
    std::atomic<qsizetype> sum = 0;
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&] { sum += sleeper.value(u"a").value(u"b").size(); });
    threads.clear();
    QCOMPARE(sum, 24);
    QVERIFY(&sleeper.members() == &sleeper.members());
}

} // namespace tst_jsontext

SNUG_TEST(tst_jsontext, TestJsonText, Nothing)
#include "tst_jsontext.moc"

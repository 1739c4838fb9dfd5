// SmartTavern's macros, expressions, keywords and paths, rule by rule (docs/systems/smarttavern.md#macros).
#include "core/formats/jsontext.h"
#include "core/macros/framing/framingmacros.h"
#include "core/macros/framing/valuetext.h"
#include "core/macros/framing/variablesupdate.h"
#include "tests/testregistry.h"

#include <QRandomGenerator>
#include <QTest>

namespace tst_framingmacros {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::framing;

static Json json(const QByteArray &text)
{
    const Result<Json> read = parseJson(text);
    return read ? *read : Json();
}

class TestFramingMacros : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void text_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("variables");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const QString &text, const QString &expected,
                            const QByteArray &variables = "{}") {
            QTest::newRow(name) << text << variables << expected;
        };
        const QByteArray fog = R"({"chat_history_text": "fog over the harbour\nbell, 12"})";
        row("global variables behind two colons",
            u"{{setglobalvar::g::7}}{{incglobalvar::g}}{{addglobalvar::g::2}}{{getglobalvar::g}} {{getvar:g}}"_s,
            u"10.0 10.0"_s);
        row("variables counted behind two colons", u"{{addvar::n::2}}{{incvar::n}}{{decvar:n}}{{getvar:n}}"_s,
            u"0.0"_s);
        row("expression: precedence", u"{{python:2+3*4**2//5-1%3}}"_s, u"10"_s);
        row("expression: whole and decimal",
            u"{{python:7/2}} {{python:8/2}} {{python:-7//2}} {{python:-7%3}}"_s, u"3.5 4.0 -4 2"_s);
        row("expression: chained comparison", u"{{python:1 < 2 < 3}} {{python:3 > 2 > 2}}"_s,
            u"True False"_s);
        row("expression: and or give their operand", u"{{python:0 or 'x'}} {{python:'a' and ''}}|"_s,
            u"x |"_s);
        row("expression: not binds weaker than comparison", u"{{python:not 1 == 2}}"_s, u"True"_s);
        row("expression: membership", u"{{python:'og' in 'fog'}} {{python:2 not in [1, 3]}}"_s,
            u"True True"_s);
        row("expression: nested choice", u"{{python:'a' if 0 else 'b' if 0 else 'c'}}"_s, u"c"_s);
        row("expression: functions",
            u"{{python:max(1, 2.5)}} {{python:sum([1,2])}} {{python:round(2.5)}} {{python:sorted([3,1,2])}} "
            "{{python:abs(-3)}} {{python:min('b','a')}} {{python:float('2')}} {{python:bool('')}}"_s,
            u"2.5 3 2 [1, 2, 3] 3 a 2.0 False"_s);
        row("expression: texts", u"{{python:'a' + \"b\" * 2}} {{python:len('h\\u00e9')}}"_s, u"abb 2"_s);
        row("expression: unlike kinds give nothing", u"[{{python:'a' + 1}}]"_s, u"[]"_s);
        row("expression: a setting before a failure stays", u"[{{python:setvar('a', 2) + 1}}]{{getvar:a}}"_s,
            u"[]2"_s);
        row("expression: nothing runs in what is not allowed",
            u"[{{python:setvar('a', 2) or open('x')}}]{{getvar:a}}"_s, u"[][UndefinedVar:a]"_s);
        row("statements: what is called result is given", u"{{python:a=2\nresult=a*21}}"_s, u"42"_s);
        row("statements: one line, a text with what ends one",
            u"{{python:a = ';\\n='; b = (1,\n2); result = a + str(len(b))}}"_s, u";\n=2"_s);
        row("statements: line ends of Windows", u"{{python:a = 2\r\nresult = a * 21\r\n}}"_s, u"42"_s);
        row("statements: brackets that close nothing", u"[{{python:a = 1)\nresult = a}}]"_s, u"[]"_s);
        row("statements: a text that does not end", u"[{{python:a = 'x\nresult = a}}]"_s, u"[]"_s);
        row("statements: without a result", u"[{{python:a = 1}}][{{python:a = 1\na}}]"_s, u"[][]"_s);
        row("statements: none acts if one cannot be read",
            u"[{{python:setvar('a', 1)\nimport os\nresult = 1}}]{{getvar:a}}"_s, u"[][UndefinedVar:a]"_s);
        row("statements: each acts once",
            u"{{python:x = setvar('a', getvar('a') + 1)\nresult = getvar('a')}}"_s, u"2"_s, R"({"a": 1})");
        row("statements: names end with them", u"{{python:a = 1; result = a}}[{{python:a}}]"_s, u"1[]"_s);
        row("expression: no attributes", u"[{{python:'a'.upper()}}]"_s, u"[]"_s);
        row("expression: no indices but of vars", u"[{{python:[1,2][0]}}]{{python:vars['p.q']}}"_s, u"[]7"_s,
            R"({"p": {"q": 7}})");
        row("expression: nothing at all", u"[{{python:}}][{{python:None}}]"_s, u"[][]"_s);
        row("expression: deep nesting gives nothing",
            u"[{{python:"_s + u"("_s.repeated(4000) + u"1"_s + u")"_s.repeated(4000) + u"}}]"_s, u"[]"_s);
        row("expression: large powers give nothing", u"[{{python:10**400}}][{{python:'a'*99999999}}]"_s,
            u"[][]"_s);
        row("delimiters of both kinds cross", u"{{upper:a <<lower:B}} C>>"_s, u"A b c"_s);
        row("the first closing pair that completes one", u"{{banana}} }} {{noop}}!"_s, u"{{banana}} }} !"_s);
        row("setvar takes what follows its word", u"{{SetVar  :: a :: b }}[{{GETVAR a}}]"_s, u"[ b]"_s);
        row("a value may hold double colons", u"{{setvar:a::b::c}}{{getvar:a}}"_s, u"b::c"_s);
        row("null prints as nothing", u"[{{getvar:n}}]"_s, u"[]"_s, R"({"n": null})");
        row("addvar by comma", u"{{setvar:n:1}}{{addvar:n, 2}}{{getvar:n}}"_s, u"3.0"_s);
        row("addvar adds one that is not there as 0", u"{{setvar:n:1}}{{addvar:n}}{{getvar:n}}"_s, u"1.0"_s);
        row("decvar of text counts from 0", u"{{decvar:t}}{{getvar:t}}"_s, u"-1.0"_s, R"({"t": "x"})");
        row("paths: quotes hold points", u"{{setvar:p['a.b']:1}}{{getvar:p[\"a.b\"]}} {{getvar:p.a.b}}"_s,
            u"1 [UndefinedVar:p.a.b]"_s);
        row("paths: a name in a list goes nowhere", u"{{setvar:l.x:1}}{{getvar:l}}"_s, u"[1]"_s,
            R"({"l": [1]})");
        row("paths: a list does not grow without end", u"{{setvar:l[999999999]:1}}{{getvar:l[0]}}"_s,
            u"[UndefinedVar:l[0]]"_s);
        row("keywords: words keep their brackets apart", u"{{keywords:fog & (rain | !snow)}}"_s, u"true"_s,
            fog);
        row("keywords: a list inside brackets", u"{{keywords:(rain,bell) & fog}}"_s, u"true"_s, fog);
        row("keywords: an operator without operand", u"[{{keywords:fog &}}][{{keywords:& fog}}]"_s, u"[][]"_s,
            fog);
        row("keywords: an open bracket", u"[{{keywords:(fog}}]"_s, u"[]"_s, fog);
        row("keywords: words with blanks in a list", u"{{keywords:any::over the, rain}}"_s, u"true"_s, fog);
        row("keywords: an unknown mode is part of the word", u"{{keywords:most::fog}}"_s, u"false"_s, fog);
        row("keywords: all but an excluded one", u"{{keywords:include::fog,bell::EXCLUDE::12}}"_s, u"false"_s,
            fog);
        row("keywords: without a chat it looks into the marker", u"{{keywords:chat_history}}"_s, u"true"_s);
        row("numbers: spelt with blanks, signs, exponents", u"{{add: +1e1 , 2 }} {{add:1_0,inf}}"_s,
            u"12.0 inf"_s);
        row("numbers: exponents from 1e16 and below 1e-4",
            u"{{mul:1e8,1e8}} {{div:1,100000}} {{mul:1e7,1e8}}"_s, u"1e+16 1e-05 1000000000000000.0"_s);
        row("texts by code points", u"{{length:😀a}} {{reverse:a😀}} {{upper:ß}}"_s, u"2 😀a SS"_s);
        row("a roll of one side is of two", u"{{python:{{roll:1d1}} in [1, 2]}}"_s, u"True"_s);
        row("times", u"{{time}} {{isodate}} {{weekday}} {{time_utc+2}} {{datetimeformat:%d.%m.%y}}"_s,
            u"15:09:26 2026-03-14 Saturday 17:09:26 14.03.26"_s);
        row("results are expanded again", u"{{getvar:a}}"_s, u"deep"_s,
            R"({"a": "{{getvar:b}}", "b": "<<lower:DEEP>>"})");
        row("one that makes itself comes to an end", u"{{getvar:a}}"_s, u"{{getvar:a}}"_s,
            R"({"a": "{{getvar:a}}"})");
    }

    void text()
    {
        QFETCH(QString, text);
        QFETCH(QByteArray, variables);
        MacroContext context;
        context.scope.variables = json(variables);
        context.now = QDateTime(QDate(2026, 3, 14), QTime(15, 9, 26), QTimeZone::UTC);
        QTEST(expandMacros(text, context), "expected");
    }

    void chanceFollowsTheSeed()
    {
        MacroContext first;
        first.seed = 7;
        MacroContext second = first;
        const QString text = u"{{roll:3d6}} {{random:a,b,c}} {{pick:a::b::c}}"_s;
        QCOMPARE(expandMacros(text, first), expandMacros(text, second));
        QVERIFY(first.seed != 7);
    }

    void growthHasAnEnd()
    {
        MacroContext context;
        context.scope.variables = json(R"({"a": "{{getvar:a}}{{getvar:a}}xxxxxxxx"})");
        QVERIFY(expandMacros(u"{{getvar:a}}"_s, context).size() <= 2 * macroTextLimit);
    }

    void conditions_data()
    {
        QTest::addColumn<QByteArray>("condition");
        QTest::addColumn<bool>("expected");
        QTest::newRow("words") << QByteArray("\"  tRuE\\n\"") << true;
        QTest::newRow("a boolean") << QByteArray("true") << true;
        QTest::newRow("a number") << QByteArray("1") << false;
        QTest::newRow("nothing") << QByteArray("null") << false;
        QTest::newRow("a comparison") << QByteArray("\"{{python:int(getvar('n')) > 2}}\"") << true;
        QTest::newRow("of a missing variable") << QByteArray("\"{{python:int(getvar('m')) > 2}}\"") << false;
        QTest::newRow("a setting stays inside") << QByteArray("\"{{setvar:n:9}}true\"") << true;
    }

    void conditions()
    {
        QFETCH(QByteArray, condition);
        MacroContext context;
        context.scope.variables = json(R"({"n": "3"})");
        QTEST(isConditionTrue(json(condition), context), "expected");
        QCOMPARE(context.scope.variables.value(u"n").toText(), u"3"_s);
    }

    void literals_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("expected");
        QTest::newRow("text in quotes")
            << QByteArray("[\"it's\", \"\\\"\", \"a\\nb\"]") << u"[\"it's\", '\"', 'a\\nb']"_s;
        QTest::newRow("numbers") << QByteArray("[1, 1.0, 1e3, -0.5]") << u"[1, 1.0, 1000.0, -0.5]"_s;
        QTest::newRow("object") << QByteArray(R"({"a": null, "b": false})") << u"{'a': None, 'b': False}"_s;
    }

    void literals()
    {
        QFETCH(QByteArray, value);
        QTEST(valueText(json(value)), "expected");
    }

    void wholeNumbers_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<int>("expected"); // -999 = not a number
        QTest::newRow("text") << QByteArray("\" 42 \"") << 42;
        QTest::newRow("fraction is cut") << QByteArray("-1.9") << -1;
        QTest::newRow("text of a fraction is none") << QByteArray("\"1.9\"") << -999;
        QTest::newRow("nothing is the default") << QByteArray("null") << 100;
        QTest::newRow("0 is the default") << QByteArray("0") << 100;
        QTest::newRow("the empty list is the default") << QByteArray("[]") << 100;
        QTest::newRow("a list is none") << QByteArray("[1]") << -999;
        QTest::newRow("true is 1") << QByteArray("true") << 1;
    }

    void wholeNumbers()
    {
        QFETCH(QByteArray, value);
        QTEST(static_cast<int>(wholeNumberOr(json(value), 100).value_or(-999)), "expected");
    }

    void updates_data()
    {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<QByteArray>("options");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("replace") << u"replace"_s << QByteArray("{}")
                                 << QByteArray(R"({"l":[2,3],"o":{"b":2}})");
        QTest::newRow("shallow") << u"shallow_merge"_s << QByteArray("{}")
                                 << QByteArray(R"({"l":[2,3],"o":{"b":2},"k":1})");
        QTest::newRow("merge") << u"merge"_s << QByteArray("{}")
                               << QByteArray(R"({"l":[2,3],"o":{"a":1,"b":2},"k":1})");
        QTest::newRow("append") << u"append"_s << QByteArray("{}")
                                << QByteArray(R"({"l":[1,2,2,3],"o":{"a":1,"b":2},"k":1})");
        QTest::newRow("union") << u"union"_s << QByteArray("{}")
                               << QByteArray(R"({"l":[1,2,3],"o":{"a":1,"b":2},"k":1})");
        QTest::newRow("prepend") << u"merge"_s << QByteArray(R"({"array_strategy":"prepend"})")
                                 << QByteArray(R"({"l":[2,3,1,2],"o":{"a":1,"b":2},"k":1})");
        QTest::newRow("removal comes last")
            << u"merge"_s << QByteArray(R"({"remove_paths":["l[0]","o.b","nowhere.x"]})")
            << QByteArray(R"({"l":[3],"o":{"a":1},"k":1})");
    }

    void updates()
    {
        QFETCH(QString, operation);
        QFETCH(QByteArray, options);
        const Json base = json(R"({"l":[1,2],"o":{"a":1},"k":1})");
        const Json changes = json(R"({"l":[2,3],"o":{"b":2}})");
        QTEST(writeJsonLine(updatedVariables(base, changes, operation, json(options))), "expected");
    }

    // Going on behind what was replaced finds what looking through all of it would, however delimiters meet.
    void aScanGoesOnWhereItWas_data()
    {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed = 0; seed < 8; ++seed)
            QTest::addRow("%u", seed) << seed;
    }

    void aScanGoesOnWhereItWas()
    {
        QFETCH(quint32, seed);
        static const QStringList pieces{u"{{"_s, u"}}"_s,  u"<<"_s,        u">>"_s,       u"{"_s,
                                        u"}"_s,  u"<"_s,   u">"_s,         u"noop"_s,     u"x"_s,
                                        u" "_s,  u"{{x"_s, u"{{upper:a"_s, u"<<lower:B"_s};
        QRandomGenerator random(seed);
        const auto made = [&](int most) {
            QString text;
            for (int i = int(random.bounded(most)); i > 0; --i)
                text += pieces.at(random.bounded(pieces.size()));
            return text;
        };
        int found = 0;
        for (int i = 0; i < 2000; ++i) {
            QString text = made(30);
            MacroScan scan;
            for (int round = 0; round < 40; ++round) {
                const auto macro = scan.next(text);
                const auto expected = MacroScan().next(text);
                QCOMPARE(macro.has_value(), expected.has_value());
                if (!macro)
                    break;
                QVERIFY2(macro->start == expected->start && macro->length == expected->length &&
                             macro->inner == expected->inner,
                         qPrintable(text));
                text.replace(macro->start, macro->length, made(4));
                ++found;
            }
        }
        QVERIFY(found > 500);
    }
};

} // namespace tst_framingmacros

SNUG_TEST(tst_framingmacros, TestFramingMacros, Core)
#include "tst_framingmacros.moc"

#include "core/formats/jsontext.h"
#include "core/macros/macroevaluator.h"
#include "core/macros/pick.h"
#include "tests/testregistry.h"

#include <QRandomGenerator>
#include <QTest>
#include <QTimeZone>

namespace tst_macros {

using namespace Qt::StringLiterals;
using namespace snug;

static MacroEnvironment environment()
{
    MacroEnvironment result;
    const auto set = [&](const QString &name, const QString &text) {
        result.values[name] = {text, u"test."_s + name};
    };
    set(u"user"_s, u"Mika"_s);
    set(u"char"_s, u"Aoife"_s);
    set(u"group"_s, u"Aoife"_s);
    set(u"charifnotgroup"_s, u"Aoife"_s);
    set(u"description"_s, u"Keeper of {{user}}'s light"_s);
    set(u"personality"_s, {});
    set(u"lastmessageid"_s, u"3"_s);
    result.greetings = {{u"Hello"_s}, {u"Second"_s}};
    result.outlets[u"notes"_s] = {u"Outlet text"_s, u"world_book.outlet"_s};
    result.now = QDateTime(QDate(2026, 3, 14), QTime(15, 9, 26), QTimeZone::UTC);
    result.idleSince = QDateTime(QDate(2026, 3, 1), QTime(10, 2), QTimeZone::UTC);
    return result;
}

static QString evaluated(const QString &text)
{
    MacroState state;
    return evaluateMacros(text, environment(), state).text();
}

// The pieces cover the text; literals are what stands in the input.
static QString brokenPieces(const MacroText &result, const QString &input)
{
    qsizetype position = 0;
    for (const MacroPiece &piece : result.pieces()) {
        const QStringView text = QStringView(result.text()).mid(position, piece.length);
        if (piece.length <= 0 || text.size() != piece.length)
            return u"length at %1"_s.arg(position);
        if (piece.kind == MacroPiece::Kind::Literal &&
            QStringView(input).mid(piece.inputStart, piece.length) != text)
            return u"literal at %1"_s.arg(position);
        if (piece.kind == MacroPiece::Kind::Expansion &&
            QStringView(piece.value.text).mid(piece.valueStart, piece.length) != text)
            return u"expansion at %1"_s.arg(position);
        position += piece.length;
    }
    return position == result.text().size() ? QString() : u"end at %1"_s.arg(position);
}

class TestMacros : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void texts_data()
    {
        QTest::addColumn<QString>("input");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const QString &input, const QString &expected) {
            QTest::newRow(name) << input << expected;
        };
        row("plain", u"no macros"_s, u"no macros"_s);
        row("any case", u"{{USER}} {{Char}} {{ cHaR }}"_s, u"Mika Aoife Aoife"_s);
        row("results are not rescanned", u"{{description}}"_s, u"Keeper of {{user}}'s light"_s);
        row("unknown names stay, nested ones do not", u"{{what}} {{another::{{user}}::x}}"_s,
            u"{{what}} {{another::Mika::x}}"_s);
        row("unclosed", u"{{user"_s, u"{{user"_s);
        row("unclosed around closed", u"{{foo::{{user}} tail"_s, u"{{foo::Mika tail"_s);
        row("closed before unclosed", u"{{user}}{{ char"_s, u"Mika{{ char"_s);
        row("empty and blank", u"}} {{ }} {{}} {user}"_s, u"}} {{ }} {{}} {user}"_s);
        row("three and four braces", u"{{{user}}} {{{{char}}}}"_s, u"{Mika} {{Aoife}}"_s);
        row("escaped", u"\\{\\{user\\}\\} and \\{char\\}"_s, u"{{user}} and {char}"_s);
        row("backslashes elsewhere stay", u"C:\\path\\{user}"_s, u"C:\\path{user}"_s);
        row("dollar signs", u"dollar $1 {{user}}$&"_s, u"dollar $1 Mika$&"_s);
        row("too many arguments", u"{{char::extra}} {{user arg}} {{setvar::c::a::b}} {{setvar a b}}"_s,
            u"{{char::extra}} {{user arg}} {{setvar::c::a::b}} {{setvar a b}}"_s);
        row("angle brackets", u"<USER>|<bot>|<Char>|<GROUP>|<CHARIFNOTGROUP>|<b>"_s,
            u"Mika|Aoife|Aoife|Aoife|Aoife|<b>"_s);
        row("flags", u"{{!user}}{{?user}}{{~user}}{{>user}}{{!? user}}"_s, u"MikaMikaMikaMikaMika"_s);

        row("newlines and spaces", u"a{{newline}}b{{newline::2}}c{{space}}d{{space::3}}e"_s,
            u"a\nb\n\nc d   e"_s);
        row("trim", u"before\n\n{{trim}}\r\n\nafter x {{trim}} y"_s, u"beforeafter x  y"_s);
        row("trim takes produced newlines", u"a{{newline}}{{trim}}{{newline}}b"_s, u"ab"_s);
        row("trim with content", u"{{trim}}\n\n  inner  \n\n{{/trim}}|end"_s, u"inner|end"_s);
        row("comments", u"a{{noop}}b{{//comment here}}c{{// with {{user}} }}d{{comment::x}}"_s, u"abcd"_s);
        row("comment with content", u"{{//}}scoped\ncomment {{char}}{{///}}tail"_s, u"tail"_s);
        row("comments have effects", u"{{// {{setvar::a::1}} }}{{getvar::a}}"_s, u"1"_s);
        row("reverse", u"{{reverse::héllo 🍵 日本}} {{reverse:xyz}} {{reverse abc}} {{reverse::{{user}}}}"_s,
            u"本日 🍵 olléh zyx cba akiM"_s);
        row("scoped", u"{{reverse}}scoped {{char}}{{/reverse}}"_s, u"efioA depocs"_s);
        row("scoped content is dedented", u"{{setvar::b}}\n  two\n    lines\n{{/setvar}}[{{getvar::b}}]"_s,
            u"[two\n  lines]"_s);
        row("scoped content kept", u"{{#setvar::raw}}  keep  {{/setvar}}[{{getvar::raw}}]"_s,
            u"[  keep  ]"_s);
        row("closing tags without partner", u"{{user}}{{/user}} {{/if}} {{else}}"_s,
            u"{{user}}{{/user}} {{/if}} "_s);
        row("outlet", u"{{outlet::notes}}{{outlet::none}}"_s, u"Outlet text"_s);
        row("greetings", u"{{greeting}} {{greeting::1}} [{{greeting::2}}] {{charFirstMessage}}"_s,
            u"Hello Second [] Hello"_s);

        row("if", u"{{if description}}has{{else}}none{{/if}}"_s, u"has"_s);
        row("if not", u"{{if !personality}}none{{else}}some{{/if}}"_s, u"none"_s);
        row("if nested macro", u"{{if {{getvar::q}}}}set{{else}}unset{{/if}}"_s, u"unset"_s);
        row("if variable", u"{{setvar::q::1}}{{if .q}}yes{{/if}}|{{if $no}}x{{/if}}|"_s, u"yes||"_s);
        row("if false words",
            u"{{if 0}}x{{else}}-{{/if}}{{if FALSE}}x{{else}}-{{/if}}{{if off}}x{{else}}-{{/if}}{{if hello}}+{{/if}}"_s,
            u"---+"_s);
        row("if dedents", u"{{if char}}\n  indented\n    more\n{{/if}}|"_s, u"indented\n  more|"_s);
        row("if kept", u"{{#if char}}\n  kept\n{{/if}}|"_s, u"\n  kept\n|"_s);
        row("if in if", u"{{if a}}{{if 0}}x{{else}}inner{{/if}}{{else}}outer{{/if}}"_s, u"inner"_s);
        row("if without content", u"{{if char::inline yes}}|"_s, u"{{if char::inline yes}}|"_s);
        row("only the chosen branch runs",
            u"{{if 0}}{{setvar::a::1}}{{else}}{{setvar::a::2}}{{/if}}{{getvar::a}}"_s, u"2"_s);

        row("variables", u"{{setvar::n::5}}{{addvar::n::3}}{{getvar::n}} {{incvar::n}} {{decvar::n}}"_s,
            u"8 9 8"_s);
        row("text variables", u"{{setvar::s::abc}}{{addvar::s::def}}{{getvar::s}}"_s, u"abcdef"_s);
        row("undefined variables", u"[{{getvar::no}}] {{incvar::a}} {{decvar::b}}"_s, u"[] 1 -1"_s);
        row("list variables", u"{{setvar::l::[1,2]}}{{addvar::l::3}}{{getvar::l}} {{getvarkey::l::1}}"_s,
            u"[1,2,\"3\"] 2"_s);
        row("counting in a list", u"{{setvar::l::[2]}}{{incvar::l}} {{.l--}} {{addvar::l::1}}{{.l}}"_s,
            u"[2,1] [2,1,-1] [2,1,-1,\"1\"]"_s);
        row("keys", u"{{setvarkey::o::a::1}}{{setvarkey::o::b::x}}{{getvar::o}} {{getvarkey::o::b}}"_s,
            u"{\"a\":\"1\",\"b\":\"x\"} x"_s);
        row("has and delete",
            u"{{setvar::n::1}}{{hasvar::n}} {{varexists::z}} {{deletevar::n}}{{hasvar::n}}"_s,
            u"true false false"_s);
        row("numeric reading",
            u"{{setvar::f::1.50}}{{getvar::f}} {{setvar::e:: }}[{{getvar::e}}] {{setvar::z::007}}{{getvar::z}}"_s,
            u"1.5 [] 7"_s);
        row("name from a macro", u"{{setvar::{{char}}key::v}}{{getvar::Aoifekey}}"_s, u"v"_s);
        row("shorthand", u"{{.x = 4}}{{.x}} {{.x++}} {{.x--}} {{.x += 6}}{{.x}} {{.x -= 1}}{{.x}}"_s,
            u"4 5 4 10 9"_s);
        row("shorthand global", u"{{$y = hello}}{{$y}}{{getglobalvar::y}}"_s, u"hellohello"_s);
        row("shorthand fallbacks", u"{{.m ?? a}}|{{.m || b}}|{{.m ?\?= c}}{{.m}}|{{.m ?? d}}"_s,
            u"a|b|cc|c"_s);
        row("shorthand comparisons",
            u"{{.x = 10}}{{.x == 10}} {{.x != 10}} {{.x > 5}} {{.x < 5}} {{.x >= 10}} {{.x <= 9}}"_s,
            u"true false true false true false"_s);
        row("shorthand with rest", u"{{.x++ y}} {{.}} {{.x ~ y}}"_s, u"1  {{.x ~ y}}"_s);

        row("time", u"{{time}}|{{date}}|{{weekday}}|{{isotime}}|{{isodate}}"_s,
            u"3:09 PM|March 14, 2026|Saturday|15:09|2026-03-14"_s);
        row("time zones", u"{{time_UTC+2}}|{{time::UTC-5}}"_s, u"5:09 PM|10:09 AM"_s);
        row("time difference", u"{{timeDiff::2023-01-01 12:00:00::2023-01-01 15:30:00}}"_s, u"4 hours ago"_s);
        row("idle", u"{{idleDuration}}|{{idle_duration}}"_s, u"13 days|13 days"_s);
        row("roll of one side", u"{{roll::3d1+2}} [{{roll:nonsense}}]"_s, u"5 []"_s);
        row("choice of none", u"[{{random}}] [{{pick}}]"_s, u"[] []"_s);
        row("no name to count", u"{{incvar::}} {{decglobalvar::}}"_s, u"{{incvar::}} {{decglobalvar::}}"_s);
        row("extensions", u"{{hasExtension::regex}} {{hasExtension::TTS}} {{hasExtension::none}}"_s,
            u"true true false"_s);
        row("white space that a macro gives is kept",
            u"{{setvar::q::{{space}}}}[{{getvar::q}}] {{reverse::{{space}}a}}|{{.r={{space}}a}}[{{.r}}]"_s,
            u"[ ] a |[a]"_s);
        row("names pass over what cannot be there",
            u"{{user!}} {{user!x}} {{user.}} {{user-}} {{_user}} {{us{{user}}er}}"_s,
            u"Mika Mika Mika {{user-}} {{_user}} {{us{{user}}er}}"_s);
        row("names pass over braces",
            u"{{user{{x}} b {{user}}|{{user{{user}}}}|{{#user{{x}}|{{reverse::{{user{{x}}}}|{{user{{"_s,
            u"Mika b Mika|Mika}}|Mika|akiM|{{user{{"_s);
        row("a name that passes over braces and never closes", u"{{user{{x {{user}}"_s, u"{{user{{x Mika"_s);
        row("a backslash before braces", u"\\{{user}} \\\\{{user}}"_s, u"\\Mika \\\\Mika"_s);
        row("unknown macros take content", u"{{foo}} x {{/foo}} {{#foo}} x {{/foo}} {{foo}}{{/foo}}"_s,
            u"{{foo}}x}} {{#foo}} x }} {{foo}}"_s);
        row("macros that take no content",
            u"{{user}}x{{/user}} {{random}}a{{/random}} {{comment::a::b}} {{//}}z"_s,
            u"{{user}}x{{/user}} {{random}}a{{/random}} {{comment::a::b}} {{//}}z"_s);
        row("braces among arguments", u"a{{reverse::{{}}b}}c"_s, u"a{{b}}c"_s);
        row("three braces among arguments", u"{{reverse::{{{user}}}}}"_s, u"resu{{{}}}"_s);
        row("four braces among arguments", u"{{reverse::{{{{user}}}}"_s, u"akiM{{"_s);
        row("braces in a comment", u"{{//{{}}}}x"_s, u"}}x"_s);
        row("half a variable in a comment", u"{{//{{.v.v}}x"_s, u"x"_s);
        row("a blank comment", u"a{{// }}b"_s, u"a{{// }}b"_s);
        row("macros behind a variable's name", u"{{$g{{user}}}}{{.v:}{{user}}}}"_s,
            u"{{$gMika}}{{.v:}Mika}}"_s);
        row("content of the wrong type", u"{{space}}x{{/space}} {{space::a}} {{newline::-1}}"_s,
            u"{{space}}x}} {{space::a}} {{newline::-1}}"_s);
        row("a full call is no opening tag", u"{{setvar::y}}{{setvar::x::1}}abc{{/setvar}}[{{.y}}][{{.x}}]"_s,
            u"[abc][1]"_s);
        row("closing tags stay with what is in them",
            u"{{/getvar::{{user}}}} {{/setvar::a::{{setvar::b::1}}}}{{.b}}"_s,
            u"{{/getvar::{{user}}}} {{/setvar::a::{{setvar::b::1}}}}"_s);
        row("no tags in a value in short", u"{{.x = {{if 1}}b{{/if}}}}{{.x}}"_s, u"{{if 1}}b{{/if}}"_s);
        row("else in capitals",
            u"{{if 1}}a{{Else}}b{{/if}} {{If 1}}a{{else}}b{{/If}} {{IF 0}}a{{else}}b{{/IF}}"_s, u"ab a b"_s);
        row("else with an argument", u"{{if 0}}a{{else::x}}b{{/if}} {{if 0}}a{{/else}}b{{/if}}"_s, u"b b"_s);
        row("a blank is true", u"{{if {{space}}}}a{{else}}b{{/if}}{{if {{noop}}}}a{{else}}b{{/if}}"_s,
            u"ab"_s);
        row("conditions that are more than a name", u"{{.x = 3}}{{if .x == 4}}a{{/if}}{{if .x}}b{{/if}}"_s,
            u"ab"_s);
        row("if with too few arguments stays", u"{{if {{setvar::c::1}}}} {{if::}}a{{/if}}[{{.c}}]"_s,
            u"{{if {{setvar::c::1}}}} []"_s);
        row("trim with an argument", u"a{{trim::x}}b{{trim :: x}}c"_s, u"abc"_s);
        row("one word too many", u"{{.z = 1}}{{.z a}} {{.z a b}} {{.z !}} {{.z 1}} {{.z++ y}} {{.}}"_s,
            u"1 {{.z a b}} 1 {{.z 1}} 2 "_s);
        row("conditions of nothing",
            u"{{if trim}}a{{else}}b{{/if}}{{if !else}}c{{/if}}{{if !{{trim}}}}d{{/if}}"_s, u"bcd"_s);
        row("compared with nothing", u"{{.zz = 1}}{{.zz >}} {{.zz > }}"_s, u"true true"_s);
        row("falsy variables", u"{{.o = 0.0}}{{.o || x}} {{.o ?\? x}} {{.p ||= off}} {{.p ||= y}} {{.p}}"_s,
            u"x 0 off y y"_s);
        row("numbers and nothing", u"{{.none > 1}} {{.none < 1}} {{.none >= }} {{.none == }}"_s,
            u"false true true true"_s);
        row("words after zero", u"{{.w = 0}}{{addvar::w::abc}}{{.w}} {{.v = Infinity}}{{.v++}}"_s,
            u"abc Infinity"_s);
        row("items of what is no JSON",
            u"{{.t = word}}{{getvarkey::t::a}} {{setvarkey::t::a::1}}{{.t}} {{.u = \"abc\"}}{{getvarkey::u::1}} {{.k = null}}{{getvarkey::k::a}}"_s,
            u"word word b 0"_s);
        row("items by numbers",
            u"{{.l = [1,null,\"x\"]}}{{getvarkey::l::01}} {{getvarkey::l::2}} {{getvarkey::l::length}} [{{getvarkey::l::9}}]"_s,
            u"null x 3 []"_s);
        row("zones are written in capitals", u"{{time::utc+2}}"_s, u"3:09 PM"_s);
        row("choice of one", u"{{random::a,b::a,b}} {{pick:one}} {{random x\\,y}}"_s, u"a,b one x,y"_s);
    }

    void texts()
    {
        QFETCH(QString, input);
        QFETCH(QString, expected);
        MacroState state;
        const MacroText result = evaluateMacros(input, environment(), state);
        QCOMPARE(result.text(), expected);
        QCOMPARE(brokenPieces(result, input), QString());
    }

    void expansionsNameTheirValue()
    {
        MacroState state;
        const MacroText result = evaluateMacros(u"Dear {{user}}, <BOT> says"_s, environment(), state);
        QCOMPARE(result.pieces().size(), 5);
        QCOMPARE(result.pieces()[1].macro, u"user"_s);
        QCOMPARE(result.pieces()[1].value.type, u"test.user"_s);
        QCOMPARE(result.pieces()[1].inputStart, 5);
        QCOMPARE(result.pieces()[3].inputStart, 15);
        QCOMPARE(result.pieces()[4].inputStart, 20);
    }

    // What stays as written stays in the new spelling; the text around it keeps its place in the input.
    void oldSpellingsThatStayAsWritten()
    {
        const QString input = u"a {{time_UTC::{{b}}}} c"_s;
        MacroState state;
        const MacroText result = evaluateMacros(input, environment(), state);
        QCOMPARE(result.text(), u"a {{time::UTC::{{b}}}} c"_s);
        qsizetype position = 0;
        QString respelled;
        for (const MacroPiece &piece : result.pieces()) {
            const QStringView text = QStringView(result.text()).sliced(position, piece.length);
            position += piece.length;
            if (QStringView(input).mid(piece.inputStart, piece.length) == text)
                continue;
            QCOMPARE(piece.inputStart, 2);
            respelled += text;
        }
        QCOMPARE(position, result.text().size());
        QVERIFY2(respelled.startsWith(u"{{time::UTC"), qPrintable(respelled));
        QCOMPARE(result.pieces().last().inputStart + result.pieces().last().length, input.size());
    }

    void branchesKeepTheirLiterals()
    {
        MacroState state;
        const QString input = u"{{if char}}\n  one {{user}}\n  two\n{{/if}}"_s;
        const MacroText result = evaluateMacros(input, environment(), state);
        QCOMPARE(result.text(), u"one Mika\ntwo"_s);
        QCOMPARE(result.pieces().first().inputStart, input.indexOf(u"one"));
    }

    void originalWorksOnce()
    {
        MacroEnvironment once = environment();
        once.valuesOnce[u"original"_s] = {u"O"_s};
        MacroState state;
        QCOMPARE(evaluateMacros(u"{{original}}|{{original}}|"_s, once, state).text(), u"O||"_s);
        QCOMPARE(evaluateMacros(u"{{original}}"_s, once, state).text(), u"O"_s);
        QCOMPARE(evaluated(u"{{original}}"_s), u"{{original}}"_s);
    }

    void variablesGoInAndOut()
    {
        MacroState state;
        state.localVariables.set(u"a"_s, Json(u"2"_s));
        state.globalVariables[u"g"_s] = Json(41);
        QCOMPARE(evaluateMacros(u"{{getvar::a}} {{incglobalvar::g}}"_s, environment(), state).text(),
                 u"2 42"_s);
        QVERIFY(!state.localChanged);
        QCOMPARE(state.globalVariables[u"g"_s].toInt(), 42);
        evaluateMacros(u"{{incvar::a}}"_s, environment(), state);
        QVERIFY(state.localChanged);
        QCOMPARE(state.localVariables.value(u"a").toInt(), 3);
    }

    // What other programs leave in a chat's metadata: SillyTavern makes text of it before it reads it.
    void storedListsAndObjects_data()
    {
        QTest::addColumn<QByteArray>("stored");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("result");
        QTest::addColumn<QByteArray>("after"); // empty = as before
        const auto row = [](const QByteArray &stored, const QString &text, const QString &result,
                            const QByteArray &after = {}) {
            QTest::newRow(qPrintable(QString::fromUtf8(stored) + u' ' + text))
                << stored << text << result << after;
        };
        row("['x','y']", u"{{getvar::v}}"_s, u"['x','y']"_s);
        row("['x','y']", u"{{getvarindex::v::0}}"_s, u"['x','y']"_s);
        row("['x','y']", u"{{setvarindex::v::0::q}}"_s, {});
        row("['x','y']", u"{{addvar::v::z}}"_s, {}, "'x,yz'");
        row("{'k':1}", u"{{getvarkey::v::k}}"_s, u"{'k':1}"_s);
        row("{'k':1}", u"{{setvarkey::v::k::q}}"_s, {});
        row("{'k':1}", u"{{addvar::v::z}}"_s, {}, "'[object Object]z'");
        row("[5]", u"{{getvar::v}}"_s, u"5"_s);
        row("[5]", u"{{getvarindex::v::0}}"_s, {});
        row("[5]", u"{{setvarindex::v::0::q}}"_s, {});
        row("[5]", u"{{incvar::v}}"_s, u"6"_s, "6");
        row("['7']", u"{{getvar::v}}"_s, u"7"_s);
        row("[null]", u"{{getvar::v}}"_s, u"0"_s);
        row("[null]", u"{{addvar::v::z}}"_s, {}, "'z'");
        row("[true]", u"{{addvar::v::z}}"_s, {}, "'truez'");
        row("['[1,2]']", u"{{getvarindex::v::0}}"_s, u"1"_s);
        row("['[1,2]']", u"{{setvarindex::v::0::q}}"_s, {}, "'[\\'q\\',2]'");
        row("['[1,2]']", u"{{addvar::v::z}}"_s, {}, "'[1,2,\\'z\\']'");
        row("[[1],[2]]", u"{{getvarindex::v::0}}"_s, u"[[1],[2]]"_s);
        row("[]", u"{{getvarindex::v::0}}"_s, u"0"_s);
        row("[]", u"{{setvarindex::v::0::q}}"_s, {});
        row("true", u"{{addvar::v::z}}"_s, {}, "'1z'");
        row("null", u"{{setvarindex::v::0::q}}"_s, {}, "'[\\'q\\']'");
        row("'1.50'", u"{{addvar::v::z}}"_s, {}, "'1.5z'");
        row("'  '", u"{{addvar::v::z}}"_s, {}, "'  z'");
    }

    void storedListsAndObjects()
    {
        QFETCH(QByteArray, stored); // with other quotation marks, as moc reads no raw strings
        QFETCH(QString, text);
        QFETCH(QString, result);
        QFETCH(QByteArray, after);
        MacroState state;
        state.localVariables.set(u"v"_s, *parseJson(QByteArray(stored).replace('\'', '"')));
        QCOMPARE(QString(evaluateMacros(text, environment(), state).text()).replace(u'"', u'\''), result);
        const QByteArray left = writeJsonLine(state.localVariables.value(u"v"));
        QCOMPARE(QByteArray(left).replace('"', '\''), after.isEmpty() ? stored : after);
    }

    void chanceFollowsTheSeed()
    {
        const QString text = u"{{random::a::b::c::d::e::f::g::h}}{{roll::d1000}}"_s;
        const auto withSeed = [&](quint64 seed) {
            MacroState state;
            state.random = seed;
            return evaluateMacros(text, environment(), state).text();
        };
        QCOMPARE(withSeed(7), withSeed(7));
        QSet<QString> results;
        for (quint64 seed = 0; seed < 50; ++seed)
            results.insert(withSeed(seed));
        QVERIFY(results.size() > 20);
    }

    void hashes()
    {
        QCOMPARE(stringHash(u""), 3338908027751811ULL);
        QCOMPARE(stringHash(u"a"), 7929297801672961ULL);
        for (const QStringView seed : {u"", u"1", u"a long seed with more than one word"}) {
            QVERIFY(seededRandom(seed) >= 0);
            QVERIFY(seededRandom(seed) < 1);
        }
    }

    // Whatever stands in a text, it comes out, quickly, with pieces that cover it.
    void hostileTexts_data()
    {
        QTest::addColumn<QString>("input");
        constexpr int many = 20000;
        QTest::newRow("opening braces") << u"{"_s.repeated(many);
        QTest::newRow("opening names") << u"{{a::"_s.repeated(many);
        QTest::newRow("deep nesting") << u"{{a::"_s.repeated(many) + u"}}"_s.repeated(many);
        QTest::newRow("closing tags") << u"{{a}}"_s.repeated(many) + u"{{/b}}"_s.repeated(many);
        QTest::newRow("ifs") << u"{{if a}}"_s.repeated(many);
        QTest::newRow("nested ifs") << u"{{if a}}"_s.repeated(200) + u"x"_s + u"{{/if}}"_s.repeated(200);
        QTest::newRow("backslashes") << u"\\{"_s.repeated(many);
        QTest::newRow("huge counts") << u"{{newline::2000000000}}{{roll::9999d999999999}}"_s;
    }

    void hostileTexts()
    {
        QFETCH(QString, input);
        MacroState state;
        const MacroText result = evaluateMacros(input, environment(), state);
        QCOMPARE(brokenPieces(result, input), QString());
    }

    void randomTexts()
    {
        static const QStringList words{u"{{"_s,
                                       u"}}"_s,
                                       u"{"_s,
                                       u"}"_s,
                                       u"::"_s,
                                       u":"_s,
                                       u" "_s,
                                       u"\n"_s,
                                       u"user"_s,
                                       u"if "_s,
                                       u"else"_s,
                                       u"/if"_s,
                                       u"{{if 1}}"_s,
                                       u"{{/if}}"_s,
                                       u"{{trim}}"_s,
                                       u"\\"_s,
                                       u"{{setvar::a}}"_s,
                                       u"{{/setvar}}"_s,
                                       u"<USER>"_s,
                                       u".x"_s,
                                       u"++"_s,
                                       u"#"_s,
                                       u"{{else}}"_s,
                                       u"//"_s};
        QRandomGenerator random(1);
        for (int i = 0; i < 3000; ++i) {
            QString input;
            for (int j = random.bounded(20); j > 0; --j)
                input += words[random.bounded(static_cast<int>(words.size()))];
            MacroState state;
            const MacroText result = evaluateMacros(input, environment(), state);
            if (!input.contains(u'<'))
                QVERIFY2(brokenPieces(result, input).isEmpty(), qPrintable(input));
        }
    }
};

} // namespace tst_macros

SNUG_TEST(tst_macros, TestMacros, Nothing)
#include "tst_macros.moc"

// Templates: what they print, where each stretch came from, and how they fail.
#include "core/templates/contextrule.h"
#include "core/templates/patterncheck.h"
#include "core/templates/replyparts.h"
#include "core/templates/templateprompt.h"
#include "core/templates/templatewords.h"
#include "core/templates/treecache.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_templates {

using namespace Qt::StringLiterals;
using namespace snug;

// Finds every pattern at the beginning of every text.
class Everywhere : public RegexEngine
{
public:
    QList<RegexOutcome> search(const QList<RegexSearch> &searches, const std::stop_token &) override
    {
        return QList<RegexOutcome>(searches.size(), QList<RegexMatch>(1));
    }
};

class TestTemplates : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void prints_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, const QString &source, const QString &text) {
            QTest::newRow(name) << source << text;
        };
        row("power of a negative", u"{{ -2 ** 2 }} {{ 2 ** 3 ** 2 }}"_s, u"4 64"_s);
        row("minus binds below plus", u"{{ 10 - 2 + 3 - 4 }} {{ 1 + 5 - 2 }} {{ 8 / 2 * 3 }}"_s, u"7 4 12"_s);
        row("remainder keeps the left sign", u"{{ -7 % 4 }} {{ 7 % -4 }}"_s, u"-3 3"_s);
        row("division by nothing", u"{{ 1 / 0 }} {{ 0 / 0 }} {{ -1 / 0 }}"_s, u"Infinity NaN -Infinity"_s);
        row("numbers print short", u"{{ 0.1 + 0.2 }} {{ 10 ** 21 }} {{ 1.50 }}"_s,
            u"0.30000000000000004 1e+21 1.5"_s);
        row("missing joins as a word", u"{{ 'x' ~ nope }}"_s, u"xundefined"_s);
        row("comparisons chain left", u"{{ 3 > 2 > 1 }} {{ 1 == true }}"_s, u"false true"_s);
        row("none equals missing", u"{{ none == nope }} {{ none === nope }} {{ 0 == '' }}"_s,
            u"true false true"_s);
        row("lists compare as text", u"{{ [1,2] == '1,2' }} {{ [1] == [1] }}"_s, u"true false"_s);
        row("trailing pairs of a text", u"{% for i, c in 'ab' %}{{ i }}{{ c }}{% endfor %}"_s, u"0a1b"_s);
        row("whole keys first", u"{% for k, v in {b: 1, '2': 2, '1': 3} %}{{ k }}{% endfor %}"_s, u"12b"_s);
        row("set in a loop stays there", u"{% for x in [1] %}{% set n = 1 %}{% endfor %}[{{ n }}]"_s,
            u"[]"_s);
        row("set goes on in the next round", u"{% for x in [1,2] %}{{ n }}{% set n = x %}{% endfor %}"_s,
            u"1"_s);
        row("a macro sees no caller's names",
            u"{% macro m() %}[{{ x }}]{% endmacro %}{% for x in [1] %}{{ m() }}{% endfor %}"_s, u"[]"_s);
        row("a macro sees what is set on top",
            u"{% set x = 1 %}{% macro m() %}[{{ x }}]{% endmacro %}{{ m() }}"_s, u"[1]"_s);
        row("call with a parameter",
            u"{% macro m() %}{{ caller('y') }}{% endmacro %}{% call(v) m() %}<{{ v }}>{% endcall %}"_s,
            u"<y>"_s);
        row("call sees around it",
            u"{% macro m() %}{{ caller() }}{% endmacro %}{% for x in [7] %}{% call m() %}{{ x }}{% endcall %}{% endfor %}"_s,
            u"7"_s);
        row("defaults by place and by name",
            u"{% macro m(a, b=2, c=3) %}{{ a }}{{ b }}{{ c }}{% endmacro %}"
            u"{{ m(1) }} {{ m(1, 5) }} {{ m(1, c=9) }} {{ m(b=4, a=0) }}"_s,
            u"123 153 129 043"_s);
        row("cases without a body share",
            u"{% switch 1 %}{% case 1 %}{% case 2 %}two{% default %}x{% endswitch %}"_s, u"two"_s);
        row("raw in raw", u"{% raw %}{% raw %}x{% endraw %}{% endraw %}"_s, u"{% raw %}x{% endraw %}"_s);
        row("verbatim", u"{% verbatim %}{{ x }}{% endverbatim %}"_s, u"{{ x }}"_s);
        row("cycler",
            u"{% set c = cycler('a','b') %}{{ c.next() }}{{ c.next() }}{{ c.next() }}{{ c.current }}"_s,
            u"abaa"_s);
        row("joiner", u"{% set j = joiner('-') %}{{ j() }}a{{ j() }}b"_s, u"a-b"_s);
        row("range down", u"{{ range(3, 0, -1) }}"_s, u"3,2,1"_s);
        row("import", u"{% import 'forms' as f %}{{ f.field('n') }}"_s, u"<n>"_s);
        row("from import", u"{% from 'forms' import field as g %}{{ g('n') }}"_s, u"<n>"_s);
        row("an import with context sets what is known outside",
            u"{% set x = 1 %}{% import 'sets' as l with context %}{{ l.x }}{{ x }}{{ l.m() }}"_s, u"999"_s);
        row("an import sets nothing outside",
            u"{% set x = 1 %}{% import 'sets' as l %}{{ l.x }}{{ x }}{{ l.m() }}"_s, u"919"_s);
        row("an import with context makes nothing known",
            u"{% import 'sets' as l with context %}{{ l.x }}[{{ x }}]"_s, u"9[]"_s);
        row("an import with context leaves a loop's name",
            u"{% for x in [1,2] %}{% from 'sets' import y with context %}{{ y }}{{ x }};{% endfor %}"_s,
            u"21;22;"_s);
        row("an import with context in a condition",
            u"{% set x = 1 %}{% if true %}{% import 'sets' as l with context %}{% endif %}{{ x }}"_s, u"9"_s);
        row("an import with context in a macro",
            u"{% set x = 1 %}{% macro k() %}{% import 'sets' as l with "
            u"context %}{{ x }}{{ l.x }}{% endmacro %}{{ k() }}{{ x }}"_s,
            u"191"_s);
        row("an import with context in a block",
            u"{% set x = 1 %}{% block b %}{% import 'sets' as l with context %}{{ x }}{% endblock %}{{ x }}"_s,
            u"99"_s);
        row("a loop of an include sets what is known outside",
            u"{% set x = 1 %}{% include 'sets in a loop' %}{{ x }}"_s, u"77"_s);
        row("a loop of a block sets what is known outside",
            u"{% set x = 1 %}{% block b %}{% for i in [1] %}{% set x = 2 %}{% endfor %}{{ x }}{% endblock "
            u"%}{{ x }}"_s,
            u"22"_s);
        row("a block sets nothing outside",
            u"{% set x = 1 %}{% block b %}{% set x = 2 %}{{ x }}{% endblock %}{{ x }}"_s, u"21"_s);
        row("sum of an attribute of what has no items",
            u"{{ 5|sum('a') }}{{ nope|sum('a') }}{{ true|sum('a') }}{{ {a: 1}|sum('a') }}{{ 5|sum('a', 7) }}"_s,
            u"00007"_s);
        row("sum of an attribute of letters", u"{{ 'ab'|sum('length') }} {{ 'ab'|sum('a') }}"_s, u"2 NaN"_s);
        row("sum of an attribute of members", u"{{ {length: 2, '0': {a: 5}, '1': {a: 6} }|sum('a') }}"_s,
            u"11"_s);
        row("sum of an attribute begins with a text", u"{{ 5|sum('a', 'x') }}"_s, u"x0"_s);
        row("truncate leaves what says that it is short",
            u"{{ {length: 1}|truncate }} {{ {length: none}|truncate }} {{ [1,2,3]|truncate }} "
            u"{{ [1,2,3]|truncate(3) }}"_s,
            u"[object Object] [object Object] 1,2,3 1,2,3"_s);
        row("d replaces only what is missing",
            u"[{{ nope|d('x') }}][{{ none|d('x') }}][{{ ''|d('x') }}][{{ false|d('x') }}]"_s,
            u"[x][][][false]"_s);
        row("d replaces what is false if asked",
            u"{{ ''|d('x', true) }}{{ none|d('x', true) }}{{ 0|d('x', true) }}"_s, u"xxx"_s);
        row("include sees the loop", u"{% for x in [1,2] %}{% include 'shows x' %}{% endfor %}"_s,
            u"(1)(2)"_s);
        row("include ignores what is missing", u"a{% include 'gone' ignore missing %}b"_s, u"ab"_s);
        row("super twice", u"{% extends 'base' %}{% block b %}{{ super() }}{{ super() }}{% endblock %}"_s,
            u"<BB>"_s);
        row("extends under a condition",
            u"{% if true %}{% extends 'base' %}{% endif %}{% block b %}x{% endblock %}"_s, u"<x>"_s);
        row("nested blocks", u"{% extends 'nested' %}{% block inner %}I{% endblock %}"_s, u"o[I]"_s);
        row("methods of a macro's text", u"{% macro m() %}ab{% endmacro %}{{ m().toUpperCase() }}"_s,
            u"AB"_s);
        row("an empty macro is true", u"{% macro m() %}{% endmacro %}{{ 'T' if m() else 'F' }}"_s, u"T"_s);
        row("half a pair stays", u"{{ '😀'.charAt(0).length }}{{ '😀'.length }}"_s, u"12"_s);
        row("replacement words", u"{{ 'abc'.replace('b', '[$&]') }}"_s, u"a[b]c"_s);
        row("map with a macro", u"{% macro d(x) %}{{ x * 2 }}{% endmacro %}{{ [1,2].map(d) }}"_s, u"2,4"_s);
        row("dump with blanks", u"{{ {a: 1} | dump(2) }}"_s, u"{\n  \"a\": 1\n}"_s);
        row("group by",
            u"{% for k, v in [{t: 'x', n: 1}, {t: 'y', n: 2}, {t: 'x', n: 3}] | groupby('t') %}"
            u"{{ k }}{{ v.length }}{% endfor %}"_s,
            u"x2y1"_s);
        row("select and its attributes",
            u"{{ [1,2,3,4] | select('even') }} {{ [{a:1},{a:0}] | selectattr('a') | length }}"_s, u"2,4 1"_s);
        row("truncate at words", u"{{ 'hello wide world' | truncate(9) }}"_s, u"hello..."_s);
        row("not binds before comparing", u"{{ not 1 == 2 }} {{ not (1 == 2) }}"_s, u"false true"_s);
        row("joining and adding go from the left",
            u"{{ 1 + 2 ~ 3 + 4 }} {{ 'x' ~ 1 + 2 }} {{ '1' + 2 - 3 }}"_s, u"334 x12 9"_s);
        row("products go from the left", u"{{ 2 * 3 % 4 }} {{ 8 // 7 % 4 }} {{ 7 // 2 * 2 }}"_s, u"2 1 6"_s);
        row("equality binds looser than order", u"{{ 1 == 2 < 3 }} {{ 3 > 2 == true }}"_s, u"true true"_s);
        row("a test that is no name", u"{{ 3 is odd == true }} {{ nope is (odd) }}"_s, u"false true"_s);
        row("in a macro's text", u"{% macro m() %}abc{% endmacro %}{{ 'a' in m() }}"_s, u"false"_s);
        row("named arguments of a filter", u"{{ [1,2] | join(d='-') }}{{ 'a b' | truncate(length=1) }}"_s,
            u"1[object Object]2a..."_s);
        row("a list that grows under its loop",
            u"{% set l = [1,2] %}{% for x in l %}{% if x == 1 %}{% set n = l.push(9) %}{% endif %}"
            u"{{ x }}{{ loop.length }},{% endfor %}"_s,
            u"12,22,92,"_s);
        row("tags away", u"{{ '<p class=\"x\">a</p><!-- b\n --> \n\n c < d <_x>' | striptags }}"_s,
            u"a c < d <_x>"_s);
        row("tags away, lines kept", u"{{ '<p>a </p>\n\n\n\n  b   c\r\nd' | striptags(true) }}"_s,
            u"a\n\nb c\nd"_s);
        row("links", u"{{ '(http://a.b/c), www.x.y. me@x.com a.org/ @' | urlize(5, true) }}"_s,
            u"<a href=\"http://a.b/c)\" rel=\"nofollow\">http:</a> <a href=\"http://www.x.y\" "
            u"rel=\"nofollow\">"
            u"www.x</a> <a href=\"mailto:me@x.com\">me@x.com</a> <a href=\"http://a.org/\" "
            u"rel=\"nofollow\">a.org</a> @"_s);
        row("random is one of them", u"{{ [1,2,3] | random in [1,2,3] }}{{ ('ab' | random).length }}"_s,
            u"true1"_s);
        row("string makes text", u"{{ (3 | string) + 1 }}"_s, u"31"_s);
        row("sum joins texts", u"{{ ['a','b'] | sum }} {{ [1,2] | sum }}"_s, u"00ab 3"_s);
        row("number methods",
            u"{{ 2.5.toPrecision(1) }} {{ (1234.5678).toPrecision(6) }} {{ (3).toExponential(2) }} "
            u"{{ (1234567.891).toLocaleString() }}"_s,
            u"3 1234.57 3.00e+0 1,234,567.891"_s);
        row("flat and fill", u"{{ [1,[2,[3,[4]]]].flat(2) | dump }} {{ [1,2,3].fill(0, 1) }}"_s,
            u"[1,2,3,[4]] 1,0,0"_s);
        row("sigma at a word's end", u"{{ 'ΑΣ ΣΑΣ' | lower }}"_s, u"ας σας"_s);
        row("a loop's names mean nothing behind else",
            u"{% set x = 5 %}{% for x in [] %}{% else %}[{{ x }}]{% endfor %}{{ x }}"_s, u"[]5"_s);
        row("behind else they can be set, here and outside",
            u"{% set x = 1 %}{% for x in [] %}{% else %}{% set x = 9 %}[{{ x }}]{% endfor %}{{ x }}"_s,
            u"[9]9"_s);
        row("a block does not see what a pair was taken apart into",
            u"{% for a, b in [[1,2]] %}{{ a }}{% block z %}[{{ a }}{{ loop.index }}]{% endblock %}{% endfor %}"_s,
            u"1[1]"_s);
        row("a block sees keys and values",
            u"{% for k, v in {a: 1} %}{% block z %}[{{ k }}{{ v }}]{% endblock %}{% endfor %}"_s, u"[a1]"_s);
        row("what a macro gives is walked by characters",
            u"{% macro m() %}a\U0001F600{% endmacro %}{% for c in m() %}<{{ c }}>{% endfor %}"_s,
            u"<a><\U0001F600>"_s);
        row("letters are chosen from", u"{{ 'a1b2' | select('odd') }} {{ 'a1b2' | reject('odd') }}"_s,
            u"1 a,b,2"_s);
        row("a list is centred by its length", u"{{ [1,2] | center(4) }}|{{ 5 | center(9) }}|"_s,
            u" 1,2 |5|"_s);
        row("a centred number is a text", u"{{ 5 | center is string }} {{ 1 in (15 | center) }}"_s,
            u"true true"_s);
        row("a text is cut", u"{{ 'abcdefg' | slice(3) | join('-') }} {{ [] | slice(0) | dump }}"_s,
            u"abc-de-fg []"_s);
        row("asynchronous loops",
            u"{% asyncEach x in [1,2] %}{{ loop.index }}{{ x }} {% endeach %}"
            u"{% asyncAll x in [] %}{% else %}none{% endall %}{% ifAsync 0 %}a{% else %}b{% endif %}"_s,
            u"11 22 noneb"_s);
        row("lstrip after a comment stays", u"{# c #}  {% if true %}x{% endif %}"_s, u"  x"_s);
    }

    void prints()
    {
        QFETCH(const QString, source);
        QFETCH(const QString, text);
        const auto rendered = renderTemplate(request(source));
        QVERIFY2(rendered, qPrintable(rendered ? QString() : rendered.error().asError().line()));
        QCOMPARE(rendered->text, text);
        qsizetype end = 0;
        for (const TemplateSpan &span : rendered->spans) {
            QCOMPARE(span.start, end);
            QVERIFY(span.length > 0 && span.line > 0);
            end = span.end();
        }
        QCOMPARE(end, rendered->text.size());
    }

    void remembersWhoWroteIt()
    {
        TemplateRequest asked =
            request(u"Hi\n{% set d %}{{ about | trim }}!{% endset %}\n{{ d | upper }}{{ 'a' ~ about }}"_s);
        asked.context = {{u"about"_s, TemplateData::fromText(u" kind "_s, 42)}};
        const auto rendered = renderTemplate(asked);
        QVERIFY(rendered);
        QCOMPARE(rendered->text, u"Hi\nKIND!a kind "_s);
        const QList<TemplateSpan> spans{
            {0, 3, -1, 1, 0}, {3, 4, 42, 2, 0}, {7, 1, -1, 2, 0}, {8, 1, -1, 3, 0}, {9, 6, 42, 3, 0}};
        QCOMPARE(rendered->spans, spans);
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("code");
        QTest::newRow("upper of a number") << u"{{ 1 is upper }}"_s << u"bad_operand"_s;
        QTest::newRow("title of a number") << u"{{ 0 | title }}"_s << u"bad_operand"_s;
        QTest::newRow("select of nothing") << u"{{ nope | select }}"_s << u"bad_operand"_s;
        QTest::newRow("pairs of nothing") << u"{% for a, b in [none] %}{% endfor %}"_s << u"bad_operand"_s;
        QTest::newRow("nothing is iterable") << u"{{ nope is iterable }}"_s << u"bad_operand"_s;
        QTest::newRow("sum of a number") << u"{{ 5 | sum }}"_s << u"bad_operand"_s;
        QTest::newRow("sum of nothing's attribute")
            << u"{{ ['ab', none] | sum('length') }}"_s << u"bad_operand"_s;
        QTest::newRow("truncate of a number") << u"{{ 5 | truncate }}"_s << u"bad_operand"_s;
        QTest::newRow("truncate of a long list") << u"{{ [1,2,3] | truncate(2) }}"_s << u"bad_operand"_s;
        QTest::newRow("truncate of what says that it is long")
            << u"{{ {length: 300} | truncate }}"_s << u"bad_operand"_s;
        QTest::newRow("string of nothing") << u"{{ none | string }}"_s << u"bad_operand"_s;
        QTest::newRow("a list that grows without end")
            << u"{% set l = [1] %}{% for x in l %}{% set n = l.push(1) %}{% endfor %}"_s << u"step_limit"_s;
        QTest::newRow("macros without end")
            << u"{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}"_s << u"depth_limit"_s;
        QTest::newRow("call bodies without end")
            << u"{% macro m() %}{% call m() %}{{ caller() }}{% endcall %}{% endmacro %}{{ m() }}"_s
            << u"depth_limit"_s;
        QTest::newRow("brackets") << u"{{ "_s + QString(20'000, u'(') + u"1"_s << u"syntax"_s;
        QTest::newRow("signs") << u"{{ "_s + u"- "_s.repeated(20'000) + u"1 }}"_s << u"syntax"_s;
        QTest::newRow("tags") << u"{% if 1 %}"_s.repeated(5'000) << u"syntax"_s;
        QTest::newRow("links") << u"{{ a"_s + u"[0]"_s.repeated(20'000) + u" }}"_s << u"syntax"_s;
        QTest::newRow("filters") << u"{{ 1"_s + u"|upper"_s.repeated(20'000) + u" }}"_s << u"syntax"_s;
        QTest::newRow("methods") << u"{{ ''"_s + u".trim()"_s.repeated(20'000) + u" }}"_s << u"syntax"_s;
        QTest::newRow("arguments") << u"{{ "_s + u"range("_s.repeated(20'000) << u"syntax"_s;
        QTest::newRow("lists") << u"{{ "_s + QString(20'000, u'[') << u"syntax"_s;
        QTest::newRow("objects") << u"{{ "_s + u"{a:"_s.repeated(20'000) << u"syntax"_s;
        QTest::newRow("choices") << u"{{ "_s + u"1 if 1 else ("_s.repeated(20'000) << u"syntax"_s;
        QTest::newRow("loops in loops") << u"{% for x in [1] %}"_s.repeated(5'000) << u"syntax"_s;
        QTest::newRow("captures in captures") << u"{% set x %}"_s.repeated(5'000) << u"syntax"_s;
        QTest::newRow("calls in calls") << u"{% call send_as('user') %}"_s.repeated(5'000) << u"syntax"_s;
        QTest::newRow("a text with fill") << u"{{ 'abc' | slice(2, 'x') }}"_s << u"bad_operand"_s;
        QTest::newRow("an asynchronous loop's own end")
            << u"{% asyncEach x in [1] %}{% endfor %}"_s << u"syntax"_s;
        QTest::newRow("floors") << u"{{ 1"_s + u" // 1"_s.repeated(20'000) + u" }}"_s << u"syntax"_s;
    }

    void refuses()
    {
        QFETCH(const QString, source);
        QFETCH(const QString, code);
        TemplateRequest asked = request(source);
        asked.limits.steps = 100'000;
        const auto rendered = renderTemplate(asked);
        QVERIFY(!rendered);
        QCOMPARE(rendered.error().code(), code);
    }

    void longRowsOfOperatorsAreNotDeep()
    {
        const auto rendered = renderTemplate(request(u"{{ 1"_s + u" + 1"_s.repeated(3'000) + u" }}"_s));
        QVERIFY(rendered);
        QCOMPARE(rendered->text, u"3001"_s);
    }

    // Tags one behind another are no deeper than one.
    void manyTagsInARow()
    {
        TemplateRequest asked = request(u"{% if true %}x{% endif %}"_s.repeated(20'000));
        const auto rendered = renderTemplate(asked);
        QVERIFY(rendered);
        QCOMPARE(rendered->text.size(), 20'000);
    }

    void includesWithoutEndAreRefused()
    {
        TemplateRequest asked = request(u"{% include 'a' %}"_s);
        asked.templates = {{u"a"_s, u"{% include 'b' %}"_s}, {u"b"_s, u"{% include 'a' %}"_s}};
        const auto rendered = renderTemplate(asked);
        QVERIFY(!rendered);
        QCOMPARE(rendered.error().code(), u"circular_inheritance"_s);
    }

    void functionsOfAChat_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("text"); // empty: an error
        QTest::newRow("facts in any case")
            << u"{{ has_fact('SWORD') }} {{ has_fact('shield') }} {{ has_fact('s.ord') }}"_s
            << u"true false true"_s;
        QTest::newRow("the newest message") << u"{{ messages() }}"_s << u"Mira: Fine."_s;
        QTest::newRow("several, in order") << u"{{ messages(2) }}"_s << u"Ada: How?\nMira: Fine."_s;
        QTest::newRow("in another form")
            << u"{{ messages(9, '<%m> %a%') }}"_s << u"<Hi.> Ada%\n<How?> Ada%\n<Fine.> Mira%"_s;
        QTest::newRow("of one author") << u"{{ messages(1, '%m', 'ada') }}"_s << u"How?"_s;
        QTest::newRow("of one role") << u"{{ messages(5, '%m', 'assistant') }}"_s << u"Fine."_s;
        QTest::newRow("chance stays in its bounds")
            << u"{{ 0 <= random() }}{{ random() < 1 }} {{ random(1) }} {{ random(4, 4) }}"_s
            << u"truetrue 1 4"_s;
        QTest::newRow("dice") << u"{{ roll('1d1') }} {{ roll('3d1+2') }} {{ roll('d1 - 1') }}"_s
                              << u"1 5 0"_s;
        QTest::newRow("no dice") << u"{{ roll('many') }}"_s << QString();
        QTest::newRow("too many dice") << u"{{ roll('1000d6') }}"_s << QString();
        QTest::newRow("an unsafe pattern") << u"{{ has_fact('(a+)+') }}"_s << QString();
        QTest::newRow("no range") << u"{{ random(3, 1) }}"_s << QString();
    }

    void functionsOfAChat()
    {
        QFETCH(const QString, source);
        QFETCH(const QString, text);
        TemplateRequest asked = request(source);
        const auto said = [](const QString &role, const QString &author, const QString &content) {
            return TemplateData::fromItems({TemplateData::fromText(role), TemplateData::fromText(author),
                                            TemplateData::fromText(content)});
        };
        asked.regexEngine = std::make_shared<Everywhere>();
        asked.context = {
            {u"random"_s, TemplateData::fromFunction(u"random"_s)},
            {u"roll"_s, TemplateData::fromFunction(u"roll"_s)},
            {u"has_fact"_s,
             TemplateData::fromFunction(u"has_fact"_s, {TemplateData::fromText(u"Has a sword."_s)})},
            {u"messages"_s,
             TemplateData::fromFunction(u"messages"_s, {said(u"user"_s, u"Ada"_s, u"Hi."_s),
                                                        said(u"user"_s, u"Ada"_s, u"How?"_s),
                                                        said(u"assistant"_s, u"Mira"_s, u"Fine."_s)})}};
        const auto rendered = renderTemplate(asked);
        QCOMPARE(rendered.has_value(), !text.isEmpty());
        if (rendered)
            QCOMPARE(rendered->text, text);
    }

    void randomFollowsItsSeed()
    {
        TemplateRequest asked = request(u"{% for i in range(9) %}{{ range(100) | random }} {% endfor %}"_s);
        const auto first = renderTemplate(asked);
        QCOMPARE(renderTemplate(asked)->text, first->text);
        asked.seed = 1;
        QVERIFY(renderTemplate(asked)->text != first->text);
    }

    void namesTheTemplateThatFailed()
    {
        const auto rendered = renderTemplate(request(u"{% extends 'broken' %}"_s));
        QVERIFY(!rendered);
        QCOMPARE(rendered.error().templateName, u"broken"_s);
        QCOMPARE(rendered.error().line, 2);
        QCOMPARE(rendered.error().code(), u"syntax"_s);
    }

    void places_data()
    {
        using Kind = TemplatePlace::Kind;
        QTest::addColumn<QString>("text"); // up to the cursor
        QTest::addColumn<TemplatePlace>("place");
        const auto row = [](const char *name, const QString &text, Kind kind, const QString &prefix = {}) {
            QTest::newRow(name) << text << TemplatePlace{kind, prefix};
        };
        row("text", u"ab"_s, Kind::Text);
        row("behind a tag", u"{{ a }}b"_s, Kind::Text);
        row("variable", u"{{ ch"_s, Kind::Variable, u"ch"_s);
        row("chain", u"{{ a + char.na"_s, Kind::Variable, u"char.na"_s);
        row("filter", u"{{ a|"_s, Kind::Filter);
        row("filter's start", u"{{ a | up"_s, Kind::Filter, u"up"_s);
        row("filter tag", u"{% filter up"_s, Kind::Filter, u"up"_s);
        row("behind a filter", u"{{ a | join(b"_s, Kind::Variable, u"b"_s);
        row("test", u"{% if a is od"_s, Kind::Test, u"od"_s);
        row("negated test", u"{{ a is not od"_s, Kind::Test, u"od"_s);
        row("tag", u"{%- fo"_s, Kind::Tag, u"fo"_s);
        row("in a tag", u"{% for x in hi"_s, Kind::Variable, u"hi"_s);
        row("comment", u"{# {{ ab"_s, Kind::Variable, u"ab"_s); // the engine, too, takes the later one
        row("comment only", u"{{ a }}{# ab"_s, Kind::Text);
        row("quotes", u"{{ 'it is o"_s, Kind::Text);
        row("number", u"{{ 1"_s, Kind::Text);
    }

    void places()
    {
        QFETCH(const QString, text);
        QFETCH(const TemplatePlace, place);
        const TemplatePlace found = templatePlace(text, text.size());
        QCOMPARE(found.kind, place.kind);
        QCOMPARE(found.prefix, place.prefix);
    }

    void everyOfferedWordWorks()
    {
        for (const QString &name : templateFilterNames())
            QVERIFY2(codeOf(u"{{ [1] | %1 }}"_s.arg(name)) != u"unknown_filter", qPrintable(name));
        for (const QString &name : templateTestNames())
            QVERIFY2(codeOf(u"{{ 'a' is %1 }}"_s.arg(name)) != u"unknown_test", qPrintable(name));
        for (const QString &name : templateTagNames()) {
            if (!name.startsWith(u"end"))
                QVERIFY2(ruleOf(u"{% %1 %}"_s.replace(u"%1"_s, name)) != u"unknown_tag" ||
                             QStringList({u"else"_s, u"elif"_s, u"case"_s, u"default"_s}).contains(name),
                         qPrintable(name));
        }
    }

    void aTreeIsParsedOnce()
    {
        TemplateRequest asked = request(u"{% extends 'base' %}"_s);
        asked.trees = std::make_shared<TemplateTreeCache>();
        for (int i = 0; i < 3; ++i)
            QCOMPARE(renderTemplate(asked)->text, u"<B>"_s);
        QCOMPARE(asked.trees->size(), 2);
        for (int i = 0; i < 100; ++i) {
            asked.source = QString::number(i);
            QCOMPARE(renderTemplate(asked)->text, asked.source);
        }
        QVERIFY(asked.trees->size() < 100);
        asked.source = u"{% broken %}"_s;
        QVERIFY(!renderTemplate(asked) && !renderTemplate(asked));
    }

    void contextRules_data()
    {
        QTest::addColumn<QString>("rule");
        QTest::addColumn<int>("answer"); // -1: an error
        QTest::newRow("default") << defaultContextRule.toString() << 1;
        QTest::newRow("and binds tighter") << u"true || false && false"_s << 1;
        QTest::newRow("brackets") << u"!(count < 5) || chars == 100"_s << 1;
        QTest::newRow("choice") << u"count > 2 ? false : true"_s << 0;
        QTest::newRow("arithmetic") << u"chars / 10 - 4 * 2 === 2"_s << 1;
        QTest::newRow("unknown name") << u"chars < words"_s << -1;
        QTest::newRow("unfinished") << u"chars <"_s << -1;
        QTest::newRow("rest") << u"chars 5"_s << -1;
        QTest::newRow("deep") << QString(5000, u'(') << -1;
    }

    void contextRules()
    {
        QFETCH(const QString, rule);
        QFETCH(const int, answer);
        const auto asked = askContextRule(rule, {{u"chars"_s, 100}, {u"count"_s, 3}});
        QCOMPARE(asked ? int(*asked) : -1, answer);
    }

    void replies()
    {
        QCOMPARE(splitReply(u"a: 1\nB: 2\n\nb: \nAnn: 3"_s, {u"A"_s, u"B"_s, u"Ann"_s}),
                 std::optional(QList<ReplyPart>{{0, u"1"_s}, {1, u"2"_s}, {2, u"3"_s}}));
        QVERIFY(!splitReply(u"nobody: x"_s, {u"A"_s}));
        QVERIFY(isNoReply(u" None\n"_s));
        QVERIFY(!isNoReply(u"none of it"_s));
        QCOMPARE(withoutNamePrefixes(u"**A**: x\nAB: y"_s, u"a"_s), u"x\nAB: y"_s);
    }

private:
    static QString codeOf(const QString &source)
    {
        const auto rendered = renderTemplate(request(source));
        return rendered ? QString() : rendered.error().code();
    }

    static QString ruleOf(const QString &source)
    {
        const auto rendered = renderTemplate(request(source));
        return rendered ? QString() : rendered.error().rule;
    }

    static TemplateRequest request(const QString &source)
    {
        return {.source = source,
                .templates = {
                    {u"base"_s, u"<{% block b %}B{% endblock %}>"_s},
                    {u"nested"_s, u"{% block outer %}o[{% block inner %}i{% endblock %}]{% endblock %}"_s},
                    {u"forms"_s, u"{% macro field(n) %}<{{ n }}>{% endmacro %}"_s},
                    {u"shows x"_s, u"({{ x }})"_s},
                    {u"sets"_s, u"{% set x = 9 %}{% set y = 2 %}{% macro m() %}{{ x }}{% endmacro %}"_s},
                    {u"sets in a loop"_s, u"{% for i in [1] %}{% set x = 7 %}{% endfor %}{{ x }}"_s},
                    {u"broken"_s, u"\n{% sing %}"_s},
                }};
    }
};

} // namespace tst_templates

SNUG_TEST(tst_templates, TestTemplates, Core)
#include "tst_templates.moc"

// What a hostile template may try, and what it gets: nothing. A row an attempt: it prints what is
// expected (mostly nothing at all), or fails with the code; it never hangs, crashes or gets out.
#include "core/templates/sendas.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_templateescapes {

using namespace Qt::StringLiterals;
using namespace snug;

class TestTemplateEscapes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void blockedNames_data()
    {
        QTest::addColumn<QString>("source");
        static const QStringList names{u"constructor"_s,      u"__proto__"_s,        u"prototype"_s,
                                       u"__defineGetter__"_s, u"__defineSetter__"_s, u"__lookupGetter__"_s,
                                       u"__lookupSetter__"_s};
        static const QStringList targets{u"text"_s, u"list"_s, u"object"_s, u"(5)"_s, u"true"_s, u"range"_s};
        for (const QString &name : names) {
            for (const QString &target : targets)
                QTest::newRow(qPrintable(target + u'.' + name)) << u"{{ %1.%2 }}"_s.arg(target, name);
            QTest::newRow(qPrintable(u"by bracket "_s + name)) << u"{{ text['%1'] }}"_s.arg(name);
            QTest::newRow(qPrintable(u"by key in a list "_s + name)) << u"{{ range[['%1']] }}"_s.arg(name);
            QTest::newRow(qPrintable(u"by joined key "_s + name))
                << u"{{ object['%1' ~ '%2'] }}"_s.arg(name.left(4), name.mid(4));
            QTest::newRow(qPrintable(u"by escaped key "_s + name)) << u"{{ list['\\%1'] }}"_s.arg(name);
            QTest::newRow(qPrintable(u"own member "_s + name)) << u"{{ {'%1': 'x'}['%1'] }}"_s.arg(name);
            QTest::newRow(qPrintable(u"as a name "_s + name)) << u"{{ %1 }}"_s.arg(name);
            QTest::newRow(qPrintable(u"by join's field "_s + name))
                << u"{{ [text] | join('', '%1') }}"_s.arg(name);
            QTest::newRow(qPrintable(u"by a named value as key "_s + name))
                << u"{% set k %}%1{% endset %}{{ text[k] }}"_s.arg(name);
            QTest::newRow(qPrintable(u"of a macro "_s + name))
                << u"{% macro m() %}{% endmacro %}{{ m.%1 }}"_s.arg(name);
        }
        for (const QString &name :
             {u"process"_s,  u"globalThis"_s, u"global"_s, u"window"_s,  u"require"_s,  u"module"_s,
              u"Function"_s, u"eval"_s,       u"Object"_s, u"Reflect"_s, u"Proxy"_s,    u"Symbol"_s,
              u"Math"_s,     u"JSON"_s,       u"this"_s,   u"self"_s,    u"env"_s,      u"context"_s,
              u"frame"_s,    u"runtime"_s,    u"cb"_s,     u"output"_s,  u"arguments"_s})
            QTest::newRow(qPrintable(u"host name "_s + name)) << u"{{ %1 }}"_s.arg(name);
    }

    void blockedNames()
    {
        QFETCH(const QString, source);
        const auto rendered = renderTemplate(request(source));
        QVERIFY2(rendered, qPrintable(rendered ? QString() : rendered.error().reason));
        QCOMPARE(rendered->text, QString());
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("code");
        const auto row = [](const char *name, const QString &source, const char *code) {
            QTest::newRow(name) << source << QString::fromLatin1(code);
        };
        row("function constructor", u"{{ range.constructor('return 7')() }}"_s, "not_callable");
        row("constructor by list key", u"{{ range[['constructor']]('return 7*6')() }}"_s, "not_callable");
        row("constructor of a text", u"{{ ''.constructor.constructor('x')() }}"_s, "not_callable");
        row("apply", u"{{ text.trim.apply(text) }}"_s, "blocked_method");
        row("bind by bracket", u"{{ text.trim['bind'](text) }}"_s, "blocked_method");
        row("call by joined key", u"{{ range['ca' ~ 'll'](1) }}"_s, "blocked_method");
        row("call by list key", u"{{ range[['call']](1) }}"_s, "blocked_method");
        row("apply kept in a name", u"{% set f = text.trim.apply %}{{ f(text) }}"_s, "not_callable");
        row("matchAll", u"{{ text.matchAll('x') }}"_s, "blocked_method");
        row("matchAll kept in a name", u"{% set f = text.matchAll %}{{ f('x') }}"_s, "not_callable");
        row("endless macro", u"{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}"_s, "depth_limit");
        row("two macros in turn",
            u"{% macro a() %}{{ b() }}{% endmacro %}{% macro b() %}{{ a() }}{% endmacro %}{{ a() }}"_s,
            "depth_limit");
        row("endless callback", u"{% macro m(x) %}{{ list.map(m) }}{% endmacro %}{{ m() }}"_s, "depth_limit");
        row("endless include", u"{% include 'self' %}"_s, "circular_inheritance");
        row("deep brackets", u"{{ "_s + QString(5000, u'(') + u"1"_s + QString(5000, u')') + u" }}"_s,
            "syntax");
        row("deep lists", u"{{ "_s + QString(5000, u'[') + QString(5000, u']') + u" }}"_s, "syntax");
        row("deep conditions", u"{% if 1 %}"_s.repeated(5000) + u"{% endif %}"_s.repeated(5000), "syntax");
        row("deep not", u"{{ "_s + u"not "_s.repeated(5000) + u"1 }}"_s, "syntax");
        row("deep minus", u"{{ "_s + u"-"_s.repeated(5000) + u"1 }}"_s, "syntax");
        row("long lookup chain", u"{{ a"_s + u".b"_s.repeated(5000) + u" }}"_s, "syntax");
        row("long filter chain", u"{{ a"_s + u"|upper"_s.repeated(5000) + u" }}"_s, "syntax");
        row("huge repeat", u"{{ 'x'.repeat(1e9) }}{{ 'x'.repeat(1000000000) }}"_s, "string_limit");
        row("repeat beyond whole numbers", u"{{ 'ab'.repeat(9007199254740993) }}"_s, "string_limit");
        row("huge padding", u"{{ 'x'.padEnd(900000000) }}"_s, "string_limit");
        row("replaceAll of nothing", u"{{ 'x'.repeat(1000).replaceAll('', 'y'.repeat(1000)) }}"_s,
            "string_limit");
        row("huge range", u"{{ range(1000000000).length }}"_s, "memory_limit");
        row("range that stands still", u"{{ range(1, 10, 0.00000000000000001) }}"_s, "bad_operand");
        row("endless range", u"{% set n = 10 ** 400 %}{{ range(n) | length }}"_s, "memory_limit");
        row("text that doubles",
            u"{% set s = 'xxxxxxxx' %}{% for i in range(100) %}{% set s = s ~ s %}{% endfor %}"_s,
            "memory_limit");
        row("list that doubles",
            u"{% set l = [1,2] %}{% for i in range(100) %}{% set l = l.concat(l) %}{% endfor %}"_s,
            "memory_limit");
        row("replace that grows",
            u"{% set s = 'aa' %}{% for i in range(100) %}{% set s = s | replace('a', 'aaaa') %}{% endfor %}"_s,
            "memory_limit");
        row("indent without end", u"{{ 'a\n' | indent(1000000000) }}"_s, "bad_operand");
        row("three loops of a thousand",
            u"{% set r = range(1000) %}{% for a in r %}{% for b in r %}{% for c in r %}{% endfor %}{% endfor %}"_s +
                u"{% endfor %}"_s,
            "step_limit");
        row("loop over a thousand and one", u"{% for a in range(1001) %}{% endfor %}"_s, "loop_limit");
        row("loop over a long text", u"{% for a in 'x'.repeat(1001) %}{% endfor %}"_s, "loop_limit");
        row("pattern that explodes", u"{{ 'aaaa'.match('(?:a+)+$') }}"_s, "unsafe_regex");
        row("pattern literal that explodes", u"{{ 'aaaa'.match(r/(?:a*)*$/) }}"_s, "unsafe_regex");
        row("no engine for patterns", u"{{ 'aaaa'.match('a') }}"_s, "regex_failed");
        row("circle as JSON", u"{% set l = [1] %}{% set x = l.push(l) %}{{ l | dump }}"_s, "bad_operand");
        row("send_as where it is not", u"{% call send_as('system') %}x{% endcall %}"_s, "not_callable");
        row("endless sort", u"{% macro m(a, b) %}{{ list.sort(m) }}{% endmacro %}{{ list.sort(m) }}"_s,
            "depth_limit");
        row("escaping caller",
            u"{% set k = [] %}{% macro m() %}{{ k.push(caller) }}{% endmacro %}"
            u"{% for i in list %}{% call m() %}{{ i }}{% endcall %}{% endfor %}{{ k[0]()() }}"_s,
            "not_callable");
    }

    void refusals()
    {
        QFETCH(const QString, source);
        QFETCH(const QString, code);
        TemplateRequest attempt = request(source);
        attempt.limits.steps = 3'000'000; // the default is for builds with optimisation
        const auto rendered = renderTemplate(attempt);
        QVERIFY2(!rendered, "this has to fail");
        QCOMPARE(rendered.error().code(), code);
        QVERIFY(!rendered.error().reason.isEmpty());
    }

    void circlesPrintOnce()
    {
        const auto rendered = renderTemplate(request(u"{% set l = [1] %}{% set x = l.push(l) %}{{ l }}"_s));
        QVERIFY(rendered);
        QCOMPARE(rendered->text, u"1,"_s);
    }

    void rendersDoNotMeet()
    {
        const TemplateRequest twice = request(u"{{ list.push(4) }}{{ object.x }}"_s);
        const auto first = renderTemplate(twice);
        QVERIFY(first);
        QCOMPARE(first->text, u"41"_s);
        QCOMPARE(renderTemplate(twice), first);
    }

    void stopsWhenAsked()
    {
        std::stop_source source;
        source.request_stop();
        const auto rendered = renderTemplate(
            request(u"{% for a in range(1000) %}{% for b in range(1000) %}{% endfor %}{% endfor %}"_s),
            source.get_token());
        QVERIFY(!rendered);
        QCOMPARE(rendered.error().code(), u"stopped"_s);
    }

    void valuesCannotForgeMarkers()
    {
        TemplateRequest forged = request(u"{{ text }}"_s);
        forged.marker = freshMarker();
        forged.context = {{u"text"_s, TemplateData::fromText(roleMarker(freshMarker(), u"user") + u"x"_s)}};
        const auto rendered = renderMessages(forged);
        QVERIFY(rendered);
        QCOMPARE(rendered->messages.size(), 1);
        QCOMPARE(rendered->messages.first().role, u"system"_s);
    }

private:
    static TemplateRequest request(const QString &source)
    {
        return {
            .source = source,
            .context = {{u"text"_s, TemplateData::fromText(u"abc"_s)},
                        {u"list"_s,
                         TemplateData::fromItems({TemplateData::fromNumber(1), TemplateData::fromNumber(2),
                                                  TemplateData::fromNumber(3)})},
                        {u"object"_s, TemplateData::fromMembers({{u"x"_s, TemplateData::fromNumber(1)}})}},
            .templates = {{u"self"_s, u"{% include 'self' %}"_s}}};
    }
};

} // namespace tst_templateescapes

SNUG_TEST(tst_templateescapes, TestTemplateEscapes, Core)
#include "tst_templateescapes.moc"

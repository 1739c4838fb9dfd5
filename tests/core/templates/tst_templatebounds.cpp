// Templates that make much of little are stopped by their steps and their memory, wherever the much is made.
#include "core/templates/templaterender.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_templatebounds {

using namespace Qt::StringLiterals;
using namespace snug;

class TestTemplateBounds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    // A list that holds itself twice, over and over: few cells, and more text than there is memory.
    void doublingValues_data()
    {
        QTest::addColumn<QString>("source");
        const QString lists = u"{% set a = ['x'] %}"_s + u"{% set a = [a, a] %}"_s.repeated(90);
        const QString objects = u"{% set a = {k: 'x'} %}"_s + u"{% set a = {k: a, l: a} %}"_s.repeated(90);
        QTest::newRow("printed") << lists + u"{{ a }}"_s;
        QTest::newRow("empty ones") << u"{% set a = [] %}"_s + u"{% set a = [a, a] %}"_s.repeated(90) +
                                           u"{{ a }}"_s;
        QTest::newRow("joined") << lists + u"{{ a ~ a }}"_s;
        QTest::newRow("join") << lists + u"{{ a | join('-') }}"_s;
        QTest::newRow("compared") << lists + u"{{ a < 'x' }}"_s;
        QTest::newRow("equal") << lists + u"{{ a == 'x' }}"_s;
        QTest::newRow("as a key") << lists + u"{{ {}[a] }}"_s;
        QTest::newRow("looked for") << lists + u"{{ a in 'text' }}"_s;
        QTest::newRow("as a number") << lists + u"{{ a * 2 }}"_s;
        QTest::newRow("as an argument") << lists + u"{{ 'x'.concat(a) }}"_s;
        QTest::newRow("string") << lists + u"{{ a | string | length }}"_s;
        QTest::newRow("sorted") << lists + u"{{ [a, a, a].sort() | length }}"_s;
        QTest::newRow("in a loop, thrown away")
            << lists + u"{% for i in range(1000) %}{% set b = a ~ '' %}{% endfor %}"_s;
        QTest::newRow("of the size that is allowed, over and over")
            << u"{% set a = ['x'] %}"_s + u"{% set a = [a, a] %}"_s.repeated(10) +
                   u"{% for i in range(1000) %}{% set b = a == i %}{% endfor %}"_s;
        QTest::newRow("dump") << lists + u"{{ a | dump }}"_s;
        QTest::newRow("dump of objects") << objects + u"{{ a | dump(2) }}"_s;
        QTest::newRow("dumps thrown away")
            << u"{% set a = ['x'] %}"_s + u"{% set a = [a, a] %}"_s.repeated(10) +
                   u"{% for i in range(1000) %}{% set b = a | dump %}{% endfor %}"_s;
        QTest::newRow("texts") << u"{% set a = 'xxxxxxxxxxxxxxxx' %}"_s +
                                      u"{% set a = a ~ a %}"_s.repeated(40) + u"{{ a | length }}"_s;
        QTest::newRow("concat") << u"{% set a = 'xxxxxxxxxxxxxxxx' %}"_s +
                                       u"{% set a = a.concat(a) %}"_s.repeated(40) + u"{{ a | length }}"_s;
        const QString longText =
            u"{% set a = 'xxxxxxxxxxxxxxxx' %}"_s + u"{% set a = a ~ a %}"_s.repeated(16);
        const QString loop = u"{% for i in range(1000) %}{% set b = "_s;
        QTest::newRow("filters of a long text") << longText + loop + u"a | upper %}{% endfor %}"_s;
        QTest::newRow("methods of a long text") << longText + loop + u"a.indexOf('y') %}{% endfor %}"_s;
        QTest::newRow("a long text compared") << longText + loop + u"a < a %}{% endfor %}"_s;
        QTest::newRow("a long text among others") << longText + u"{% set l = [a, a, a, a, a, a, a, a] %}"_s +
                                                         loop + u"l.indexOf(a ~ i) %}{% endfor %}"_s;
    }

    void doublingValues()
    {
        QFETCH(const QString, source);
        TemplateRequest asked{.source = source};
        asked.limits.steps = 1'000'000;
        const auto rendered = renderTemplate(asked);
        QVERIFY(!rendered);
        const QString code = rendered.error().code();
        QVERIFY2(code == u"step_limit" || code == u"memory_limit" || code == u"bad_operand",
                 qPrintable(code));
    }
};

} // namespace tst_templatebounds

SNUG_TEST(tst_templatebounds, TestTemplateBounds, Nothing)
#include "tst_templatebounds.moc"

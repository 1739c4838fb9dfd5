#include "core/regex/regexpattern.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_regexpattern {

using namespace Qt::StringLiterals;
using namespace snug;

class TestRegexPattern : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void keys_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<bool>("isPattern");
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("flags");
        QTest::newRow("plain") << u"storm"_s << false << QString() << QString();
        QTest::newRow("pattern") << u"/sto?rm/"_s << true << u"sto?rm"_s << QString();
        QTest::newRow("flags") << u"/storm/gi"_s << true << u"storm"_s << u"gi"_s;
        QTest::newRow("all flags") << u"/a/gimsuy"_s << true << u"a"_s << u"gimsuy"_s;
        QTest::newRow("a flag that keys do not take") << u"/a/d"_s << false << QString() << QString();
        QTest::newRow("slash inside") << u"/a/b/"_s << false << QString() << QString();
        QTest::newRow("escaped slash inside") << uR"(/a\/b/)"_s << true << uR"(a\/b)"_s << QString();
        QTest::newRow("slash after a class") << u"/[/]/"_s << false << QString() << QString();
        QTest::newRow("empty") << u"//"_s << false << QString() << QString();
        QTest::newRow("a lone slash") << u"/"_s << false << QString() << QString();
        QTest::newRow("only slashes") << u"///"_s << false << QString() << QString();
        QTest::newRow("line break inside") << u"/a\nb/m"_s << true << u"a\nb"_s << u"m"_s;
        QTest::newRow("no closing slash") << u"/abc"_s << false << QString() << QString();
        QTest::newRow("nothing") << QString() << false << QString() << QString();
    }

    void keys()
    {
        QFETCH(QString, key);
        QFETCH(bool, isPattern);
        QFETCH(QString, body);
        QFETCH(QString, flags);
        const std::optional<RegexPattern> pattern = keyPattern(key);
        QCOMPARE(pattern.has_value(), isPattern);
        if (pattern) {
            QCOMPARE(pattern->body, body);
            QCOMPARE(pattern->flags, flags);
        }
    }

    void scripts_data()
    {
        QTest::addColumn<QString>("find");
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("flags");
        QTest::newRow("slashes and flags") << u"/red/gi"_s << u"red"_s << u"gi"_s;
        QTest::newRow("slashes alone") << u"/red/"_s << u"red"_s << QString();
        QTest::newRow("bare") << u"red"_s << u"red"_s << QString();
        QTest::newRow("bare with slashes inside") << u"a/b/g"_s << u"a/b/g"_s << QString();
        QTest::newRow("slash in the body") << u"/a/b/g"_s << u"a/b"_s << u"g"_s;
        QTest::newRow("no closing slash") << u"/red"_s << u"/red"_s << QString();
        QTest::newRow("nothing between") << u"//"_s << u"//"_s << QString();
        QTest::newRow("a slash between") << u"///g"_s << u"/"_s << u"g"_s;
        QTest::newRow("a flag twice") << u"/red/gg"_s << u"/red/gg"_s << QString();
        QTest::newRow("a flag that is none") << u"/red/y"_s << u"/red/y"_s << QString();
        QTest::newRow("a flag of another language") << u"/red/x"_s << u"red"_s << u"x"_s;
        QTest::newRow("text behind the flags") << u"/red/g and more"_s << u"red"_s << u"g"_s;
        QTest::newRow("second line") << u"/red/g\n/blue/"_s << u"red"_s << u"g"_s;
        QTest::newRow("first line empty") << u"\nred"_s << u"red"_s << QString();
        QTest::newRow("closing slash on another line") << u"/red\n/g"_s << u"/red"_s << QString();
    }

    void scripts()
    {
        QFETCH(QString, find);
        QFETCH(QString, body);
        QFETCH(QString, flags);
        QCOMPARE(scriptPattern(find), (RegexPattern{body, flags}));
    }

    void noScript()
    {
        QVERIFY(!scriptPattern({}));
        QVERIFY(!scriptPattern(u"\n\n"));
    }

    void escapedValue()
    {
        QCOMPARE(regexEscaped(u"a.b*(c)[d]{e}^$|?+\\/"), uR"(a\.b\*\(c\)\[d\]\{e\}\^\$\|\?\+\\\/)"_s);
        QCOMPARE(regexEscaped(u"\n\t-é"), uR"(\n\t-é)"_s);
    }
};

} // namespace tst_regexpattern

SNUG_TEST(tst_regexpattern, TestRegexPattern, Nothing)
#include "tst_regexpattern.moc"

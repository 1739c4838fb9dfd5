// Titles of memories and the numbers in them.

#include "core/memory/memorytitle.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_memorytitle {

using namespace Qt::StringLiterals;
using namespace snug;

static const TitleValues values{
    u"Fog"_s, u"3-9"_s, u"Mira"_s, u"Ada"_s, 7, u"Night"_s, QDateTime(QDate(2031, 4, 5), QTime(6, 7, 8))};

class TestMemoryTitle : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void titles_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("title");
        QTest::newRow("one kind only") << u"[[00]] [000]"_s << u"[04] [000]"_s;
        QTest::newRow("each its own width") << u"#[0] #[000]"_s << u"#4 #004"_s;
        QTest::newRow("braces stay") << u"{[00]} x"_s << u"{04} x"_s;
        QTest::newRow("a value is not a format") << u"[00] {{title}}{{nope}}"_s << u"04 Fog{{nope}}"_s;
        QTest::newRow("nothing left") << u"\t\n"_s << u"Memory"_s;
        QTest::newRow("ones are no token") << u"[001]"_s << u"[001]"_s;
    }

    void titles()
    {
        QFETCH(QString, format);
        QTEST(memoryTitle(format, 4, values), "title");
    }

    void aTitleThatLooksLikeAPlaceholderStays()
    {
        TitleValues odd = values;
        odd.title = u"{{char}} [000]"_s;
        QCOMPARE(memoryTitle(u"[000] {{title}}", 4, odd), u"004 {{char}} [000]"_s);
    }

    void numbers_data()
    {
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("format");
        QTest::addColumn<int>("number"); // -1 = none
        QTest::newRow("at the format's place") << u"Fog 3 times 004"_s << u"{{title}} [000]"_s << 4;
        QTest::newRow("with its brackets still") << u"Day 3 [004] x"_s << u"{{title}} [000] {{char}}"_s << 4;
        QTest::newRow("after a date") << u"2031-04-05 012 Fog"_s << u"{{date}} [000] {{title}}"_s << 12;
        QTest::newRow("of another format") << u"Fog (5)"_s << u"[000] - {{title}}"_s << 5;
        QTest::newRow("repeated token") << u"002 Fog 002"_s << u"[000] {{title}} [000]"_s << 2;
        QTest::newRow("hash") << u"x #5"_s << QString() << 5;
        QTest::newRow("square before round") << u"(3) [4]"_s << QString() << 4;
        QTest::newRow("not a date in the middle") << u"on 2031-04-05 ch 6"_s << QString() << 6;
        QTest::newRow("not a time") << u"at 06:07 ch 6"_s << QString() << 6;
        QTest::newRow("none") << u"Fog"_s << u"[000] - {{title}}"_s << -1;
        QTest::newRow("too large") << u"[99999999999] Fog"_s << QString() << -1;
    }

    void numbers()
    {
        QFETCH(QString, title);
        QFETCH(QString, format);
        QTEST(numberInTitle(title, format).value_or(-1), "number");
    }

    void everyReadyMadeFormatIsFoundAgain()
    {
        QCOMPARE(titleFormats().size(), 9);
        for (const QString &format : titleFormats()) {
            QVERIFY(checkTitleFormat(format).isValid);
            QCOMPARE(checkTitleFormat(format).warnings.size(), 0);
            if (format.contains(u'0'))
                QCOMPARE(numberInTitle(memoryTitle(format, 42, values), format).value_or(-1), 42);
        }
    }

    void warningsInTheirOrder()
    {
        const TitleFormatCheck check = checkTitleFormat(QString(u"\t{{x}}"_s + QString(100, u'a')));
        QVERIFY(check.isValid);
        QCOMPARE(check.warnings, (QList{TitleWarning::ControlCharacters, TitleWarning::UnknownPlaceholder,
                                        TitleWarning::TooLong}));
        QVERIFY(!checkTitleFormat(u"").isValid);
    }
};

} // namespace tst_memorytitle

SNUG_TEST(tst_memorytitle, TestMemoryTitle, Nothing)
#include "tst_memorytitle.moc"

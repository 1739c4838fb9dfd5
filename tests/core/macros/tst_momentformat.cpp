#include "core/macros/momentformat.h"
#include "tests/testregistry.h"

#include <QTest>
#include <QTimeZone>

namespace tst_momentformat {

using namespace Qt::StringLiterals;
using namespace snug;

class TestMomentFormat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void formats_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("expected");
        QTest::newRow("numbers") << u"YYYY/MM/DD HH:mm:ss"_s << u"2026/03/04 15:09:06"_s;
        QTest::newRow("short numbers") << u"YY M D H m s"_s << u"26 3 4 15 9 6"_s;
        QTest::newRow("names") << u"dddd ddd dd MMMM MMM"_s << u"Wednesday Wed We March Mar"_s;
        QTest::newRow("ordinals") << u"Do DDDo Mo"_s << u"4th 63rd 3rd"_s;
        QTest::newRow("half days") << u"h A hh a"_s << u"3 PM 03 pm"_s;
        QTest::newRow("long forms") << u"LT|LTS|L|LL|LLL"_s
                                    << u"3:09 PM|3:09:06 PM|03/04/2026|March 4, 2026|March 4, 2026 3:09 PM"_s;
        QTest::newRow("quoted") << u"[at] H [o'clock]"_s << u"at 15 o'clock"_s;
        QTest::newRow("offset") << u"Z ZZ"_s << u"+02:00 +0200"_s;
        QTest::newRow("weeks") << u"W w Q E d"_s << u"10 10 1 3 3"_s;
        QTest::newRow("fractions") << u"S SSS SSSS"_s << u"0 078 0780"_s;
        QTest::newRow("unknown letters stay") << u"YYYY 年"_s << u"2026 年"_s;
        QTest::newRow("escaped") << u"\\H\\[H \\YYYY"_s << u"H[15 YYYY"_s;
        QTest::newRow("unclosed quote") << u"[H"_s << u"[15"_s;
    }

    void formats()
    {
        QFETCH(QString, format);
        QFETCH(QString, expected);
        const QDateTime time(QDate(2026, 3, 4), QTime(15, 9, 6, 78), QTimeZone::fromSecondsAheadOfUtc(7200));
        QCOMPARE(momentFormat(time, format), expected);
    }

    void durations_data()
    {
        QTest::addColumn<qint64>("seconds");
        QTest::addColumn<QString>("expected");
        QTest::newRow("none") << qint64(0) << u"a few seconds"_s;
        QTest::newRow("44 s") << qint64(44) << u"a few seconds"_s;
        QTest::newRow("45 s") << qint64(45) << u"a minute"_s;
        QTest::newRow("90 s") << qint64(90) << u"2 minutes"_s;
        QTest::newRow("45 min") << qint64(45 * 60) << u"an hour"_s;
        QTest::newRow("3.5 h") << qint64(3 * 3600 + 1800) << u"4 hours"_s;
        QTest::newRow("22 h") << qint64(22 * 3600) << u"a day"_s;
        QTest::newRow("13.2 d") << qint64(13 * 86400 + 18000) << u"13 days"_s;
        QTest::newRow("26 d") << qint64(26 * 86400) << u"a month"_s;
        QTest::newRow("60 d") << qint64(60 * 86400) << u"2 months"_s;
        QTest::newRow("350 d") << qint64(350 * 86400) << u"a year"_s;
        QTest::newRow("3 y") << qint64(1096 * 86400) << u"3 years"_s;
    }

    void durations()
    {
        QFETCH(qint64, seconds);
        QFETCH(QString, expected);
        QCOMPARE(humanDuration(seconds * 1000), expected);
        QCOMPARE(humanDurationFromNow(-seconds * 1000), expected + u" ago"_s);
        if (seconds > 0)
            QCOMPARE(humanDurationFromNow(seconds * 1000), u"in "_s + expected);
    }
};

} // namespace tst_momentformat

SNUG_TEST(tst_momentformat, TestMomentFormat, Nothing)
#include "tst_momentformat.moc"

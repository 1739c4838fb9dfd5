#include "core/library/filenames.h"
#include "tests/core/library/testfiles.h"

#include <QTemporaryDir>
#include <QTest>

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

class TestFileNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void safe_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        QTest::newRow("letters of the world stay")
            << u"茶屋のミオ – ياسمين é ☀ «Lark»"_s << u"茶屋のミオ – ياسمين é ☀ «Lark»"_s;
        QTest::newRow("as SillyTavern names Bart")
            << u"Bartholomew \"Bart\" Quill"_s << u"Bartholomew Bart Quill"_s;
        QTest::newRow("no way up") << u"../../etc/passwd"_s << u"etcpasswd"_s;
        QTest::newRow("control characters") << u"a\nb\tc"_s << u"abc"_s;
        QTest::newRow("dots and spaces at the ends") << u"  .. Mira. . "_s << u"Mira"_s;
        QTest::newRow("nothing left") << u"???"_s << u"unnamed"_s;
        QTest::newRow("only dots") << u"..."_s << u"unnamed"_s;
        QTest::newRow("a device") << u"NUL.txt"_s << u"unnamed"_s;
        QTest::newRow("a device with a number") << u"com1"_s << u"unnamed"_s;
        QTest::newRow("not a device") << u"comet"_s << u"comet"_s;
        QTest::newRow("too long, cut between characters") << u"😅"_s.repeated(80) << u"😅"_s.repeated(50);
    }
    void safe()
    {
        QFETCH(QString, name);
        QFETCH(QString, expected);
        QCOMPARE(safeFileName(name, u"unnamed"_s), expected);
    }

    void collisionsGetANumber()
    {
        const QTemporaryDir dir;
        QCOMPARE(freeFileName(dir.path(), u"Mira"_s, u".png"_s), u"Mira.png"_s);
        QVERIFY(put(dir.filePath(u"Mira.png"_s), ""));
        QCOMPARE(freeFileName(dir.path(), u"Mira"_s, u".png"_s), u"Mira (2).png"_s);
        QVERIFY(put(dir.filePath(u"mira (2).PNG"_s), ""));
        QCOMPARE(freeFileName(dir.path(), u"Mira"_s, u".png"_s), u"Mira (3).png"_s);
        QCOMPARE(freeFileName(dir.filePath(u"missing"_s), u"Mira"_s, u".png"_s), u"Mira.png"_s);
    }
};

QTEST_GUILESS_MAIN(TestFileNames)
#include "tst_filenames.moc"

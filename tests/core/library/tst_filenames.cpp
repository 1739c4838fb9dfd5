#include "core/library/filenames.h"
#include "tests/core/library/testfiles.h"
#include "tests/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_filenames {

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
        QTest::newRow("turned around: a program that looks like a picture")
            << u"Mira\u202Egpj.exe"_s << u"Miragpj.exe"_s;
        QTest::newRow("isolates and marks") << u"\u2066a\u2069\u200E\u200F\u061Cb"_s << u"ab"_s;
        QTest::newRow("zero widths") << u"a\u200B\u2060\uFEFFb\u00ADc"_s << u"abc"_s;
        QTest::newRow("line and paragraph separators") << u"a\u2028b\u2029c\u0085d"_s << u"abcd"_s;
        QTest::newRow("delete and its neighbours") << u"a\u007Fb\u009Bc"_s << u"abc"_s;
        QTest::newRow("a family keeps its people") << u"👩\u200D👩\u200D👧"_s << u"👩👩👧"_s;
        QTest::newRow("a heart without its selector") << u"❤\uFE0F"_s << u"❤"_s;
        QTest::newRow("tags") << u"🏴\U000E0067\U000E0062\U000E007F"_s << u"🏴"_s;
        QTest::newRow("fillers") << u"a\u3164\u115Fb"_s << u"ab"_s;
        QTest::newRow("half a character") << QString(u"a"_s + QChar(0xd83d) + u"b"_s) << u"ab"_s;
        QTest::newRow("no character") << u"a\uFFFE\uFFFFb"_s << u"ab"_s;
        QTest::newRow("nothing that shows") << u"\u200B\u202E\u3164"_s << u"unnamed"_s;
        QTest::newRow("a device behind a zero width") << u"C\u200BON"_s << u"unnamed"_s;
        QTest::newRow("dots behind a zero width") << u"\u200B..\u200B"_s << u"unnamed"_s;
        QTest::newRow("marks of Indic and Arabic scripts stay") << u"क्षत्रिय مُحَمَّد"_s << u"क्षत्रिय مُحَمَّد"_s;
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

} // namespace tst_filenames

SNUG_TEST(tst_filenames, TestFileNames, Core)
#include "tst_filenames.moc"

#include "core/formats/pngtext.h"
#include "tests/core/formats/pngfixtures.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace snug;

class TestPngText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void allThreeKindsAreRead()
    {
        const QByteArray png =
            pngWith(textChunk("a", "caf\xE9"), compressedTextChunk("b", "zipped") +
                                                   internationalChunk("c", "plain é", false) +
                                                   internationalChunk("d", "deflated é", true));
        const auto read = readPngTexts(png);
        QVERIFY(read);
        QVERIFY(read->damaged.isEmpty());
        QCOMPARE(read->texts, (QList<PngText>{{"a", "caf\xE9", "tEXt"},
                                              {"b", "zipped", "zTXt"},
                                              {"c", "plain é", "iTXt"},
                                              {"d", "deflated é", "iTXt"}}));
    }

    void damagedTextsAreNamed_data()
    {
        QTest::addColumn<QByteArray>("chunk");
        QTest::addColumn<QString>("line");
        QByteArray wrongSum = textChunk("a", "b");
        wrongSum.back() = static_cast<char>(wrongSum.back() ^ 1);
        QTest::newRow("checksum") << wrongSum
                                  << u"chunk 2 (tEXt): the checksum is wrong, the text is damaged"_s;
        QTest::newRow("not deflated") << pngChunk("zTXt", QByteArray("a\0\0zzzz", 7))
                                      << u"chunk 2 (zTXt): the compressed text is damaged"_s;
        QTest::newRow("cut deflation")
            << pngChunk("zTXt", QByteArray("a\0\0", 3) + deflated("long text").first(6))
            << u"chunk 2 (zTXt): the compressed text is damaged"_s;
        QTest::newRow("no keyword") << pngChunk("tEXt", "chara")
                                    << u"chunk 2 (tEXt): the text chunk has no keyword or is cut short"_s;
        QTest::newRow("short iTXt") << pngChunk("iTXt", QByteArray("a\0\0\0e", 5))
                                    << u"chunk 2 (iTXt): the text chunk has no keyword or is cut short"_s;
        QTest::newRow("bomb") << pngChunk("zTXt",
                                          QByteArray("a\0\0", 3) +
                                              qCompress(QByteArray(70 * 1024 * 1024, 'x'), 1).sliced(4))
                              << u"chunk 2 (zTXt): the compressed text is larger than 64 MB"_s;
    }
    void damagedTextsAreNamed()
    {
        QFETCH(QByteArray, chunk);
        const auto read = readPngTexts(pngWith(chunk, textChunk("good", "text")));
        QVERIFY2(read, read ? "" : qPrintable(read.error().line()));
        QCOMPARE(read->texts.size(), 1);
        QCOMPARE(read->damaged.size(), 1);
        QTEST(read->damaged.first().line(), "line");
    }

    void truncatedAnywhereIsAnError()
    {
        const QByteArray png = pngWith(textChunk("chara", "e30="));
        for (qsizetype length = 0; length < png.size(); ++length)
            QVERIFY(!readPngTexts(png.first(length)));
        const QByteArray huge = png.first(8) + bigEndian(0xFFFFFFFF) + "tEXt" + QByteArray(40, 'x');
        const auto hostile = readPngTexts(huge);
        QCOMPARE(hostile.error().line(), u"chunk 1 (tEXt): the file ends inside this chunk"_s);
        QCOMPARE(readPngTexts("GIF89a").error().line(), u"this is not a PNG picture"_s);
    }

    void replacingLeavesTheRestAlone()
    {
        const QByteArray keep = textChunk("parameters", "steps: 20") + pngChunk("acTL", QByteArray(8, '\1'));
        const QByteArray png =
            pngWith(keep + textChunk("Chara", "old"), internationalChunk("ccv3", "old", true)) + "trailer";
        const auto written =
            replacePngTexts(png, {"chara", "ccv3"}, {{"chara", "new", "tEXt"}, {"ccv3", "newer", "tEXt"}});
        QVERIFY(written);
        QCOMPARE(*written, pngWith(keep, textChunk("chara", "new") + textChunk("ccv3", "newer")) + "trailer");
    }

    void looseBase64_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("plain") << "aGVsbG8="_ba << "hello"_ba;
        QTest::newRow("no padding") << "aGVsbG8"_ba << "hello"_ba;
        QTest::newRow("broken lines") << "aGVs\r\nbG8= \n"_ba << "hello"_ba;
        QTest::newRow("URL alphabet") << "-_-_"_ba << QByteArray::fromBase64("+/+/");
        QTest::newRow("empty") << ""_ba << ""_ba;
    }
    void looseBase64()
    {
        QFETCH(QByteArray, text);
        QTEST(decodeLooseBase64(text).value_or("failed"), "bytes");
        QCOMPARE(decodeLooseBase64("aGV$bG8=").error().line(), u"character 4: the text is not base64"_s);
        QVERIFY(!decodeLooseBase64("aGVsb"));
    }
};

QTEST_APPLESS_MAIN(TestPngText)
#include "tst_pngtext.moc"

#include "core/formats/pngtext.h"
#include "tests/core/formats/pngfixtures.h"
#include "tests/testregistry.h"

#include <QTest>

#include <sys/resource.h>

namespace tst_pngtext {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

const QList<QByteArray> all{"*"_ba};

// Zeros, of which zlib makes a thousandth.
QByteArray bomb(const QByteArray &keyword, int megabytes)
{
    return compressedTextChunk(keyword, QByteArray(qsizetype(megabytes) << 20, '0'));
}

// The most memory that this process ever had.
qint64 peakMegabytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

} // namespace

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
        const auto read = readPngTexts(png, all);
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
        QTest::newRow("bomb")
            << pngChunk("zTXt",
                        QByteArray("a\0\0", 3) + qCompress(QByteArray(70 * 1024 * 1024, 'x'), 1).sliced(4))
            << u"chunk 2 (zTXt): the compressed texts of this picture are larger than 64 MB"_s;
    }
    void damagedTextsAreNamed()
    {
        QFETCH(QByteArray, chunk);
        const auto read = readPngTexts(pngWith(chunk, textChunk("good", "text")), all);
        QVERIFY2(read, read ? "" : qPrintable(read.error().line()));
        QCOMPARE(read->texts.size(), 1);
        QCOMPARE(read->damaged.size(), 1);
        QTEST(read->damaged.first().line(), "line");
    }

    void onlyWhatIsAskedForIsDecompressed()
    {
        QByteArray bombs;
        for (int i = 0; i < 20; ++i)
            bombs += bomb("k" + QByteArray::number(i), 1);
        const QByteArray png = pngWith(bombs + textChunk("chara", "e30="), compressedTextChunk("ccv3", "x"));
        QCOMPARE(pngKeywords(png)->size(), 22);
        const auto plain = readPngTexts(png, {"chara"});
        QCOMPARE(plain->texts, (QList<PngText>{{"chara", "e30=", "tEXt"}}));
        QCOMPARE(plain->inflated, 0);
        const auto both = readPngTexts(png, {"CHARA", "cc*"});
        QCOMPARE(both->texts.size(), 2);
        QCOMPARE(both->inflated, 1);
        QCOMPARE(readPngTexts(png, {"k1*"})->texts.size(), 11); // k1, k10 to k19
        QVERIFY(readPngTexts(png, {})->texts.isEmpty());
        // Those who are not asked for are still looked at: a damaged one may be the card.
        QByteArray damaged = textChunk("k", "b");
        damaged.back() = char(damaged.back() ^ 1);
        QCOMPARE(readPngTexts(pngWith(damaged), {"chara"})->damaged.size(), 1);
    }

    void allTogetherIsBounded()
    {
        const QByteArray png = pngWith(bomb("chara", 40).repeated(20));
        QVERIFY(png.size() < (1 << 20));
        const qint64 before = peakMegabytes();
        const auto read = readPngTexts(png, {"chara"});
        const qint64 more = peakMegabytes() - before;
        QCOMPARE(read->texts.size(), 1);
        QCOMPARE(read->damaged.size(), 19);
        QVERIFY(read->inflated <= 64 << 20);
        QVERIFY2(more < 160, qPrintable(QString::number(more)));
    }

    void tooManyChunks()
    {
        const QByteArray many = pngWith(textChunk("a", "").repeated(100'000));
        QCOMPARE(readPngTexts(many, all).error().line(), u"the picture has more than 100,000 parts"_s);
        QVERIFY(!pngKeywords(many));
        QVERIFY(!replacePngTexts(many, {}, {}));
        QCOMPARE(readPngTexts(pngWith(textChunk("a", "").repeated(20'000)), all)->texts.size(), 10'000);
    }

    void thePictureOnly()
    {
        const QByteArray gamma = pngChunk("gAMA", bigEndian(45455));
        const QByteArray texts = textChunk("chara", "e30=") + compressedTextChunk("b", "zipped") +
                                 internationalChunk("c", "é", true);
        QCOMPARE(pngPictureOnly(pngWith(gamma + texts, texts + pngChunk("fdAT", "xxxx")).append("after")),
                 pngWith(gamma));
        QVERIFY(!pngPictureOnly(pngWith({}).first(40)));
        QVERIFY(!pngPictureOnly("GIF89a"));
    }

    void truncatedAnywhereIsAnError()
    {
        const QByteArray png = pngWith(textChunk("chara", "e30="));
        for (qsizetype length = 0; length < png.size(); ++length)
            QVERIFY(!readPngTexts(png.first(length), all));
        const QByteArray huge = png.first(8) + bigEndian(0xFFFFFFFF) + "tEXt" + QByteArray(40, 'x');
        const auto hostile = readPngTexts(huge, all);
        QCOMPARE(hostile.error().line(), u"chunk 1 (tEXt): the file ends inside this chunk"_s);
        QCOMPARE(readPngTexts("GIF89a", all).error().line(), u"this is not a PNG picture"_s);
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

} // namespace tst_pngtext

SNUG_TEST(tst_pngtext, TestPngText, Nothing)
#include "tst_pngtext.moc"

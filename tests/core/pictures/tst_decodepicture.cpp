// Decoding itself, here and not in the confined program: sound pictures, bombs, damage.

#include "app/pictureworker/decodepicture.h"
#include "tests/core/pictures/picturefixtures.h"
#include "tests/testregistry.h"

#include <QTest>

#include <sys/resource.h>

namespace tst_decodepicture {

using namespace Qt::StringLiterals;
using namespace snug;

using Make = PictureRequest::Make;

namespace {

PictureReply decoded(const QByteArray &bytes, std::uint32_t shorterSide = 0, Make make = Make::Pixels,
                     PictureArea part = {})
{
    return decodePicture({.id = 5,
                          .make = make,
                          .shorterSide = shorterSide,
                          .part = part,
                          .bytes = {bytes.constData(), std::size_t(bytes.size())}});
}

QSize sizeOf(const PictureReply &reply)
{
    return {int(reply.width), int(reply.height)};
}

QImage imageOf(const PictureReply &reply)
{
    return QImage(reinterpret_cast<const uchar *>(reply.bytes.data()), int(reply.width), int(reply.height),
                  QImage::Format_RGBA8888)
        .copy();
}

qint64 peakMegabytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

} // namespace

class TestDecodePicture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        if (QLatin1StringView(QTest::currentTestFunction()) != "cutOffAnywhere"_L1) // decoders complain
            QTest::failOnWarning();
    }

    void sound_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const QImage image = twoColours({600, 900});
        for (const char *format : {"png", "jpeg", "webp"})
            QTest::newRow(format) << written(image, format);
        QTest::newRow("PNG without opacity") << written(image.convertToFormat(QImage::Format_RGB888), "png");
        QTest::newRow("PNG of palette") << written(image.convertToFormat(QImage::Format_Indexed8), "png");
        QTest::newRow("PNG of grey") << written(image.convertToFormat(QImage::Format_Grayscale16), "png");
    }
    void sound()
    {
        QFETCH(QByteArray, bytes);
        QVERIFY(!bytes.isEmpty());
        const PictureReply full = decoded(bytes);
        QCOMPARE(full.status, PictureStatus::Done);
        QCOMPARE(full.id, 5u);
        QCOMPARE(sizeOf(full), QSize(600, 900));
        const QImage own = QImage::fromData(bytes).convertToFormat(QImage::Format_RGBA8888);
        QCOMPARE(imageOf(full), own);
        const PictureReply small = decoded(bytes, 100);
        QCOMPARE(sizeOf(small), QSize(100, 150));
        QCOMPARE(small.fullHeight, 900u);
        QCOMPARE(small.bytes.size(), std::size_t(4 * 100 * 150));
        QCOMPARE(sizeOf(decoded(bytes, 5000)), QSize(600, 900)); // never larger
        const PictureReply png = decoded(bytes, 0, Make::Png);
        QCOMPARE(QImage::fromData(QByteArray::fromStdString(png.bytes), "png")
                     .convertToFormat(QImage::Format_RGBA8888),
                 own);
        const PictureReply part = decoded(bytes, 0, Make::Png, {290, 10, 20, 30});
        QCOMPARE(QImage::fromData(QByteArray::fromStdString(part.bytes), "png")
                     .convertToFormat(QImage::Format_RGBA8888),
                 own.copy(290, 10, 20, 30));
        QCOMPARE(sizeOf(decoded(bytes, 0, Make::Png, {590, 890, 500, 500})), QSize(10, 10));
        QCOMPARE(decoded(bytes, 0, Make::Png, {600, 0, 5, 5}).status, PictureStatus::OutsidePart);
    }

    void longAndThin()
    {
        QCOMPARE(sizeOf(decoded(written(twoColours({9000, 1}), "png"), 1)), QSize(9000, 1));
        QCOMPARE(sizeOf(decoded(written(twoColours({4000, 2}), "png"), 1)), QSize(2000, 1));
    }

    void whatAScreenCanShow()
    {
        const PictureReply reply = decoded(written(twoColours({5000, 4000}), "jpeg"));
        QCOMPARE(reply.fullWidth, 5000u);
        QVERIFY(std::uint64_t(reply.width) * reply.height <= maximumShownPixels);
        QVERIFY(reply.width > 3800);
        QCOMPARE(reply.bytes.size(), std::size_t(4) * reply.width * reply.height);
    }

    void bombs_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<PictureStatus>("status");
        using enum PictureStatus;
        QTest::newRow("PNG of 900 million pixels") << hollowPng(30'000, 30'000) << TooManyPixels;
        QTest::newRow("PNG, 20,000 by 20,000") << hollowPng(20'000, 20'000, 8, 2) << TooManyPixels;
        QTest::newRow("PNG, as wide as can be") << hollowPng(0x7fffffff, 0x7fffffff) << Damaged;
        QTest::newRow("PNG without a size") << hollowPng(0, 0) << Damaged;
        QTest::newRow("GIF") << gifOf(30'000, 30'000, gifFrame(30'000, 30'000)) << TooManyPixels;
        QTest::newRow("WebP") << vastWebp() << TooManyPixels;
        QTest::newRow("PNG whose pixels are missing") << hollowPng(4000, 4000, 8, 2) << Damaged;
        QTest::newRow("SVG") << "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"_ba
                             << OtherFormat;
        QTest::newRow("nothing") << ""_ba << OtherFormat;
    }
    void bombs()
    {
        QFETCH(QByteArray, bytes);
        const qint64 before = peakMegabytes();
        for (const Make make : {Make::Pixels, Make::Png}) {
            const PictureReply reply = decoded(bytes, 256, make);
            QTEST(reply.status, "status");
            QVERIFY(reply.bytes.empty());
        }
        QVERIFY(peakMegabytes() - before < 100);
    }

    void aFrameLargerThanItsScreen()
    {
        const qint64 before = peakMegabytes();
        const PictureReply reply = decoded(gifOf(1, 1, gifFrame(30'000, 30'000)));
        QCOMPARE(sizeOf(reply), QSize(1, 1));
        QVERIFY(peakMegabytes() - before < 100);
    }

    void oneFrameOfAHundredThousand()
    {
        const PictureReply reply = decoded(gifOf(1, 1, gifFrame(1, 1).repeated(100'000)));
        QCOMPARE(reply.status, PictureStatus::Done);
        QCOMPARE(sizeOf(reply), QSize(1, 1));
    }

    void cutOffAnywhere_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const QImage image = twoColours({16, 16});
        for (const char *format : {"png", "jpeg", "webp"})
            QTest::newRow(format) << written(image, format);
        QTest::newRow("gif") << gifOf(1, 1, gifFrame(1, 1).repeated(3));
    }
    void cutOffAnywhere()
    {
        QFETCH(QByteArray, bytes);
        for (qsizetype size = 0; size < bytes.size(); ++size) {
            const QByteArray cut = QByteArray(bytes.constData(), size); // with an end of its own
            const PictureReply reply = decoded(cut, 4);
            QCOMPARE(reply.status == PictureStatus::Done, !reply.bytes.empty());
            QVERIFY(decodePictureReply(std::string_view(encodePictureReply(reply)).substr(4)));
        }
        // A byte turned over, each in its turn.
        for (qsizetype at = 0; at < bytes.size(); ++at) {
            QByteArray damaged = bytes;
            damaged[at] = char(damaged[at] ^ 0x55);
            const PictureReply reply = decoded(damaged, 4);
            QVERIFY(decodePictureReply(std::string_view(encodePictureReply(reply)).substr(4)));
        }
    }
};

} // namespace tst_decodepicture

SNUG_TEST(tst_decodepicture, TestDecodePicture, Core)
#include "tst_decodepicture.moc"

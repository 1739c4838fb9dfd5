#include "core/pictures/pictureformat.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_pictureformat {

using namespace Qt::StringLiterals;
using namespace snug;

class TestPictureFormat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void byTheirBytes_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("format"); // empty: none
        const auto row = [](const char *name, const QByteArray &bytes, const QString &format = {}) {
            QTest::newRow(name) << bytes << format;
        };
        row("PNG", QByteArray("\x89PNG\r\n\x1a\n....", 12), u"png"_s);
        row("JPEG", "\xff\xd8\xff\xe0", u"jpeg"_s);
        row("WebP", QByteArray("RIFF\x10\0\0\0WEBPVP8 ", 16), u"webp"_s);
        row("GIF 87", "GIF87a", u"gif"_s);
        row("GIF 89", "GIF89a", u"gif"_s);
        row("AVIF",
            QByteArray("\0\0\0\x1c"
                       "ftypavif\0\0\0\0mif1",
                       20),
            u"avif"_s);
        row("AVIF by a further brand",
            QByteArray("\0\0\0\x1c"
                       "ftypmif1\0\0\0\0miafavif....",
                       28),
            u"avif"_s);
        row("an animated one",
            QByteArray("\0\0\0\x1c"
                       "ftypavis\0\0\0\0....",
                       20),
            u"avif"_s);
        row("HEIC", QByteArray("\0\0\0\x18"
                               "ftypheic\0\0\0\0mif1heic",
                               24));
        row("a brand behind the box", QByteArray("\0\0\0\x10"
                                                 "ftypheic\0\0\0\0avif",
                                                 20));
        row("a film", QByteArray("\0\0\0\x18"
                                 "ftypisom\0\0\0\0isommp42",
                                 24));
        row("nothing", "");
        row("half a signature", "\x89PNG");
        row("RIFF of another kind", QByteArray("RIFF\x10\0\0\0WAVEfmt ", 16));
        row("SVG", "<svg xmlns='http://www.w3.org/2000/svg'/>");
        row("SVG with a prologue", "<?xml version='1.0'?><svg/>");
        row("SVG, compressed", QByteArray("\x1f\x8b\x08\0\0\0\0\0", 8));
        row("MNG", QByteArray("\x8aMNG\r\n\x1a\n", 8));
        row("TIFF", QByteArray("II*\0", 4));
        row("TIFF, the other way", QByteArray("MM\0*", 4));
        row("ICNS", "icns....");
        row("ICO", QByteArray("\0\0\1\0\1\0", 6));
        row("TGA", QByteArray("\0\0\2\0\0\0\0\0\0\0\0\0\1\0\1\0\x18\0", 18));
        row("XPM", "/* XPM */ static char *x[] = {\"1 1 1 1\",\"a c red\",\"a\"};");
        row("XBM", "#define a_width 1\n#define a_height 1\nstatic char a_bits[] = {1};");
        row("PPM", "P6 1 1 255 abc");
        row("BMP", "BM....");
        row("WBMP", QByteArray("\0\0\1\1\0", 5));
        row("Photoshop", "8BPS");
        row("JPEG XL", "\xff\x0a");
        row("JPEG 2000", QByteArray("\0\0\0\x0cjP  \r\n\x87\n", 12));
        row("OpenEXR", "\x76\x2f\x31\x01");
        row("PDF", "%PDF-1.7");
        row("SVG behind a blank", " <svg/>");
    }
    void byTheirBytes()
    {
        QFETCH(QByteArray, bytes);
        const std::optional<PictureFormat> format = pictureFormatOf(bytes);
        QTEST(format ? QString::fromLatin1(formatName(*format)) : QString(), "format");
        for (qsizetype size = 0; size < bytes.size(); ++size)
            pictureFormatOf(bytes.first(size)); // reads nothing behind the end
    }
};

} // namespace tst_pictureformat

SNUG_TEST(tst_pictureformat, TestPictureFormat, Nothing)
#include "tst_pictureformat.moc"

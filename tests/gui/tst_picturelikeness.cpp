// What the measure takes for another picture, and what not.

#include "tests/gui/picturelikeness.h"
#include "tests/testregistry.h"

#include <QPainter>
#include <QRandomGenerator>
#include <QTest>

#include <algorithm>

namespace tst_picturelikeness {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

struct Page
{
    QColor ground = QColor(0xfb, 0xfa, 0xf8);
    QColor text = QColor(0x22, 0x20, 0x1c);
    QString word = u"the lamp on the sill is hollow"_s;
    int shift = 0;
    bool hasButton = true;
    QColor button = QColor(0x8a, 0x5a, 0x2b);
};

QImage draw(const Page &page)
{
    QImage image(640, 400, QImage::Format_RGB32);
    image.fill(page.ground);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(page.text);
    QFont font;
    font.setPixelSize(15);
    painter.setFont(font);
    for (int line = 0; line < 12; ++line)
        painter.drawText(40 + page.shift, 40 + 24 * line, page.word + u" and the fog comes in again"_s);
    if (page.hasButton)
        painter.fillRect(500, 340, 90, 32, page.button);
    return reducedPicture(image);
}

} // namespace

class TestPictureLikeness : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatTheEyeSees_data()
    {
        QTest::addColumn<QImage>("now");
        QTest::addColumn<bool>("alike");
        QTest::newRow("the same") << draw({}) << true;
        Page other;
        other.word = u"another word in all the lines"_s;
        QTest::newRow("other words") << draw(other) << false;
        other = {};
        other.hasButton = false;
        QTest::newRow("no button") << draw(other) << false;
        other = {};
        other.button = QColor(0x1f, 0x6f, 0xb2);
        QTest::newRow("a button in another colour") << draw(other) << false;
        other = {};
        other.ground = QColor(0x1d, 0x1f, 0x23);
        other.text = QColor(0xe6, 0xe3, 0xdd);
        QTest::newRow("dark") << draw(other) << false;
        other = {};
        other.ground = QColor(0xfa, 0xf9, 0xf7);
        QTest::newRow("a ground one step darker") << draw(other) << true;
        other = {};
        other.shift = 24;
        QTest::newRow("another place") << draw(other) << false;
        QImage noise = draw({});
        QRandomGenerator random(7);
        for (int y = 0; y < noise.height(); ++y) {
            for (int x = 0; x < noise.width(); ++x) {
                const QColor c = noise.pixelColor(x, y);
                const auto near = [&](int value) {
                    return std::clamp(value + random.bounded(-2, 3), 0, 255);
                };
                noise.setPixelColor(x, y, QColor(near(c.red()), near(c.green()), near(c.blue())));
            }
        }
        QTest::newRow("edges smoothed differently") << noise << true;
        QTest::newRow("another size") << draw({}).copy(0, 0, 100, 100) << false;
        QTest::newRow("nothing") << QImage() << false;
    }
    void whatTheEyeSees()
    {
        QFETCH(QImage, now);
        QFETCH(bool, alike);
        const PictureLikeness found = likeness(draw({}), now);
        QVERIFY2(found.isAlike() == alike, qPrintable(u"%1 %2"_s.arg(found.mean).arg(found.unlike)));
    }
};

} // namespace tst_picturelikeness

SNUG_TEST(tst_picturelikeness, TestPictureLikeness, Windows)

#include "tst_picturelikeness.moc"

#include "tests/testregistry.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/windowstyle.h"

#include <QApplication>
#include <QFile>
#include <QTest>

namespace tst_icons {

using namespace snug;
using namespace Qt::StringLiterals;

class TestIcons : public QObject
{
    Q_OBJECT

    // The colour of the most opaque pixel, and how many pixels have ink.
    static std::pair<QColor, int> ink(const QImage &image)
    {
        QColor strongest = Qt::transparent;
        int inked = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                const QColor colour = image.pixelColor(x, y);
                if (colour.alpha() > 100)
                    ++inked;
                if (colour.alpha() > strongest.alpha())
                    strongest = colour;
            }
        }
        return {strongest, inked};
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        applyTheme(*qApp, Theme::light());
    }

    void everyIconDraws_data()
    {
        QTest::addColumn<IconName>("name");
        for (int i = 0; i < iconCount; ++i)
            QTest::newRow(qPrintable(iconFileName(IconName(i)))) << IconName(i);
    }

    void everyIconDraws()
    {
        QFETCH(IconName, name);
        QVERIFY(QFile::exists(u":/snug/icons/%1.svg"_s.arg(iconFileName(name))));
        const QImage image = icon(name).pixmap(QSize(32, 32), 1.0).toImage();
        QCOMPARE(image.size(), QSize(32, 32));
        const auto [colour, pixels] = ink(image);
        QVERIFY(pixels > 20);
        QCOMPARE(colour.rgb(), Theme::light().text.rgb());
        // Nothing touches the edge: the icon is not cut off.
        for (int i = 0; i < 32; ++i) {
            QVERIFY(image.pixelColor(0, i).alpha() < 40 && image.pixelColor(31, i).alpha() < 40);
            QVERIFY(image.pixelColor(i, 0).alpha() < 40 && image.pixelColor(i, 31).alpha() < 40);
        }
    }

    void followsThePalette()
    {
        const QIcon send = icon(IconName::Send);
        applyTheme(*qApp, Theme::dark());
        QCOMPARE(ink(send.pixmap(QSize(24, 24), 1.0).toImage()).first.rgb(), Theme::dark().text.rgb());
        const QImage off = send.pixmap(QSize(24, 24), 1.0, QIcon::Disabled).toImage();
        QCOMPARE(ink(off).first.rgb(),
                 Theme::dark().palette().color(QPalette::Disabled, QPalette::ButtonText).rgb());
    }

    void keepsAColourOfItsOwn()
    {
        const QImage image = icon(IconName::Trash, Qt::red).pixmap(QSize(24, 24), 1.0).toImage();
        QCOMPARE(ink(image).first.rgb(), QColor(Qt::red).rgb());
    }

    void isSharpAtTwiceTheScale()
    {
        const QPixmap pixmap = icon(IconName::Gear).pixmap(QSize(20, 20), 2.0);
        QCOMPARE(pixmap.devicePixelRatio(), 2.0);
        QCOMPARE(pixmap.size(), QSize(40, 40));
    }
};

} // namespace tst_icons

SNUG_TEST(tst_icons, TestIcons, Windows)

#include "tst_icons.moc"

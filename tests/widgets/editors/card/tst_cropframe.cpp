// The frame over a card's picture: inside the picture and of its shape, whatever is dragged.

#include "tests/testregistry.h"
#include "widgets/editors/card/cropdialog.h"
#include "widgets/editors/card/cropview.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace tst_cropframe {

using namespace Qt::StringLiterals;
using namespace snug;

class TestCropFrame : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

    void largest_data()
    {
        QTest::addColumn<QSize>("picture");
        QTest::addColumn<QSize>("shape");
        QTest::addColumn<QRect>("frame");
        QTest::newRow("wide") << QSize(900, 600) << CardShape << QRect(250, 0, 400, 600);
        QTest::newRow("high") << QSize(200, 900) << CardShape << QRect(0, 300, 200, 300);
        QTest::newRow("as it is") << QSize(400, 600) << CardShape << QRect(0, 0, 400, 600);
        QTest::newRow("free") << QSize(900, 600) << QSize() << QRect(0, 0, 900, 600);
        QTest::newRow("tiny") << QSize(1, 1) << CardShape << QRect(0, 0, 1, 1);
    }
    void largest()
    {
        QFETCH(QSize, picture);
        QFETCH(QSize, shape);
        QFETCH(QRect, frame);
        QCOMPARE(largestFrame(picture, shape), frame);
    }

    void moved()
    {
        const QRect frame(10, 10, 40, 60);
        QCOMPARE(movedFrame(frame, {5, -3}, {100, 100}), QRect(15, 7, 40, 60));
        QCOMPARE(movedFrame(frame, {500, -500}, {100, 100}), QRect(60, 0, 40, 60));
    }

    // Wherever a corner is dragged to, the opposite one stays and the frame is inside and of its shape.
    void resized()
    {
        const QSize picture(300, 200);
        const QRect frame(100, 50, 60, 90);
        for (const FrameCorner corner : {FrameCorner::TopLeft, FrameCorner::TopRight, FrameCorner::BottomLeft,
                                         FrameCorner::BottomRight}) {
            for (int x = -50; x <= 350; x += 25) {
                for (int y = -50; y <= 250; y += 25) {
                    for (const QSize &shape : {CardShape, QSize()}) {
                        const QRect made = resizedFrame(frame, corner, {x, y}, picture, shape);
                        QVERIFY(QRect(QPoint(0, 0), picture).contains(made));
                        QVERIFY(made.width() >= LeastFrame && made.height() >= LeastFrame);
                        const bool isLeft =
                            corner == FrameCorner::TopLeft || corner == FrameCorner::BottomLeft;
                        const bool isTop = corner == FrameCorner::TopLeft || corner == FrameCorner::TopRight;
                        QCOMPARE(isLeft ? made.right() : made.left(), isLeft ? frame.right() : frame.left());
                        QCOMPARE(isTop ? made.bottom() : made.top(), isTop ? frame.bottom() : frame.top());
                        if (!shape.isEmpty())
                            QVERIFY(std::abs(made.width() * 3 - made.height() * 2) <= 3);
                    }
                }
            }
        }
        QCOMPARE(resizedFrame(frame, FrameCorner::BottomRight, {130, 60}, picture, {}),
                 QRect(100, 50, 30, 16));
    }

    void keysAndMouse()
    {
        QImage picture(600, 600, QImage::Format_RGB32);
        picture.fill(Qt::darkCyan);
        CropView view(picture, picture.size());
        view.resize(300, 300); // half the size
        view.setShape(CardShape);
        view.show();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        QCOMPARE(view.frame(), QRect(100, 0, 400, 600));
        QTest::keyClick(&view, Qt::Key_Left);
        QCOMPARE(view.frame().left(), 99);
        QTest::keyClick(&view, Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(view.frame().left(), 109);
        QTest::keyClick(&view, Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(view.frame().width() < 400 && view.frame().height() < 600);
        const QRect before = view.frame();
        QTest::mousePress(&view, Qt::LeftButton, {}, {150, 150});
        QTest::mouseMove(&view, {170, 150});
        QTest::mouseRelease(&view, Qt::LeftButton, {}, {170, 150});
        QCOMPARE(view.frame(), before.translated(40, 0));
    }

    void theDialogSaysThePart()
    {
        QImage picture(300, 300, QImage::Format_RGB32);
        picture.fill(Qt::darkRed);
        CropDialog dialog(picture, picture.size());
        QSignalSpy cropped(&dialog, &CropDialog::cropped);
        dialog.open();
        QCOMPARE(dialog.view()->frame(), QRect(50, 0, 200, 300));
        dialog.findChild<QComboBox *>()->setCurrentIndex(1);
        QCOMPARE(dialog.view()->frame(), picture.rect());
        dialog.view()->setFrame({10, 20, 30, 40});
        dialog.findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok)->click();
        QCOMPARE(cropped.size(), 1);
        QCOMPARE(cropped.first().first().toRect(), QRect(10, 20, 30, 40));
    }
};

} // namespace tst_cropframe

SNUG_TEST(tst_cropframe, TestCropFrame, Windows)
#include "tst_cropframe.moc"

// Makes the window narrow and wide again, and drags the borders of its panes: they are as wide as the user
// wants them wherever there is room.

#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/transcript.h"
#include "widgets/window/chatpage.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QApplication>
#include <QDockWidget>
#include <QMouseEvent>
#include <QTest>

namespace tst_panesinwindow {

using namespace snug;

class TestPanesInWindow : public QObject
{
    Q_OBJECT

private:
    MainWindow &window() { return m_program->app().window; }
    ChatPage *page() { return window().chatPage(); }
    int libraryWidth() { return page()->libraryDock()->width(); }
    int inspectorWidth() { return page()->inspectorDock()->width(); }

    // By the border at its inner side, to the right where `distance` is positive.
    void drag(const QDockWidget *dock, int distance)
    {
        const bool isLeft = dock->x() < page()->width() / 2;
        const QPoint from(isLeft ? dock->geometry().right() + 2 : dock->x() - 2, page()->height() / 2);
        QTest::mouseMove(page(), from);
        QTest::mousePress(page(), Qt::LeftButton, {}, from);
        for (const int way : {distance / 2, distance}) {
            const QPoint at = from + QPoint(way, 0);
            QMouseEvent move(QEvent::MouseMove, at, page()->mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                             {});
            QApplication::sendEvent(page(), &move);
            QTest::qWait(10); // the window follows once it has nothing else to do
        }
        QTest::mouseRelease(page(), Qt::LeftButton, {}, from + QPoint(distance, 0));
    }

    std::unique_ptr<OpenProgram> m_program;

private Q_SLOTS:
    void init()
    {
        m_program = std::make_unique<OpenProgram>();
        QTRY_VERIFY(m_program->app().chatPane.transcript()->count() > 0);
    }
    void cleanup() { m_program.reset(); }

    void widthsComeBackAfterANarrowWindow()
    {
        QCOMPARE(libraryWidth(), 250);
        QCOMPARE(inspectorWidth(), 380);
        window().resize(900, 600);
        QTRY_COMPARE_LT(inspectorWidth(), 380);
        window().resize(1600, 1000);
        QTRY_COMPARE(inspectorWidth(), 380);
        QCOMPARE(libraryWidth(), 250);
    }

    void theUsersWidthsCount()
    {
        drag(page()->libraryDock(), 60);
        drag(page()->inspectorDock(), -70);
        QTRY_COMPARE(libraryWidth(), 310);
        QTRY_COMPARE(inspectorWidth(), 450);
        window().resize(900, 600);
        QTRY_COMPARE_LT(inspectorWidth(), 450);
        window().resize(1600, 1000);
        QTRY_COMPARE(inspectorWidth(), 450);
        QCOMPARE(libraryWidth(), 310);
    }

    void aPaneFoldedWhileNarrowComesBackWide()
    {
        window().resize(900, 600);
        QTRY_COMPARE_LT(inspectorWidth(), 380);
        QTest::keyClick(&window(), Qt::Key_F12);
        QTRY_VERIFY(!page()->inspectorDock()->isVisible());
        window().resize(1280, 800);
        QTest::keyClick(&window(), Qt::Key_F12);
        QTRY_VERIFY(page()->inspectorDock()->isVisible());
        QTRY_COMPARE(inspectorWidth(), 380);
    }

    void aNarrowWindowIsLeftAndOpenedAgain()
    {
        drag(page()->inspectorDock(), -70);
        QTRY_COMPARE(inspectorWidth(), 450);
        window().resize(900, 600);
        QTRY_COMPARE_LT(inspectorWidth(), 450);
        m_program->restart();
        QTRY_VERIFY(m_program->app().chatPane.transcript()->count() > 0);
        QTRY_COMPARE_LE(window().width(), 900); // as far as the screen is wide
        window().resize(1280, 800);
        QTRY_COMPARE(inspectorWidth(), 450);
    }

    // The bytes that were kept before the widths were.
    void anOlderLayoutIsTaken()
    {
        drag(page()->inspectorDock(), -70);
        QTRY_COMPARE(inspectorWidth(), 450);
        const QByteArray older = page()->saveState();
        drag(page()->inspectorDock(), 40);
        QTRY_COMPARE(inspectorWidth(), 410);
        QVERIFY(page()->restoreLayout(older));
        QTRY_COMPARE(inspectorWidth(), 450);
        QVERIFY(!page()->restoreLayout("snug or anything"));
        QTRY_COMPARE(inspectorWidth(), 450);
    }
};

} // namespace tst_panesinwindow
SNUG_TEST(tst_panesinwindow, TestPanesInWindow, Windows)
#include "tst_panesinwindow.moc"

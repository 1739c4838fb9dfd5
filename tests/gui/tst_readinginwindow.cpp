// Sets the story as one likes to read it, by keys, wheel and menu: size, column, what stands beside messages,
// and the mode without panes.

#include "app/chat/chatcontroller.h"
#include "core/chat/chatmodel.h"
#include "core/chat/knownmessages.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/messagelayout.h"
#include "widgets/chat/transcript.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>

namespace tst_readinginwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestReadingInWindow : public QObject
{
    Q_OBJECT

private:
    const AppContext &app() const { return m_program->app(); }
    Transcript *story() { return app().chatPane.transcript(); }
    QPlainTextEdit *draft() { return app().chatPane.composer()->findChild<QPlainTextEdit *>(); }
    const MessageLayout &last() { return story()->message(story()->count() - 1); }
    bool isSettled()
    {
        return app().chat.session() && !app().chat.session()->preview().isBusy() &&
               app().workspace.content.isReady();
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(draft(), key, modifiers);
    }

    void choosePicture(const QString &file)
    {
        pick(ActionId::BackgroundOwn);
        QFileDialog *dialog = nullptr;
        QTRY_VERIFY(dialog = app().window.findChild<QFileDialog *>(u"backgroundPicture"_s));
        dialog->selectFile(file);
        dialog->findChild<QLineEdit *>()->setText(file);
        QTest::keyClick(dialog, Qt::Key_Return);
        QTRY_VERIFY(!app().window.findChild<QFileDialog *>(u"backgroundPicture"_s));
    }

    // A click on the item of the menu in which it is.
    void pick(ActionId id)
    {
        QAction *action = app().actions.action(id);
        for (QMenu *menu : app().window.findChildren<QMenu *>()) {
            if (!menu->actions().contains(action))
                continue;
            menu->popup(app().window.mapToGlobal(QPoint(100, 100)));
            const QPoint place = menu->actionGeometry(action).center();
            for (int i = 8; i >= 0; --i) // a click without any way to it would close the menu
                QTest::mouseMove(menu, place + QPoint(i, 0));
            QTest::mouseClick(menu, Qt::LeftButton, {}, place);
            return;
        }
        QFAIL("it is in no menu");
    }

    void restart()
    {
        m_program->restart();
        ready();
    }

    void ready()
    {
        app().window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(isSettled());
    }

    std::unique_ptr<OpenProgram> m_program;

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        ready();
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void textGrowsAndShrinksByKey()
    {
        const QSize size = app().window.size();
        const qreal normal = draft()->font().pointSizeF();
        const int height = last().body.height();
        const int writing = draft()->height();
        press(Qt::Key_Plus, Qt::ControlModifier);
        press(Qt::Key_Equal, Qt::ControlModifier);
        press(Qt::Key_Plus, Qt::ControlModifier);
        QVERIFY(draft()->font().pointSizeF() > normal * 1.4);
        QVERIFY(last().body.height() > height * 12 / 10);
        QTRY_VERIFY(draft()->height() > writing);
        QVERIFY(story()->place().isAtEnd()); // what was read is still there

        restart();
        QVERIFY(draft()->font().pointSizeF() > normal * 1.4);
        app().window.resize(size);
        press(Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(draft()->font().pointSizeF(), normal);
        QTRY_COMPARE(last().body.height(), height);
        press(Qt::Key_Minus, Qt::ControlModifier);
        QVERIFY(draft()->font().pointSizeF() < normal);
        for (int i = 0; i < 20; ++i)
            press(Qt::Key_Minus, Qt::ControlModifier);
        QVERIFY(draft()->font().pointSizeF() > normal / 2); // it can still be read
    }

    void theWheelWithControlTurnsTheSize()
    {
        const qreal normal = draft()->font().pointSizeF();
        const QPoint middle = story()->viewport()->rect().center();
        QTest::wheelEvent(app().window.windowHandle(), story()->viewport()->mapTo(&app().window, middle),
                          QPoint(0, 120), QPoint(), Qt::ControlModifier);
        QTRY_VERIFY(draft()->font().pointSizeF() > normal);
    }

    void theColumnIsChosen()
    {
        app().window.resize(1700, 900);
        QTRY_VERIFY(story()->width() > 900);
        const int normal = last().body.width();
        pick(ActionId::ColumnWide);
        QTRY_VERIFY(last().body.width() > normal * 12 / 10);
        pick(ActionId::ColumnNarrow);
        QTRY_VERIFY(last().body.width() < normal);
        QVERIFY(app().actions.action(ActionId::ColumnNarrow)->isChecked());
        restart();
        QVERIFY(app().actions.action(ActionId::ColumnNarrow)->isChecked());
        app().window.resize(1700, 900);
        QTRY_VERIFY(story()->width() > 900);
        QVERIFY(last().body.width() < normal);
        pick(ActionId::ColumnNormal);
        QTRY_COMPARE(last().body.width(), normal);
    }

    void namesTimesAndPicturesAreSwitched()
    {
        QVERIFY(last().name.width() > 5 && !last().timeText.isEmpty() && !last().picture.isNull());
        const int top = last().body.top();
        pick(ActionId::ShowTimes);
        QTRY_VERIFY(last().timeText.isEmpty());
        QVERIFY(last().name.width() > 5);
        pick(ActionId::ShowNames);
        QTRY_VERIFY(last().body.top() < top); // no line is left empty
        pick(ActionId::ShowPictures);
        QTRY_VERIFY(last().picture.isNull());
        restart();
        QVERIFY(last().timeText.isEmpty() && last().name.isNull() && last().picture.isNull());
        for (const ActionId id : {ActionId::ShowTimes, ActionId::ShowNames, ActionId::ShowPictures})
            pick(id);
        QTRY_COMPARE(last().body.top(), top);
    }

    void messageIdsAreSillyTaverns()
    {
        const auto lastNumber = [this] {
            return app().chat.known()->index(story()->count() - 1, 0).data(NumberRole).toInt();
        };
        QVERIFY(last().number.isNull());
        const QImage without = story()->grab().toImage();
        pick(ActionId::ShowNumbers);
        QTRY_VERIFY(!last().number.isNull());
        QVERIFY(last().number.right() < last().time.left());
        QVERIFY(last().number.left() > last().name.right());
        QVERIFY(story()->grab().toImage() != without);
        QCOMPARE(lastNumber(), story()->count() - 1); // from 0
        QCOMPARE(app().chat.known()->index(0, 0).data(NumberRole).toInt(), 0);
        restart();
        QVERIFY(!last().number.isNull());
        pick(ActionId::ShowNumbers);
        QTRY_VERIFY(last().number.isNull());
    }

    void largePicturesHaveTheirRoom()
    {
        app().window.resize(1280, 800); // narrow ones keep small pictures
        const QSize small = last().picture.size();
        pick(ActionId::LargePictures);
        QTRY_VERIFY(last().picture.height() > 2 * small.height());
        QVERIFY(last().body.left() > last().picture.right());
        restart();
        app().window.resize(1280, 800);
        QTRY_VERIFY(last().picture.height() > 2 * small.height());
        pick(ActionId::ShowPictures);
        QVERIFY(!app().actions.action(ActionId::LargePictures)->isEnabled());
        pick(ActionId::ShowPictures);
        pick(ActionId::LargePictures);
        QTRY_COMPARE(last().picture.size(), small);
    }

    // The chat's own, the user's, none; what is no picture is said.
    void aPictureStandsBehindTheStory()
    {
        const auto corner = [this] {
            QWidget *view = app().chatPane.transcript()->viewport();
            return view->grab().toImage().pixelColor(2, view->height() / 2);
        };
        const QColor plain = corner();
        QImage red(64, 64, QImage::Format_RGB32);
        red.fill(Qt::red);
        QVERIFY(QDir(m_program->libraryFolder()).mkpath(u"backgrounds"_s));
        const QString file = m_program->libraryFolder() + u"/backgrounds/a red one.png"_s;
        QVERIFY(red.save(file));
        choosePicture(file);
        QTRY_VERIFY(corner() != plain && corner().red() > corner().blue());
        restart();
        QTRY_VERIFY(corner().red() > corner().blue());
        const QColor behind = corner();
        app().chatPane.transcript()->scrollPages(-1); // it stays where it is
        QTRY_COMPARE(corner(), behind);
        pick(ActionId::BackgroundNone);
        QTRY_COMPARE(corner(), plain);
        pick(ActionId::BackgroundOfChat); // which has none
        QTRY_COMPARE(corner(), plain);
        choosePicture(QStringLiteral(SNUG_SOURCE_DIR "/VERSION"));
        QTRY_VERIFY(app().chatPane.notices()->isVisible());
        QTRY_COMPARE(corner(), plain);
    }

    // The status bar is empty again after a while.
    void whatWasDoneIsNoNewsForLong()
    {
        auto *label = app().window.findChild<QLabel *>(u"activityLabel"_s);
        auto *time = app().window.findChild<QTimer *>(u"activityTime"_s);
        QVERIFY(label && time && time->interval() <= 15'000);
        QTRY_VERIFY(label->text().contains(u"character(s)"_s)); // what the library holds, once it is read
        time->setInterval(30);
        app().window.showActivity(u"Importing…"_s);
        QTest::qWait(80);
        QCOMPARE(label->text(), u"Importing…"_s);
        app().window.showNews(u"Imported “A long na…”"_s);
        QTRY_VERIFY(label->text().isEmpty());
    }

    // No titles above the panes: a strip to take them by, which gives the room to what one reads.
    void panesAreTakenByAHandle()
    {
        QDockWidget *library = app().window.chatPage()->libraryDock();
        QWidget *handle = library->titleBarWidget();
        QVERIFY(handle && handle->isVisible());
        QVERIFY(handle->height() <= 12);
        QVERIFY(handle->toolTip().startsWith(u"Library"_s));
        QTest::mouseDClick(handle, Qt::LeftButton);
        QTRY_VERIFY(library->isFloating());
        QTest::mouseDClick(handle, Qt::LeftButton);
        QTRY_VERIFY(!library->isFloating());
        QContextMenuEvent menu(QContextMenuEvent::Mouse, QPoint(5, 5), handle->mapToGlobal(QPoint(5, 5)));
        QCoreApplication::sendEvent(handle, &menu);
        auto *choices = handle->findChild<QMenu *>();
        QVERIFY(choices && choices->isVisible());
        QTest::keyClick(choices, Qt::Key_C); // Close
        QTRY_VERIFY(library->isHidden());
        press(Qt::Key_F9);
        QTRY_VERIFY(library->isVisible());
    }

    void readingModePutsThePanesAway()
    {
        QDockWidget *library = app().window.chatPage()->libraryDock();
        QDockWidget *inspector = app().window.chatPage()->inspectorDock();
        const int width = story()->width();
        press(Qt::Key_F10);
        QTRY_VERIFY(library->isHidden() && inspector->isHidden());
        QTRY_VERIFY(story()->width() > width);
        QVERIFY(draft()->hasFocus());
        press(Qt::Key_F10);
        QTRY_VERIFY(library->isVisible() && inspector->isVisible());
        QVERIFY(app().window.chatPage()->memoryDock()->isHidden()); // as before
        QTRY_COMPARE(story()->width(), width);

        // A pane that is asked for ends it.
        press(Qt::Key_F10);
        QTRY_VERIFY(library->isHidden());
        press(Qt::Key_F12);
        QTRY_VERIFY(inspector->isVisible());
        QVERIFY(!app().actions.action(ActionId::ReadingMode)->isChecked());
        QVERIFY(library->isHidden());
        press(Qt::Key_F9);
        QTRY_VERIFY(library->isVisible());

        // The next start shows the panes as they were.
        press(Qt::Key_F10);
        restart();
        QVERIFY(app().window.chatPage()->libraryDock()->isVisible() &&
                app().window.chatPage()->inspectorDock()->isVisible());
        QVERIFY(!app().actions.action(ActionId::ReadingMode)->isChecked());
    }
};

} // namespace tst_readinginwindow

SNUG_TEST(tst_readinginwindow, TestReadingInWindow, Windows)
#include "tst_readinginwindow.moc"

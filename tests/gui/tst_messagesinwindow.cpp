// What one does to a message of the open chat, by keys and clicks: moving, merging, splitting, swipes as a
// list, and what is said of it, with the way back.

#include "app/chat/chatcontroller.h"
#include "tests/gui/messagehands.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/swipemenu.h"
#include "widgets/chat/transcript.h"
#include "widgets/chat/undoline.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QApplication>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QTimer>

namespace tst_messagesinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestMessagesInWindow : public QObject, MessageHands
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        app().window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(isSettled());
        QCOMPARE(messages().size(), 5);
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void whatWasDoneIsSaidAndUndone()
    {
        const QStringList before = texts();
        story()->setFocus();
        story()->setCurrentRow(2);
        QTest::keyClick(story(), Qt::Key_Delete);
        QCOMPARE(messages().size(), 4);
        QVERIFY(undoLine()->text().endsWith(u"deleted"_s));
        QTRY_VERIFY(undoLine()->geometry().top() > story()->geometry().bottom()); // over no message
        QVERIFY(undoLine()->geometry().bottom() < app().chatPane.composer()->geometry().top());
        undoByClick();
        QCOMPARE(texts(), before);
        QVERIFY(!undoLine()->isVisible());
        QVERIFY(story()->hasFocus()); // the click took the keys from nowhere

        story()->setCurrentRow(1);
        QTest::keyClick(story(), Qt::Key_H, Qt::ControlModifier);
        QVERIFY(undoLine()->text().endsWith(u"hidden from the prompt"_s));
        QTest::keyClick(story(), Qt::Key_H, Qt::ControlModifier);
        QVERIFY(undoLine()->text().endsWith(u"shown in the prompt"_s));

        QTest::keyClick(story(), Qt::Key_F2);
        QTest::keyClicks(editor(), u" And more."_s);
        QTest::keyClick(editor(), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(messages().at(1).text.endsWith(u" And more."));
        QCOMPARE(undoLine()->text(), u"Message edited"_s);
        // Undone by key, there is nothing more to offer.
        QTest::keyClick(story(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(texts(), before);
        QVERIFY(!undoLine()->isVisible());

        QTest::keyClick(story(), Qt::Key_Return, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY(messages().last().text.size() > before.last().size());
        QTRY_VERIFY(isQuiet());
        QTRY_COMPARE(undoLine()->text(), u"Reply continued"_s);
        undoByClick();
        QCOMPARE(texts(), before);
    }

    void theOfferEndsWithItsTimeAndItsChat()
    {
        story()->setFocus();
        story()->setCurrentRow(2);
        QTest::keyClick(story(), Qt::Key_Delete);
        QTest::mouseMove(&app().window, QPoint(5, 5));
        auto *time = undoLine()->findChild<QTimer *>();
        QVERIFY(time && time->isActive());
        QCOMPARE(time->interval(), 8000);
        QVERIFY(undoLine()->isVisible());
        time->start(0); // as if they were over
        QTRY_VERIFY(!undoLine()->isVisible());
        QCOMPARE(messages().size(), 4);
        QTest::keyClick(story(), Qt::Key_Delete);
        QVERIFY(undoLine()->isVisible());
        QTest::keyClick(&app().window, Qt::Key_N, Qt::ControlModifier);
        QTRY_COMPARE(messages().size(), 1);
        QVERIFY(!undoLine()->isVisible());
    }

    // Deleted by the bar: the keys are in the composer all the time, and Ctrl+Z there is about the story.
    void theComposerUndoesTheStoryOnceItHasNothingOfItsOwn()
    {
        const QStringList before = texts();
        draft()->setFocus();
        pressInBar(2, u"Delete"_s);
        QCOMPARE(texts().size(), 4);
        draft()->setFocus();
        QTest::keyClick(draft(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(texts(), before);
        QTest::keyClick(draft(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(texts().size(), 4);

        // What is typed is undone first, and once too often does no harm.
        QTest::keyClicks(draft(), u"Not this"_s);
        for (int i = 0; i < 20 && !draft()->toPlainText().isEmpty(); ++i)
            QTest::keyClick(draft(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(draft()->toPlainText().isEmpty());
        QTest::keyClick(draft(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(texts().size(), 4);

        // After something was sent, too; but what was said is not taken back by the way.
        sendAndWait(u"And then?"_s);
        const QStringList said = texts();
        pressInBar(1, u"Delete"_s);
        pressInBar(1, u"Delete"_s);
        draft()->setFocus();
        QTest::keyClick(draft(), Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(draft(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(texts(), said);
        QTest::keyClick(draft(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(texts(), said);
    }

    void anEditThatIsLeftIsKept()
    {
        const QString before = messages().at(1).text;
        story()->setFocus();
        story()->setCurrentRow(1);
        QTest::keyClick(story(), Qt::Key_F2);
        QTest::keyClicks(editor(), u" Fifteen lines of work."_s);
        QTest::keyClick(editor(), Qt::Key_Escape);
        QCOMPARE(messages().at(1).text, before);
        QVERIFY(undoLine()->text().contains(u"draft"_s));
        undoByClick();
        QTRY_COMPARE(editor()->toPlainText(), QString(before + u" Fifteen lines of work."));
        // Once more by key, and after the offer has gone.
        QTest::keyClick(editor(), Qt::Key_Escape);
        undoLine()->clear();
        QTest::keyClick(story(), Qt::Key_F2);
        QCOMPARE(editor()->toPlainText(), QString(before + u" Fifteen lines of work."));
        // As the message is, and then there is no draft any more.
        QTest::keyClick(editor(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(editor()->toPlainText(), before);
        QTest::keyClick(editor(), Qt::Key_Escape);
        QVERIFY(!undoLine()->isVisible());
        QTest::keyClick(story(), Qt::Key_F2);
        QCOMPARE(editor()->toPlainText(), before);
        QTest::keyClick(editor(), Qt::Key_Escape);
    }

    // Delete, pressed next, would be about the message otherwise.
    void whoWroteGoesOnWriting()
    {
        const QStringList before = texts();
        draft()->setFocus();
        QTest::keyClick(draft(), Qt::Key_Up);
        QVERIFY(editor()->hasFocus());
        QTest::keyClick(editor(), Qt::Key_Escape);
        QVERIFY(draft()->hasFocus());
        QTest::keyClick(draft(), Qt::Key_Up);
        QTest::keyClicks(editor(), u" Again."_s);
        QTest::keyClick(editor(), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(draft()->hasFocus());
        QTest::keyClick(draft(), Qt::Key_Delete);
        QCOMPARE(texts().size(), before.size());
        story()->setFocus();
        QTest::keyClick(story(), Qt::Key_F2);
        QTest::keyClick(editor(), Qt::Key_Escape);
        QVERIFY(story()->hasFocus());
    }

    void swipesAreAList()
    {
        sendAndWait(u"And then?"_s);
        const QString first = messages().last().text;
        const int row = int(messages().size()) - 1;
        openSwipes(row);
        pickIn(openMenu(), u"Three More Swipes"_s);
        QTRY_COMPARE(messages().last().swipes.size(), 4);
        QTRY_VERIFY(isQuiet());
        QCOMPARE(messages().last().activeSwipe, 3);

        // By key, from the composer.
        draft()->setFocus();
        QTest::keyClick(draft(), Qt::Key_Down, Qt::AltModifier);
        QTRY_VERIFY(qobject_cast<SwipeMenu *>(openMenu()));
        QMenu *menu = openMenu();
        QVERIFY(menu->actions().at(3)->isChecked());
        QVERIFY(menu->actions().first()->text().contains(first.simplified().left(20)));
        clickOn(menu, menu->actions().first());
        QTRY_COMPARE(messages().last().activeSwipe, 0);
        QCOMPARE(messages().last().text, first);

        // One is deleted, and comes back.
        QTest::keyClick(draft(), Qt::Key_Down, Qt::AltModifier);
        QTRY_VERIFY(openMenu());
        QTest::keyClick(openMenu(), Qt::Key_Down);
        QTest::keyClick(openMenu(), Qt::Key_Delete);
        QTRY_COMPARE(messages().last().swipes.size(), 3);
        QCOMPARE(messages().last().text, first);
        QCOMPARE(undoLine()->text(), u"Swipe deleted"_s);
        undoByClick();
        QCOMPARE(messages().last().swipes.size(), 4);
        openSwipes(row);
        pickIn(openMenu(), u"Delete This Swipe"_s);
        QTRY_COMPARE(messages().last().swipes.size(), 3);
        QVERIFY(messages().last().text != first || messages().last().activeSwipe == 0);
    }

    void swipesOfAnEarlierMessage()
    {
        sendAndWait(u"And then?"_s);
        const QStringList before = texts();
        const int row = 2;
        QVERIFY(!messages().at(row).isUser);
        const qsizetype had = std::max<qsizetype>(1, messages().at(row).swipes.size());

        // By mouse from its menu, by key from the message.
        pick(row, u"Swipes…"_s);
        QTRY_VERIFY(qobject_cast<SwipeMenu *>(openMenu()));
        pickIn(openMenu(), u"Three More Swipes"_s);
        QTRY_COMPARE(messages().at(row).swipes.size(), had + 3);
        QTRY_VERIFY(isQuiet());
        QCOMPARE(messages().at(row).activeSwipe, int(had) + 2);
        QCOMPARE(texts().sliced(row + 1), before.sliced(row + 1));
        QCOMPARE(texts().first(row), before.first(row));

        story()->setFocus();
        story()->setCurrentRow(row);
        QTest::keyClick(story(), Qt::Key_Down, Qt::AltModifier);
        QTRY_VERIFY(qobject_cast<SwipeMenu *>(openMenu()));
        clickOn(openMenu(), openMenu()->actions().first());
        QTRY_COMPARE(messages().at(row).activeSwipe, 0);
        QTest::keyClick(story(), Qt::Key_Down, Qt::AltModifier);
        QTRY_VERIFY(openMenu());
        pickIn(openMenu(), u"Delete This Swipe"_s);
        QTRY_COMPARE(messages().at(row).swipes.size(), had + 2);
        undoByClick();
        QCOMPARE(messages().at(row).swipes.size(), had + 3);

        // The user's own words get none.
        QVERIFY(messages().at(1).isUser);
        story()->setCurrentRow(1);
        QTest::keyClick(story(), Qt::Key_Down, Qt::AltModifier);
        QTRY_VERIFY(qobject_cast<SwipeMenu *>(openMenu()));
        for (const QAction *action : openMenu()->actions())
            QVERIFY(!action->text().contains(u"More Swipes") || !action->isEnabled());
        QTest::keyClick(openMenu(), Qt::Key_Escape);
    }

    void messagesMoveMergeAndSplit()
    {
        const QStringList before = texts();
        pick(2, u"Move up"_s);
        QCOMPARE(texts(), QStringList({before[0], before[2], before[1], before[3], before[4]}));
        QCOMPARE(undoLine()->text(), u"Message moved"_s);
        QCOMPARE(story()->currentRow(), 1); // and it can be moved on
        story()->setFocus();
        QTest::keyClick(story(), Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(texts(), before);

        pick(3, u"Merge with the message above"_s);
        QCOMPARE(messages().size(), 4);
        QCOMPARE(messages().at(2).text, QString(before[2] + u"\n\n" + before[3]));
        undoByClick();
        QCOMPARE(texts(), before);

        story()->setCurrentRow(0);
        QTest::keyClick(story(), Qt::Key_F2);
        QTextCursor cursor = editor()->textCursor();
        const qsizetype middle = before[0].indexOf(u' ', before[0].size() / 2);
        cursor.setPosition(int(middle));
        editor()->setTextCursor(cursor);
        for (QPushButton *button : story()->viewport()->findChildren<QPushButton *>()) {
            if (button->text() == u"Split Here" && button->isVisible())
                QTest::mouseClick(button, Qt::LeftButton);
        }
        QCOMPARE(messages().size(), 6);
        QCOMPARE(messages().at(0).text, before[0].left(middle).trimmed());
        QCOMPARE(messages().at(1).text, before[0].mid(middle).trimmed());
        QCOMPARE(undoLine()->text(), u"Message split"_s);
        QTest::keyClick(story(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(texts(), before);
    }

    void theNarratorSpeaksBelowAMessage()
    {
        pick(1, u"Narrate below…"_s);
        QVERIFY(draft()->hasFocus());
        QCOMPARE(draft()->toPlainText(), u"/sys at=2 "_s);
        QTest::keyClicks(draft(), u"Night falls."_s);
        QTest::keyClick(draft(), Qt::Key_Return);
        QTRY_COMPARE(messages().size(), 6);
        QCOMPARE(messages().at(2).text, u"Night falls."_s);
        QVERIFY(messages().at(2).isNarrator());
        QCOMPARE(undoLine()->text(), u"Message added"_s);
    }
};

} // namespace tst_messagesinwindow

SNUG_TEST(tst_messagesinwindow, TestMessagesInWindow, Windows)
#include "tst_messagesinwindow.moc"

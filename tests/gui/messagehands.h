// The open program for tests of what is done to messages: menus, the bar, swipes, several at once, the way
// back.
#pragma once

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "widgets/chat/actionbar.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/messageeditor.h"
#include "widgets/chat/messagelayout.h"
#include "widgets/chat/swipemenu.h"
#include "widgets/chat/transcript.h"
#include "widgets/chat/undoline.h"
#include "widgets/window/chatpane.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>

#include <memory>

namespace snug {

using namespace Qt::StringLiterals;

class MessageHands
{
protected:
    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() { return app().chat.session(); }
    const QList<Message> &messages() { return session()->chat().messages; }
    Transcript *story() { return app().chatPane.transcript(); }
    UndoLine *undoLine() { return app().chatPane.undoLine(); }
    QPlainTextEdit *draft() { return app().chatPane.composer()->findChild<QPlainTextEdit *>(); }

    bool isSettled()
    {
        return session() && !session()->preview().isBusy() && app().workspace.content.isReady();
    }

    bool isQuiet() { return session() && !session()->reply().isUnderWay() && !session()->preview().isBusy(); }

    QStringList texts()
    {
        QStringList texts;
        for (const Message &message : messages())
            texts.append(message.text);
        return texts;
    }

    void click(int row, MessagePart part, Qt::KeyboardModifiers modifiers = {})
    {
        const MessageLayout &message = story()->message(row);
        const QRect place = part == MessagePart::SwipeCount ? message.swipeCount : message.body;
        QTest::mouseClick(story()->viewport(), Qt::LeftButton, modifiers,
                          story()->messageRect(row).topLeft() + place.topLeft() + QPoint(4, 4));
    }

    // Of the message that the mouse is on.
    void pressInBar(int row, const QString &button)
    {
        story()->setCurrentRow(row);
        const QPoint place =
            story()->messageRect(row).topLeft() + story()->message(row).body.topLeft() + QPoint(8, 8);
        QTest::mouseMove(story()->viewport(), place - QPoint(2, 0));
        QTest::mouseMove(story()->viewport(), place);
        QVERIFY(OpenProgram::click(story()->viewport()->findChild<ActionBar *>(), button));
    }

    // Opens the message's menu and clicks the item.
    void pick(int row, const QString &text)
    {
        story()->setCurrentRow(row);
        const QPoint point =
            story()->messageRect(row).topLeft() + story()->message(row).body.topLeft() + QPoint(4, 4);
        pickAt(point, text);
    }

    void pickAt(const QPoint &point, const QString &text)
    {
        QContextMenuEvent asked(QContextMenuEvent::Mouse, point, story()->viewport()->mapToGlobal(point));
        QCoreApplication::sendEvent(story()->viewport(), &asked);
        QMenu *menu = openMenu();
        QVERIFY(menu);
        for (QAction *action : menu->actions()) {
            if (action->text() == text) {
                clickOn(menu, action);
                return;
            }
        }
        menu->close();
        QFAIL(qPrintable(text + u" is not in the menu"_s));
    }

    static QMenu *openMenu()
    {
        for (QWidget *each : QApplication::topLevelWidgets()) {
            if (auto *menu = qobject_cast<QMenu *>(each); menu && menu->isVisible())
                return menu;
        }
        return nullptr;
    }

    // As a hand does it: a menu takes a click without any way to it for one that closes it.
    static void clickOn(QMenu *menu, QAction *action)
    {
        const QPoint place = menu->actionGeometry(action).center();
        for (int i = 8; i >= 0; --i)
            QTest::mouseMove(menu, place + QPoint(i, 0));
        QTest::mouseClick(menu, Qt::LeftButton, {}, place);
    }

    void openSwipes(int row)
    {
        // The story may be laid out once more after a reply.
        QVERIFY(QTest::qWaitFor([&] {
            click(row, MessagePart::SwipeCount);
            return qobject_cast<SwipeMenu *>(openMenu()) != nullptr;
        }));
    }

    static void pickIn(QMenu *menu, const QString &text)
    {
        QVERIFY(menu);
        for (QAction *action : menu->actions()) {
            if (QString(action->text()).remove(u'&').contains(text))
                return clickOn(menu, action);
        }
        QFAIL(qPrintable(text + u" is not in the menu"_s));
    }

    void undoByClick()
    {
        QVERIFY(undoLine()->isVisible());
        QTest::mouseClick(undoLine()->findChild<QPushButton *>(), Qt::LeftButton);
    }

    void sendAndWait(const QString &text)
    {
        const qsizetype before = messages().size();
        draft()->setFocus();
        QTest::keyClicks(draft(), text);
        QTest::keyClick(draft(), Qt::Key_Return);
        QTRY_COMPARE(messages().size(), before + 2);
        QTRY_VERIFY(isQuiet());
    }

    void chooseTwo()
    {
        story()->setFocus();
        story()->setCurrentRow(1);
        QTest::keyClick(story(), Qt::Key_Down, Qt::ShiftModifier);
        QVERIFY(story()->currentRows().isRun());
    }

    void pickOfRun(const QString &text)
    {
        const int row = story()->currentRows().last();
        pickAt(story()->messageRect(row).topLeft() + story()->message(row).body.topLeft() + QPoint(4, 4),
               text);
    }

    QPlainTextEdit *editor()
    {
        for (const auto *each : story()->viewport()->findChildren<MessageEditor *>()) {
            if (each->isVisible()) // one that was left goes when the event loop runs
                return each->findChild<QPlainTextEdit *>();
        }
        return nullptr;
    }

    std::unique_ptr<OpenProgram> m_program;
};

} // namespace snug

// What one does to the messages of the open chat, by keys and clicks: swipes as a list, moving, merging,
// splitting, several at once; and what is said of it, with the way back.

#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/formats/chatjsonl.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/actionbar.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/messageeditor.h"
#include "widgets/chat/messagelayout.h"
#include "widgets/chat/swipemenu.h"
#include "widgets/chat/transcript.h"
#include "widgets/chat/undoline.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTest>
#include <QTimer>

namespace tst_messagesinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestMessagesInWindow : public QObject
{
    Q_OBJECT

private:
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

    void severalAreOneStep()
    {
        const QStringList before = texts();
        story()->setFocus();
        story()->setCurrentRow(1);
        QTest::keyClick(story(), Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(story(), Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(story()->currentRows().first(), 1);
        QCOMPARE(story()->currentRows().last(), 3);
        QTest::keyClick(story(), Qt::Key_H, Qt::ControlModifier);
        QVERIFY(undoLine()->text().startsWith(u"3 "_s));
        for (int row = 0; row < 5; ++row)
            QCOMPARE(messages().at(row).isHidden, row >= 1 && row <= 3);
        undoByClick();
        for (const Message &message : messages())
            QVERIFY(!message.isHidden);
        QTest::keyClick(story(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QApplication::clipboard()->text().contains(before[3]));
        QTest::keyClick(story(), Qt::Key_Delete);
        QCOMPARE(texts(), QStringList({before[0], before[4]}));
        QVERIFY(undoLine()->text().startsWith(u"3 "_s));
        undoByClick();
        QCOMPARE(texts(), before);

        // With the mouse, and by the menu.
        story()->setCurrentRow(0);
        story()->verticalScrollBar()->setValue(0);
        click(0, MessagePart::Body);
        click(1, MessagePart::Body, Qt::ShiftModifier);
        QVERIFY(story()->currentRows().isRun());
        QVERIFY(story()->selectedText().isEmpty());
        const QPoint point =
            story()->messageRect(1).topLeft() + story()->message(1).body.topLeft() + QPoint(4, 4);
        pickAt(point, u"Delete 2 message(s)"_s); // no language is installed here
        QCOMPARE(texts(), before.sliced(2));
        QTest::keyClick(story(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(texts(), before);
    }

    void severalAreExported_data()
    {
        QTest::addColumn<QString>("end");
        QTest::newRow("text") << u".txt"_s;
        QTest::newRow("Markdown") << u".md"_s;
        QTest::newRow("a chat") << u".jsonl"_s;
    }
    void severalAreExported()
    {
        QFETCH(const QString, end);
        const QTemporaryDir folder;
        const QString target = folder.filePath(u"part"_s + end);
        chooseTwo();
        pickOfRun(u"Export 2 message(s)…"_s);
        auto *dialog = app().window.findChild<QFileDialog *>();
        QVERIFY(dialog);
        OpenProgram::chooseFile(dialog, target);
        QTRY_VERIFY(QFile::exists(target));
        QTRY_VERIFY(app().chatPane.notices()->textOf(u"export"_s).contains(target));
        QFile file(target);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        if (end == u".jsonl") {
            const Chat chat = readChat(bytes).chat;
            QCOMPARE(chat.header, session()->chat().header);
            QCOMPARE(chat.messages, messages().mid(1, 2));
            return;
        }
        const QString text = QString::fromUtf8(bytes);
        QVERIFY(text.contains(messages().at(1).text) && text.contains(messages().at(2).text));
        QVERIFY(!text.contains(messages().at(0).text) && !text.contains(messages().at(3).text));
        QVERIFY(text.startsWith((end == u".md" ? u"**%1**"_s : u"%1: "_s).arg(messages().at(1).name)));
    }

    void severalRunThroughAScript()
    {
        RegexScript script;
        script.id = u"shout"_s;
        script.name = u"Shout & more"_s;
        script.find = u"/the/g"_s;
        script.replacement = u"THE"_s;
        script.promptOnly = true; // chosen, it acts on what is stored
        script.placements = {int(RegexScript::Placement::WorldInfo)};
        QFile file(m_program->libraryFolder() + u"/settings.json"_s);
        m_program->quit();
        QVERIFY(file.open(QIODevice::ReadOnly));
        QJsonObject settings = QJsonDocument::fromJson(file.readAll()).object();
        file.close();
        QJsonObject extensions = settings.value(u"extension_settings"_s).toObject();
        extensions.insert(u"regex"_s, QJsonArray{QJsonObject{{u"id"_s, script.id},
                                                             {u"scriptName"_s, script.name},
                                                             {u"findRegex"_s, script.find},
                                                             {u"replaceString"_s, script.replacement},
                                                             {u"promptOnly"_s, true},
                                                             {u"placement"_s, QJsonArray{5}}}});
        settings.insert(u"extension_settings"_s, extensions);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QJsonDocument(settings).toJson());
        file.close();
        m_program->start();
        app().window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(isSettled());

        const QStringList before = texts();
        QStringList wanted = before;
        for (int row : {1, 2})
            wanted[row].replace(u"the"_s, u"THE"_s);
        QVERIFY(wanted != before);
        chooseTwo();
        pickOfRun(u"Run 2 message(s) through a script…"_s);
        QTRY_VERIFY(openMenu());
        pickIn(openMenu(), u"Shout  more"_s);
        QTRY_COMPARE(texts(), wanted);
        QVERIFY(undoLine()->text().contains(u"changed by the script"_s));
        undoByClick(); // one step
        QCOMPARE(texts(), before);
    }
};

} // namespace tst_messagesinwindow

SNUG_TEST(tst_messagesinwindow, TestMessagesInWindow, Windows)
#include "tst_messagesinwindow.moc"

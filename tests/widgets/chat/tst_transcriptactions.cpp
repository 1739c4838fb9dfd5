// What is done to messages with keys, mouse and menus.

#include "tests/testregistry.h"
#include "tests/widgets/chat/storymodel.h"
#include "tests/widgets/chat/transcriptfixture.h"
#include "widgets/chat/actionbar.h"
#include "widgets/chat/transcript.h"

#include <QApplication>
#include <QClipboard>
#include <QHelpEvent>
#include <QMenu>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QToolTip>

#include <array>

namespace tst_transcriptactions {

using namespace snug;
using namespace Qt::StringLiterals;
using namespace snug::transcriptfixture;

class TestTranscriptActions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        // The offscreen platform says this once for each window; everything else fails.
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    }

    void cleanup() { QVERIFY(QApplication::topLevelWidgets().isEmpty()); }

    void swipesByClickAndKey()
    {
        QList<StoryRow> rows = talk(3);
        rows[2].swipe = 1;
        rows[2].swipes = 3;
        Stage stage(rows);
        QSignalSpy swipes(&stage.view, &Transcript::swipeRequested);
        stage.click(2, stage.view.message(2).swipeNext);
        QCOMPARE(swipes.takeFirst(), (QVariantList{2, 1}));
        stage.click(2, stage.view.message(2).swipeBack);
        QCOMPARE(swipes.takeFirst(), (QVariantList{2, -1}));
        QTest::keyClick(&stage.view, Qt::Key_Right);
        QCOMPARE(swipes.takeFirst(), (QVariantList{2, 1}));
        QTest::keyClick(&stage.view, Qt::Key_Left);
        QCOMPARE(swipes.takeFirst(), (QVariantList{2, -1}));
        stage.model.change(2, [](StoryRow &row) { row.swipe = 0; });
        QTest::keyClick(&stage.view, Qt::Key_Left);
        QCOMPARE(swipes.size(), 0); // there is nothing before the first
        stage.model.change(2, [](StoryRow &row) { row.isStreaming = true; });
        QTest::keyClick(&stage.view, Qt::Key_Right);
        QCOMPARE(swipes.size(), 0);
    }

    void severalMessagesAreChosenTogether()
    {
        Stage stage(talk(6));
        QSignalSpy remove(&stage.view, &Transcript::deleteRequested);
        QSignalSpy hide(&stage.view, &Transcript::hideRequested);
        stage.view.setCurrentRow(4);
        QTest::keyClick(&stage.view, Qt::Key_Up, Qt::ShiftModifier);
        QTest::keyClick(&stage.view, Qt::Key_Up, Qt::ShiftModifier);
        QCOMPARE(stage.view.currentRows().first(), 2);
        QCOMPARE(stage.view.currentRows().last(), 4);
        QTest::keyClick(&stage.view, Qt::Key_H, Qt::ControlModifier);
        QCOMPARE(hide.takeFirst(), (QVariantList{2, 4, true}));
        QTest::keyClick(&stage.view, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text().count(u"\n\n"_s), 2);
        QTest::keyClick(&stage.view, Qt::Key_Delete);
        QCOMPARE(remove.takeFirst(), (QVariantList{2, 4}));
        // An arrow alone is one message again.
        QTest::keyClick(&stage.view, Qt::Key_Down);
        QVERIFY(!stage.view.currentRows().isRun());
        QTest::keyClick(&stage.view, Qt::Key_Delete);
        QCOMPARE(remove.takeFirst(), (QVariantList{3, 3}));
    }

    void keysAskForTheirActions()
    {
        Stage stage(talk(5));
        QSignalSpy regenerate(&stage.view, &Transcript::regenerateRequested);
        QSignalSpy goOn(&stage.view, &Transcript::continueRequested);
        QSignalSpy remove(&stage.view, &Transcript::deleteRequested);
        QSignalSpy hide(&stage.view, &Transcript::hideRequested);
        QTest::keyClick(&stage.view, Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(regenerate.takeFirst(), QVariantList{4});
        QTest::keyClick(&stage.view, Qt::Key_Return, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(goOn.takeFirst(), QVariantList{4});
        stage.view.setCurrentRow(2);
        QTest::keyClick(&stage.view, Qt::Key_Up);
        QCOMPARE(stage.view.currentRow(), 1);
        QTest::keyClick(&stage.view, Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(regenerate.size(), 0); // only the last reply
        QTest::keyClick(&stage.view, Qt::Key_Delete);
        QCOMPARE(remove.takeFirst(), (QVariantList{1, 1}));
        QTest::keyClick(&stage.view, Qt::Key_H, Qt::ControlModifier);
        QCOMPARE(hide.takeFirst(), (QVariantList{1, 1, true}));
        stage.model.change(1, [](StoryRow &row) { row.isHidden = true; });
        QTest::keyClick(&stage.view, Qt::Key_H, Qt::ControlModifier);
        QCOMPARE(hide.takeFirst(), (QVariantList{1, 1, false}));
    }

    void whatIsTypedIsNoCommand()
    {
        Stage stage(talk(5));
        QSignalSpy typed(&stage.view, &Transcript::typed);
        const std::array<QSignalSpy, 6> commands{QSignalSpy(&stage.view, &Transcript::regenerateRequested),
                                                 QSignalSpy(&stage.view, &Transcript::continueRequested),
                                                 QSignalSpy(&stage.view, &Transcript::deleteRequested),
                                                 QSignalSpy(&stage.view, &Transcript::hideRequested),
                                                 QSignalSpy(&stage.view, &Transcript::sceneStartRequested),
                                                 QSignalSpy(&stage.view, &Transcript::originRequested)};
        stage.view.setCurrentRow(2);
        const QString text = u"She hides it [carefully]: RECIPE."_s;
        QTest::keyClicks(&stage.view, text);
        QString all;
        for (const QVariantList &each : std::as_const(typed))
            all += each.first().toString();
        QCOMPARE(all, text);
        for (const QSignalSpy &command : commands)
            QCOMPARE(command.size(), 0);
        QVERIFY(!stage.view.findChild<QPlainTextEdit *>() ||
                !stage.view.findChild<QPlainTextEdit *>()->isVisible());
        QTest::keyClick(&stage.view, Qt::Key_Escape);
        QCOMPARE(typed.last(), QVariantList{QString()});
    }

    void actionBarShowsOnHoverAndActs()
    {
        Stage stage(talk(4), QSize(760, 900));
        QSignalSpy remove(&stage.view, &Transcript::deleteRequested);
        QSignalSpy branch(&stage.view, &Transcript::branchRequested);
        auto *bar = stage.view.findChild<ActionBar *>();
        QTest::mouseMove(stage.view.viewport(), stage.at(1, stage.view.message(1).body));
        QTRY_VERIFY(bar->isVisible());
        QVERIFY(stage.view.messageRect(1).contains(bar->geometry()));
        QVERIFY(!stage.action(u"Regenerate"_s));
        QTest::mouseClick(stage.action(u"Delete"_s), Qt::LeftButton);
        QCOMPARE(remove.takeFirst(), (QVariantList{1, 1}));
        QTest::mouseClick(stage.action(u"Branch from here"_s), Qt::LeftButton);
        QCOMPARE(branch.takeFirst(), QVariantList{1});
        QTest::mouseMove(stage.view.viewport(), stage.at(2, stage.view.message(2).body));
        QTRY_VERIFY(stage.view.messageRect(2).contains(bar->geometry()));
        for (auto *button : bar->findChildren<QToolButton *>())
            QVERIFY(!button->accessibleName().isEmpty());
    }

    void actionBarShowsForTheKeyboard()
    {
        Stage stage(talk(4));
        auto *bar = stage.view.findChild<ActionBar *>();
        QTest::keyClick(&stage.view, Qt::Key_Up);
        QVERIFY(bar->isVisible());
        QVERIFY(stage.view.messageRect(3).contains(bar->geometry()));
    }

    void sceneIsMarkedByKeysAndMovedByItsHandles()
    {
        Stage stage(talk(4));
        QSignalSpy starts(&stage.view, &Transcript::sceneStartRequested);
        QSignalSpy ends(&stage.view, &Transcript::sceneEndRequested);
        QVERIFY(stage.view.sceneHandle(SceneMarks::Handle::Start).isNull());
        stage.view.setCurrentRow(1);
        QTest::keyClick(&stage.view, Qt::Key_BracketLeft, Qt::ControlModifier);
        QTest::keyClick(&stage.view, Qt::Key_BracketRight, Qt::ControlModifier);
        QCOMPARE(starts.size(), 1);
        QCOMPARE(starts.takeFirst().first().toInt(), 1);
        QCOMPARE(ends.takeFirst().first().toInt(), 1);

        // The fourth row shown is message 12 of the chat: that is what the handle says.
        stage.view.setScene({.first = 3, .last = 3, .startNumber = 12, .endNumber = 12});
        const QPoint handle = stage.view.sceneHandle(SceneMarks::Handle::Start).center();
        QVERIFY(stage.view.viewport()->rect().contains(handle));
        QHelpEvent asked(QEvent::ToolTip, handle, stage.view.viewport()->mapToGlobal(handle));
        QApplication::sendEvent(stage.view.viewport(), &asked);
        QTRY_VERIFY2(QToolTip::text().contains(u"message 12"), qPrintable(QToolTip::text()));
        QToolTip::hideText();
        const QPoint target(handle.x(), stage.view.messageRect(2).center().y());
        QTest::mousePress(stage.view.viewport(), Qt::LeftButton, {}, handle);
        QTest::mouseMove(stage.view.viewport(), target);
        QCOMPARE(starts.size(), 0); // only once it is let go
        QTest::mouseRelease(stage.view.viewport(), Qt::LeftButton, {}, target);
        QCOMPARE(starts.size(), 1);
        QCOMPARE(starts.first().first().toInt(), 2);
        QTest::mouseClick(stage.view.viewport(), Qt::LeftButton, {}, handle); // let go where it was
        QCOMPARE(starts.size(), 1);
        QCOMPARE(ends.size(), 0);
    }

    void contextMenuHasTheSameActions()
    {
        QList<StoryRow> rows = talk(3);
        Stage stage(rows);
        QSignalSpy copied(&stage.view, &Transcript::copyDone);
        const QPoint point = stage.at(2, stage.view.message(2).body);
        QContextMenuEvent event(QContextMenuEvent::Mouse, point, stage.view.viewport()->mapToGlobal(point));
        QCoreApplication::sendEvent(stage.view.viewport(), &event);
        auto *menu = stage.view.findChild<QMenu *>();
        QVERIFY(menu);
        QStringList names;
        for (QAction *action : menu->actions()) {
            if (!action->isSeparator())
                names.append(action->text());
        }
        QCOMPARE(names, QStringList({u"Regenerate"_s, u"Continue"_s, u"Swipes…"_s, u"Edit"_s, u"Copy"_s,
                                     u"Copy as Markdown"_s, u"Branch from here"_s, u"Keep a checkpoint…"_s,
                                     u"Start scene here"_s, u"End scene here"_s, u"Hide from the prompt"_s,
                                     u"Move up"_s, u"Merge with the message above"_s, u"Narrate below…"_s,
                                     u"Delete"_s}));
        menu->actions().at(5)->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), stage.model.row(2).text);
        QCOMPARE(copied.size(), 1);
        menu->close();
        QTRY_VERIFY(!stage.view.findChild<QMenu *>());
    }

    void selectsWithTheMouseAndCopies()
    {
        QList<StoryRow> rows = talk(2);
        rows[0].text = u"*She* says \"hello\"\n\nand leaves."_s;
        Stage stage(rows);
        const QRect body = stage.view.message(0).body.translated(stage.view.messageRect(0).topLeft());
        QTest::mousePress(stage.view.viewport(), Qt::LeftButton, {}, body.topLeft() + QPoint(1, 8));
        QTest::mouseMove(stage.view.viewport(), body.bottomRight() - QPoint(1, 3));
        QTest::mouseRelease(stage.view.viewport(), Qt::LeftButton, {}, body.bottomRight() - QPoint(1, 3));
        QCOMPARE(stage.view.selectedText(), u"She says \"hello\"\nand leaves."_s);
        QTest::keyClick(&stage.view, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), u"She says \"hello\"\nand leaves."_s);
        // Beyond the message the selection ends with it.
        QTest::mousePress(stage.view.viewport(), Qt::LeftButton, {}, body.topLeft() + QPoint(1, 8));
        QTest::mouseMove(stage.view.viewport(), stage.at(1, stage.view.message(1).body));
        QTest::mouseRelease(stage.view.viewport(), Qt::LeftButton, {},
                            stage.at(1, stage.view.message(1).body));
        QCOMPARE(stage.view.selectedText(), u"She says \"hello\"\nand leaves."_s);
        QTest::mouseClick(stage.view.viewport(), Qt::LeftButton, {}, body.topLeft() + QPoint(1, 8));
        QCOMPARE(stage.view.selectedText(), QString());
        QTest::mouseDClick(stage.view.viewport(), Qt::LeftButton, {}, body.topLeft() + QPoint(4, 8));
        QCOMPARE(stage.view.selectedText(), u"She"_s);
    }

    void copyWithoutSelectionTakesTheMessage()
    {
        Stage stage(talk(2));
        stage.view.setCurrentRow(0);
        QTest::keyClick(&stage.view, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), stage.model.row(0).text);
    }
};

} // namespace tst_transcriptactions

SNUG_TEST(tst_transcriptactions, TestTranscriptActions, Windows)
#include "tst_transcriptactions.moc"

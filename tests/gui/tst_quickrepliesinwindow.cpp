// Quick replies: buttons of the user's own, made, changed, moved and pressed.

#include "app/chat/chatcontroller.h"
#include "app/settings.h"
#include "tests/gui/composerhands.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/quickbar.h"
#include "widgets/dialogs/quickreplydialog.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QRadioButton>
#include <QRegularExpression>
#include <QTest>

namespace tst_quickrepliesinwindow {

using namespace snug;
using namespace Qt::StringLiterals;

class TestQuickRepliesInWindow : public QObject, ComposerHands
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    } // offscreen

    void cleanup()
    {
        if (m_program)
            m_program->quit();
        m_program.reset();
    }

    void quickRepliesAreButtons()
    {
        open();
        QVERIFY(!app().chatPane.quick()->isVisible()); // they are off in these settings
        app().actions.action(ActionId::QuickReplies)->trigger();
        QTRY_VERIFY(app().chatPane.quick()->isVisible() && button(app().chatPane.quick(), u"Look"_s));
        composer()->setDraft(u"being written"_s);
        const qsizetype before = chat().messages.size();
        button(app().chatPane.quick(), u"Look"_s)->click(); // /send *I look around.*
        QTRY_COMPARE(chat().messages.size(), before + 1);
        QCOMPARE(chat().messages.last().text, u"*I look around.*"_s);
        QCOMPARE(composer()->draft(), u"being written"_s);
        button(app().chatPane.quick(), u"Dice"_s)->click(); // /roll is not Snug's
        QTRY_VERIFY(app().chatPane.notices()->textOf(u"quick-replies"_s).contains(u"/roll"));
        QCOMPARE(chat().messages.size(), before + 1);
    }

    void ownButtonsAreMadeChangedAndDeleted()
    {
        open(OpenProgram::Content::Sample);
        app().actions.action(ActionId::QuickReplies)->trigger();
        QTRY_VERIFY(app().chatPane.quick()->isVisible());
        QVERIFY(OpenProgram::click(app().chatPane.quick(), u"New quick reply"_s));
        fill(u"Hush"_s, u"*{{user}} says nothing.*"_s);
        QTRY_VERIFY(button(app().chatPane.quick(), u"Hush"_s));
        const qsizetype before = chat().messages.size();
        button(app().chatPane.quick(), u"Hush"_s)->click();
        QTRY_VERIFY(chat().messages.size() > before);
        QVERIFY(chat().messages.at(before).text.endsWith(u" says nothing.*"));
        QVERIFY(!chat().messages.at(before).text.contains(u"{{"));
        QTRY_VERIFY(!app().chat.session()->reply().isUnderWay());
        chooseOf(u"Hush"_s, u"Edit…"_s);
        fill(u"Quiet"_s, u"Shh."_s);
        QTRY_VERIFY(button(app().chatPane.quick(), u"Quiet"_s) && !button(app().chatPane.quick(), u"Hush"_s));
        chooseOf(u"Quiet"_s, u"Delete"_s);
        QTRY_VERIFY(!button(app().chatPane.quick(), u"Quiet"_s));
        QTRY_VERIFY(button(app().chatPane.notices(), u"Undo"_s));
        button(app().chatPane.notices(), u"Undo"_s)->click();
        QTRY_VERIFY(button(app().chatPane.quick(), u"Quiet"_s));
    }

    // With the keys that every list has; Ctrl+Z takes back one step after the other.
    void ownButtonsByKeyAlone()
    {
        open(OpenProgram::Content::Sample);
        app().actions.action(ActionId::QuickReplies)->trigger();
        QTRY_VERIFY(app().chatPane.quick()->isVisible());
        for (const QString &name : {u"One"_s, u"Two"_s}) {
            QVERIFY(OpenProgram::click(app().chatPane.quick(), u"New quick reply"_s));
            fill(name, u"Say "_s + name);
            QTRY_VERIFY(button(app().chatPane.quick(), name));
        }
        app().window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        button(app().chatPane.quick(), u"One"_s)->setFocus();
        QTest::keyClick(button(app().chatPane.quick(), u"One"_s), Qt::Key_Delete);
        QTRY_VERIFY(!button(app().chatPane.quick(), u"One"_s));
        // The keyboard is where it was.
        QTRY_VERIFY(button(app().chatPane.quick(), u"Two"_s)->hasFocus());
        QTest::keyClick(button(app().chatPane.quick(), u"Two"_s), Qt::Key_F2);
        fill(u"Zwei"_s, u"Say two"_s);
        QTRY_VERIFY(button(app().chatPane.quick(), u"Zwei"_s));
        app().window.activateWindow(); // the dialog had been in front
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTest::keyClick(button(app().chatPane.quick(), u"Zwei"_s), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(button(app().chatPane.quick(), u"Two"_s) && !button(app().chatPane.quick(), u"Zwei"_s));
        QTest::keyClick(button(app().chatPane.quick(), u"Two"_s), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(button(app().chatPane.quick(), u"One"_s));
        QVERIFY(button(app().chatPane.quick(), u"Two"_s));
    }

    // Each says what was done, with Undo, and Ctrl+Z takes all of them back.
    void whatIsDoneToButtonsIsTakenBack()
    {
        open(OpenProgram::Content::Sample);
        app().actions.action(ActionId::QuickReplies)->trigger();
        QTRY_VERIFY(app().chatPane.quick()->isVisible());
        for (const QString &name : {u"One"_s, u"Two"_s}) {
            QVERIFY(OpenProgram::click(app().chatPane.quick(), u"New quick reply"_s));
            fill(name, u"Say "_s + name);
            QTRY_VERIFY(button(app().chatPane.quick(), name));
        }
        const QStringList before{u"One"_s, u"Two"_s};
        const auto undo = [this] { return OpenProgram::click(app().chatPane.notices(), u"Undo"_s); };
        chooseOf(u"Two"_s, u"Move to the Left"_s);
        QTRY_COMPARE(quickLabels(), (QStringList{u"Two"_s, u"One"_s}));
        QVERIFY(undo());
        QTRY_COMPARE(quickLabels(), before);
        chooseOf(u"One"_s, u"Duplicate"_s);
        QTRY_COMPARE(quickLabels(), (QStringList{u"One"_s, u"One"_s, u"Two"_s}));
        QVERIFY(undo());
        QTRY_COMPARE(quickLabels(), before);
        chooseOf(u"One"_s, u"Edit…"_s);
        fill(u"Uno"_s, u"Say one"_s);
        QTRY_COMPARE(quickLabels(), (QStringList{u"Uno"_s, u"Two"_s}));
        QVERIFY(undo());
        QTRY_COMPARE(quickLabels(), before);
        // From the set that sends into the one that inserts, and back.
        chooseOf(u"One"_s, u"Edit…"_s);
        QTRY_VERIFY(app().window.findChild<QuickReplyDialog *>());
        app().window.findChild<QuickReplyDialog *>()->findChildren<QRadioButton *>().last()->click();
        fill(u"Uno"_s, u"Say one"_s);
        QTRY_COMPARE(quickLabels(), (QStringList{u"Two"_s, u"Uno"_s}));
        chooseOf(u"Two"_s, u"Delete"_s);
        QTRY_COMPARE(quickLabels(), QStringList{u"Uno"_s});
        app().window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        app().actions.action(ActionId::FocusTranscript)->trigger();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(quickLabels(), (QStringList{u"Two"_s, u"Uno"_s}));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(quickLabels(), before);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier); // made last
        QTRY_COMPARE(quickLabels(), QStringList{u"One"_s});
    }

    void ownButtonsAreCopiedMovedAndEachSendsOrInserts()
    {
        open(OpenProgram::Content::Sample);
        app().actions.action(ActionId::QuickReplies)->trigger();
        QTRY_VERIFY(app().chatPane.quick()->isVisible());
        for (const QString &name : {u"One"_s, u"Two"_s}) {
            QVERIFY(OpenProgram::click(app().chatPane.quick(), u"New quick reply"_s));
            fill(name, u"Say "_s + name);
            QTRY_VERIFY(button(app().chatPane.quick(), name));
        }
        chooseOf(u"Two"_s, u"Move to the Left"_s);
        QTRY_COMPARE(quickLabels(), (QStringList{u"Two"_s, u"One"_s}));
        chooseOf(u"Two"_s, u"Duplicate"_s);
        QTRY_COMPARE(quickLabels(), (QStringList{u"Two"_s, u"Two"_s, u"One"_s}));

        // One inserts from now on; the others go on sending.
        chooseOf(u"One"_s, u"Edit…"_s);
        QTRY_VERIFY(app().window.findChild<QuickReplyDialog *>());
        app().window.findChild<QuickReplyDialog *>()->findChildren<QRadioButton *>().last()->click();
        fill(u"Uno"_s, u"Say one"_s);
        QTRY_COMPARE(quickLabels(), (QStringList{u"Two"_s, u"Two"_s, u"Uno"_s}));
        const qsizetype before = chat().messages.size();
        button(app().chatPane.quick(), u"Uno"_s)->click();
        QCOMPARE(composer()->draft(), u"Say one"_s);
        QCOMPARE(chat().messages.size(), before);
        composer()->setDraft({});
        button(app().chatPane.quick(), u"Two"_s)->click();
        QTRY_VERIFY(chat().messages.size() > before);
        QTRY_VERIFY(!app().chat.session()->reply().isUnderWay());

        // What has no room has the same menu, behind the last button.
        for (int i = 0; i < 6; ++i) {
            QVERIFY(OpenProgram::click(app().chatPane.quick(), u"New quick reply"_s));
            fill(u"A long label of a button %1"_s.arg(i), u"Say it"_s);
        }
        auto *rest = app().chatPane.quick()->findChild<QMenu *>();
        QTRY_VERIFY(!rest->actions().isEmpty());
        const QString hidden = rest->actions().last()->text();
        rest->popup(app().window.geometry().center());
        QTRY_VERIFY(rest->isVisible());
        const QPoint at = rest->actionGeometry(rest->actions().last()).center();
        QContextMenuEvent asked(QContextMenuEvent::Mouse, at, rest->mapToGlobal(at));
        QCoreApplication::sendEvent(rest, &asked);
        QTRY_VERIFY(!rest->isVisible());
        const auto menus = app().chatPane.quick()->findChildren<QMenu *>();
        QMenu *menu = menus.last();
        QTRY_VERIFY(menu != rest && menu->isVisible());
        const QList<QAction *> offered = menu->actions();
        const auto remove = std::ranges::find(offered, u"Delete"_s, &QAction::text);
        QVERIFY(remove != offered.end());
        (*remove)->trigger();
        menu->close();
        QTRY_VERIFY(
            std::ranges::none_of(rest->actions(), [&](const QAction *one) { return one->text() == hidden; }));
    }
};

} // namespace tst_quickrepliesinwindow

SNUG_TEST(tst_quickrepliesinwindow, TestQuickRepliesInWindow, Windows)
#include "tst_quickrepliesinwindow.moc"

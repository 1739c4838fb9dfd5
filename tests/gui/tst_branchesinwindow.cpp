// The tree of a chat's branches: seen, walked by key and mouse, followed to where one leaves.

#include "app/chat/chatcontroller.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/transcript.h"
#include "widgets/library/branchesdialog.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QInputDialog>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QTreeWidget>

#include <algorithm>

namespace tst_branchesinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestBranchesInWindow : public QObject
{
    Q_OBJECT

private:
    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() { return app().chat.session(); }
    Transcript *story() { return app().chatPane.transcript(); }
    BranchesDialog *dialog() { return app().window.findChild<BranchesDialog *>(); }
    QTreeWidget *tree() { return dialog()->tree(); }
    QString openName() { return app().chat.reference()->name; }
    bool isSettled()
    {
        return session() && !session()->preview().isBusy() && app().workspace.content.isReady();
    }

    void branchAt(int row)
    {
        const QString before = openName();
        story()->setFocus();
        story()->setCurrentRow(row);
        QTest::keyClick(story(), Qt::Key_B, Qt::ControlModifier);
        QTRY_VERIFY(openName() != before);
        QTRY_VERIFY(isSettled());
        QTRY_COMPARE(session()->record().saver().state().kind, SaveStatus::Kind::Saved);
    }

    void press(const QString &text)
    {
        for (QPushButton *button : dialog()->findChildren<QPushButton *>()) {
            if (QString(button->text()).remove(u'&') == text) {
                QVERIFY(button->isEnabled());
                QTest::mouseClick(button, Qt::LeftButton);
                return;
            }
        }
        QFAIL(qPrintable(text));
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
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void theTreeIsWalked()
    {
        const QString main = openName();
        QTest::keyClick(&app().window, Qt::Key_B, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY(dialog()->isVisible());
        QTRY_COMPARE(tree()->topLevelItemCount(), 1);
        QCOMPARE(tree()->topLevelItem(0)->childCount(), 0);

        // It follows what is branched meanwhile.
        branchAt(2);
        const QString first = openName();
        branchAt(1);
        const QString second = openName();
        QVERIFY(first != main && second != first);
        const auto top = [this] { return tree()->topLevelItem(0); };
        QTRY_VERIFY(top() && top()->childCount() == 1 && top()->child(0)->childCount() == 1);
        QTreeWidgetItem *deepest = top()->child(0)->child(0);
        QVERIFY2(deepest->text(0).endsWith(u"(open)"), qPrintable(deepest->text(0)));
        QVERIFY(top()->child(0)->text(1).startsWith(u"2  "));
        QVERIFY(deepest->text(1).startsWith(u"1  "));
        QCOMPARE(deepest->text(2), u"2"_s);

        // By key to the chat that all of it comes from.
        tree()->setFocus();
        QTest::keyClick(tree(), Qt::Key_Home);
        QTest::keyClick(tree(), Qt::Key_Return);
        QTRY_COMPARE(openName(), main);
        QTRY_VERIFY(top() && top()->text(0).endsWith(u"(open)"));

        // By mouse into a branch.
        QTreeWidgetItem *branch = top()->child(0);
        const QPoint place = tree()->visualItemRect(branch).center();
        QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {}, place);
        QTest::mouseDClick(tree()->viewport(), Qt::LeftButton, {}, place);
        QTRY_COMPARE(openName(), first);
    }

    // From the message's menu, under a name of one's own; the chat stays open, and Undo takes both away.
    void aCheckpointIsKeptAndTakenBack()
    {
        const QString main = openName();
        story()->setFocus();
        story()->setCurrentRow(1);
        app().actions.action(ActionId::CheckpointHere)->trigger();
        QInputDialog *dialog = nullptr;
        QTRY_VERIFY(dialog = app().window.findChild<QInputDialog *>(u"checkpoint"_s));
        QVERIFY(dialog->textValue().endsWith(u" - Checkpoint #1"_s));
        dialog->setTextValue(u"Before the fog"_s);
        QTest::keyClick(dialog, Qt::Key_Return);
        const auto isListed = [this] {
            return std::ranges::contains(app().library.contents().chatsOf(app().chat.reference()->cardFile),
                                         u"Before the fog"_s, &ChatSummary::name);
        };
        QTRY_VERIFY(isListed());
        QCOMPARE(openName(), main);
        app().window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTest::keyClick(&app().window, Qt::Key_B, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY(tree()->topLevelItem(0) && tree()->topLevelItem(0)->childCount() == 1);
        const QTreeWidgetItem *kept = tree()->topLevelItem(0)->child(0);
        QVERIFY2(kept->text(0).contains(u"Before the fog"_s), qPrintable(kept->text(0)));
        QCOMPARE(kept->text(2), u"2"_s); // messages
        this->dialog()->close();
        story()->setFocus();
        app().actions.action(ActionId::Undo)->trigger();
        QTRY_VERIFY(!isListed());
        app().actions.action(ActionId::Redo)->trigger();
        QTRY_VERIFY(isListed());
    }

    void whereOneLeavesIsShown()
    {
        const QString main = openName();
        branchAt(2);
        QTest::keyClick(&app().window, Qt::Key_B, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY(tree()->topLevelItem(0) && tree()->topLevelItem(0)->childCount() == 1);
        QCOMPARE(tree()->currentItem(), tree()->topLevelItem(0)->child(0)); // the open one
        press(u"Show Where It Leaves"_s);
        QTRY_COMPARE(openName(), main);
        QTRY_COMPARE(story()->currentRow(), 2);
        // The message is there already.
        story()->setCurrentRow(0);
        QTRY_VERIFY(tree()->topLevelItem(0)->text(0).endsWith(u"(open)"));
        tree()->setFocus();
        QTest::keyClick(tree(), Qt::Key_End);
        press(u"Show Where It Leaves"_s);
        QTRY_COMPARE(story()->currentRow(), 2);
        QCOMPARE(openName(), main);
    }
};

} // namespace tst_branchesinwindow

SNUG_TEST(tst_branchesinwindow, TestBranchesInWindow, Windows)
#include "tst_branchesinwindow.moc"

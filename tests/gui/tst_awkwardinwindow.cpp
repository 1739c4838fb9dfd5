// What is said of a folder when it is opened, and what can be done about it.

#include "app/chat/chatcontroller.h"
#include "app/library/librarycontroller.h"
#include "core/library/chatsmodel.h"
#include "core/library/library.h"
#include "tests/gui/libraryhands.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/library/awkwarddialog.h"
#include "widgets/library/chatlist.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QComboBox>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

namespace tst_awkwardinwindow {

using namespace snug;
using namespace Qt::StringLiterals;

class TestAwkwardInWindow : public QObject, LibraryHands
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>(OpenProgram::Content::SillyTavern);
        waitUntilOpen();
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
    }

    // At the start in one line at the bottom, and without anything to close.
    void whatTheFirstFolderHoldsIsSaid()
    {
        spoil(); // and starts again
        const auto news = [this] { return app().window.findChild<QLabel *>(u"activityLabel"_s)->text(); };
        QTRY_VERIFY_WITH_TIMEOUT(news().contains(u"character(s), "_s), MostWait);
        QVERIFY2(news().contains(u"could not be read"_s), qPrintable(news()));
        QVERIFY(!notices()->isShown(u"opened"_s));
        auto *show = app().window.findChild<QPushButton *>(u"newsButton"_s);
        QVERIFY(show && show->isVisible());
        QTest::mouseClick(show, Qt::LeftButton);
        QTRY_VERIFY(dialog()->isVisible());
        QVERIFY(dialog()->list()->topLevelItemCount() >= 4);
        QVERIFY(!show->isVisible());
    }

    // What a folder holds is said once it is opened, with the list of what cannot be used.
    void whatAFolderHoldsIsSaid()
    {
        spoil();
        app().libraryController.openFolder(m_program->libraryFolder());
        QTRY_VERIFY_WITH_TIMEOUT(notices()->isShown(u"opened"_s), MostWait);
        const QString text = notices()->textOf(u"opened"_s);
        QVERIFY2(text.contains(u"character(s), "_s) && text.contains(u"could not be read"_s) &&
                     text.contains(u"1 link(s) lead nowhere"_s) &&
                     text.contains(u"1 chat(s) belong to nobody"_s),
                 qPrintable(text));
        QVERIFY(OpenProgram::click(notices(), u"Show"_s));
        QTRY_VERIFY(dialog()->isVisible());
        QVERIFY(dialog()->list()->topLevelItemCount() >= 4);
    }

    void orphansAreGivenAwayAndComeBack()
    {
        spoil();
        app().actions.action(ActionId::CannotBeUsed)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(row(u"Nobody At Home"_s) != nullptr, MostWait);
        dialog()->list()->setCurrentItem(row(u"Nobody At Home"_s));
        QVERIFY(OpenProgram::click(dialog(), u"Give to a Character…"_s));
        auto *question = dialog()->findChild<QInputDialog *>(u"giveTo"_s);
        QVERIFY(question);
        const CardSummary card = app().library.contents().cards.first();
        const qsizetype before = app().library.contents().chatsOf(card.file).size();
        auto *box = question->findChild<QComboBox *>();
        box->setCurrentText(card.name);
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_COMPARE(app().library.contents().chatsOf(card.file).size(), before + 1);
        QTRY_VERIFY(row(u"Nobody At Home"_s) == nullptr);
        QVERIFY(OpenProgram::click(notices(), u"Undo"_s));
        QTRY_COMPARE(app().library.contents().chatsOf(card.file).size(), before);
        QTRY_VERIFY(row(u"Nobody At Home"_s) != nullptr);
    }

    // Archived, they are kept and no longer said; unarchived from the list of chats they can be given away.
    void orphansAreArchivedAndComeBack()
    {
        spoil();
        app().actions.action(ActionId::CannotBeUsed)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(row(u"Nobody At Home"_s) != nullptr, MostWait);
        dialog()->list()->setCurrentItem(row(u"Nobody At Home"_s));
        QVERIFY(OpenProgram::click(dialog(), u"Archive"_s));
        QTRY_VERIFY(row(u"Nobody At Home"_s) == nullptr);
        const QString file = m_program->libraryFolder() + u"/chats/Nobody At Home/left.jsonl"_s;
        QVERIFY(QFile::exists(file));
        QVERIFY(OpenProgram::click(notices(), u"Undo"_s));
        QTRY_VERIFY(row(u"Nobody At Home"_s) != nullptr);
        dialog()->list()->setCurrentItem(row(u"Nobody At Home"_s));
        QVERIFY(OpenProgram::click(dialog(), u"Archive"_s));
        QTRY_VERIFY(row(u"Nobody At Home"_s) == nullptr);
        QTest::keyClick(dialog(), Qt::Key_Escape);

        // Still so after the next start.
        m_program->restart();
        QTRY_VERIFY_WITH_TIMEOUT(app().library.contents().chatsAreComplete, MostWait);
        app().actions.action(ActionId::CannotBeUsed)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(row(u"Ghosts"_s) != nullptr, MostWait);
        QVERIFY(row(u"Nobody At Home"_s) == nullptr);
        ChatList *chats = app().libraryPane.chats();
        const auto scope = chats->findChild<QToolButton *>(u"chatScope"_s)->menu()->actions();
        const ChatReference left{.cardFile = u"Nobody At Home.png"_s, .name = u"left"_s};
        scope.value(1)->trigger(); // of all
        for (QAction *action : scope) {
            if (action->text().remove(u'&') == u"Include Archived"_s)
                action->trigger();
        }
        QTRY_VERIFY(app().chats.indexOf(left).isValid());
        const QModelIndex index = app().chats.indexOf(left);
        chats->view()->scrollTo(index);
        QTest::mouseClick(chats->view()->viewport(), Qt::LeftButton, {},
                          chats->view()->visualRect(index).center());
        QVERIFY(OpenProgram::click(notices(), u"Unarchive"_s));
        QTRY_VERIFY_WITH_TIMEOUT(row(u"Nobody At Home"_s) != nullptr, MostWait);
    }

    // Chosen in the list of all chats, such a chat says where the ways on are.
    void aChatOfNobodyLeadsToTheList()
    {
        spoil();
        ChatList *chats = app().libraryPane.chats();
        chats->findChild<QToolButton *>(u"chatScope"_s)->menu()->actions().value(1)->trigger(); // of all
        const ChatReference left{.cardFile = u"Nobody At Home.png"_s, .name = u"left"_s};
        QTRY_VERIFY(app().chats.indexOf(left).isValid());
        const QModelIndex index = app().chats.indexOf(left);
        chats->view()->scrollTo(index);
        QTest::mouseClick(chats->view()->viewport(), Qt::LeftButton, {},
                          chats->view()->visualRect(index).center());
        QTRY_VERIFY(notices()->textOf(u"ownerless"_s).contains(u"belongs to nobody"_s));
        QVERIFY(OpenProgram::click(notices(), u"Show"_s));
        QTRY_VERIFY_WITH_TIMEOUT(row(u"Nobody At Home"_s) != nullptr, MostWait);
    }

    void missingMembersAreRemovedAndComeBack()
    {
        spoil();
        app().actions.action(ActionId::CannotBeUsed)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(row(u"Ghosts"_s) != nullptr, MostWait);
        dialog()->list()->setCurrentItem(row(u"Ghosts"_s));
        QVERIFY(OpenProgram::click(dialog(), u"Remove from the Group"_s));
        QTRY_VERIFY(row(u"Ghosts"_s) == nullptr);
        QVERIFY(OpenProgram::click(notices(), u"Undo"_s));
        QTRY_VERIFY(row(u"Ghosts"_s) != nullptr);
    }

    void missingMembersAreReplaced()
    {
        spoil();
        app().actions.action(ActionId::CannotBeUsed)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(row(u"Ghosts"_s) != nullptr, MostWait);
        dialog()->list()->setCurrentItem(row(u"Ghosts"_s));
        QVERIFY(OpenProgram::click(dialog(), u"Replace…"_s));
        const CardSummary card = app().library.contents().cards.first();
        auto *box = dialog()->findChild<QInputDialog *>(u"giveTo"_s)->findChild<QComboBox *>();
        box->setCurrentText(card.name);
        QTest::keyClick(box, Qt::Key_Return);
        const auto members = [this] {
            for (const GroupSummary &group : app().library.contents().groups) {
                if (group.file == u"91"_s)
                    return group.group.members;
            }
            return QStringList();
        };
        QTRY_COMPARE(members(), QStringList{card.file});
        QTRY_VERIFY(row(u"Ghosts"_s) == nullptr);
        QVERIFY(OpenProgram::click(notices(), u"Undo"_s));
        QTRY_COMPARE(members(), QStringList{u"Nobody At All.png"_s});
    }

    // A card of that name is all that such chats need to be opened.
    void aCharacterIsMadeForOrphans()
    {
        spoil();
        app().actions.action(ActionId::CannotBeUsed)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(row(u"Nobody At Home"_s) != nullptr, MostWait);
        dialog()->list()->setCurrentItem(row(u"Nobody At Home"_s));
        QVERIFY(OpenProgram::click(dialog(), u"Make a Character for Them"_s));
        QTRY_VERIFY(app().chat.session() && app().chat.session()->chat().name == u"left"_s);
        QCOMPARE(app().chat.session()->chat().messages.first().text, u"Hello?"_s);
        QTRY_VERIFY(row(u"Nobody At Home"_s) == nullptr);
    }

    void unreadableFilesGoToTheTrash()
    {
        spoil();
        app().actions.action(ActionId::CannotBeUsed)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(row(u"torn.png"_s) != nullptr, MostWait);
        dialog()->list()->setCurrentItem(row(u"torn.png"_s));
        QVERIFY(OpenProgram::click(dialog(), u"Delete"_s));
        QTRY_VERIFY(row(u"torn.png"_s) == nullptr);
        QVERIFY(OpenProgram::click(notices(), u"Undo"_s));
        QTRY_VERIFY(row(u"torn.png"_s) != nullptr);
    }
};

} // namespace tst_awkwardinwindow

SNUG_TEST(tst_awkwardinwindow, TestAwkwardInWindow, Windows)
#include "tst_awkwardinwindow.moc"

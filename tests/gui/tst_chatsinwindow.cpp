// The list of chats: renamed, copied, pinned, archived, deleted, shown for everybody, each with a way back.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/library/librarycontroller.h"
#include "core/library/chatsmodel.h"
#include "core/library/chattitle.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/library/chatlist.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QFile>
#include <QInputDialog>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

namespace tst_chatsinwindow {

using namespace snug;
using namespace Qt::StringLiterals;

static constexpr int MostWait = 20'000;

class TestChatsInWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>(OpenProgram::Content::SillyTavern);
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
        QTRY_VERIFY_WITH_TIMEOUT(app().library.contents().chatsAreComplete, MostWait);
        QTRY_VERIFY(app().chats.rowCount() > 2);
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
    }

    // The open one too: its file has the new name, the window goes on with it, and Undo gives the old one
    // back.
    void f2RenamesTheOpenChat()
    {
        const QString before = app().chat.reference()->name;
        const qsizetype messages = app().chat.session()->conversation().size();
        choose(before);
        QTest::keyClick(view(), Qt::Key_F2);
        typeName(u"The long winter"_s);
        QTRY_COMPARE(openName(), u"The long winter"_s);
        QTRY_COMPARE(app().chat.session()->conversation().size(), messages);
        QVERIFY(names().contains(u"The long winter"_s) && !names().contains(before));
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Undo"_s));
        QTRY_COMPARE(openName(), before);
        QTRY_VERIFY(names().contains(before));
    }

    // Ctrl+Z in one chat does not bring what was typed in another.
    void whatIsTypedStaysInItsChat()
    {
        const QString first = openName();
        const QString second = names().first() == first ? names().at(1) : names().first();
        auto *draft = app().chatPane.composer()->findChild<QPlainTextEdit *>();
        draft->setFocus();
        QTest::keyClicks(draft, u"Only here"_s);
        choose(second);
        QTest::keyClick(view(), Qt::Key_Return);
        QTRY_COMPARE(openName(), second);
        QTRY_VERIFY(app().chat.session());
        QCOMPARE(draft->toPlainText(), QString());
        draft->setFocus();
        QTest::keyClick(draft, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(draft->toPlainText(), QString());
        choose(first);
        QTest::keyClick(view(), Qt::Key_Return);
        QTRY_COMPARE(openName(), first);
        QTRY_COMPARE(draft->toPlainText(), u"Only here"_s);
    }

    void aTakenNameIsRefused()
    {
        const QString open = app().chat.reference()->name;
        const QString other = names().first() == open ? names().at(1) : names().first();
        choose(other);
        QTest::keyClick(view(), Qt::Key_F2);
        typeName(open);
        QTRY_VERIFY(app().chatPane.notices()->textOf(u"error"_s).contains(u"already"_s));
        QVERIFY(names().contains(other) && names().contains(open));
    }

    void theOpenOneMovesToAnotherCharacter()
    {
        const QString name = openName();
        const QString file = app().chat.reference()->cardFile;
        const qsizetype messages = app().chat.session()->conversation().size();
        pick(name, u"Move to Another Character…"_s);
        auto *dialog = app().window.findChild<QInputDialog *>(u"moveChat"_s);
        QVERIFY(dialog);
        auto *box = dialog->findChild<QComboBox *>();
        QVERIFY(box && box->count() > 0);
        QTest::keyClick(dialog, Qt::Key_Return);
        QTRY_VERIFY(app().chat.reference() && app().chat.reference()->cardFile != file);
        QTRY_COMPARE(app().chat.session()->conversation().size(), messages);
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Undo"_s));
        QTRY_VERIFY(app().chat.reference() && app().chat.reference()->cardFile == file);
        QTRY_COMPARE(openName(), name);
        QTRY_VERIFY(names().contains(name));
    }

    void pinnedChatsStandFirstAndStaySo()
    {
        const QString last = names().last();
        pick(last, u"Pin to the Top"_s);
        QTRY_COMPARE(names().first(), last);
        QVERIFY(view()->model()->index(0, 0).data(ChatsModel::PinnedRole).toBool());
        QTRY_COMPARE(app().library.saveState().pending, 0);
        m_program->restart();
        QTRY_VERIFY_WITH_TIMEOUT(app().library.contents().chatsAreComplete, MostWait);
        QTRY_COMPARE(names().value(0), last);
        pick(last, u"Unpin"_s);
        QTRY_VERIFY(!view()->model()->index(0, 0).data(ChatsModel::PinnedRole).toBool());
    }

    void archivedChatsAreListedWhenAskedFor()
    {
        const QString last = names().last();
        QVERIFY(last != openName());
        pick(last, u"Archive"_s);
        QTRY_VERIFY(!names().contains(last));
        scope(u"Include Archived"_s);
        QTRY_VERIFY(names().contains(last));
        scope(u"Include Archived"_s);
        QTRY_VERIFY(!names().contains(last));
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Undo"_s));
        QTRY_VERIFY(names().contains(last));
    }

    void deleteKeyDeletesAndUndoBringsBack()
    {
        const QString last = names().last();
        choose(last);
        QTest::keyClick(view(), Qt::Key_Delete);
        QTRY_VERIFY(!names().contains(last));
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Undo"_s));
        QTRY_VERIFY(names().contains(last));
    }

    // With a name of its own, chosen so that F2 gives it another; Ctrl+Z takes it back, also where it is
    // open.
    void ctrlDCopiesAndCtrlZTakesItBack()
    {
        const QStringList before = names();
        const QString original = openName();
        const qsizetype messages = app().chat.session()->conversation().size();
        const QString title = titleOf(original);
        choose(original);
        QTest::keyClick(view(), Qt::Key_D, Qt::ControlModifier);
        QTRY_COMPARE(names().size(), before.size() + 1);
        QStringList made = names();
        made.removeIf([&](const QString &name) { return before.contains(name); });
        const QString copy = made.value(0);
        QVERIFY2(titleOf(copy) == copy && copy != title, qPrintable(copy));
        QVERIFY(copy.startsWith(title.first(3)));
        QTRY_COMPARE(list()->current()->reference.name, copy);
        QCOMPARE(openName(), original);
        QVERIFY(app().chatPane.notices()->textOf(u"chat"_s).contains(copy));
        QTest::keyClick(view(), Qt::Key_Return);
        QTRY_COMPARE(openName(), copy);
        QTRY_VERIFY(app().chat.session());
        QCOMPARE(app().chat.session()->conversation().size(), messages);
        view()->setFocus();
        QTest::keyClick(view(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(names().size(), before.size());
        QVERIFY(!names().contains(copy));
        QVERIFY(openName() != copy);
    }

    void aGroupsChatIsCopiedFromItsMenu()
    {
        const QString group = u"1795299964857"_s;
        const QString name = u"2026-11-21@22h26m04s850ms"_s;
        app().libraryController.openChatOf(CastEntry::Kind::Group, group, name);
        QTRY_COMPARE(openName(), name);
        QTRY_VERIFY(names().contains(name));
        const QStringList before = names();
        const auto listed = [&] {
            QFile file(app().library.layout().group(group));
            return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
        };
        pick(name, u"Duplicate"_s);
        QTRY_COMPARE(names().size(), before.size() + 1);
        QTRY_VERIFY(!before.contains(list()->current()->reference.name));
        const QString copy = list()->current()->reference.name;
        QVERIFY(listed().contains(u'"' + copy + u'"'));
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Undo"_s));
        QTRY_VERIFY(!names().contains(copy));
        QTRY_VERIFY(!listed().contains(u'"' + copy + u'"'));
        QCOMPARE(names().size(), before.size());
    }

    // The newest first, whoever it is of; a click goes to it and to whom it is of.
    void chatsOfAllAreListedByDate()
    {
        const qsizetype own = names().size();
        scope(u"Of All, by Date"_s);
        QTRY_VERIFY(names().size() > own + 2);
        const QList<ListedChat> all = app().chats.values();
        for (qsizetype i = 1; i < all.size(); ++i)
            QVERIFY(all[i - 1].said >= all[i].said);
        const auto other = std::ranges::find_if(all, [&](const ListedChat &chat) {
            return chat.hasOwner && !chat.reference.isGroup() &&
                   chat.reference.cardFile != app().chat.reference()->cardFile && !chat.summary.problem;
        });
        QVERIFY(other != all.cend());
        const ListedChat wanted = *other;
        const QModelIndex index = app().chats.indexOf(wanted.reference);
        view()->scrollTo(index);
        QTest::mouseClick(view()->viewport(), Qt::LeftButton, {}, view()->visualRect(index).center());
        QTRY_COMPARE(app().chat.reference().value_or(ChatReference()), wanted.reference);
        QCOMPARE(app().libraryPane.currentEntry().value_or(CastEntry()).id, wanted.reference.cardFile);
        QVERIFY(names().size() > own + 2); // they are all still listed
        scope(u"Of the Chosen Character or Group"_s);
        QTRY_VERIFY(names().contains(wanted.reference.name));
        for (const ListedChat &chat : app().chats.values())
            QCOMPARE(chat.reference.cardFile, wanted.reference.cardFile);
    }

private:
    const AppContext &app() const { return m_program->app(); }
    ChatList *list() const { return app().libraryPane.chats(); }
    QListView *view() const { return list()->view(); }
    QString titleOf(const QString &name) const
    {
        for (const ListedChat &chat : app().chats.values()) {
            if (chat.reference.name == name)
                return chatTitle(chat.summary);
        }
        return {};
    }

    QString openName() const { return app().chat.reference().value_or(ChatReference()).name; }

    QStringList names() const
    {
        QStringList all;
        for (const ListedChat &chat : app().chats.values())
            all.append(chat.reference.name);
        return all;
    }

    void choose(const QString &name)
    {
        for (const ListedChat &chat : app().chats.values()) {
            if (chat.reference.name == name)
                list()->showCurrent(chat.reference);
        }
        QVERIFY(list()->current());
        view()->setFocus();
    }

    void typeName(const QString &name)
    {
        auto *dialog = app().window.findChild<QInputDialog *>(u"renameChat"_s);
        QVERIFY(dialog);
        auto *field = dialog->findChild<QLineEdit *>();
        field->setText(name); // not only what keys can type
        QTest::keyClick(field, Qt::Key_Return);
    }

    // In the context menu of its row.
    void pick(const QString &name, const QString &text)
    {
        choose(name);
        const QPoint at = view()->visualRect(view()->currentIndex()).center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, view()->viewport()->mapToGlobal(at));
        QApplication::sendEvent(view()->viewport(), &event);
        trigger(list()->findChildren<QMenu *>(), text);
    }

    void scope(const QString &text)
    {
        auto *button = list()->findChild<QToolButton *>(u"chatScope"_s);
        QVERIFY(button);
        trigger({button->menu()}, text);
    }

    static void trigger(const QList<QMenu *> &menus, const QString &text)
    {
        for (QMenu *menu : menus) {
            for (QAction *action : menu->actions()) {
                if (QString(action->text()).remove(u'&') == text) {
                    action->trigger();
                    menu->close();
                    return;
                }
            }
        }
        QFAIL(qPrintable(text));
    }

    std::unique_ptr<OpenProgram> m_program;
};

} // namespace tst_chatsinwindow

SNUG_TEST(tst_chatsinwindow, TestChatsInWindow, Windows)

#include "tst_chatsinwindow.moc"

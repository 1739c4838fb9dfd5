// What was deleted or replaced, and backups, played in the window.

#include "app/chat/chatcontroller.h"
#include "core/formats/chatjsonl.h"
#include "core/library/chatfiles.h"
#include "core/whatwas/backuplist.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/whatwas/backupspane.h"
#include "widgets/whatwas/pastthingspane.h"
#include "widgets/whatwas/whatwaswindow.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QFile>
#include <QListWidget>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTest>
#include <QTreeView>
#include <QTreeWidget>

namespace tst_whatwas {

using namespace Qt::StringLiterals;
using namespace snug;

class TestWhatWas : public QObject
{
    Q_OBJECT

private:
    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() { return app().chat.session(); }
    bool isSettled()
    {
        return session() && !session()->preview().isBusy() && app().workspace.content.isReady();
    }
    bool isSaved()
    {
        return session()->record().saver().state().kind == SaveStatus::Kind::Saved &&
               app().library.saveState().pending == 0;
    }
    QString path(const QString &inside) { return app().library.layout().root() + u'/' + inside; }

    static QByteArray bytesOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    WhatWasWindow *window()
    {
        for (QWidget *widget : QApplication::topLevelWidgets()) {
            if (auto *found = qobject_cast<WhatWasWindow *>(widget); found && found->isVisible())
                return found;
        }
        return nullptr;
    }

    void openPage(ActionId id)
    {
        app().actions.action(id)->trigger();
        QTRY_VERIFY(window());
        QVERIFY(QTest::qWaitForWindowExposed(window()));
    }

    QStringList names()
    {
        QStringList names;
        const QAbstractItemModel *model = window()->things()->list()->model();
        for (int row = 0; row < model->rowCount(); ++row)
            names.append(model->index(row, 0).data().toString());
        return names;
    }

    std::unique_ptr<OpenProgram> m_program;

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        QVERIFY(QTest::qWaitForWindowExposed(&app().window));
        QTRY_VERIFY(isSettled());
        QTRY_VERIFY(isSaved());
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
    }

    void nothingYet()
    {
        openPage(ActionId::WhatWas);
        QVERIFY(names().isEmpty());
        QTest::keyClick(window(), Qt::Key_Escape);
        QTRY_VERIFY(!window());
    }

    void aDeletedChatComesBack()
    {
        const ChatReference chat = *app().chat.reference();
        const QString file = chatPath(app().library.layout(), chat);
        const QByteArray before = bytesOf(file);
        app().actions.action(ActionId::DeleteChat)->trigger();
        QTRY_VERIFY(!QFile::exists(file));
        openPage(ActionId::WhatWas);
        QTRY_COMPARE(names().size(), 1);
        QVERIFY(names().first().endsWith(chat.name));
        QTRY_VERIFY(window()->things()->text()->toPlainText().contains(chat.name + u".jsonl"));
        QVERIFY(OpenProgram::click(window()->things(), u"Restore"_s));
        QTRY_COMPARE(bytesOf(file), before);
        QTRY_VERIFY(names().isEmpty());
        const auto chats = [&] { return app().library.contents().chatsOf(chat.cardFile); };
        QTRY_VERIFY(std::ranges::contains(chats(), chat.name, &ChatSummary::name));
    }

    void anEarlierVersionOfTheOpenChat()
    {
        const QString first = session()->chat().messages.first().text;
        QVERIFY(session()->edits().edit(0, u"Something else."_s));
        QTRY_VERIFY(isSaved());
        openPage(ActionId::WhatWas);
        QTRY_COMPARE(names().size(), 1);
        QTRY_VERIFY(window()->things()->text()->toPlainText().contains(first.left(40)));
        QVERIFY(OpenProgram::click(window()->things(), u"Restore"_s));
        QTRY_VERIFY(isSettled() && session()->chat().messages.first().text == first);
        // What it was until now can be put back as well.
        QTRY_COMPARE(names().size(), 2);
        QVERIFY(window()->things()->text()->toPlainText().contains(u"Something else."_s) ||
                QTest::qWaitFor(
                    [&] { return window()->things()->text()->toPlainText().contains(first.left(40)); }));
        // The chat goes on from there.
        QVERIFY(session()->edits().edit(0, u"A third way."_s));
        QTRY_VERIFY(isSaved());
        const QString file = chatPath(app().library.layout(), *app().chat.reference());
        QCOMPARE(readChat(bytesOf(file)).chat.messages.first().text, u"A third way."_s);
    }

    void deletedForGoodOnlyWhenAsked()
    {
        app().actions.action(ActionId::DeleteChat)->trigger();
        openPage(ActionId::WhatWas);
        QTRY_COMPARE(names().size(), 1);
        for (const QString &answer : {u"Cancel"_s, u"Delete for Good"_s}) {
            window()->activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(window()));
            window()->things()->list()->setFocus();
            QTest::keyClick(window()->things()->list(), Qt::Key_Delete);
            QTRY_VERIFY(window()->findChild<QMessageBox *>());
            QVERIFY(OpenProgram::click(window()->findChild<QMessageBox *>(), answer));
            QTRY_VERIFY(!window()->findChild<QMessageBox *>());
            if (answer == u"Cancel")
                QCOMPARE(names().size(), 1);
        }
        QTRY_VERIFY(names().isEmpty());
    }

    void aBackupIsPutBackAndThatIsUndone()
    {
        openPage(ActionId::Backups);
        BackupsPane *pane = window()->backups();
        QCOMPARE(pane->backups()->count(), 0);
        QVERIFY(OpenProgram::click(pane, u"Back Up Now"_s));
        QTRY_COMPARE(pane->backups()->count(), 1);
        QTRY_COMPARE(pane->files()->topLevelItemCount(), 0);

        const QString chat =
            app().library.layout().relative(chatPath(app().library.layout(), *app().chat.reference()));
        const QString book = u"worlds/"_s + app().library.contents().lorebooks.first().name + u".json";
        const QString first = session()->chat().messages.first().text;
        const QByteArray bookBefore = bytesOf(path(book));
        QVERIFY(!bookBefore.isEmpty());
        QVERIFY(QFile::remove(path(book)));
        QVERIFY(session()->edits().edit(0, u"Something else."_s));
        QTRY_VERIFY(isSaved());

        QTest::keyClick(window(), Qt::Key_Escape);
        openPage(ActionId::Backups);
        const auto file = [&](int row) { return pane->files()->topLevelItem(row)->text(0); };
        QTRY_COMPARE(pane->files()->topLevelItemCount(), 2);
        QCOMPARE(file(0), chat);
        QCOMPARE(file(1), book);
        QTRY_VERIFY(pane->text()->toPlainText().contains(first.left(40)));
        QVERIFY(OpenProgram::click(pane, u"Restore All"_s));
        QTRY_COMPARE(bytesOf(path(book)), bookBefore);
        QTRY_VERIFY(isSettled() && session()->chat().messages.first().text == first);
        QTRY_COMPARE(pane->backups()->count(), 2); // of what there was before

        QVERIFY(OpenProgram::click(pane, u"Undo"_s));
        QTRY_VERIFY(!QFile::exists(path(book)));
        QTRY_VERIFY(isSettled() && session()->chat().messages.first().text == u"Something else.");
    }

    // A list that is filled anew, a look at another backup: neither may stop what writes.
    void lookingDoesNotStopPuttingBack()
    {
        openPage(ActionId::Backups);
        BackupsPane *pane = window()->backups();
        QVERIFY(OpenProgram::click(pane, u"Back Up Now"_s));
        QTRY_COMPARE(pane->backups()->count(), 1);
        const QString file = u"worlds/"_s + app().library.contents().lorebooks.first().name + u".json";
        QVERIFY(QFile::remove(path(file)));
        app().actions.action(ActionId::Backups)->trigger();
        QTRY_COMPARE(pane->files()->topLevelItemCount(), 1);
        pane->files()->setCurrentItem(pane->files()->topLevelItem(0));
        QVERIFY(OpenProgram::click(pane, u"Restore"_s));
        pane->backups()->setCurrentRow(-1);
        pane->backups()->setCurrentRow(0);
        QTRY_VERIFY(QFile::exists(path(file)));
        QTRY_COMPARE(pane->files()->topLevelItemCount(), 0); // what was chosen is compared in the end
    }

    void onlyWhatIsSelectedIsPutBack()
    {
        openPage(ActionId::Backups);
        BackupsPane *pane = window()->backups();
        QVERIFY(OpenProgram::click(pane, u"Back Up Now"_s));
        QTRY_COMPARE(pane->backups()->count(), 1);
        const QString one = u"worlds/"_s + app().library.contents().lorebooks.first().name + u".json";
        const QString two = u"OpenAI Settings/"_s + app().library.contents().presets.first().name + u".json";
        QVERIFY(QFile::remove(path(one)));
        QVERIFY(QFile::remove(path(two)));
        app().actions.action(ActionId::Backups)->trigger();
        QTRY_COMPARE(pane->files()->topLevelItemCount(), 2);
        QCOMPARE(pane->files()->topLevelItem(0)->text(0), two);
        pane->files()->setCurrentItem(pane->files()->topLevelItem(0));
        QVERIFY(OpenProgram::click(pane, u"Restore"_s));
        QTRY_VERIFY(QFile::exists(path(two)));
        QTRY_COMPARE(pane->files()->topLevelItemCount(), 1);
        QVERIFY(!QFile::exists(path(one)));
    }
};

} // namespace tst_whatwas

SNUG_TEST(tst_whatwas, TestWhatWas, Windows)
#include "tst_whatwas.moc"

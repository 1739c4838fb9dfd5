// What is done in the lists by key and menu: groups copied, edited and exported, filters renamed and
// replaced, the open chat renamed, connections renamed and deleted, a model chosen; back by Undo and again by
// Redo.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/formats/jsontext.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/chatheader.h"
#include "widgets/dialogs/connectiondialog.h"
#include "widgets/library/castfiltermenu.h"
#include "widgets/library/casthead.h"
#include "widgets/library/groupdialog.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QInputDialog>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace tst_listverbs {

using namespace snug;
using namespace Qt::StringLiterals;

class TestListVerbs : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;

    const AppContext &app() const { return m_program->app(); }
    CastHead *head() const { return app().libraryPane.head(); }
    QListView *view() const
    {
        const auto views = app().libraryPane.findChildren<QListView *>();
        return *std::ranges::find(views, u"Characters"_s, &QWidget::accessibleName);
    }
    bool isSettled() const
    {
        return app().chat.session() && !app().chat.session()->preview().isBusy() &&
               app().workspace.content.isReady();
    }
    QStringList groupNames() const
    {
        QStringList names;
        for (const GroupSummary &each : app().library.contents().groups)
            names.append(each.group.name);
        return names;
    }
    int rowOf(CastEntry::Kind kind, int from = 0) const
    {
        for (int row = from; row < view()->model()->rowCount(); ++row) {
            if (view()->model()->index(row, 0).data(CastModel::KindRole).toInt() == int(kind))
                return row;
        }
        return -1;
    }
    void choose(int row) const
    {
        view()->setFocus();
        view()->setCurrentIndex(view()->model()->index(row, 0));
    }
    void focusList() const
    {
        app().window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        view()->setFocus();
    }
    void undo() const
    {
        focusList();
        QTest::keySequence(&app().window, QKeySequence::Undo);
    }
    void redo() const
    {
        focusList();
        QTest::keySequence(&app().window, QKeySequence::Redo);
    }
    void pick(const QStringList &path) const
    {
        OpenProgram::chooseFromMenu(head()->findChild<QToolButton *>(u"castOrder"_s)->menu(), path);
    }
    void pickFromRow(const QStringList &path) const
    {
        OpenProgram::chooseFromContextMenu(view()->viewport(),
                                           view()->visualRect(view()->currentIndex()).center(), path);
    }
    void answer(const QString &dialogName, const QString &text) const
    {
        QInputDialog *dialog = nullptr;
        QTRY_VERIFY(dialog = app().window.findChild<QInputDialog *>(dialogName));
        dialog->setTextValue(text);
        QTest::keyClick(dialog, Qt::Key_Return);
        QTRY_VERIFY(!app().window.findChild<QInputDialog *>(dialogName));
    }
    GroupDialog *groupDialog() const
    {
        const auto dialogs = app().window.findChildren<GroupDialog *>();
        return dialogs.isEmpty() ? nullptr : dialogs.first();
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(isSettled());
        QTRY_VERIFY(app().library.contents().chatsAreComplete);
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
    }

    void aGroupIsCopied()
    {
        const QStringList before = groupNames();
        QCOMPARE(before.size(), 1);
        choose(rowOf(CastEntry::Kind::Group));
        QTest::keyClick(view(), Qt::Key_D, Qt::ControlModifier);
        QTRY_COMPARE(groupNames().size(), 2);
        QVERIFY(groupNames().contains(before.first() + u" (2)"_s));
        for (const GroupSummary &each : app().library.contents().groups)
            QCOMPARE(each.group.chats.isEmpty(), each.group.name != before.first());
        QTRY_VERIFY(app().chatPane.notices()->isShown(u"many"_s));
        undo();
        QTRY_COMPARE(groupNames(), before);
        redo();
        QTRY_COMPARE(groupNames().size(), 2);
        undo();
        QTRY_COMPARE(groupNames(), before);
        choose(rowOf(CastEntry::Kind::Group));
        pickFromRow({u"Duplicate"_s});
        QTRY_COMPARE(groupNames().size(), 2);
    }

    void severalAreCopied()
    {
        const auto cards = [this] { return app().library.contents().cards.size(); };
        const qsizetype before = cards();
        choose(rowOf(CastEntry::Kind::Character));
        view()->selectAll();
        QTest::keyClick(view(), Qt::Key_D, Qt::ControlModifier);
        QTRY_COMPARE(cards(), 2 * before);
        QTRY_COMPARE(groupNames().size(), 2);
        QTRY_VERIFY(app().chatPane.notices()->isShown(u"many"_s) &&
                    app().chatPane.notices()->isShown(u"document"_s));
        undo();
        QTest::keySequence(&app().window, QKeySequence::Undo);
        QTRY_COMPARE(cards(), before);
        QTRY_COMPARE(groupNames().size(), 1);
    }

    void editsOfAGroupAreTakenBack()
    {
        const Group before = app().library.contents().groups.first().group;
        choose(rowOf(CastEntry::Kind::Group));
        QTest::keyClick(view(), Qt::Key_F2);
        QTRY_VERIFY(groupDialog());
        const auto lists = groupDialog()->findChildren<QListWidget *>();
        QListWidget *members = *std::ranges::find(lists, u"Members"_s, &QWidget::accessibleName);
        members->setFocus();
        members->setCurrentRow(0);
        QTest::keyClick(members, Qt::Key_Delete);
        const auto lines = groupDialog()->findChildren<QLineEdit *>();
        QLineEdit *name = *std::ranges::find(lines, u"Name"_s, &QWidget::accessibleName);
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, u"Other people"_s);
        const auto now = [this] { return app().library.contents().groups.first().group; };
        QTRY_COMPARE(now().name, u"Other people"_s);
        QTRY_COMPARE(now().members.size(), before.members.size() - 1);
        QTest::keyClick(groupDialog(), Qt::Key_Escape);
        QTRY_VERIFY(!groupDialog());
        undo();
        QTRY_COMPARE(now().name, before.name);
        QTRY_COMPARE(now().members, before.members);
        redo();
        QTRY_COMPARE(now().name, u"Other people"_s);
    }

    void groupsAreExported()
    {
        const QTemporaryDir folder;
        choose(rowOf(CastEntry::Kind::Group));
        view()->selectAll();
        pickFromRow({u"Export…"_s});
        QFileDialog *files = nullptr;
        QTRY_VERIFY(files = app().window.findChild<QFileDialog *>(u"exportMany"_s));
        OpenProgram::chooseFile(files, folder.path());
        const auto there = [&](const QString &ending) {
            return QDir(folder.path()).entryList({ending}, QDir::Files);
        };
        QTRY_COMPARE(there(u"*.json"_s).size(), 1);
        QTRY_COMPARE(there(u"*.png"_s).size(), app().library.contents().cards.size());
        QFile group(folder.filePath(there(u"*.json"_s).first()));
        QVERIFY(group.open(QIODevice::ReadOnly));
        QVERIFY(parseJson(group.readAll()).value_or(Json()).contains(u"members"));
    }

    void filtersAreRenamedAndReplaced()
    {
        CastFilterMenu *filters = head()->filters();
        filters->setFilters({{.name = u"Few"_s, .words = u"mira"_s, .tags = {}}});
        pick({u"Filters"_s, u"Rename"_s, u"Few"_s});
        answer(u"renameFilter"_s, u"Fewer"_s);
        QCOMPARE(filters->filters().first().name, u"Fewer"_s);
        undo();
        QCOMPARE(filters->filters().first().name, u"Few"_s);
        redo();
        QCOMPARE(filters->filters().first().name, u"Fewer"_s);
        app().actions.action(ActionId::FocusSearch)->trigger();
        QTest::keyClicks(QApplication::focusWidget(), u"tomas"_s);
        pick({u"Filters"_s, u"Save This Filter…"_s});
        answer(u"saveFilter"_s, u"Fewer"_s);
        QCOMPARE(filters->filters().size(), 1);
        QCOMPARE(filters->filters().first().words, u"tomas"_s);
        undo();
        QCOMPARE(filters->filters().first().words, u"mira"_s);
        pick({u"Filters"_s, u"Remove"_s, u"Fewer"_s});
        QVERIFY(filters->filters().isEmpty());
        undo();
        QCOMPARE(filters->filters().size(), 1);
    }

    // Without the list, too.
    void theOpenChatIsRenamed()
    {
        app().actions.action(ActionId::ReadingMode)->trigger();
        const QString before = app().chat.reference()->name;
        app().actions.action(ActionId::RenameChat)->trigger();
        answer(u"renameChat"_s, u"Fog at noon"_s);
        QTRY_VERIFY(app().chat.reference() && app().chat.reference()->name == u"Fog at noon");
        app().actions.action(ActionId::ReadingMode)->trigger();
        QTRY_VERIFY(isSettled());
        undo();
        QTRY_VERIFY(app().chat.reference() && app().chat.reference()->name == before);
        QTRY_VERIFY(isSettled());
        redo();
        QTRY_VERIFY(app().chat.reference() && app().chat.reference()->name == u"Fog at noon");
        QTRY_VERIFY(isSettled());
    }

    void aDeletedCharacterGoesAgain()
    {
        const auto cards = [this] { return app().library.contents().cards.size(); };
        const qsizetype before = cards();
        const int first = rowOf(CastEntry::Kind::Character);
        choose(first);
        view()->selectionModel()->select(
            view()->model()->index(rowOf(CastEntry::Kind::Character, first + 1), 0),
            QItemSelectionModel::Select);
        QTest::keyClick(view(), Qt::Key_Delete);
        QTRY_VERIFY(cards() < before);
        const qsizetype after = cards();
        QTRY_VERIFY(app().chatPane.notices()->isShown(u"many"_s));
        for (int round = 0; round < 2; ++round) {
            undo();
            QTRY_COMPARE(cards(), before);
            redo();
            QTRY_COMPARE(cards(), after);
        }
        undo();
        QTRY_COMPARE(cards(), before);
    }

    void connectionsByKeys()
    {
        Connections &model = app().workspace.connections;
        Connection connection;
        connection.id = u"mine"_s;
        connection.name = u"Mine"_s;
        connection.baseUrl = QUrl(u"http://127.0.0.1:1"_s);
        connection.model = u"m"_s;
        model.setConnections(model.connections() + QList{connection});
        app().actions.action(ActionId::Connections)->trigger();
        auto *dialog = app().window.findChild<ConnectionDialog *>();
        QVERIFY(dialog && QTest::qWaitForWindowActive(dialog));
        dialog->select(u"mine"_s);
        const auto lists = dialog->findChildren<QListWidget *>();
        QListWidget *list = *std::ranges::find(lists, u"Connections"_s, &QWidget::accessibleName);
        dialog->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        list->setFocus();
        QTRY_VERIFY(list->hasFocus());
        QTest::keyClick(list, Qt::Key_F2);
        auto *name = qobject_cast<QLineEdit *>(QApplication::focusWidget());
        QVERIFY2(name && name->text() == u"Mine",
                 QApplication::focusWidget() ? qPrintable(QApplication::focusWidget()->accessibleName())
                                             : "nobody");
        QTest::keyClicks(name, u"Yours"_s); // it was chosen whole
        QTest::keyClick(name, Qt::Key_Tab);
        QTRY_VERIFY(std::ranges::contains(model.connections(), u"Yours"_s, &Connection::name));
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Delete);
        QTRY_VERIFY(!std::ranges::contains(model.connections(), u"mine"_s, &Connection::id));
        QTest::keySequence(list, QKeySequence::Undo);
        QTRY_VERIFY(std::ranges::contains(model.connections(), u"mine"_s, &Connection::id));
        dialog->close();
    }

    // One click opens, the next one chooses; what is sent says the other model.
    void aModelInTwoClicks()
    {
        Connections &model = app().workspace.connections;
        Connection connection;
        connection.id = u"named"_s;
        connection.name = u"Named"_s;
        connection.kind = Connection::Kind::ChatService;
        connection.service = ChatService::Perplexity; // whose models are known without asking
        connection.baseUrl = QUrl(u"http://127.0.0.1:1"_s);
        connection.model = u"sonar"_s;
        model.setConnections(model.connections() + QList{connection});
        model.chooseActive(connection.id);
        const auto sent = [this] {
            const auto shown = app().chat.shownPrompt();
            return shown && shown->request
                       ? parseJson(shown->request->body).value_or(Json()).value(u"model").toText()
                       : QString();
        };
        QTRY_COMPARE(sent(), u"sonar"_s);
        QMenu *menu = app().window.connectionMenu();
        OpenProgram::openMenu(menu);
        QString other;
        for (const QAction *action : menu->actions()) {
            if (action->text().startsWith(u"    ") && action->isCheckable() && !action->isChecked())
                other = action->text();
        }
        QVERIFY(!other.isEmpty());
        OpenProgram::chooseFromMenu(menu, {other});
        QTRY_COMPARE(sent(), other.trimmed());
        undo();
        QTRY_COMPARE(sent(), u"sonar"_s);
        redo();
        QTRY_COMPARE(sent(), other.trimmed());
    }

    void aboutSaysTheLicence()
    {
        app().actions.action(ActionId::About)->trigger();
        auto *box = app().window.findChild<QMessageBox *>();
        QVERIFY(box);
        QVERIFY2(box->text().contains(u"MIT licence"), qPrintable(box->text()));
        box->close();
    }
};

} // namespace tst_listverbs

SNUG_TEST(tst_listverbs, TestListVerbs, Windows)
#include "tst_listverbs.moc"

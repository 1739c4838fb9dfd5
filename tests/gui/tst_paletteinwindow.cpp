// Finding things by name: Ctrl+K, the keys, and the words of other programs.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/help/foreignwords.h"
#include "app/help/manualcontroller.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/library/castmodel.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/palette.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTest>
#include <QTreeWidget>

namespace tst_paletteinwindow {

using namespace snug;
using namespace Qt::StringLiterals;

class TestPaletteInWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
    }

    void theManualIsThere_data()
    {
        QTest::addColumn<ActionId>("action");
        QTest::addColumn<QString>("path");
        QTest::newRow("Manual") << ActionId::Manual << u"manual/README.md"_s;
        QTest::newRow("What Is New") << ActionId::WhatIsNew << u"manual/new.md"_s;
    }

    void theManualIsThere()
    {
        QFETCH(const ActionId, action);
        QFETCH(const QString, path);
        app().actions.action(action)->trigger();
        ManualWindow *manual = nullptr;
        for (QWidget *window : QApplication::topLevelWidgets())
            manual = manual ? manual : qobject_cast<ManualWindow *>(window);
        QVERIFY(manual && manual->isVisible());
        QCOMPARE(manual->path(), path);
        QVERIFY(QTest::qWaitForWindowActive(manual));
        QTest::keyClick(manual, Qt::Key_Escape);
        QVERIFY(!manual->isVisible());
    }

    // Every link of every page leads to a page, to a place of it, or out into the world.
    void theManualsLinksLeadSomewhere()
    {
        const QList<ManualPage> pages = manualPages();
        QVERIFY(pages.size() > 30);
        ManualWindow window;
        window.setPages(pages);
        static const QRegularExpression link(u"\\]\\(([^)#\\s]*)(#[^)]*)?\\)"_s);
        QStringList wrong;
        for (const ManualPage &page : pages) {
            QVERIFY2(!page.text.contains(u"Lives in:"_s), qPrintable(page.path));
            for (auto found = link.globalMatch(page.text); found.hasNext();) {
                const QString target = found.next().captured(1);
                if (target.isEmpty() || target.contains(u"://"_s) || !target.endsWith(u".md"_s))
                    continue;
                const QString folder =
                    page.path.contains(u'/') ? page.path.section(u'/', 0, -2) + u'/' : QString();
                const QString path = QDir::cleanPath(folder + target);
                if (!path.startsWith(u"../"_s) && !window.showPage(path)) // beside docs/ there are others
                    wrong << page.path + u": "_s + target;
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void aCharacterIsFoundAndOpened()
    {
        QTest::keyClick(&app().window, Qt::Key_K, Qt::ControlModifier);
        QTRY_VERIFY(palette()->isVisible() && palette()->field()->hasFocus());
        QTest::keyClicks(palette()->field(), u"tomas"_s);
        QTRY_COMPARE(first(), u"Tomas Reyl"_s);
        QTest::keyClick(palette()->field(), Qt::Key_Return);
        QVERIFY(!palette()->isVisible());
        QTRY_COMPARE(app().workspace.content.card().value_or(Card()).name, u"Tomas Reyl"_s);
    }

    // Also one that is listed nowhere now: the list shows the chats of who is chosen.
    void aChatOfSomebodyElseIsFoundAndOpened()
    {
        const QString folder = m_program->libraryFolder() + u"/chats/Tomas Reyl"_s;
        m_program->quit();
        QVERIFY(QDir().mkpath(folder));
        QFile file(folder + u"/At the inn.jsonl"_s);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"user_name\":\"Ada\",\"character_name\":\"Tomas Reyl\",\"chat_metadata\":{}}\n"
                   "{\"name\":\"Tomas Reyl\",\"mes\":\"Come in.\"}\n");
        file.close();
        m_program->start();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(app().chat.session() && app().library.contents().chatsAreComplete);
        QVERIFY(app().chat.reference()->name != u"At the inn"_s);
        open(ActionId::Palette);
        QTest::keyClicks(palette()->field(), u"at the inn"_s);
        QTRY_COMPARE(first(), u"At the inn"_s);
        QTest::keyClick(palette()->field(), Qt::Key_Return);
        QTRY_COMPARE(app().chat.reference().value_or(ChatReference()).name, u"At the inn"_s);
    }

    // With Alt, or once the menu is open: a letter that two items have does neither.
    void noTwoItemsOfAMenuHaveTheSameLetter()
    {
        QStringList twice;
        QList<QMenu *> menus;
        const auto look = [&](const QList<QAction *> &items, const QString &where) {
            QHash<QKeySequence, QString> letters;
            for (QAction *item : items) {
                if (item->isSeparator())
                    continue;
                if (item->menu())
                    menus.append(item->menu());
                const QKeySequence letter = QKeySequence::mnemonic(item->text());
                if (!letter.isEmpty() && letters.contains(letter))
                    twice << u"%1: %2, %3"_s.arg(where, letters.value(letter), item->text());
                letters.insert(letter, item->text());
            }
        };
        look(app().window.menuBar()->actions(), u"menu bar"_s);
        for (qsizetype i = 0; i < menus.size(); ++i) {
            QMenu *menu = menus.at(i);
            if (!menu->isEmpty())
                OpenProgram::openMenu(menu); // some are filled anew then
            look(menu->actions(), menu->title());
        }
        QVERIFY(menus.size() > 15);
        QVERIFY2(twice.isEmpty(), qPrintable(twice.join(u'\n')));
    }

    void actionsAreDoneAndDocumentsOpened()
    {
        open(ActionId::Palette);
        QTest::keyClicks(palette()->field(), u"inspector"_s);
        QCOMPARE(first(), u"Inspector"_s);
        const bool shown = app().actions.action(ActionId::ShowInspector)->isChecked();
        QTest::keyClick(palette()->field(), Qt::Key_Return);
        QTRY_COMPARE(app().actions.action(ActionId::ShowInspector)->isChecked(), !shown);

        open(ActionId::Palette);
        QTest::keyClicks(palette()->field(), u"sellick lorebook"_s);
        QCOMPARE(first(), u"Sellick Harbour"_s);
        QTest::keyClick(palette()->field(), Qt::Key_Return);
        QTRY_COMPARE(app().lorebookEditor.document().name(), u"Sellick Harbour"_s);
    }

    // Nothing typed here reaches the composer, and Escape goes back to it without stopping anything.
    void theKeyboardComesBack()
    {
        QTRY_VERIFY(QApplication::focusWidget());
        QWidget *before = QApplication::focusWidget();
        open(ActionId::Palette);
        QTest::keyClicks(palette()->field(), u"zzz"_s);
        QCOMPARE(palette()->list()->topLevelItemCount(), 0);
        QTest::keyClick(palette()->field(), Qt::Key_Return); // there is nothing to do
        QVERIFY(palette()->isVisible());
        QTest::keyClick(palette()->field(), Qt::Key_Escape);
        QVERIFY(!palette()->isVisible());
        QCOMPARE(QApplication::focusWidget(), before);
        QCOMPARE(app().chat.draft(), QString());
    }

    void theArrowsChoose()
    {
        open(ActionId::Palette);
        QTRY_COMPARE(first(), app().cast.values().first().name); // which comes a moment later
        QTest::keyClick(palette()->field(), Qt::Key_Up);         // already at the top
        QTest::keyClick(palette()->field(), Qt::Key_Down);
        QTest::keyClick(palette()->field(), Qt::Key_Down);
        QTest::keyClick(palette()->field(), Qt::Key_Up);
        QCOMPARE(palette()->list()->indexOfTopLevelItem(palette()->list()->currentItem()), 1);
        QTest::mouseClick(app().chatPane.composer(), Qt::LeftButton);
        QTest::mouseClick(app().chatPane.composer()->findChild<QPlainTextEdit *>()->viewport(),
                          Qt::LeftButton);
        app().chatPane.composer()->setFocus();
        QTRY_VERIFY(!palette()->isVisible()); // somebody else has the keyboard
    }

    void whatComesLaterStandsBefore()
    {
        QWidget window;
        window.resize(700, 500);
        CommandPalette late(&window);
        window.show();
        const auto entries = [](const QStringList &titles) {
            QList<PaletteEntry> list;
            for (const QString &title : titles)
                list.append({.title = title, .place = {}, .act = [] {}});
            return list;
        };
        const auto addBefore = [&](int time, const QStringList &titles) {
            QList<SearchedWords> searched;
            for (const PaletteEntry &entry : entries(titles))
                searched.append(entry.searched());
            late.addBefore(time, entries(titles), searched);
        };
        const auto titles = [&late] {
            QStringList list;
            for (int row = 0; row < late.list()->topLevelItemCount(); ++row)
                list.append(late.list()->topLevelItem(row)->text(0));
            return list;
        };
        const int first = late.open(entries({u"Copy"_s, u"Count"_s}), {});
        const int second = late.open(entries({u"Copy"_s, u"Count"_s}), {});
        addBefore(first, {u"of another time"_s});
        QCOMPARE(titles(), QStringList({u"Copy"_s, u"Count"_s}));
        addBefore(second, {u"Mira"_s});
        QCOMPARE(titles(), QStringList({u"Mira"_s, u"Copy"_s, u"Count"_s}));
        QCOMPARE(late.list()->currentItem()->text(0), u"Mira"_s); // nothing was chosen yet
        QTest::keyClick(late.field(), Qt::Key_Down);
        addBefore(second, {u"Tomas"_s, u"Ada"_s});
        QCOMPARE(late.list()->currentItem()->text(0), u"Copy"_s);
        QTest::keyClicks(late.field(), u"co"_s);
        addBefore(second, {u"Cora"_s});
        QCOMPARE(titles(), QStringList({u"Cora"_s, u"Copy"_s, u"Count"_s}));
        late.close();
        addBefore(second, {u"Corin"_s});
        QCOMPARE(titles(), QStringList({u"Cora"_s, u"Copy"_s, u"Count"_s}));
    }

    // Whoever looks for an action by its key finds it, and no two have the same one.
    void everyKeyIsListedOnce()
    {
        open(ActionId::Keys);
        QStringList keys;
        for (int row = 0; row < palette()->list()->topLevelItemCount(); ++row)
            keys.append(palette()->list()->topLevelItem(row)->text(2));
        for (QAction *action : app().actions.all()) {
            const QString key = action->shortcut().toString(QKeySequence::NativeText);
            const bool isInMenus = action != app().actions.action(ActionId::Palette);
            if (!key.isEmpty() && isInMenus)
                QVERIFY2(keys.contains(key), qPrintable(action->text() + u": "_s + key));
        }
        QVERIFY(!keys.contains(QString()));
    }

    // Each place exists: the action is there, or the menu has something in it.
    void wordsOfOtherProgramsLeadSomewhere()
    {
        QSet<QString> words;
        for (const ForeignWord &place : foreignWords()) {
            QVERIFY2(!words.contains(place.word + place.program), qPrintable(place.word));
            words.insert(place.word + place.program);
            QVERIFY(!place.here.isEmpty() && !place.here.endsWith(u'.'));
            if (const ActionId *id = std::get_if<ActionId>(&place.target))
                QVERIFY2(app().actions.action(*id), qPrintable(place.word));
        }
        open(ActionId::WhereIs);
        QTest::keyClicks(palette()->field(), u"world info"_s);
        QVERIFY(first().startsWith(u"World Info"_s));
        QTest::keyClick(palette()->field(), Qt::Key_Return);
        QTRY_VERIFY(app().lorebookEditor.document().isOpen());

        open(ActionId::WhereIs);
        QTest::keyClicks(palette()->field(), u"summary prompt"_s);
        QTest::keyClick(palette()->field(), Qt::Key_Return);
        QTRY_VERIFY(app().window.memoryMenu()->isVisible());
        QVERIFY(!app().window.memoryMenu()->isEmpty());
        app().window.memoryMenu()->close();
    }

    void theUsersOwnNameIsSet()
    {
        app().workspace.content.choices().choosePersona({});
        app().actions.action(ActionId::OwnName)->trigger();
        auto *dialog = app().window.findChild<QInputDialog *>();
        QVERIFY(dialog);
        auto *field = dialog->findChild<QLineEdit *>();
        field->selectAll();
        QTest::keyClicks(field, u"Robin"_s);
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(app().workspace.content.personas().userName(), u"Robin"_s);
        QTRY_COMPARE(app().library.saveState().pending, 0);
        m_program->restart();
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
        QCOMPARE(app().workspace.content.personas().accountName(), u"Robin"_s);
    }

private:
    const AppContext &app() const { return m_program->app(); }
    CommandPalette *palette() const { return app().window.findChild<CommandPalette *>(); }

    void open(ActionId id)
    {
        app().window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        app().actions.action(id)->trigger();
        QTRY_VERIFY(palette()->isVisible() && palette()->field()->hasFocus());
    }

    QString first() const
    {
        const QTreeWidgetItem *item = palette()->list()->topLevelItem(0);
        return item ? item->text(0) : QString();
    }

    std::unique_ptr<OpenProgram> m_program;
};

} // namespace tst_paletteinwindow

SNUG_TEST(tst_paletteinwindow, TestPaletteInWindow, Windows)

#include "tst_paletteinwindow.moc"

// The Studio: documents at the left, their editors in the middle, the prompt at the right.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/editors/personaeditorcontroller.h"
#include "app/editors/preseteditorcontroller.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/editors/blocklist.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/editors/preseteditor.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/library/documenttree.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"
#include "widgets/window/studio.h"
#include "widgets/window/studiostart.h"

#include <QAction>
#include <QApplication>
#include <QFile>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

namespace tst_studioinwindow {

using namespace snug;
using namespace Qt::StringLiterals;

class TestStudioInWindow : public QObject
{
    Q_OBJECT

private:
    const AppContext &app() const { return m_program->app(); }
    Studio &studio() const { return app().studio; }
    QTreeWidget *list() const { return studio().documents()->list(); }
    PresetEditor *presets() const { return app().presetEditor.editor(); }
    LorebookEditor *books() const { return app().lorebookEditor.editor(); }

    // The first whose name begins like this.
    QTreeWidgetItem *row(const QString &name) const
    {
        for (QTreeWidgetItem *found : list()->findItems(name, Qt::MatchStartsWith | Qt::MatchRecursive)) {
            if (found->parent() || !found->childCount())
                return found;
        }
        return nullptr;
    }
    void click(const QString &name) const
    {
        QTRY_VERIFY2(row(name), qPrintable(name));
        list()->scrollToItem(row(name));
        QTest::mouseClick(list()->viewport(), Qt::LeftButton, {}, list()->visualItemRect(row(name)).center());
    }
    void open() const
    {
        QTest::keyClick(&app().window, Qt::Key_S, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY(studio().isVisible());
    }
    void openPreset() const
    {
        open();
        click(u"Harbour"_s);
        QTRY_VERIFY(presets() && presets()->isVisible() && presets()->state().name == u"Harbour");
        QTRY_VERIFY(app().presetEditor.editing() && app().presetEditor.editing()->isOpen());
    }
    void typeIntoMain(const QString &text) const
    {
        auto *edit = presets()->findChild<QPlainTextEdit *>(u"blockText"_s);
        QVERIFY(edit);
        edit->setFocus();
        edit->moveCursor(QTextCursor::Start);
        QTest::keyClicks(edit, text);
    }
    QString sent() const
    {
        const auto shown = app().chat.shownPrompt();
        return shown && !shown->prompt.messages.isEmpty() ? shown->prompt.messages.first().content.text()
                                                          : QString();
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        app().window.resize(1400, 860); // the offscreen screen is narrow
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
        QTRY_VERIFY(!app().chat.session()->preview().isBusy());
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
    }

    // Of the file: a number beside it, away again once the file is mended.
    void doubtfulThingsAreCounted()
    {
        const QString file = m_program->libraryFolder() + u"/worlds/Doubtful.json"_s;
        const auto write = [&file](const QByteArray &keys) {
            QFile book(file);
            QVERIFY(book.open(QIODevice::WriteOnly));
            book.write(R"({"entries":{"0":{"uid":0,"comment":"Lamp","content":"It is lit.","key":[)" + keys +
                       R"(],"keysecondary":[],"constant":false,"selective":false,"order":100,"position":0,)"
                       R"("disable":false,"probability":100,"useProbability":true,"depth":4}}})");
        };
        write({}); // it never fires
        open();
        QTRY_VERIFY(row(u"Doubtful"_s));
        QTRY_VERIFY(!row(u"Doubtful"_s)->text(1).isEmpty());
        QVERIFY(row(u"Doubtful"_s)->toolTip(1).contains(u"to look at"_s));
        QVERIFY(row(u"Sellick Harbour"_s)->text(1).isEmpty());
        write("\"lamp\"");
        QTRY_VERIFY_WITH_TIMEOUT(row(u"Doubtful"_s)->text(1).isEmpty(), 15000);
    }

    void allDocumentsAreThere()
    {
        open();
        QVERIFY(!studio().current());
        for (const QString &name : {u"Mira Okafor"_s, u"Ada"_s, u"Harbour"_s, u"Sellick Harbour"_s})
            QVERIFY2(row(name), qPrintable(name));
        QVERIFY(row(u"Harbour"_s)->font(0).bold());
        click(u"Regex Scripts"_s);
        QTRY_VERIFY(studio().current() && studio().current()->objectName() == u"scriptEditor");
    }

    void oneStaysOpenBehindAnother()
    {
        openPreset();
        app().workspace.content.choices().choosePreset(u"Harbour"_s);
        QTRY_COMPARE(app().workspace.content.presetName(), u"Harbour"_s);
        typeIntoMain(u"Zebra. "_s);
        QTRY_VERIFY(sent().contains(u"Zebra. "));
        QTRY_COMPARE(row(u"Harbour"_s)->text(0), u"Harbour •"_s);
        QVERIFY(studio().isWindowModified());
        click(u"Sellick Harbour"_s);
        QTRY_VERIFY(books() && books()->isVisible());
        QVERIFY(!presets()->isVisible() && studio().isOpen(presets()));
        QTRY_VERIFY2(studio().windowTitle().contains(u"Sellick Harbour"), qPrintable(studio().windowTitle()));
        QVERIFY(!studio().isWindowModified());
        // As it is edited, it counts from behind, too.
        QTest::qWait(50);
        QVERIFY(sent().contains(u"Zebra. "));
        // The one in front closes; the other is there again, with what was typed.
        QTest::keySequence(books(), QKeySequence::Close);
        QTRY_VERIFY(presets()->isVisible() && studio().current() == presets());
        QTest::keyClick(presets(), Qt::Key_S, Qt::ControlModifier);
        QTRY_COMPARE(row(u"Harbour"_s)->text(0), u"Harbour"_s);
        QVERIFY(sent().contains(u"Zebra. "));
    }

    // In a window of its own: each of its editors is asked.
    void closingAsksInFront()
    {
        openPreset();
        QTest::mouseClick(studio().placeButton(), Qt::LeftButton);
        QTRY_VERIFY(studio().isWindow() && studio().isVisible());
        typeIntoMain(u"Unsaved. "_s);
        QTRY_VERIFY(row(u"Harbour"_s)->text(0).endsWith(u'•'));
        click(u"Sellick Harbour"_s);
        QTRY_VERIFY(books() && books()->isVisible());
        studio().close();
        QTRY_VERIFY(presets()->isVisible()); // the one that asks
        QVERIFY(studio().isVisible() && !studio().isOpen(books()));
        QVERIFY(OpenProgram::answerUnsaved(presets(), u"Discard"_s));
        QTRY_VERIFY(!studio().isVisible());
        QVERIFY(!studio().current());
    }

    // Each editor, whatever is in it.
    void ctrlWCloses_data()
    {
        QTest::addColumn<QString>("document");
        for (const QString &name : {u"Mira Okafor"_s, u"Ada"_s, u"Harbour"_s, u"Sellick Harbour"_s,
                                    u"Alpaca"_s, u"Regex Scripts"_s})
            QTest::newRow(qPrintable(name)) << name;
    }
    void ctrlWCloses()
    {
        QFETCH(QString, document);
        open();
        click(document);
        QTRY_VERIFY(studio().current());
        studio().current()->setFocus();
        QTest::keyClick(&studio(), Qt::Key_W, Qt::ControlModifier);
        QTRY_VERIFY(!studio().isVisible());
        QVERIFY(!studio().current());
    }

    void keysAlone()
    {
        open();
        QTRY_VERIFY(list()->hasFocus());
        QTest::keyClicks(list(), u"sell"_s); // letters look for a name
        QCOMPARE(studio().documents()->search()->text(), u"sell"_s);
        QVERIFY(!row(u"Harbour"_s) || row(u"Harbour"_s)->isHidden());
        QTest::keyClick(studio().documents()->search(), Qt::Key_Return);
        QTRY_VERIFY(books() && books()->isVisible());
        QTest::keyClick(&studio(), Qt::Key_F, Qt::ControlModifier | Qt::AltModifier);
        QVERIFY(studio().documents()->search()->hasFocus());
        QTest::keyClick(studio().documents()->search(), Qt::Key_Escape); // clears
        QVERIFY(studio().documents()->search()->text().isEmpty());
        QTest::keyClick(studio().documents()->search(), Qt::Key_Escape); // leaves
        QTRY_VERIFY(books()->isAncestorOf(QApplication::focusWidget()) || books()->hasFocus());
        QTest::keyClick(&studio(), Qt::Key_Left, Qt::AltModifier);
        QTRY_VERIFY(app().window.isActiveWindow());
        QTRY_VERIFY(app().chatPane.composer()->isAncestorOf(QApplication::focusWidget()));
    }

    void thePromptIsTheSame()
    {
        open();
        PromptList *beside = studio().prompt()->list();
        const auto rows = [&] { return beside->model()->rowCount(); };
        QTRY_COMPARE(rows(), int(app().chat.shownPrompt()->prompt.messages.size()));
        app().chatPane.composer()->setDraft(u"A word more."_s);
        QTRY_VERIFY(
            app().chat.shownPrompt()->prompt.messages.last().content.text().contains(u"A word more.") ||
            app()
                .chat.shownPrompt()
                ->prompt.messages.at(rows() - 2)
                .content.text()
                .contains(u"A word more."));
        QTRY_COMPARE(rows(), int(app().chat.shownPrompt()->prompt.messages.size()));
        QTRY_VERIFY(beside->model()
                        ->match(beside->model()->index(0, 0), Qt::DisplayRole, u"A word more."_s, 1,
                                Qt::MatchContains)
                        .size() == 1);
        // A double click leads to the place.
        QTRY_VERIFY(beside->isVisible());
        const QRect segment = beside->segmentRect({0, 0});
        QVERIFY(!segment.isEmpty());
        QTest::mouseDClick(beside->viewport(), Qt::LeftButton, {}, segment.topLeft() + QPoint(3, 6));
        QTRY_VERIFY(studio().current());
        // Without it there is more room; narrow, it goes by itself.
        QTest::keyClick(&studio(), Qt::Key_F12);
        QVERIFY(!studio().prompt()->isVisible());
        QTest::keyClick(&studio(), Qt::Key_F12);
        QVERIFY(studio().prompt()->isVisible());
        app().window.resize(1000, 700);
        QTRY_VERIFY(!studio().prompt()->isVisible());
    }

    void documentsAreMadeAndDeleted()
    {
        open();
        const qsizetype before = app().library.contents().presets.size();
        click(u"Harbour"_s);
        QTRY_VERIFY(presets() && presets()->isVisible());
        list()->setFocus();
        QTest::keyClick(list(), Qt::Key_D, Qt::ControlModifier);
        QTRY_COMPARE(app().library.contents().presets.size(), before + 1);
        QTRY_VERIFY(studio().documents()->current() &&
                    studio().documents()->current()->name.startsWith(u"Harbour") &&
                    studio().documents()->current()->name != u"Harbour");
        const QString copy = studio().documents()->current()->name;
        list()->setFocus();
        QTest::keyClick(list(), Qt::Key_Delete);
        QTRY_COMPARE(app().library.contents().presets.size(), before);
        QTRY_VERIFY(!row(copy));
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Undo"_s));
        QTRY_COMPARE(app().library.contents().presets.size(), before + 1);
        QTRY_VERIFY(row(copy));
    }

    void startsWithWhatThePromptIsMadeOf()
    {
        QTest::keySequence(&app().window, QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_S));
        QTRY_VERIFY(studio().start()->isVisible());
        QVERIFY(OpenProgram::click(studio().start(), u"Sellick Harbour"_s));
        QTRY_VERIFY(!studio().start()->isVisible());
        QTRY_VERIFY(app().lorebookEditor.editor() && app().lorebookEditor.editor()->isVisible());
    }

    // However one came to it, the list says who is in front.
    void theChosenPersonaHasItsRow()
    {
        app().personaEditor.open();
        QTRY_VERIFY(app().personaEditor.document().isOpen());
        const auto current = [this] {
            return studio().documents()->current().value_or(LibraryDocument()).key;
        };
        PersonaEditor *editor = app().personaEditor.editor();
        QTRY_COMPARE(current(), (DocumentKey{DocumentKind::Persona, editor->current()}));
        const QString other = editor->list().personas.last().avatar;
        QVERIFY(other != editor->current());
        editor->choose(other);
        QTRY_COMPARE(current(), (DocumentKey{DocumentKind::Persona, other}));
    }

    // Above each editor, as in the list; one goes on with the copy.
    void theHeadMakesAndCopies()
    {
        openPreset();
        typeIntoMain(u"Zebra. "_s); // not saved, and copied all the same
        const qsizetype before = app().library.contents().presets.size();
        QVERIFY(OpenProgram::click(presets(), u"Duplicate Preset"_s));
        QTRY_COMPARE(app().library.contents().presets.size(), before + 1);
        QTRY_VERIFY(presets()->state().name != u"Harbour" && presets()->state().name.startsWith(u"Harbour"));
        QTRY_COMPARE(studio().documents()->current()->name, presets()->state().name);
        QVERIFY(!presets()->state().isEdited);
        QVERIFY(std::ranges::any_of(presets()->state().saved.prompts, [](const PromptBlock &block) {
            return block.content.startsWith(u"Zebra. ");
        }));
        QVERIFY(OpenProgram::click(presets(), u"New Preset…"_s));
        auto *dialog = app().window.findChild<QInputDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        QTest::keyClicks(dialog->findChild<QLineEdit *>(), u"Lamp"_s);
        QTest::keyClick(dialog, Qt::Key_Return);
        QTRY_COMPARE(presets()->state().name, u"Lamp"_s);
        // A copy that is made in the list is not opened.
        list()->setFocus();
        QTest::keyClick(list(), Qt::Key_D, Qt::ControlModifier);
        QTRY_COMPARE(app().library.contents().presets.size(), before + 3);
        QCOMPARE(presets()->state().name, u"Lamp"_s);
    }

    void theEditMenuIsTheEditors()
    {
        openPreset();
        const QString text = presets()->findChild<QPlainTextEdit *>(u"blockText"_s)->toPlainText();
        typeIntoMain(u"Zebra. "_s);
        const auto menus = app().window.menuBar()->actions();
        const auto edit = std::ranges::find(menus, u"&Edit"_s, &QAction::text);
        QVERIFY(edit != menus.end());
        for (int i = 0; i < 3 && presets()->isWindowModified(); ++i)
            QTest::keySequence(presets(), QKeySequence::Undo);
        QTRY_COMPARE(presets()->findChild<QPlainTextEdit *>(u"blockText"_s)->toPlainText(), text);
        const auto words = [&edit] {
            QStringList list;
            for (const QAction *action : (*edit)->menu()->actions()) {
                if (action->isVisible() && !action->isSeparator())
                    list.append(QString(action->text()).remove(u'&'));
            }
            return list;
        };
        QVERIFY2(words().at(1).startsWith(u"Redo"), qPrintable(words().join(u'|')));
        OpenProgram::chooseFromMenu((*edit)->menu(), {words().at(1)});
        QTRY_VERIFY(presets()->isWindowModified());
        OpenProgram::chooseFromMenu((*edit)->menu(), {u"Save"_s});
        QTRY_VERIFY(!presets()->isWindowModified());
        QTest::keyClick(presets(), Qt::Key_Left, Qt::AltModifier);
        QTRY_VERIFY(app().chatPane.isVisible());
        QVERIFY(!words().contains(u"Save"_s));
    }

    void goesWithTheLibraryAndComesBack()
    {
        openPreset();
        typeIntoMain(u"Kept. "_s);
        QTRY_VERIFY(row(u"Harbour"_s)->text(0).endsWith(u'•'));
        m_program->restart();
        QVERIFY(!studio().isVisible());
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
        openPreset();
        QTRY_VERIFY(row(u"Harbour"_s)->text(0).endsWith(u'•')); // as a draft
    }

private:
    std::unique_ptr<OpenProgram> m_program;
};

} // namespace tst_studioinwindow

SNUG_TEST(tst_studioinwindow, TestStudioInWindow, Windows)

#include "tst_studioinwindow.moc"

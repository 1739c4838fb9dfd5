// Making, copying, renaming, deleting and taking back what a library has, by menu, key and click.

#include "app/chat/chatcontroller.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/editorofkind.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/editors/personaeditorcontroller.h"
#include "app/editors/preseteditorcontroller.h"
#include "app/editors/ruleseditorcontroller.h"
#include "app/editors/scripteditorcontroller.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/documenthands.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/transcript.h"
#include "widgets/chat/undoline.h"
#include "widgets/editors/blocklist.h"
#include "widgets/editors/regex/scriptform.h"
#include "widgets/library/documentkindnames.h"
#include "widgets/library/documenttree.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"
#include "widgets/window/studio.h"

#include <QAction>
#include <QApplication>
#include <QInputDialog>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

namespace tst_documentsinwindow {

using namespace snug;
using namespace Qt::StringLiterals;

class TestDocumentsInWindow : public QObject, DocumentHands
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        QVERIFY(QTest::qWaitForWindowExposed(&app().window));
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
    }

    void presetsAreMadeCopiedRenamedAndDeleted()
    {
        DocumentTree *tree = openedOn(DocumentKind::Preset);
        QVERIFY(tree);
        const int before = count(tree);
        QTest::keyClick(tree->list(), Qt::Key_N, Qt::ControlModifier);
        QVERIFY(type(u"Mine"_s));
        QTRY_COMPARE(chosen(tree), u"Mine"_s);
        QTRY_VERIFY(app().presetEditor.editing() && app().presetEditor.editing()->isOpen());
        QCOMPARE(app().presetEditor.editing()->name(), u"Mine"_s);

        tree->action(DocumentAct::Duplicate)->trigger();
        QTRY_COMPARE(chosen(tree), u"Mine (2)"_s);
        QCOMPARE(count(tree), before + 2);

        // Put into effect, it stays so under its new name.
        tree->action(DocumentAct::Use)->trigger();
        QTRY_COMPARE(app().workspace.content.presetName(), u"Mine (2)"_s);
        tree->action(DocumentAct::Rename)->trigger();
        QVERIFY(type(u"Fire"_s));
        QTRY_COMPARE(chosen(tree), u"Fire"_s);
        QCOMPARE(app().workspace.content.presetName(), u"Fire"_s);
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Undo"_s));
        QTRY_COMPARE(chosen(tree), u"Mine (2)"_s);
        QCOMPARE(app().workspace.content.presetName(), u"Mine (2)"_s);

        tree->list()->setFocus();
        QTest::keyClick(tree->list(), Qt::Key_Delete);
        QTRY_COMPARE(count(tree), before + 1);
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Undo"_s));
        QTRY_COMPARE(count(tree), before + 2);
    }

    // What is done in the Studio is said there, and taken back there by click and key.
    void theStudioTakesBack()
    {
        app().actions.action(ActionId::StudioWindow)->trigger(); // in a window of its own, too
        DocumentTree *tree = openedOn(DocumentKind::Preset);
        QVERIFY(tree);
        const int before = count(tree);
        const QString name = chosen(tree);
        auto *done = app().studio.findChild<UndoLine *>();
        QVERIFY(done && !done->isVisible());
        tree->list()->setFocus();
        QTest::keyClick(tree->list(), Qt::Key_Delete);
        QTRY_COMPARE(count(tree), before - 1);
        QTRY_VERIFY(done->isVisible());
        QVERIFY(done->text().contains(name));
        QVERIFY(OpenProgram::click(done, u"Undo"_s));
        QTRY_COMPARE(count(tree), before);
        QVERIFY(!done->isVisible() && !app().chatPane.notices()->isShown(u"document"_s));

        tree->choose({DocumentKind::Preset, name});
        QTRY_COMPARE(chosen(tree), name);
        tree->action(DocumentAct::Rename)->trigger();
        QVERIFY(type(u"Fire"_s));
        QTRY_COMPARE(chosen(tree), u"Fire"_s);
        QTRY_VERIFY(done->isVisible());
        QTest::keyClick(tree->list(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(chosen(tree), name);
        QVERIFY(!done->isVisible());
        QTest::keyClick(tree->list(), Qt::Key_Z, Qt::ControlModifier); // that was all
        QCOMPARE(count(tree), before);
    }

    void rulesAreMadeCopiedRenamedAndDeleted()
    {
        DocumentTree *tree = openedOn(DocumentKind::Rules);
        QVERIFY(tree);
        QCOMPARE(count(tree), 0);
        QTest::keyClick(tree->list(), Qt::Key_N, Qt::ControlModifier);
        QVERIFY(type(u"Lamps"_s));
        QTRY_COMPARE(chosen(tree), u"Lamps"_s);
        QTRY_VERIFY(app().rulesEditor.document().isOpen());
        QCOMPARE(app().rulesEditor.document().name(), u"Lamps"_s);
        const auto isFile = [&](const QString &name) {
            return QFile::exists(m_program->libraryFolder() + u"/snug/rules/%1.json"_s.arg(name));
        };
        QVERIFY(isFile(u"Lamps"_s));

        tree->action(DocumentAct::Duplicate)->trigger();
        QTRY_COMPARE(chosen(tree), u"Lamps (2)"_s);
        // Files of rules are on; switched off, one stays so under its new name.
        QVERIFY(app().workspace.content.rules().isOn(u"Lamps (2)"_s));
        tree->action(DocumentAct::Use)->trigger();
        QTRY_VERIFY(!app().workspace.content.rules().isOn(u"Lamps (2)"_s));
        tree->action(DocumentAct::Rename)->trigger();
        QVERIFY(type(u"Fire"_s));
        QTRY_COMPARE(chosen(tree), u"Fire"_s);
        QVERIFY(isFile(u"Fire"_s) && !isFile(u"Lamps (2)"_s));
        QVERIFY(!app().workspace.content.rules().isOn(u"Fire"_s));
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Undo"_s));
        QTRY_COMPARE(chosen(tree), u"Lamps (2)"_s);

        tree->list()->setFocus();
        QTest::keyClick(tree->list(), Qt::Key_Delete);
        QTRY_VERIFY(!isFile(u"Lamps (2)"_s));
        QTRY_COMPARE(count(tree), 1);
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Undo"_s));
        QTRY_VERIFY(isFile(u"Lamps (2)"_s));
        QTRY_COMPARE(count(tree), 2);
    }

    // What is open in its editor follows; what is not saved there keeps its name.
    void anEditorFollowsTheName()
    {
        DocumentTree *tree = openedOn(DocumentKind::Lorebook);
        const QString name = chosen(tree);
        QVERIFY(!name.isEmpty());
        tree->action(DocumentAct::Edit)->trigger();
        QTRY_VERIFY(app().lorebookEditor.document().isOpen());
        tree->action(DocumentAct::Rename)->trigger();
        QVERIFY(type(u"Coast"_s));
        QTRY_COMPARE(app().lorebookEditor.document().name(), u"Coast"_s);
        QTRY_VERIFY(app().lorebookEditor.document().isOpen());
        QVERIFY(!app().lorebookEditor.document().isEdited());
        QTRY_COMPARE(chosen(tree), u"Coast"_s);

        Lorebook edited = app().lorebookEditor.document().value();
        edited.entries.first().content += u"!"_s;
        app().lorebookEditor.document().change(edited, u"Edit"_s);
        QVERIFY(app().lorebookEditor.document().isEdited());
        tree->action(DocumentAct::Rename)->trigger();
        QVERIFY(type(u"Harbour"_s));
        QTRY_VERIFY2(app().chatPane.notices()->textOf(u"error"_s).contains(u"unsaved changes"_s),
                     qPrintable(app().chatPane.notices()->textOf(u"error"_s)));
        QCOMPARE(app().lorebookEditor.document().name(), u"Coast"_s);
        QVERIFY(app().lorebookEditor.document().isEdited());
        app().lorebookEditor.document().revert();
    }

    void theListIsSearched()
    {
        DocumentTree *tree = openedOn(DocumentKind::Preset);
        QVERIFY(tree);
        QTest::keyClick(tree->list(), u'n'); // letters look for it
        QTest::keyClicks(tree->search(), u"othing is called so"_s);
        QCOMPARE(tree->search()->text(), u"nothing is called so"_s);
        QVERIFY(!tree->current());
        QVERIFY(!tree->action(DocumentAct::Rename)->isEnabled());
        // In the field, Delete deletes a character.
        const qsizetype presets = app().library.contents().presets.size();
        tree->search()->setCursorPosition(0);
        QTest::keyClick(tree->search(), Qt::Key_Delete);
        QCOMPARE(tree->search()->text(), u"othing is called so"_s);
        QCOMPARE(app().library.contents().presets.size(), presets);
    }

    // What New makes is called by one of it.
    void newHasAnEntryForEachKind()
    {
        DocumentTree *tree = openedOn(DocumentKind::Preset);
        QVERIFY(tree);
        const auto entries = tree->newMenu()->actions();
        QCOMPARE(entries.size(), listedKinds().size());
        for (qsizetype i = 0; i < entries.size(); ++i) {
            QCOMPARE(entries[i]->text(), kindName(listedKinds()[i]));
            QVERIFY(entries[i]->text() != kindTitle(listedKinds()[i]));
        }
    }

    // The key is the list's while it has the focus, whatever the editor beside it does with it.
    void keysOfTheListAreNotTheEditors()
    {
        DocumentTree *tree = openedOn(DocumentKind::Persona);
        QVERIFY(tree);
        tree->action(DocumentAct::Edit)->trigger();
        QTRY_VERIFY(app().personaEditor.document().isOpen());
        const qsizetype personas = app().library.contents().personas.size();
        const int presets = count(openedOn(DocumentKind::Preset), DocumentKind::Preset);
        tree->list()->setFocus();
        QTest::keyClick(tree->list(), Qt::Key_D, Qt::ControlModifier);
        QTRY_COMPARE(count(tree, DocumentKind::Preset), presets + 1);
        QCOMPARE(app().library.contents().personas.size(), personas);
        QVERIFY(!app().personaEditor.document().isEdited());
    }

    // Above the editor: renamed by key and deleted by the menu; taken back, it is in the editor again.
    void theEditorRenamesAndDeletes_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("preset") << int(DocumentKind::Preset);
        QTest::newRow("lorebook") << int(DocumentKind::Lorebook);
    }

    void theEditorRenamesAndDeletes()
    {
        QFETCH(int, kind);
        const auto kindOf = DocumentKind(kind);
        DocumentTree *tree = openedOn(kindOf);
        QVERIFY(tree);
        const int before = count(tree);
        const QString first = chosen(tree);
        tree->action(DocumentAct::Duplicate)->trigger(); // nothing in effect
        QTRY_COMPARE(count(tree), before + 1);
        QTRY_VERIFY(chosen(tree) != first);
        const QString copy = chosen(tree);
        tree->action(DocumentAct::Edit)->trigger();
        QTRY_VERIFY(editorOf(app(), kindOf).keyInFront());
        QCOMPARE(editorOf(app(), kindOf).keyInFront()->name, copy);
        auto *more = app().studio.current()->findChild<QToolButton *>(u"moreOfDocument"_s);
        QTest::keyClick(app().studio.current(), Qt::Key_F2);
        QVERIFY(type(u"Fire"_s));
        QTRY_COMPARE(editorOf(app(), kindOf).keyInFront().value_or(DocumentKey()).name, u"Fire"_s);
        QTRY_COMPARE(chosen(tree), u"Fire"_s);

        OpenProgram::chooseFromMenu(more->menu(), {u"Delete"_s});
        QTRY_COMPARE(count(tree), before);
        QVERIFY(!editorOf(app(), kindOf).keyInFront()); // it has nothing to show
        QVERIFY(tree->isVisible());
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Undo"_s));
        QTRY_COMPARE(count(tree), before + 1);
        QTRY_COMPARE(editorOf(app(), kindOf).keyInFront().value_or(DocumentKey()).name, u"Fire"_s);
    }

    // In the list of blocks the key is the block's.
    void theKeyIsTheBlocks()
    {
        DocumentTree *tree = openedOn(DocumentKind::Preset);
        QVERIFY(tree);
        tree->action(DocumentAct::Edit)->trigger();
        QTRY_VERIFY(app().presetEditor.editing() && app().presetEditor.editing()->isOpen());
        auto *blocks = app().studio.current()->findChild<BlockList *>();
        QTRY_VERIFY(blocks->currentIndex().isValid());
        const QString name = blocks->currentIndex().data().toString();
        blocks->setFocus();
        QTest::keyClick(blocks, Qt::Key_F2);
        auto *field = qobject_cast<QLineEdit *>(QApplication::focusWidget());
        QVERIFY(field);
        QCOMPARE(field->selectedText(), name);
        QVERIFY(!app().window.findChild<QInputDialog *>());
    }

    // What is not saved is not deleted by the way.
    void whatIsEditedIsNotDeleted()
    {
        DocumentTree *tree = openedOn(DocumentKind::Lorebook);
        QVERIFY(tree);
        const int before = count(tree);
        tree->action(DocumentAct::Edit)->trigger();
        QTRY_VERIFY(app().lorebookEditor.document().isOpen());
        Lorebook edited = app().lorebookEditor.document().value();
        edited.entries.first().content += u"!"_s;
        app().lorebookEditor.document().change(edited, u"Edit"_s);
        tree->list()->setFocus();
        QTest::keyClick(tree->list(), Qt::Key_Delete);
        QTRY_VERIFY(app().chatPane.notices()->textOf(u"error"_s).contains(u"unsaved changes"_s));
        QCOMPARE(count(tree), before);
        app().lorebookEditor.document().revert();
    }

    // Each regex script is a row, in the order in which they act; all by key, and taken back.
    void scriptsAreDocuments()
    {
        DocumentTree *tree = openedOn(DocumentKind::Script);
        QVERIFY(tree);
        const int before = count(tree, DocumentKind::Script);
        for (const QString &name : {u"First"_s, u"Second"_s}) {
            tree->list()->setFocus();
            QTest::keyClick(tree->list(), Qt::Key_N, Qt::ControlModifier);
            QVERIFY(type(name));
            QTRY_COMPARE(chosen(tree), name);
        }
        QTRY_COMPARE(scripts(tree).mid(0, 2), (QStringList{u"First"_s, u"Second"_s}));
        QCOMPARE(count(tree, DocumentKind::Script), before + 2);
        // It is in its editor, and acts.
        ScriptEditor *editor = app().scriptEditor.editor();
        QTRY_COMPARE(editor->currentScript() ? editor->currentScript()->name : QString(), u"Second"_s);
        QTRY_VERIFY(tree->current()->isInEffect);
        tree->list()->setFocus();
        QTest::keyClick(tree->list(), Qt::Key_U, Qt::ControlModifier);
        QTRY_VERIFY(!tree->current()->isInEffect);
        QTRY_VERIFY(editor->currentScript()->disabled);

        // Its expression is not finished: marked until it is saved.
        auto *find = editor->form()->findChild<QPlainTextEdit *>();
        QVERIFY(find);
        QTest::keyClicks(find, u"lamp"_s);
        QTRY_VERIFY(scripts(tree).contains(u"Second •"_s));
        QVERIFY(!scripts(tree).contains(u"First •"_s));
        QTest::keySequence(editor, QKeySequence::Save);
        QTRY_VERIFY(scripts(tree).contains(u"Second"_s));

        tree->list()->setFocus();
        QTest::keyClick(tree->list(), Qt::Key_D, Qt::ControlModifier);
        QTRY_COMPARE(scripts(tree).mid(0, 3), (QStringList{u"First"_s, u"Second"_s, u"Second (copy)"_s}));
        QTRY_COMPARE(chosen(tree), u"Second (copy)"_s);
        QTest::keyClick(tree->list(), Qt::Key_F2);
        QVERIFY(type(u"Third"_s));
        QTRY_COMPARE(chosen(tree), u"Third"_s);
        QTest::keyClick(tree->list(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(chosen(tree), u"Second (copy)"_s);

        tree->choose({DocumentKind::Script, settingsDocument()}, tree->current()->part);
        QTest::keyClick(tree->list(), Qt::Key_Delete);
        QTRY_COMPARE(count(tree, DocumentKind::Script), before + 2);
        QTest::keyClick(tree->list(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(scripts(tree).mid(0, 3), (QStringList{u"First"_s, u"Second"_s, u"Second (copy)"_s}));
        // A row leads to its script, and the script to its row.
        editor->choose({0});
        QTRY_COMPARE(chosen(tree), u"First"_s);
    }

    void namesThatAreTakenOrEmptyAreRefused()
    {
        DocumentTree *tree = openedOn(DocumentKind::Preset);
        const QString name = chosen(tree);
        tree->action(DocumentAct::Duplicate)->trigger();
        QTRY_VERIFY(chosen(tree) != name);
        tree->action(DocumentAct::Rename)->trigger();
        QVERIFY(type(name));
        QTRY_VERIFY(app().chatPane.notices()->textOf(u"error"_s).contains(u"name"_s));
        QVERIFY(chosen(tree) != name);
    }
};

} // namespace tst_documentsinwindow

SNUG_TEST(tst_documentsinwindow, TestDocumentsInWindow, Windows)
#include "tst_documentsinwindow.moc"

// Making, copying, renaming, deleting and taking back what a library has, by menu, key and click.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/editorofkind.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/editors/personaeditorcontroller.h"
#include "app/editors/preseteditorcontroller.h"
#include "app/editors/ruleseditorcontroller.h"
#include "app/editors/scripteditorcontroller.h"
#include "core/library/documentfiles.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/transcript.h"
#include "widgets/chat/undoline.h"
#include "widgets/dialogs/newcharacterdialog.h"
#include "widgets/editors/blocklist.h"
#include "widgets/editors/regex/scriptform.h"
#include "widgets/library/documentkindnames.h"
#include "widgets/library/documenttree.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"
#include "widgets/window/studio.h"

#include <QAction>
#include <QApplication>
#include <QDragEnterEvent>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

namespace tst_documentsinwindow {

using namespace snug;
using namespace Qt::StringLiterals;

class TestDocumentsInWindow : public QObject
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

    void aCharacterIsMadeFromNothing()
    {
        app().actions.action(ActionId::NewCharacter)->trigger();
        auto *dialog = app().window.findChild<NewCharacterDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        // Without a name there is nobody.
        auto *create = button(dialog, u"Create"_s);
        QVERIFY(create && !create->isEnabled());
        auto *name = dialog->findChild<QLineEdit *>();
        QTest::keyClicks(name, u"Wren"_s);
        QTest::keyClick(name, Qt::Key_Tab);
        QTest::keyClicks(dialog->findChildren<QPlainTextEdit *>().value(0), u"A courier."_s);
        QTest::keyClicks(dialog->findChildren<QPlainTextEdit *>().value(1), u"Post for {{user}}."_s);
        QVERIFY(create->isEnabled());
        QTest::mouseClick(create, Qt::LeftButton);
        QTRY_COMPARE(app().workspace.content.cardFile(), u"Wren.png"_s);
        QTRY_VERIFY(app().chat.session() && !app().chat.session()->conversation().chat().messages.isEmpty());
        QVERIFY(app().chat.session()->conversation().chat().messages.first().text.startsWith(u"Post for "));
        // The editor is open on it.
        QTRY_VERIFY(app().cardEditor.document().isOpen());
        QCOMPARE(app().cardEditor.document().value().description, u"A courier."_s);
        QTRY_VERIFY(!app().window.findChild<NewCharacterDialog *>());
        // The picture that was drawn is the card's.
        QFile card(m_program->libraryFolder() + u"/characters/Wren.png"_s);
        QVERIFY(card.open(QIODevice::ReadOnly));
        QVERIFY(card.readAll() != placeholderPicture());
    }

    void enterInTheNameMakesTheCharacter()
    {
        app().actions.action(ActionId::NewCharacter)->trigger();
        auto *dialog = app().window.findChild<NewCharacterDialog *>();
        auto *name = dialog->findChild<QLineEdit *>();
        QTest::keyClick(name, Qt::Key_Return); // nobody yet
        QVERIFY(dialog->isVisible());
        QTest::keyClicks(name, u"Ada"_s);
        QTest::keyClick(name, Qt::Key_Return);
        QTRY_COMPARE(app().workspace.content.cardFile(), u"Ada.png"_s);
    }

    void aRefusedPictureIsSaidAndTheDialogStays()
    {
        app().actions.action(ActionId::NewCharacter)->trigger();
        auto *dialog = app().window.findChild<NewCharacterDialog *>();
        const QString path = m_program->libraryFolder() + u"/no.png"_s;
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no picture") == 10);
        file.close();
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(dialog, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(dialog, &drop);
        QTRY_VERIFY(says(dialog, u"no.png"_s));
        QVERIFY(dialog->isVisible());
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

    void aCharactersNewNameIsUndoneByKey()
    {
        const QString file = app().workspace.content.cardFile();
        const QString name = app().workspace.content.card()->name;
        DocumentTree *tree = openedOn(DocumentKind::Card);
        tree->choose({DocumentKind::Card, file});
        tree->action(DocumentAct::Rename)->trigger();
        QVERIFY(type(u"Somebody Else"_s));
        QTRY_COMPARE(app().workspace.content.card()->name, u"Somebody Else"_s);
        QTRY_VERIFY(app().chat.session());
        app().actions.action(ActionId::OpenStudio)->trigger(); // back to the chat
        QTRY_VERIFY(!app().studio.isVisible());
        app().window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QVERIFY(app().actions.action(ActionId::Undo)->text().contains(name));
        QTest::keyClick(app().chatPane.transcript(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(app().workspace.content.card()->name, name);
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

    void personasAndCharactersBecomeEachOther()
    {
        DocumentTree *tree = openedOn(DocumentKind::Card);
        const QString name = chosen(tree);
        const qsizetype personas = app().library.contents().personas.size();
        tree->action(DocumentAct::MakeOther)->trigger();
        QTRY_COMPARE(app().library.contents().personas.size(), personas + 1);
        QTRY_COMPARE(tree->current() ? tree->current()->key.kind : DocumentKind::Card, DocumentKind::Persona);
        QTRY_COMPARE(chosen(tree), name);
        tree->action(DocumentAct::MakeOther)->trigger();
        auto *dialog = app().window.findChild<NewCharacterDialog *>();
        QVERIFY(dialog);
        QCOMPARE(dialog->name(), name);
        QVERIFY(!dialog->description().isEmpty());
        dialog->close();
    }

    void aCharacterIsRenamedWithItsChats()
    {
        const QString file = app().workspace.content.cardFile();
        const qsizetype chats = app().library.contents().chatsOf(file).size();
        DocumentTree *tree = openedOn(DocumentKind::Card);
        tree->choose({DocumentKind::Card, file});
        tree->action(DocumentAct::Rename)->trigger();
        QVERIFY(type(u"Somebody Else"_s));
        QTRY_COMPARE(chosen(tree), u"Somebody Else"_s);
        QCOMPARE(app().workspace.content.cardFile(), file);
        QTRY_COMPARE(app().workspace.content.card()->name, u"Somebody Else"_s);
        QCOMPARE(app().library.contents().chatsOf(file).size(), chats);
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

    void theCardsEditorRenamesAndDeletes()
    {
        const QString file = u"Juno Hale.png"_s;
        DocumentTree *tree = openedOn(DocumentKind::Card);
        QVERIFY(tree);
        tree->choose({DocumentKind::Card, file});
        QTRY_VERIFY(tree->current() && tree->current()->key.name == file);
        tree->action(DocumentAct::Edit)->trigger();
        QTRY_VERIFY(app().cardEditor.document().isOpen() && app().cardEditor.document().name() == file);
        QTest::keyClick(app().studio.current(), Qt::Key_F2);
        QVERIFY(type(u"Nobody Now"_s));
        QTRY_COMPARE(app().cardEditor.document().value().name, u"Nobody Now"_s);
        QVERIFY(!app().cardEditor.document().isEdited());
        auto *more = app().studio.current()->findChild<QToolButton *>(u"moreOfDocument"_s);
        OpenProgram::chooseFromMenu(more->menu(), {u"Delete"_s});
        QTRY_VERIFY(!QFile::exists(m_program->libraryFolder() + u"/characters/"_s + file));
        QTRY_VERIFY(!app().cardEditor.keyInFront());
        QTRY_VERIFY(app().actions.action(ActionId::Undo)->text().contains(u"delet"_s)); // not yet the name
        tree->list()->setFocus();
        QTest::keyClick(tree->list(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(QFile::exists(m_program->libraryFolder() + u"/characters/"_s + file));
        QTRY_VERIFY(app().cardEditor.keyInFront()); // it is in its editor again
        QCOMPARE(app().cardEditor.keyInFront()->name, file);
        QCOMPARE(app().cardEditor.document().value().name, u"Nobody Now"_s);
    }

    // Of any kinds, by one key; Ctrl+Z brings all of them back, and what was in an editor is in it again.
    void severalAreDeletedAsOne()
    {
        DocumentTree *tree = openedOn(DocumentKind::Script);
        QVERIFY(tree);
        for (const QString &name : {u"First"_s, u"Second"_s, u"Third"_s}) {
            tree->list()->setFocus();
            QTest::keyClick(tree->list(), Qt::Key_N, Qt::ControlModifier);
            QVERIFY(type(name));
            QTRY_COMPARE(chosen(tree), name);
        }
        const QStringList before = scripts(tree);
        const int presets = count(tree, DocumentKind::Preset);
        const int books = count(tree, DocumentKind::Lorebook);
        QVERIFY(presets > 0 && books > 0);
        tree->list()->setCurrentItem(headOf(tree, DocumentKind::Lorebook)->child(0), 0, onlyThat);
        tree->action(DocumentAct::Edit)->trigger();
        QTRY_VERIFY(app().lorebookEditor.document().isOpen());
        const QString book = app().lorebookEditor.document().name();

        chooseAll(tree,
                  {headOf(tree, DocumentKind::Lorebook)->child(0),
                   headOf(tree, DocumentKind::Preset)->child(0), headOf(tree, DocumentKind::Script)->child(0),
                   headOf(tree, DocumentKind::Script)->child(2)});
        QVERIFY(!tree->action(DocumentAct::Rename)->isEnabled());
        QTest::keyClick(tree->list(), Qt::Key_Delete);
        QTRY_COMPARE(count(tree, DocumentKind::Preset), presets - 1);
        QTRY_COMPARE(count(tree, DocumentKind::Lorebook), books - 1);
        QTRY_COMPARE(count(tree, DocumentKind::Script), int(before.size()) - 2);
        QVERIFY(!app().lorebookEditor.keyInFront());
        QTRY_VERIFY(app().chatPane.notices()->textOf(u"document"_s).startsWith(u"4 document"_s));
        tree->list()->setFocus();
        QTest::keyClick(tree->list(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(count(tree, DocumentKind::Preset), presets);
        QTRY_COMPARE(count(tree, DocumentKind::Lorebook), books);
        QTRY_COMPARE(scripts(tree), before);
        QTRY_VERIFY(app().lorebookEditor.keyInFront());
        QCOMPARE(app().lorebookEditor.keyInFront()->name, book);
    }

    void severalAreCopiedAsOne()
    {
        DocumentTree *tree = openedOn(DocumentKind::Preset);
        QVERIFY(tree);
        const int presets = count(tree, DocumentKind::Preset);
        const int books = count(tree, DocumentKind::Lorebook);
        chooseAll(tree, {headOf(tree, DocumentKind::Lorebook)->child(0),
                         headOf(tree, DocumentKind::Preset)->child(0)});
        QTest::keyClick(tree->list(), Qt::Key_D, Qt::ControlModifier);
        QTRY_COMPARE(count(tree, DocumentKind::Preset), presets + 1);
        QTRY_COMPARE(count(tree, DocumentKind::Lorebook), books + 1);
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Undo"_s));
        QTRY_COMPARE(count(tree, DocumentKind::Preset), presets);
        QTRY_COMPARE(count(tree, DocumentKind::Lorebook), books);
    }

    // One that is edited is not deleted by the way, and the others wait for it.
    void severalStayWhereOneIsEdited()
    {
        DocumentTree *tree = openedOn(DocumentKind::Lorebook);
        QVERIFY(tree);
        const int presets = count(tree, DocumentKind::Preset);
        tree->action(DocumentAct::Edit)->trigger();
        QTRY_VERIFY(app().lorebookEditor.document().isOpen());
        Lorebook edited = app().lorebookEditor.document().value();
        edited.entries.first().content += u"!"_s;
        app().lorebookEditor.document().change(edited, u"Edit"_s);
        chooseAll(tree, {headOf(tree, DocumentKind::Preset)->child(0),
                         headOf(tree, DocumentKind::Lorebook)->child(0)});
        QTest::keyClick(tree->list(), Qt::Key_Delete);
        QTRY_VERIFY(app().chatPane.notices()->textOf(u"error"_s).contains(u"unsaved changes"_s));
        QCOMPARE(count(tree, DocumentKind::Preset), presets);
        app().lorebookEditor.document().revert();
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

private:
    const AppContext &app() const { return m_program->app(); }

    static QTreeWidgetItem *headOf(const DocumentTree *tree, DocumentKind kind)
    {
        return tree->list()->topLevelItem(int(listedKinds().indexOf(kind)));
    }

    // In the Studio, with the first of that kind chosen, or their head.
    DocumentTree *openedOn(DocumentKind kind)
    {
        app().actions.action(ActionId::ManageLibrary)->trigger();
        DocumentTree *tree = app().studio.documents();
        if (!QTest::qWaitFor([&] { return tree->isVisible() && count(tree, DocumentKind::Card) > 0; }))
            return nullptr;
        m_kind = kind;
        QTreeWidgetItem *head = headOf(tree, kind);
        // Whatever key the last test held down.
        tree->list()->setCurrentItem(head->childCount() > 0 ? head->child(0) : head, 0,
                                     QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        tree->list()->setFocus();
        return tree;
    }

    static constexpr QItemSelectionModel::SelectionFlags onlyThat =
        QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows;

    // By clicks, the later ones with Ctrl.
    static void chooseAll(const DocumentTree *tree, const QList<QTreeWidgetItem *> &rows)
    {
        tree->list()->setFocus();
        tree->list()->setCurrentItem(rows.first(), 0, onlyThat);
        for (QTreeWidgetItem *row : rows.sliced(1)) {
            tree->list()->scrollToItem(row);
            QTest::mouseClick(tree->list()->viewport(), Qt::LeftButton, Qt::ControlModifier,
                              tree->list()->visualItemRect(row).center());
        }
        QCOMPARE(tree->list()->selectedItems().size(), rows.size());
    }

    static int count(const DocumentTree *tree, DocumentKind kind) { return headOf(tree, kind)->childCount(); }

    // Of the kind that it was opened on.
    int count(const DocumentTree *tree) const { return count(tree, m_kind); }

    static QStringList scripts(const DocumentTree *tree)
    {
        QStringList names;
        const QTreeWidgetItem *head = headOf(tree, DocumentKind::Script);
        for (int row = 0; row < head->childCount(); ++row)
            names.append(head->child(row)->text(0));
        return names;
    }

    static QString chosen(const DocumentTree *tree)
    {
        const auto document = tree->current();
        return document ? document->name : QString();
    }

    // Into the dialog that asks for a name, and Enter.
    bool type(const QString &name)
    {
        const auto dialogs = app().window.findChildren<QInputDialog *>();
        for (QInputDialog *dialog : dialogs) {
            if (!dialog->isVisible())
                continue;
            auto *field = dialog->findChild<QLineEdit *>();
            field->selectAll();
            QTest::keyClicks(field, name);
            QTest::keyClick(field, Qt::Key_Return);
            return true;
        }
        return false;
    }

    static QPushButton *button(QWidget *dialog, const QString &text)
    {
        for (QPushButton *each : dialog->findChildren<QPushButton *>()) {
            if (each->text().remove(u'&') == text)
                return each;
        }
        return nullptr;
    }

    static bool says(QWidget *dialog, const QString &text)
    {
        for (const QLabel *label : dialog->findChildren<QLabel *>()) {
            if (label->isVisible() && label->text().contains(text))
                return true;
        }
        return false;
    }

    std::unique_ptr<OpenProgram> m_program;
    DocumentKind m_kind = DocumentKind::Card;
};

} // namespace tst_documentsinwindow

SNUG_TEST(tst_documentsinwindow, TestDocumentsInWindow, Windows)

#include "tst_documentsinwindow.moc"

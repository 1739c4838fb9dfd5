// Several documents of the list at once.

#include "app/chat/chatcontroller.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/editors/personaeditorcontroller.h"
#include "app/editors/ruleseditorcontroller.h"
#include "core/library/library.h"
#include "core/library/librarylayout.h"
#include "core/workspace/workspace.h"
#include "tests/gui/documenthands.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/editors/regex/scriptform.h"
#include "widgets/library/documenttree.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"
#include "widgets/window/studio.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace tst_manydocuments {

using namespace snug;
using namespace Qt::StringLiterals;

class TestManyDocuments : public QObject, DocumentHands
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

    // What cannot go to the trash is in its editor again.
    void whatCannotBeDeletedStaysOpen()
    {
        DocumentTree *tree = openedOn(DocumentKind::Lorebook);
        QVERIFY(tree);
        const int presets = count(tree, DocumentKind::Preset);
        tree->action(DocumentAct::Edit)->trigger();
        QTRY_VERIFY(app().lorebookEditor.keyInFront());
        const QString book = app().lorebookEditor.keyInFront()->name;
        const QString trash = LibraryLayout(m_program->libraryFolder()).trashFolder();
        QDir(trash).removeRecursively();
        QFile inTheWay(trash);
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        chooseAll(tree, {headOf(tree, DocumentKind::Preset)->child(0),
                         headOf(tree, DocumentKind::Lorebook)->child(0)});
        QTest::keyClick(tree->list(), Qt::Key_Delete);
        QTRY_VERIFY(app().chatPane.notices()->isShown(u"error"_s));
        QTRY_VERIFY(app().lorebookEditor.keyInFront());
        QCOMPARE(app().lorebookEditor.keyInFront()->name, book);
        QCOMPARE(count(tree, DocumentKind::Preset), presets);
        QVERIFY(!app().chatPane.notices()->isShown(u"document"_s));
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
};

} // namespace tst_manydocuments

SNUG_TEST(tst_manydocuments, TestManyDocuments, Windows)
#include "tst_manydocuments.moc"

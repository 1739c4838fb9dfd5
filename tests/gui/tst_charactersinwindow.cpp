// Characters that are made, renamed, deleted, and made of personas.

#include "app/chat/chatcontroller.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/editors/personaeditorcontroller.h"
#include "app/editors/ruleseditorcontroller.h"
#include "core/library/documentfiles.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/documenthands.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/transcript.h"
#include "widgets/dialogs/newcharacterdialog.h"
#include "widgets/library/documenttree.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/studio.h"

#include <QAction>
#include <QApplication>
#include <QDragEnterEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

namespace tst_charactersinwindow {

using namespace snug;
using namespace Qt::StringLiterals;

class TestCharactersInWindow : public QObject, DocumentHands
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
};

} // namespace tst_charactersinwindow

SNUG_TEST(tst_charactersinwindow, TestCharactersInWindow, Windows)
#include "tst_charactersinwindow.moc"

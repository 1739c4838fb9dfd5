// Making, copying, renaming, deleting and taking back what a library has, by menu, key and click.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/editors/preseteditorcontroller.h"
#include "app/editors/ruleseditorcontroller.h"
#include "core/library/documentfiles.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/transcript.h"
#include "widgets/chat/undoline.h"
#include "widgets/dialogs/newcharacterdialog.h"
#include "widgets/library/documentswindow.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QDragEnterEvent>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QTreeView>

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
        DocumentsWindow *window = openedOn(DocumentKind::Preset);
        QVERIFY(window);
        const int before = window->list()->model()->rowCount();
        QTest::keyClick(window, Qt::Key_N, Qt::ControlModifier);
        QVERIFY(type(u"Mine"_s));
        QTRY_COMPARE(chosen(window), u"Mine"_s);
        QTRY_VERIFY(app().presetEditor.editing() && app().presetEditor.editing()->isOpen());
        QCOMPARE(app().presetEditor.editing()->name(), u"Mine"_s);

        window->action(DocumentAct::Duplicate)->trigger();
        QTRY_COMPARE(chosen(window), u"Mine (2)"_s);
        QCOMPARE(window->list()->model()->rowCount(), before + 2);

        // Put into effect, it stays so under its new name.
        window->action(DocumentAct::Use)->trigger();
        QTRY_COMPARE(app().workspace.content.presetName(), u"Mine (2)"_s);
        window->action(DocumentAct::Rename)->trigger();
        QVERIFY(type(u"Fire"_s));
        QTRY_COMPARE(chosen(window), u"Fire"_s);
        QCOMPARE(app().workspace.content.presetName(), u"Fire"_s);
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Undo"_s));
        QTRY_COMPARE(chosen(window), u"Mine (2)"_s);
        QCOMPARE(app().workspace.content.presetName(), u"Mine (2)"_s);

        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window));
        window->list()->setFocus();
        QTest::keyClick(window->list(), Qt::Key_Delete);
        QTRY_COMPARE(window->list()->model()->rowCount(), before + 1);
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Undo"_s));
        QTRY_COMPARE(window->list()->model()->rowCount(), before + 2);
    }

    // What is done in the window is said there, and taken back there by click and key.
    void theWindowItselfTakesBack()
    {
        DocumentsWindow *window = openedOn(DocumentKind::Preset);
        QVERIFY(window);
        const int before = window->list()->model()->rowCount();
        const QString name = chosen(window);
        auto *done = window->findChild<UndoLine *>();
        QVERIFY(done && !done->isVisible());
        window->list()->setFocus();
        QTest::keyClick(window->list(), Qt::Key_Delete);
        QTRY_COMPARE(window->list()->model()->rowCount(), before - 1);
        QTRY_VERIFY(done->isVisible());
        QVERIFY(done->text().contains(name));
        QVERIFY(OpenProgram::click(done, u"Undo"_s));
        QTRY_COMPARE(window->list()->model()->rowCount(), before);
        QVERIFY(!done->isVisible() && !app().chatPane.notices()->isShown(u"document"_s));

        window->choose({DocumentKind::Preset, name});
        QTRY_COMPARE(chosen(window), name);
        window->action(DocumentAct::Rename)->trigger();
        QVERIFY(type(u"Fire"_s));
        QTRY_COMPARE(chosen(window), u"Fire"_s);
        QTRY_VERIFY(done->isVisible());
        QTest::keyClick(window->list(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(chosen(window), name);
        QVERIFY(!done->isVisible());
        QTest::keyClick(window->list(), Qt::Key_Z, Qt::ControlModifier); // that was all
        QCOMPARE(window->list()->model()->rowCount(), before);
    }

    void aCharactersNewNameIsUndoneByKey()
    {
        const QString file = app().workspace.content.cardFile();
        const QString name = app().workspace.content.card()->name;
        DocumentsWindow *window = openedOn(DocumentKind::Card);
        window->choose({DocumentKind::Card, file});
        window->action(DocumentAct::Rename)->trigger();
        QVERIFY(type(u"Somebody Else"_s));
        QTRY_COMPARE(app().workspace.content.card()->name, u"Somebody Else"_s);
        QTRY_VERIFY(app().chat.session());
        QTest::keyClick(window, Qt::Key_Escape);
        app().window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QVERIFY(app().actions.action(ActionId::Undo)->text().contains(name));
        QTest::keyClick(app().chatPane.transcript(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(app().workspace.content.card()->name, name);
    }

    void rulesAreMadeCopiedRenamedAndDeleted()
    {
        DocumentsWindow *window = openedOn(DocumentKind::Rules);
        QVERIFY(window);
        QCOMPARE(window->list()->model()->rowCount(), 0);
        QTest::keyClick(window, Qt::Key_N, Qt::ControlModifier);
        QVERIFY(type(u"Lamps"_s));
        QTRY_COMPARE(chosen(window), u"Lamps"_s);
        QTRY_VERIFY(app().rulesEditor.document().isOpen());
        QCOMPARE(app().rulesEditor.document().name(), u"Lamps"_s);
        const auto isFile = [&](const QString &name) {
            return QFile::exists(m_program->libraryFolder() + u"/snug/rules/%1.json"_s.arg(name));
        };
        QVERIFY(isFile(u"Lamps"_s));

        window->action(DocumentAct::Duplicate)->trigger();
        QTRY_COMPARE(chosen(window), u"Lamps (2)"_s);
        // Files of rules are on; switched off, one stays so under its new name.
        QVERIFY(app().workspace.content.rules().isOn(u"Lamps (2)"_s));
        window->action(DocumentAct::Use)->trigger();
        QTRY_VERIFY(!app().workspace.content.rules().isOn(u"Lamps (2)"_s));
        window->action(DocumentAct::Rename)->trigger();
        QVERIFY(type(u"Fire"_s));
        QTRY_COMPARE(chosen(window), u"Fire"_s);
        QVERIFY(isFile(u"Fire"_s) && !isFile(u"Lamps (2)"_s));
        QVERIFY(!app().workspace.content.rules().isOn(u"Fire"_s));
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Undo"_s));
        QTRY_COMPARE(chosen(window), u"Lamps (2)"_s);

        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window));
        window->list()->setFocus();
        QTest::keyClick(window->list(), Qt::Key_Delete);
        QTRY_VERIFY(!isFile(u"Lamps (2)"_s));
        QTRY_COMPARE(window->list()->model()->rowCount(), 1);
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Undo"_s));
        QTRY_VERIFY(isFile(u"Lamps (2)"_s));
        QTRY_COMPARE(window->list()->model()->rowCount(), 2);
    }

    // What is open in its editor follows; what is not saved there keeps its name.
    void anEditorFollowsTheName()
    {
        DocumentsWindow *window = openedOn(DocumentKind::Lorebook);
        const QString name = chosen(window);
        QVERIFY(!name.isEmpty());
        window->action(DocumentAct::Edit)->trigger();
        QTRY_VERIFY(app().lorebookEditor.document().isOpen());
        window->action(DocumentAct::Rename)->trigger();
        QVERIFY(type(u"Coast"_s));
        QTRY_COMPARE(app().lorebookEditor.document().name(), u"Coast"_s);
        QTRY_VERIFY(app().lorebookEditor.document().isOpen());
        QVERIFY(!app().lorebookEditor.document().isEdited());
        QTRY_COMPARE(chosen(window), u"Coast"_s);

        Lorebook edited = app().lorebookEditor.document().value();
        edited.entries.first().content += u"!"_s;
        app().lorebookEditor.document().change(edited, u"Edit"_s);
        QVERIFY(app().lorebookEditor.document().isEdited());
        window->action(DocumentAct::Rename)->trigger();
        QVERIFY(type(u"Harbour"_s));
        QTRY_VERIFY2(app().chatPane.notices()->textOf(u"error"_s).contains(u"unsaved changes"_s),
                     qPrintable(app().chatPane.notices()->textOf(u"error"_s)));
        QCOMPARE(app().lorebookEditor.document().name(), u"Coast"_s);
        QVERIFY(app().lorebookEditor.document().isEdited());
        app().lorebookEditor.document().revert();
    }

    void personasAndCharactersBecomeEachOther()
    {
        DocumentsWindow *window = openedOn(DocumentKind::Card);
        const QString name = chosen(window);
        const qsizetype personas = app().library.contents().personas.size();
        window->action(DocumentAct::MakeOther)->trigger();
        QTRY_COMPARE(app().library.contents().personas.size(), personas + 1);
        QTRY_COMPARE(window->kind(), DocumentKind::Persona);
        QTRY_COMPARE(chosen(window), name);
        window->action(DocumentAct::MakeOther)->trigger();
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
        DocumentsWindow *window = openedOn(DocumentKind::Card);
        window->choose({DocumentKind::Card, file});
        window->action(DocumentAct::Rename)->trigger();
        QVERIFY(type(u"Somebody Else"_s));
        QTRY_COMPARE(chosen(window), u"Somebody Else"_s);
        QCOMPARE(app().workspace.content.cardFile(), file);
        QTRY_COMPARE(app().workspace.content.card()->name, u"Somebody Else"_s);
        QCOMPARE(app().library.contents().chatsOf(file).size(), chats);
    }

    void theListIsSearchedAndRead()
    {
        DocumentsWindow *window = openedOn(DocumentKind::Preset);
        QTRY_VERIFY(!window->preview()->toPlainText().isEmpty());
        QTest::keyClick(window, Qt::Key_F, Qt::ControlModifier);
        QTest::keyClicks(window->search(), u"nothing is called so"_s);
        QCOMPARE(window->list()->model()->rowCount(), 0);
        QVERIFY(!window->action(DocumentAct::Rename)->isEnabled());
        // In the field, Delete deletes a character.
        const qsizetype presets = app().library.contents().presets.size();
        window->search()->setCursorPosition(0);
        QTest::keyClick(window->search(), Qt::Key_Delete);
        QCOMPARE(window->search()->text(), u"othing is called so"_s);
        QCOMPARE(app().library.contents().presets.size(), presets);
        for (int row = 0; row < window->kindList()->count(); ++row) {
            window->kindList()->setCurrentRow(row);
            QVERIFY(window->kind() == DocumentsWindow::kinds()[row]);
        }
    }

    void namesThatAreTakenOrEmptyAreRefused()
    {
        DocumentsWindow *window = openedOn(DocumentKind::Preset);
        const QString name = chosen(window);
        window->action(DocumentAct::Duplicate)->trigger();
        QTRY_VERIFY(chosen(window) != name);
        window->action(DocumentAct::Rename)->trigger();
        QVERIFY(type(name));
        QTRY_VERIFY(app().chatPane.notices()->textOf(u"error"_s).contains(u"name"_s));
        QVERIFY(chosen(window) != name);
    }

private:
    const AppContext &app() const { return m_program->app(); }

    DocumentsWindow *openedOn(DocumentKind kind)
    {
        app().actions.action(ActionId::ManageLibrary)->trigger();
        DocumentsWindow *found = nullptr;
        for (QWidget *window : QApplication::topLevelWidgets()) {
            if (auto *documents = qobject_cast<DocumentsWindow *>(window);
                documents && documents->isVisible())
                found = documents;
        }
        if (!found || !QTest::qWaitForWindowActive(found))
            return nullptr;
        found->kindList()->setCurrentRow(int(DocumentsWindow::kinds().indexOf(kind)));
        return found;
    }

    static QString chosen(DocumentsWindow *window)
    {
        const auto document = window->current();
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
};

} // namespace tst_documentsinwindow

SNUG_TEST(tst_documentsinwindow, TestDocumentsInWindow, Windows)

#include "tst_documentsinwindow.moc"

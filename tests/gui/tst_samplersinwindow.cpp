// Samplers of text completions in the whole program: what is sent follows each change, the file each save;
// made, copied, renamed, deleted, and found by SillyTavern's words.

#include "app/chat/chatcontroller.h"
#include "app/editors/completiontemplateeditorcontroller.h"
#include "core/chat/chatsession.h"
#include "core/formats/jsontext.h"
#include "core/library/library.h"
#include "core/library/textpresetfields.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/editors/documenthead.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/forms/fieldedit.h"
#include "widgets/editors/forms/fieldfinder.h"
#include "widgets/editors/text/macrotextedit.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QDoubleSpinBox>
#include <QFile>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

namespace tst_samplersinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

using Kind = TextTemplateEditor::Kind;
using Wish = TextTemplateEditor::Wish;

class TestSamplersInWindow : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;

    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() { return app().chat.session(); }
    TextTemplateEditor *editor() { return app().completionTemplateEditor.editor(); }
    DocumentEditing &document() { return app().completionTemplateEditor.document(Kind::Samplers); }
    QByteArray file(const QString &path)
    {
        QFile read(m_program->libraryFolder() + u'/' + path);
        return read.open(QIODevice::ReadOnly) ? read.readAll() : QByteArray();
    }
    bool put(const QString &path, const QByteArray &bytes)
    {
        QFile write(m_program->libraryFolder() + u'/' + path);
        return write.open(QIODevice::WriteOnly) && write.write(bytes) == bytes.size();
    }
    bool isSettled()
    {
        return session() && !session()->preview().isBusy() && app().workspace.content.isReady();
    }
    void connectText()
    {
        Connection connection;
        connection.id = u"text"_s;
        connection.name = u"Text"_s;
        connection.kind = Connection::Kind::LlamaCompletion;
        connection.baseUrl = QUrl(u"http://127.0.0.1:1"_s);
        connection.contextSize = 8192;
        app().workspace.connections.setConnections(app().workspace.connections.connections() +
                                                   QList{connection});
        app().workspace.connections.chooseActive(connection.id);
        QTRY_VERIFY(isSettled());
    }
    void open(const QString &name)
    {
        app().completionTemplateEditor.open(Kind::Samplers, name);
        QTRY_VERIFY(document().isOpen() && document().name() == name);
        QVERIFY(QTest::qWaitForWindowActive(editor()));
    }
    FieldEdit *field(const QString &key)
    {
        const auto fields = textPresetFields();
        const auto found = std::ranges::find(fields, key, [](const auto &each) { return each.key; });
        return editor()->form()->field(found->info.id);
    }
    QDoubleSpinBox *number(const QString &key)
    {
        return qobject_cast<QDoubleSpinBox *>(field(key)->control());
    }
    void typeNumber(const QString &key, const QString &typed)
    {
        QDoubleSpinBox *box = number(key);
        QVERIFY(box);
        box->setFocus();
        QTest::keySequence(box, QKeySequence::SelectAll);
        if (typed.isEmpty())
            QTest::keyClick(box, Qt::Key_Delete);
        else
            QTest::keyClicks(box, typed);
        QTest::keyClick(box, Qt::Key_Tab);
    }
    Json sent()
    {
        const auto shown = app().chat.shownPrompt();
        return shown && shown->request ? parseJson(shown->request->body).value_or(Json()) : Json();
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        QTRY_VERIFY(isSettled());
    }

    void cleanup()
    {
        if (m_program)
            m_program->quit();
        m_program.reset();
    }

    // What is sent follows, the file when it is saved; nothing else in it changes.
    void samplersAreSent()
    {
        const QString path = u"TextGen Settings/Calm.json"_s;
        const QByteArray bytes = "{\n  \"temp\": 1.50,\n  \"theirs\": [ 1,2 ],\n  \"top_k\": 40\n}";
        QVERIFY(put(path, bytes));
        connectText();
        CompletionTemplates &templates = app().workspace.content.templates();
        QTRY_VERIFY(
            app().library.contents().templates.value(LibraryLayout::Folder::TextPresets).contains(u"Calm"));
        templates.choose(LibraryLayout::Folder::TextPresets, u"Calm"_s);
        QTRY_COMPARE(sent().value(u"temperature").toDouble(), 1.5);
        QMenu *menu = app().window.templateMenu();
        OpenProgram::openMenu(menu);
        menu->findChild<QAction *>(u"editSamplers"_s)->trigger();
        QTRY_VERIFY(editor() && editor()->isVisible() && editor()->kind() == Kind::Samplers);
        QTRY_COMPARE(editor()->openName(), u"Calm"_s); // that in effect
        QTRY_VERIFY(document().isOpen());
        QVERIFY(QTest::qWaitForWindowActive(editor()));
        QCOMPARE(number(u"min_p"_s)->text(), u"The server's own"_s);
        QVERIFY(!sent().contains(u"min_p"));

        typeNumber(u"temp"_s, u"0.75"_s);
        QTRY_COMPARE(sent().value(u"temperature").toDouble(), 0.75);
        QVERIFY(editor()->isWindowModified());
        QCOMPARE(file(path), bytes);
        typeNumber(u"min_p"_s, u"0.05"_s);
        QTRY_COMPARE(sent().value(u"min_p").toDouble(), 0.05);
        typeNumber(u"top_p"_s, u"1.5"_s); // the 5 is refused
        QTRY_COMPARE(sent().value(u"top_p").toDouble(), 1.0);
        typeNumber(u"top_p"_s, u"-x"_s);
        QCOMPARE(number(u"top_p"_s)->value(), 1.0);
        typeNumber(u"top_p"_s, {});
        QTRY_VERIFY(!sent().contains(u"top_p"));
        QCOMPARE(number(u"top_p"_s)->text(), u"The server's own"_s);
        field(u"grammar_string"_s)->text()->setFocus();
        QTest::keyClicks(field(u"grammar_string"_s)->text(), u"root"_s);
        QTRY_COMPARE(sent().value(u"grammar").toText(), u"root"_s);
        QTest::keySequence(editor(), QKeySequence::Undo);
        QTRY_VERIFY(!sent().contains(u"grammar"));

        QTest::keySequence(editor(), QKeySequence::Save);
        QTRY_COMPARE(file(path), "{\n  \"temp\": 0.75,\n  \"theirs\": [ 1,2 ],\n  \"top_k\": 40,\n"
                                 "  \"min_p\": 0.05\n}");
        QTRY_VERIFY(isSettled() && !editor()->isWindowModified());
        QCOMPARE(sent().value(u"temperature").toDouble(), 0.75);
    }

    // One step below the least value is none, one above that is what one begins with.
    void stepsOfSamplers()
    {
        open(u"Neutral"_s);
        QDoubleSpinBox *box = number(u"top_a"_s);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Up);
        QCOMPARE(box->value(), 0.0);
        QVERIFY(document().isEdited());
        QTest::keyClick(box, Qt::Key_Up);
        QCOMPARE(box->value(), 0.01);
        QTest::keyClick(box, Qt::Key_Down);
        QTest::keyClick(box, Qt::Key_Down);
        QCOMPARE(box->text(), u"The server's own"_s);
        QVERIFY(!document().isEdited());
    }

    void samplersMadeCopiedRenamedDeleted()
    {
        open(u"Neutral"_s);
        const QByteArray neutral = file(u"TextGen Settings/Neutral.json"_s);
        QTest::keySequence(editor(), QKeySequence::New);
        QTRY_VERIFY2(editor()->openName() == u"New Samplers", qPrintable(editor()->status()->text()));
        QTRY_VERIFY2(document().isOpen(), qPrintable(editor()->status()->text()));
        open(u"Neutral"_s);
        QTest::keyClick(editor(), Qt::Key_D, Qt::ControlModifier);
        QTRY_COMPARE(editor()->openName(), u"Neutral, copy"_s);
        QTRY_VERIFY(document().isOpen());
        QCOMPARE(file(u"TextGen Settings/Neutral, copy.json"_s), neutral);
        QTest::keyClick(editor(), Qt::Key_F2);
        auto *dialog = editor()->findChild<QInputDialog *>(u"renameTextTemplate"_s);
        QVERIFY(dialog);
        dialog->setTextValue(u"Mine"_s);
        dialog->accept();
        QTRY_COMPARE(editor()->openName(), u"Mine"_s);
        QTRY_COMPARE(file(u"TextGen Settings/Mine.json"_s), neutral);
        QTRY_VERIFY(document().isOpen());
        editor()->action(Wish::Delete)->trigger();
        QTRY_VERIFY(file(u"TextGen Settings/Mine.json"_s).isEmpty());
        QTRY_VERIFY2(editor()->status()->text().contains(u"trash"), qPrintable(editor()->status()->text()));
        for (QPushButton *button : editor()->status()->findChildren<QPushButton *>())
            QTest::mouseClick(button, Qt::LeftButton);
        QTRY_COMPARE(editor()->openName(), u"Mine"_s);
        QCOMPARE(file(u"TextGen Settings/Mine.json"_s), neutral);
    }

    // By SillyTavern's words and by its keys.
    void samplersAreFound()
    {
        open(u"Neutral"_s);
        FieldFinder *finder = editor()->head()->fieldFinder();
        for (const auto &[word, key] :
             {std::pair(u"Tail Free"_s, u"tfs"_s), std::pair(u"rep_pen_range"_s, u"rep_pen_range"_s),
              std::pair(u"Response (tok"_s, u"genamt"_s)}) {
            finder->open();
            QTest::keyClicks(finder->line(), word);
            QTest::keyClick(finder->line(), Qt::Key_Return);
            QTRY_VERIFY2(number(key)->hasFocus(), qPrintable(word));
        }
    }
};

} // namespace tst_samplersinwindow

SNUG_TEST(tst_samplersinwindow, TestSamplersInWindow, Windows)
#include "tst_samplersinwindow.moc"

// Context, instruct and system prompt templates in the whole program: written beside the raw text they give,
// saved, made, renamed, deleted; taken by the model's name; replies trimmed as they say.

#include "app/chat/chatcontroller.h"
#include "app/editors/completiontemplateeditorcontroller.h"
#include "core/chat/chatsession.h"
#include "core/formats/texttemplates.h"
#include "core/library/texttemplatefields.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/editedineffect.h"
#include "core/workspace/workspace.h"
#include "tests/fakes/recordingserver.h"
#include "tests/gui/openprogram.h"
#include "tests/gui/promptclicks.h"
#include "tests/testregistry.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/templatepreview.h"
#include "widgets/editors/text/macrotextedit.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QFile>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

namespace tst_texttemplatesinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

using Kind = TextTemplateEditor::Kind;
using Wish = TextTemplateEditor::Wish;

class TestTextTemplatesInWindow : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;

    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() { return app().chat.session(); }
    TextTemplateEditor *editor() { return app().completionTemplateEditor.editor(); }
    DocumentEditing &document() { return app().completionTemplateEditor.document(editor()->kind()); }
    QString folder(const QString &name) { return m_program->libraryFolder() + u'/' + name + u'/'; }
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
        return session() && !session()->preview().isBusy() && !session()->reply().isUnderWay() &&
               app().workspace.content.isReady();
    }
    QString prompt()
    {
        const auto shown = app().chat.shownPrompt();
        return shown ? shown->prompt.prompt.value_or(TracedText()).text() : QString();
    }
    void connectTo(const QUrl &url, const QString &model = {})
    {
        Connection connection;
        connection.id = u"text"_s;
        connection.name = u"Text"_s;
        connection.kind = Connection::Kind::LlamaCompletion;
        connection.baseUrl = url;
        connection.model = model;
        connection.contextSize = 8192;
        app().workspace.connections.setConnections(app().workspace.connections.connections() +
                                                   QList{connection});
        app().workspace.connections.chooseActive(connection.id);
        QTRY_VERIFY(isSettled() && !prompt().isEmpty());
    }
    void open(Kind kind, const QString &name)
    {
        app().completionTemplateEditor.open(kind, name);
        QTRY_VERIFY(document().isOpen() && document().name() == name);
        QVERIFY(QTest::qWaitForWindowActive(editor()));
    }
    MacroTextEdit *text(const QString &key)
    {
        const auto find = [&](const auto &fields) -> MacroTextEdit * {
            for (const auto &field : fields) {
                if (field.key == key)
                    return editor()->form()->text(field.info.id);
            }
            return nullptr;
        };
        return editor()->kind() == Kind::Context    ? find(contextFields())
               : editor()->kind() == Kind::Instruct ? find(instructFields())
                                                    : find(systemPromptFields());
    }
    void type(const QString &key, const QString &typed)
    {
        MacroTextEdit *edit = text(key);
        QVERIFY(edit);
        edit->setFocus();
        edit->moveCursor(QTextCursor::Start);
        QTest::keyClicks(edit, typed);
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

    // Whatever the connection: the raw text is there to be seen.
    void writtenBesideTheRawText()
    {
        QMenu *menu = app().window.templateMenu();
        OpenProgram::openMenu(menu);
        menu->findChild<QAction *>(u"editTextTemplates"_s)->trigger();
        QTRY_VERIFY(editor() && editor()->isVisible());
        open(Kind::Instruct, u"Alpaca"_s);
        QTRY_VERIFY(editor()->preview()->toPlainText().contains(u"### Response:"));
        type(u"output_sequence"_s, u"@@"_s);
        QTRY_VERIFY(editor()->preview()->toPlainText().contains(u"@@### Response:"));
        QVERIFY(editor()->isWindowModified());
        QVERIFY(!file(u"instruct/Alpaca.json"_s).contains("@@"));
        QTest::keySequence(editor(), QKeySequence::Undo);
        QTRY_VERIFY(!editor()->preview()->toPlainText().contains(u"@@"));
        QVERIFY(!editor()->isWindowModified());
        QTest::keySequence(editor(), QKeySequence::Redo);
        QTest::keySequence(editor(), QKeySequence::Save);
        QTRY_VERIFY(file(u"instruct/Alpaca.json"_s).contains("@@### Response:"));
        QTRY_VERIFY(!editor()->isWindowModified());
    }

    // What is in effect may be a part of the settings that does not say everything.
    void newOnesAreWholeFiles_data()
    {
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QByteArray>("key");
        QTest::newRow("context") << Kind::Context << u"context"_s << QByteArray("\"story_string\"");
        QTest::newRow("instruct") << Kind::Instruct << u"instruct"_s << QByteArray("\"input_sequence\"");
        QTest::newRow("system prompt") << Kind::SystemPrompt << u"sysprompt"_s << QByteArray("\"content\"");
    }

    void newOnesAreWholeFiles()
    {
        QFETCH(Kind, kind);
        QFETCH(QString, place);
        QFETCH(QByteArray, key);
        app().completionTemplateEditor.open(kind);
        editor()->action(Wish::New)->trigger();
        QTRY_COMPARE(editor()->openName(), u"New Template"_s);
        QTRY_VERIFY2(document().isOpen(), qPrintable(editor()->status()->text()));
        QVERIFY(file(place + u"/New Template.json"_s).contains(key));
        QVERIFY(editor()->form()->isEnabled());
    }

    // Other colours are no edit, on the pages that are not shown either.
    void anotherThemeEditsNothing()
    {
        open(Kind::Instruct, u"Alpaca"_s);
        open(Kind::Context, u"ChatML"_s);
        for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light}) {
            app().theme.setChoice(choice);
            QVERIFY(!document().isEdited());
            QVERIFY(!app().completionTemplateEditor.document(Kind::Instruct).isEdited());
        }
    }

    // What the inspector shows follows before it is saved, and goes back.
    void theInspectorFollows()
    {
        connectTo(QUrl(u"http://127.0.0.1:1"_s));
        app().workspace.content.templates().choose(LibraryLayout::Folder::Instruct, u"Alpaca"_s);
        QTRY_VERIFY(isSettled() && prompt().contains(u"### Response:"));
        open(Kind::Instruct, u"Alpaca"_s);
        type(u"output_sequence"_s, u"@@"_s);
        QTRY_VERIFY(isSettled() && prompt().contains(u"@@### Response:"));
        QVERIFY(editedInEffect(app().workspace.content).contains(u"text templates"_s));
        QTest::keySequence(editor(), QKeySequence::Save);
        QTRY_VERIFY(!editor()->isWindowModified() && editedInEffect(app().workspace.content).isEmpty());
        QTRY_VERIFY(isSettled() && prompt().contains(u"@@### Response:"));
        // A stretch of the prompt leads to its field.
        PromptList *list = app().inspector.prompt()->list();
        QVERIFY(goToSource(list, stretchOf(list, [](const Source &source) {
                               return source.kind() == SourceKind::TemplateInstruct &&
                                      source.id() == u"output_sequence";
                           })));
        QTRY_VERIFY(text(u"output_sequence"_s)->hasFocus());
    }

    void anotherProgramWritesIt()
    {
        open(Kind::SystemPrompt,
             app().workspace.content.templates().nameOf(LibraryLayout::Folder::SystemPrompts));
        const QString path = u"sysprompt/"_s + document().name() + u".json"_s;
        QByteArray bytes = file(path);
        QVERIFY(!bytes.isEmpty());
        type(u"post_history"_s, u"Go on."_s);
        QByteArray theirs = bytes;
        theirs.insert(theirs.indexOf('{') + 1, "\"theirs\": 1,");
        QVERIFY(put(path, theirs));
        QTRY_VERIFY(editor()->status()->text().contains(u"Another program"));
        QTest::keySequence(editor(), QKeySequence::Save);
        QTRY_VERIFY(file(path).contains("theirs") && file(path).contains("Go on."));
    }

    void madeRenamedDeletedAndBack()
    {
        open(Kind::Instruct, u"Alpaca"_s);
        editor()->action(Wish::Duplicate)->trigger();
        QTRY_COMPARE(editor()->openName(), u"Alpaca, copy"_s);
        QTRY_VERIFY(document().isOpen());
        editor()->action(Wish::Rename)->trigger();
        auto *dialog = editor()->findChild<QInputDialog *>(u"renameTextTemplate"_s);
        QVERIFY(dialog);
        dialog->setTextValue(u"Mine"_s);
        dialog->accept();
        QTRY_COMPARE(editor()->openName(), u"Mine"_s);
        QTRY_VERIFY(document().isOpen() && file(u"instruct/Mine.json"_s).contains("\"Mine\""));
        QVERIFY(file(u"instruct/Alpaca, copy.json"_s).isEmpty());
        editor()->action(Wish::Use)->trigger();
        QTRY_COMPARE(app().workspace.content.templates().nameOf(LibraryLayout::Folder::Instruct), u"Mine"_s);
        const QString target = m_program->libraryFolder() + u"/out.json"_s;
        app().completionTemplateEditor.exportTo(target);
        QTRY_COMPARE(file(u"out.json"_s), file(u"instruct/Mine.json"_s));
        editor()->action(Wish::Delete)->trigger();
        QTRY_VERIFY(editor()->openName() != u"Mine" && file(u"instruct/Mine.json"_s).isEmpty());
        QTRY_VERIFY2(editor()->status()->text().contains(u"trash"), qPrintable(editor()->status()->text()));
        for (QPushButton *button : editor()->status()->findChildren<QPushButton *>())
            button->click();
        QTRY_COMPARE(editor()->openName(), u"Mine"_s);
        QVERIFY(!file(u"instruct/Mine.json"_s).isEmpty());
        app().completionTemplateEditor.importFiles({target});
        QTRY_COMPARE(editor()->openName(), u"out"_s);
    }

    void theModelAsksForItsTemplate()
    {
        connectTo(QUrl(u"http://127.0.0.1:1"_s), u"some-model"_s);
        const QByteArray alpaca = file(u"instruct/Alpaca.json"_s);
        QVERIFY(put(u"instruct/Asked.json"_s,
                    "{\"name\":\"Asked\",\"input_sequence\":\"<<IN>>\",\"output_sequence\":"
                    "\"<<OUT>>\",\"activation_regex\":\"/ZEPHYR-\\\\d+b/i\"}"));
        QTRY_VERIFY(app().workspace.content.templates().nameOf(LibraryLayout::Folder::Instruct) != u"Asked");
        QList<Connection> connections = app().workspace.connections.connections();
        connections.last().model = u"my-zephyr-7b.gguf"_s;
        app().workspace.connections.setConnections(connections);
        QTRY_COMPARE(app().workspace.content.templates().nameOf(LibraryLayout::Folder::Instruct), u"Asked"_s);
        QTRY_VERIFY(isSettled() && prompt().contains(u"<<OUT>>"));
        QVERIFY(app().workspace.content.templates().isByModel());
        // What the user says counts more.
        app().workspace.content.templates().choose(LibraryLayout::Folder::Instruct, u"Alpaca"_s);
        QTRY_VERIFY(isSettled() && prompt().contains(u"### Response:"));
        QVERIFY(!app().workspace.content.templates().isByModel());
    }

    void repliesAreTrimmed_data()
    {
        QTest::addColumn<bool>("isTrimming");
        QTest::addColumn<QString>("reply");
        QTest::newRow("on") << true << u"She nods. \"Yes.\""_s;
        QTest::newRow("off") << false << u"She nods. \"Yes.\" And th"_s;
    }
    void repliesAreTrimmed()
    {
        QFETCH(bool, isTrimming);
        QFETCH(QString, reply);
        ContextTemplate context = builtInContextTemplate();
        context.trimsSentences = isTrimming;
        QVERIFY(put(u"context/Trim.json"_s, writeContextTemplate(context)));
        RecordingServer server;
        const auto piece = [](const QByteArray &text, bool isLast) {
            return "data: {\"index\":0,\"content\":\"" + text + "\",\"stop\":" + (isLast ? "true" : "false") +
                   "}\n\n";
        };
        server.enqueue(RawAnswer::eventStream(
            {piece("She nods. ", false), piece("\\\"Yes.\\\" And th", false), piece("", true)}));
        connectTo(server.url());
        QTRY_VERIFY(app().workspace.content.templates().nameOf(LibraryLayout::Folder::Context) != u"Trim");
        QTRY_VERIFY([&] {
            app().workspace.content.templates().choose(LibraryLayout::Folder::Context, u"Trim"_s);
            return app().workspace.content.templates().nameOf(LibraryLayout::Folder::Context) == u"Trim";
        }());
        QTRY_VERIFY(isSettled() &&
                    session()->snapshot().textCompletion->context.trimsSentences == isTrimming);
        QVERIFY(session()->send(u"Hm."_s));
        QTRY_COMPARE(session()->chat().messages.last().text, reply);
    }
};

} // namespace tst_texttemplatesinwindow

SNUG_TEST(tst_texttemplatesinwindow, TestTextTemplatesInWindow, Windows)
#include "tst_texttemplatesinwindow.moc"

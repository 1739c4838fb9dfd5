// The life of a document in an editor, the same for every kind: written, taken back, kept as a draft, lost
// and found again, asked about, put back, and gone with the library and with the program.

#include "app/chat/chatcontroller.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/chattemplateeditorcontroller.h"
#include "app/editors/completiontemplateeditorcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/editors/personaeditorcontroller.h"
#include "app/editors/preseteditorcontroller.h"
#include "app/editors/ruleseditorcontroller.h"
#include "app/editors/scripteditorcontroller.h"
#include "core/chat/chatsession.h"
#include "core/editing/drafts.h"
#include "core/library/atomicwrite.h"
#include "core/library/library.h"
#include "core/library/textpresetfields.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/editors/blockform.h"
#include "widgets/editors/card/cardfieldspage.h"
#include "widgets/editors/documenthead.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/findings/findingsbar.h"
#include "widgets/editors/forms/fieldedit.h"
#include "widgets/editors/lore/lorebookeditorhead.h"
#include "widgets/editors/lore/loreentryform.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QLayout>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QWindow>

namespace tst_editorlife {

using namespace Qt::StringLiterals;
using namespace snug;

using TemplateKind = TextTemplateEditor::Kind;

namespace {

const QString Typed = u"Zebra"_s;
const QString OwnFile = u"Lantern"_s; // of a kind that the sample library has none of

// An editor as one sits before it.
struct Seat
{
    QWidget *window = nullptr;
    DocumentEditing *document = nullptr;
    EditorStatus *status = nullptr;
    QMenu *versions = nullptr;
    QWidget *field = nullptr; // that is written in
};

QString textOf(QWidget *field)
{
    if (auto *line = qobject_cast<QLineEdit *>(field))
        return line->text();
    return qobject_cast<QPlainTextEdit *>(field)->toPlainText();
}

template <typename Fields> int idOf(const Fields &fields, const QString &key)
{
    return std::ranges::find(fields, key, [](const auto &field) { return field.key; })->info.id;
}

} // namespace

class TestEditorLife : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;
    DocumentKey m_key;
    Seat m_seat;

    const AppContext &app() const { return m_program->app(); }
    LibraryLayout layout() const { return LibraryLayout(m_program->libraryFolder()); }
    bool hasDraftNow() const { return hasDraft(layout(), m_key); }
    bool hasTyped() const { return m_seat.field && textOf(m_seat.field).contains(Typed); }
    bool isSettled() const { return app().chat.session() && !app().chat.session()->preview().isBusy(); }
    QString noticeId() const { return u"draft/"_s + folderOf(m_key); }

    // The first of its kind in the sample library.
    DocumentKey keyOf(DocumentKind kind) const
    {
        const LibraryContents &contents = app().library.contents();
        const auto ofFolder = [&](LibraryLayout::Folder folder) {
            return contents.templates.value(folder).first();
        };
        switch (kind) {
        case DocumentKind::Card:
        case DocumentKind::CardScripts:
            return {kind, app().workspace.content.cardFile()};
        case DocumentKind::Preset:
        case DocumentKind::PresetScripts:
            return {kind, app().workspace.content.presetName()};
        case DocumentKind::Lorebook:
            return {kind, contents.lorebooks.first().name};
        case DocumentKind::Persona:
        case DocumentKind::Script:
            return {kind, settingsDocument()};
        case DocumentKind::ContextTemplate:
            return {kind, ofFolder(LibraryLayout::Folder::Context)};
        case DocumentKind::InstructTemplate:
            return {kind, ofFolder(LibraryLayout::Folder::Instruct)};
        case DocumentKind::SystemPrompt:
            return {kind, ofFolder(LibraryLayout::Folder::SystemPrompts)};
        case DocumentKind::TextSamplers:
            return {kind, ofFolder(LibraryLayout::Folder::TextPresets)};
        case DocumentKind::ChatTemplate:
        case DocumentKind::Rules:
            return {kind, OwnFile};
        }
        Q_UNREACHABLE_RETURN({});
    }

    template <typename Controller> Seat seat(Controller &controller, DocumentEditing *document) const
    {
        return {controller.editor(), document, controller.editor()->status(),
                controller.editor()->head()->versionsMenu(), nullptr};
    }

    // Once its document is open.
    Seat seatOf(DocumentKind kind) const
    {
        Seat made;
        switch (kind) {
        case DocumentKind::Card: {
            CardEditor *editor = app().cardEditor.editor();
            made = seat(app().cardEditor, &app().cardEditor.document());
            editor->openField(CardField::Description);
            made.field = editor->pageOf(CardField::Description)->fieldEdit(CardField::Description)->control();
            return made;
        }
        case DocumentKind::Persona:
            made = seat(app().personaEditor, &app().personaEditor.document());
            made.field = app().personaEditor.editor()->form()->text();
            return made;
        case DocumentKind::Preset:
            made = seat(app().presetEditor, app().presetEditor.editing());
            app().presetEditor.editor()->showBlock(u"main"_s);
            made.field = app().presetEditor.editor()->form()->text();
            return made;
        case DocumentKind::Lorebook: {
            LorebookEditor *editor = app().lorebookEditor.editor();
            made = seat(app().lorebookEditor, &app().lorebookEditor.document());
            if (!editor->lorebook().entries.isEmpty())
                editor->openEntry(editor->lorebook().entries.first().uid);
            made.field = editor->form()->fieldEdit(LoreField::Content)->control();
            return made;
        }
        case DocumentKind::Script:
        case DocumentKind::PresetScripts:
        case DocumentKind::CardScripts:
            made = seat(app().scriptEditor, app().scriptEditor.editing());
            made.field = made.window->findChild<QLineEdit *>(u"scriptName"_s);
            return made;
        case DocumentKind::ContextTemplate:
            return templateSeat(TemplateKind::Context, idOf(contextFields(), u"story_string"_s));
        case DocumentKind::InstructTemplate:
            return templateSeat(TemplateKind::Instruct, idOf(instructFields(), u"output_sequence"_s));
        case DocumentKind::SystemPrompt:
            return templateSeat(TemplateKind::SystemPrompt, idOf(systemPromptFields(), u"content"_s));
        case DocumentKind::TextSamplers:
            return templateSeat(TemplateKind::Samplers, idOf(textPresetFields(), u"grammar_string"_s));
        case DocumentKind::ChatTemplate:
            made = seat(app().chatTemplateEditor, app().chatTemplateEditor.editing());
            made.field = app().chatTemplateEditor.editor()->text();
            return made;
        case DocumentKind::Rules:
            made = seat(app().rulesEditor, &app().rulesEditor.document());
            made.field = made.window->findChild<QLineEdit *>(u"ruleName"_s);
            return made;
        }
        Q_UNREACHABLE_RETURN({});
    }

    Seat templateSeat(TemplateKind kind, int field) const
    {
        TextTemplateEditor *editor = app().completionTemplateEditor.editor();
        Seat made = seat(app().completionTemplateEditor, &app().completionTemplateEditor.document(kind));
        made.field = editor->form()->text(field);
        return made;
    }

    EditorController &controller() const
    {
        switch (m_key.kind) {
        case DocumentKind::Card:
            return app().cardEditor;
        case DocumentKind::Persona:
            return app().personaEditor;
        case DocumentKind::Preset:
            return app().presetEditor;
        case DocumentKind::Lorebook:
            return app().lorebookEditor;
        case DocumentKind::Script:
        case DocumentKind::PresetScripts:
        case DocumentKind::CardScripts:
            return app().scriptEditor;
        case DocumentKind::ContextTemplate:
        case DocumentKind::InstructTemplate:
        case DocumentKind::SystemPrompt:
        case DocumentKind::TextSamplers:
            return app().completionTemplateEditor;
        case DocumentKind::ChatTemplate:
            return app().chatTemplateEditor;
        case DocumentKind::Rules:
            return app().rulesEditor;
        }
        Q_UNREACHABLE();
    }

    void open()
    {
        controller().openDocument(m_key);
        m_seat = seatOf(m_key.kind);
        QTRY_VERIFY2(m_seat.document->isOpen(), qPrintable(m_seat.status->text()));
        m_seat = seatOf(m_key.kind); // now that its fields are there
        QCOMPARE(m_seat.document->key(), m_key);
        QVERIFY(m_seat.window->isVisible());
        QVERIFY(QTest::qWaitForWindowActive(m_seat.window));
    }

    void type()
    {
        QVERIFY(m_seat.field->isVisible());
        m_seat.field->setFocus();
        QTest::keyClick(m_seat.field, Qt::Key_End, Qt::ControlModifier);
        QTest::keyClicks(m_seat.field, Typed);
        QVERIFY(hasTyped());
        QVERIFY(m_seat.document->isEdited());
        QVERIFY(m_seat.window->isWindowModified());
    }

    void settle()
    {
        QTRY_VERIFY_WITH_TIMEOUT(isSettled(), 20000);
        m_seat = {};
    }

    // What the row needs to begin with: a file, or something in it.
    void prepare()
    {
        if (m_key.kind == DocumentKind::ChatTemplate || m_key.kind == DocumentKind::Rules) {
            m_program->quit();
            const bool isRules = m_key.kind == DocumentKind::Rules;
            const QString folder = layout().folder(isRules ? LibraryLayout::Folder::Rules
                                                           : LibraryLayout::Folder::PromptTemplates);
            QVERIFY(QDir().mkpath(folder));
            QVERIFY(writeFileDurably(folder + u'/' + OwnFile + u".json"_s,
                                     isRules ? R"([{"id": "1", "name": "Lamps", "find_regex": "lamp"}])"
                                             : "{\"template\": \"Only {{ char.name }}.\"}"));
            m_program->start();
            settle();
        }
        open();
        const bool isScripts = m_key.kind == DocumentKind::Script ||
                               m_key.kind == DocumentKind::PresetScripts ||
                               m_key.kind == DocumentKind::CardScripts;
        if (!isScripts)
            return;
        QTest::keySequence(m_seat.window, QKeySequence::New);
        QTest::keySequence(m_seat.window, QKeySequence::Save);
        QTRY_VERIFY(!m_seat.document->isEdited());
    }

    // The same things in the same places as in every other editor.
    void hasTheHeadOfAll()
    {
        const auto *head = m_seat.window->findChild<DocumentHead *>();
        QVERIFY(head && head->isVisible());
        QWidget *name = head->layout()->itemAt(0)->layout()->itemAt(0)->widget();
        QVERIFY(name && name->isVisible());
        QCOMPARE(name->width(), head->fontMetrics().averageCharWidth() * 30);
        int end = name->geometry().right();
        for (const QString &part :
             {u"newDocument"_s, u"duplicateDocument"_s, u"undoDocument"_s, u"redoDocument"_s,
              u"saveDocument"_s, u"documentFacts"_s, u"moreOfDocument"_s}) {
            const auto *each = head->findChild<QWidget *>(part);
            QVERIFY2(each && each->isVisible(), qPrintable(part));
            QVERIFY2(each->geometry().left() > end, qPrintable(part));
            QVERIFY2(std::abs(each->geometry().center().y() - name->geometry().center().y()) <= 1,
                     qPrintable(part));
            end = each->geometry().right();
        }
        const auto top = [this](const QWidget *part) { return part->mapTo(m_seat.window, QPoint()).y(); };
        QCOMPARE(top(head), 0);
        m_seat.status->tell(u"Something happened."_s);
        QTRY_COMPARE(top(m_seat.status), head->height());
        m_seat.status->clear();
        if (const auto *findings = m_seat.window->findChild<FindingsBar *>())
            QTRY_COMPARE(top(findings) + findings->height(), m_seat.window->height());
    }

    void takenBackAndDoneAgain()
    {
        const QString before = textOf(m_seat.field);
        type();
        QTest::keyClick(m_seat.field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(textOf(m_seat.field), before);
        QVERIFY(!m_seat.document->isEdited());
        QTest::keyClick(m_seat.field, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(hasTyped());
    }

    void lostAndFoundAgain()
    {
        QTRY_VERIFY(hasDraftNow());
        m_program->crash();
        settle();
        QTRY_VERIFY(notices()->isShown(noticeId()));
        open(); // not by the notice
        QTRY_VERIFY(hasTyped());
        QTRY_VERIFY(!notices()->isShown(noticeId()));
        QVERIFY(m_seat.document->isEdited());
        QVERIFY(m_seat.status->text().contains(u"unsaved changes"));
        QVERIFY(hasDraftNow());
    }

    void openedByTheNotice()
    {
        m_program->crash();
        settle();
        QTRY_VERIFY(notices()->isShown(noticeId()));
        clickNotice(u"Open"_s);
        QVERIFY(!notices()->isShown(noticeId()));
        m_seat = seatOf(m_key.kind);
        QTRY_VERIFY(m_seat.document->isOpen());
        m_seat = seatOf(m_key.kind);
        QTRY_VERIFY(hasTyped());
    }

    void discardedInTheNotice()
    {
        m_program->crash();
        settle();
        QTRY_VERIFY(notices()->isShown(noticeId()));
        clickNotice(u"Discard"_s);
        QTRY_VERIFY(!hasDraftNow());
        open();
        QVERIFY(!hasTyped());
        QVERIFY(!m_seat.document->isEdited());
    }

    void askedBeforeItCloses()
    {
        type();
        m_seat.window->close();
        QVERIFY(m_seat.window->isVisible());
        const auto boxes = m_seat.window->findChildren<QMessageBox *>();
        QCOMPARE(boxes.size(), 1);
        QVERIFY2(boxes.first()->text().contains(m_key.kind == DocumentKind::Persona ? u"personas"_s
                                                : m_key.kind == DocumentKind::Script
                                                    ? u"scripts"_s
                                                    : QFileInfo(m_key.name).completeBaseName()),
                 qPrintable(boxes.first()->text()));
        QTest::mouseClick(boxes.first()->button(QMessageBox::Cancel), Qt::LeftButton);
        QTRY_VERIFY(m_seat.window->findChildren<QMessageBox *>().isEmpty());
        QVERIFY(m_seat.window->isVisible() && hasTyped());

        closeAndAnswer(u"&Keep for Later"_s);
        QTRY_VERIFY(hasDraftNow());
        open();
        QTRY_VERIFY(hasTyped());
        QVERIFY(m_seat.document->isEdited());

        closeAndAnswer({}); // discards
        QTRY_VERIFY(!hasDraftNow());
        open();
        QVERIFY(!hasTyped());
        QVERIFY(!m_seat.document->isEdited());

        type();
        closeAndAnswer(u"&Save"_s);
        QTRY_VERIFY(!hasDraftNow());
        open();
        QVERIFY(hasTyped());
        QVERIFY(!m_seat.document->isEdited());
    }

    void anEarlierVersionComesBack()
    {
        m_seat.versions->popup({});
        QTRY_VERIFY(m_seat.versions->actions().first()->text().startsWith(u"Restore "));
        m_seat.versions->actions().first()->trigger();
        m_seat.versions->close();
        QTRY_VERIFY(!hasTyped());
        QVERIFY(m_seat.document->isEdited());
        QTest::keyClick(m_seat.field, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(hasTyped());
        QVERIFY(!m_seat.document->isEdited());
    }

    void followsTheTheme()
    {
        app().theme.setChoice(ThemeChoice::Light);
        const QColor light = m_seat.status->palette().color(QPalette::Window);
        app().theme.setChoice(ThemeChoice::Dark);
        QVERIFY(m_seat.status->palette().color(QPalette::Window) != light);
        QVERIFY(!m_seat.document->isEdited());
    }

    void goesWithTheLibrary()
    {
        type();
        app().library.close();
        QVERIFY(!m_seat.window->isVisible());
        QVERIFY(!m_seat.document || !m_seat.window->findChild<QMessageBox *>());
        QTRY_VERIFY(hasDraftNow());
        m_program->restart();
        settle();
    }

    void goesWithTheProgram()
    {
        open();
        QTRY_VERIFY(hasTyped());
        app().window.close();
        // Nothing is left that would keep the program running.
        for (const QWidget *each : QApplication::topLevelWidgets())
            QVERIFY2(!each->isVisible(), qPrintable(each->objectName()));
        for (const QWindow *each : QGuiApplication::topLevelWindows())
            QVERIFY2(!each->isVisible(), qPrintable(each->objectName()));
        QTRY_VERIFY(hasDraftNow());
    }

    NoticeBar *notices() const { return app().chatPane.notices(); }

    // Of the one notice about this document.
    void clickNotice(const QString &text)
    {
        for (QPushButton *button : notices()->findChildren<QPushButton *>()) {
            if (button->text() == text)
                return QTest::mouseClick(button, Qt::LeftButton);
        }
        QFAIL("no such button");
    }

    // Without a text the standard button that discards.
    void closeAndAnswer(const QString &text)
    {
        m_seat.window->close();
        auto *box = m_seat.window->findChild<QMessageBox *>();
        QVERIFY(box && box->isVisible());
        if (text.isEmpty())
            QTest::mouseClick(box->button(QMessageBox::Discard), Qt::LeftButton);
        else
            QVERIFY(OpenProgram::answerUnsaved(m_seat.window, text));
        QTRY_VERIFY(!m_seat.window->isVisible());
        QTRY_VERIFY(m_seat.window->findChildren<QMessageBox *>().isEmpty());
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        settle();
    }

    void cleanup()
    {
        if (m_program)
            m_program->quit();
        m_program.reset();
    }

    void wholeLife_data()
    {
        QTest::addColumn<int>("kind");
        for (const DocumentKind kind : allDocumentKinds)
            QTest::newRow(qPrintable(documentKindName(kind))) << int(kind);
    }

    void wholeLife()
    {
        QFETCH(int, kind);
        m_key = keyOf(DocumentKind(kind));
        for (const auto step : {&TestEditorLife::prepare, &TestEditorLife::hasTheHeadOfAll,
                                &TestEditorLife::takenBackAndDoneAgain, &TestEditorLife::lostAndFoundAgain,
                                &TestEditorLife::openedByTheNotice, &TestEditorLife::discardedInTheNotice,
                                &TestEditorLife::askedBeforeItCloses,
                                &TestEditorLife::anEarlierVersionComesBack, &TestEditorLife::followsTheTheme,
                                &TestEditorLife::goesWithTheLibrary, &TestEditorLife::goesWithTheProgram}) {
            (this->*step)();
            if (QTest::currentTestFailed())
                return;
        }
    }

    // Several in one window are one question.
    void oneQuestionForAll()
    {
        m_key = keyOf(DocumentKind::ContextTemplate);
        open();
        type();
        m_key = keyOf(DocumentKind::InstructTemplate);
        open();
        type();
        m_seat.window->close();
        const auto boxes = m_seat.window->findChildren<QMessageBox *>();
        QCOMPARE(boxes.size(), 1);
        QVERIFY(boxes.first()->text().contains(m_key.name));
        QVERIFY(boxes.first()->text().contains(keyOf(DocumentKind::ContextTemplate).name));
        QVERIFY(OpenProgram::answerUnsaved(m_seat.window, u"&Save All"_s));
        QTRY_VERIFY(!m_seat.window->isVisible());
    }

    // What would remove a draft under an open document goes through the document.
    void discardedWhileItIsOpen()
    {
        m_key = keyOf(DocumentKind::Card);
        open();
        type();
        QTRY_VERIFY(hasDraftNow());
        QVERIFY(controller().discardChanges(m_key));
        QTRY_VERIFY(!hasTyped());
        QTRY_VERIFY(!hasDraftNow());
        QVERIFY(!controller().discardChanges(m_key)); // nothing is held any more
        // Removed by somebody else it is written again, without another key.
        type();
        QTRY_VERIFY(hasDraftNow());
        QVERIFY(removeDraft(layout(), m_key));
        QTRY_VERIFY_WITH_TIMEOUT(hasDraftNow(), 20000);
    }
};

} // namespace tst_editorlife

SNUG_TEST(tst_editorlife, TestEditorLife, Windows)
#include "tst_editorlife.moc"

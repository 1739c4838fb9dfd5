// What is doubtful is said while one types, in every editor, by the rules of `snug lint`.

#include "app/chat/chatcontroller.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/completiontemplateeditorcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/editors/personaeditorcontroller.h"
#include "app/editors/preseteditorcontroller.h"
#include "app/editors/scripteditorcontroller.h"
#include "core/chat/chatsession.h"
#include "core/library/texttemplatefields.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/editors/blockform.h"
#include "widgets/editors/blocklist.h"
#include "widgets/editors/card/cardfieldspage.h"
#include "widgets/editors/card/greetingspage.h"
#include "widgets/editors/findings/findingsbar.h"
#include "widgets/editors/forms/fieldedit.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/editors/lore/loreentryform.h"
#include "widgets/editors/regex/scriptform.h"
#include "widgets/editors/text/macrotextedit.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QListWidget>
#include <QRegularExpression>
#include <QTest>

#include <functional>

namespace tst_findingsinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

// An editor with its text that is written in.
struct Writing
{
    QWidget *window = nullptr;
    FindingsBar *bar = nullptr;
    MacroTextEdit *text = nullptr;
};

using Opening = std::function<Writing(const AppContext &app)>;

static Writing inPreset(const AppContext &app)
{
    app.presetEditor.open({}, u"main"_s);
    PresetEditor *editor = app.presetEditor.editor();
    if (!QTest::qWaitFor([&] { return editor->form()->block().has_value(); }))
        return {};
    editor->blocks()->setCurrent(u"main"_s);
    return {editor, editor->findings(), editor->form()->text()};
}

static Writing inLorebook(const AppContext &app)
{
    app.lorebookEditor.open();
    LorebookEditor *editor = app.lorebookEditor.editor();
    if (!QTest::qWaitFor([&] { return !editor->lorebook().entries.isEmpty(); }))
        return {};
    editor->openEntry(editor->lorebook().entries.first().uid);
    return {editor, editor->findings(), editor->form()->fieldEdit(LoreField::Content)->text()};
}

static Writing inCard(const AppContext &app)
{
    app.cardEditor.open();
    if (!QTest::qWaitFor([&] { return app.cardEditor.document().isOpen(); }))
        return {};
    CardEditor *editor = app.cardEditor.editor();
    editor->openField(CardField::Description);
    return {editor, editor->findings(),
            editor->pageOf(CardField::Description)->fieldEdit(CardField::Description)->text()};
}

static Writing inGreeting(const AppContext &app)
{
    const Writing card = inCard(app);
    CardEditor *editor = app.cardEditor.editor();
    editor->openPage(CardEditor::Page::Greetings);
    editor->greetings()->choose(0);
    return {card.window, card.bar, editor->greetings()->text()};
}

static Writing inPersona(const AppContext &app)
{
    app.personaEditor.open();
    PersonaEditor *editor = app.personaEditor.editor();
    if (!QTest::qWaitFor([&] { return editor->currentPersona().has_value(); }))
        return {};
    return {editor, editor->findings(), editor->form()->text()};
}

template <typename Fields> static int idOf(const Fields &fields, const QString &key)
{
    for (const auto &field : fields) {
        if (field.key == key)
            return field.info.id;
    }
    return -1;
}

static Writing inTemplate(const AppContext &app, TextTemplateEditor::Kind kind, int id)
{
    app.completionTemplateEditor.open(kind);
    TextTemplateEditor *editor = app.completionTemplateEditor.editor();
    if (!app.completionTemplateEditor.document(kind).isOpen() && editor->openName().isEmpty())
        editor->action(TextTemplateEditor::Wish::New)->trigger();
    if (!QTest::qWaitFor([&] { return app.completionTemplateEditor.document(kind).isOpen(); }))
        return {};
    return {editor, editor->findings(), editor->form()->text(id)};
}

static Writing inScript(const AppContext &app)
{
    app.scriptEditor.open();
    ScriptEditor *editor = app.scriptEditor.editor();
    if (!QTest::qWaitFor([&] { return app.scriptEditor.editing()->isOpen(); }))
        return {};
    QTest::keySequence(editor, QKeySequence::New);
    auto *find = editor->form()->findChild<QPlainTextEdit *>(u"scriptFind"_s);
    find->setPlainText(u"/a/"_s);
    return {editor, editor->findings(), editor->form()->replacement()};
}

class TestFindingsInWindow : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;

    // About the macro that is typed here.
    static const LintFinding *unknownMacro(const FindingsBar *bar)
    {
        const auto found = std::ranges::find_if(bar->findings(), [](const LintFinding &finding) {
            return finding.rule == u"macro.unknown" && finding.what.contains(u"{{nobodyknows}}");
        });
        return found == bar->findings().cend() ? nullptr : &*found;
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        const AppContext &app = m_program->app();
        QTRY_VERIFY_WITH_TIMEOUT(app.chat.session() && !app.chat.session()->preview().isBusy(), 20000);
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
    }

    void unknownMacros_data()
    {
        using Kind = TextTemplateEditor::Kind;
        QTest::addColumn<Opening>("open");
        QTest::newRow("preset") << Opening(inPreset);
        QTest::newRow("lorebook") << Opening(inLorebook);
        QTest::newRow("card") << Opening(inCard);
        QTest::newRow("greeting") << Opening(inGreeting);
        QTest::newRow("persona") << Opening(inPersona);
        QTest::newRow("script") << Opening(inScript);
        QTest::newRow("context template") << Opening([](const AppContext &app) {
            return inTemplate(app, Kind::Context, idOf(contextFields(), u"story_string"_s));
        });
        QTest::newRow("instruct template") << Opening([](const AppContext &app) {
            return inTemplate(app, Kind::Instruct, idOf(instructFields(), u"input_sequence"_s));
        });
        QTest::newRow("system prompt") << Opening([](const AppContext &app) {
            return inTemplate(app, Kind::SystemPrompt, idOf(systemPromptFields(), u"content"_s));
        });
    }

    void unknownMacros()
    {
        QFETCH(Opening, open);
        const Writing writing = open(m_program->app());
        QVERIFY(writing.text);
        QVERIFY(QTest::qWaitForWindowActive(writing.window));
        QTRY_VERIFY(writing.bar->isVisible());
        QVERIFY(!unknownMacro(writing.bar));
        QVERIFY(writing.text->isVisible());
        writing.text->setFocus();
        writing.text->moveCursor(QTextCursor::End);
        const qsizetype marked = writing.text->extraSelections().size();

        // Typed, and said. The popup of macros that opens meanwhile is put away.
        QTest::keyClicks(writing.text, u" {{nobodyknows}} x"_s);
        QTRY_VERIFY(unknownMacro(writing.bar));
        QTRY_VERIFY(writing.text->extraSelections().size() > marked);

        // Its row leads to it.
        writing.window->activateWindow(); // the popup of macros has been open
        QVERIFY(QTest::qWaitForWindowActive(writing.window));
        writing.bar->setOpen(true);
        QTRY_VERIFY(writing.bar->isOpen());
        const qsizetype row = unknownMacro(writing.bar) - writing.bar->findings().constData();
        QListWidget *list = writing.bar->list();
        list->scrollToItem(list->item(int(row)));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualItemRect(list->item(int(row))).center());
        QTRY_COMPARE(writing.text->textCursor().selectedText(), u"{{nobodyknows}}"_s);
        QTRY_VERIFY(writing.text->hasFocus());

        // Mended, and not said any more.
        QTest::keyClick(writing.text, Qt::Key_Delete);
        QTRY_VERIFY(!unknownMacro(writing.bar));
        QTRY_COMPARE(writing.text->extraSelections().size(), marked);
    }
};

} // namespace tst_findingsinwindow

SNUG_TEST(tst_findingsinwindow, TestFindingsInWindow, Windows)
#include "tst_findingsinwindow.moc"

// The template editor: what it says when one types, and what it shows.
#include "tests/hands/userhands.h"
#include "tests/testregistry.h"
#include "widgets/editors/templateeditor.h"
#include "widgets/editors/templatepreview.h"

#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Repository>
#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QInputDialog>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>
#include <QToolButton>

namespace tst_templateeditor {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

PromptTemplate named(const QString &name, const QString &text)
{
    PromptTemplate made;
    made.name = name;
    made.text = text;
    return made;
}

AssembledPrompt failing(const QString &name, int line, bool isSystemPrompt)
{
    AssembledPrompt prompt;
    prompt.failure = PromptFailure{.error = {u"there is no filter “x”"_s, {}, {}, {}},
                                   .templateName = name,
                                   .isSystemPrompt = isSystemPrompt,
                                   .line = line};
    return prompt;
}

AssembledPrompt saying(const QString &text, const Source &source)
{
    AssembledPrompt prompt;
    prompt.messages.append(
        {.role = Role::User, .content = TracedText(text, source), .tokens = 3, .source = source});
    prompt.budget.used = 3;
    return prompt;
}

} // namespace

class TestTemplateEditor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_editor = std::make_unique<TemplateEditor>(&m_syntax);
        m_editor->setTheme(Theme::light());
        m_editor->setVariables({{u"char.name"_s, u"name"_s}, {u"char.facts"_s, {}}, {u"history"_s, {}}});
        m_editor->setNames({u"Day"_s, u"Night"_s}, {});
        m_editor->setState(named(u"Day"_s, u"one\ntwo\nthree"_s), {.isOpen = true}, true);
    }

    void itsLanguageIsKnown()
    {
        const auto definition = m_syntax.definitionForName(u"Snug Template"_s);
        QVERIFY(definition.isValid());
        QCOMPARE(m_syntax.definitionForFileName(u"a.njk"_s).name(), u"Snug Template"_s);
        TemplateTextEdit *text = m_editor->text();
        text->setPlainText(u"a {{ char.name | upper }} {% if x %}"_s);
        QTRY_VERIFY(text->document()->firstBlock().layout()->formats().size() >= 4);
    }

    void typingIsTold()
    {
        QSignalSpy edited(m_editor.get(), &TemplateEditor::edited);
        QTest::keyClicks(m_editor->text(), u"x"_s);
        QCOMPARE(edited.size(), 1);
        QCOMPARE(edited[0][0].value<PromptTemplate>().text, u"xone\ntwo\nthree"_s);
        QVERIFY(!edited[0][1].toString().isEmpty());
        const QString field = edited[0][2].toString();
        QVERIFY(!field.isEmpty()); // what is typed on is the same step
        QTest::keyClicks(m_editor->systemPrompt(), u"y"_s);
        QCOMPARE(edited[1][0].value<PromptTemplate>().systemPrompt, u"y"_s);
        QVERIFY(edited[1][2].toString() != field);
    }

    // The keys lead to the document's history, not to the text's.
    void takingBackIsAskedFor()
    {
        QSignalSpy edited(m_editor.get(), &TemplateEditor::edited);
        QSignalSpy undo(m_editor->head(), &DocumentHead::undoRequested);
        QSignalSpy save(m_editor->head(), &DocumentHead::saveRequested);
        m_editor->show();
        QVERIFY(QTest::qWaitForWindowActive(m_editor.get()));
        m_editor->text()->setFocus();
        QTest::keyClicks(m_editor->text(), u"x"_s);
        m_editor->setState(m_editor->current(), {.isOpen = true, .isEdited = true, .canUndo = true}, true);
        QVERIFY(m_editor->isWindowModified());
        QTest::keySequence(m_editor->text(), QKeySequence::Undo);
        QCOMPARE(undo.size(), 1);
        QCOMPARE(edited.size(), 1);
        QVERIFY(m_editor->text()->toPlainText().startsWith(u'x'));
        QTest::keySequence(m_editor->text(), QKeySequence::Save);
        QCOMPARE(save.size(), 1);
        // What comes back is no edit, and leaves the caret where it is.
        m_editor->text()->moveCursor(QTextCursor::End);
        m_editor->setState(named(u"Day"_s, u"one\ntwo\nthree"_s), {.isOpen = true}, true);
        QCOMPARE(m_editor->text()->toPlainText(), u"one\ntwo\nthree"_s);
        QVERIFY(m_editor->text()->textCursor().atEnd());
        QVERIFY(!m_editor->isWindowModified());
        QCOMPARE(edited.size(), 1);
    }

    void namesSayWhatIsNotSaved()
    {
        auto *names = m_editor->findChild<QComboBox *>(u"templates"_s);
        QCOMPARE(names->currentText(), u"Day"_s);
        m_editor->setNames({u"Day"_s, u"Night"_s}, {u"Day"_s});
        QVERIFY(names->currentText().contains(u"•"));
        QSignalSpy chosen(m_editor.get(), &TemplateEditor::templateChosen);
        UserHands::choose(names, 1);
        QCOMPARE(chosen[0][0].toString(), u"Night"_s);
    }

    void beginsWithOneOfTheGallery()
    {
        QSignalSpy wanted(m_editor.get(), &TemplateEditor::newRequested);
        m_editor->setBeginnings({{u"Day"_s, u"what it is for"_s, named({}, u"fresh"_s)}});
        QMenu *menu = m_editor->findChild<QToolButton *>(u"newDocument"_s)->menu();
        QVERIFY(menu);
        menu->actions().first()->trigger();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].value<PromptTemplate>(), named(u"Day"_s, u"fresh"_s));
    }

    void failuresStandAtTheirLine()
    {
        m_editor->setPreview(saying(u"hello"_s, Source(SourceKind::TemplateOutput, u"Day:1"_s, u"line"_s)));
        QVERIFY(m_editor->preview()->toPlainText().contains(u"hello"));
        m_editor->setPreview(failing(u"Day"_s, 2, false));
        QCOMPARE(m_editor->text()->errorLine(), 2);
        QCOMPARE(m_editor->systemPrompt()->errorLine(), 0);
        QVERIFY(!m_editor->preview()->toPlainText().contains(u"hello"));
        m_editor->setPreview(failing(u"Day"_s, 1, true));
        QCOMPARE(m_editor->text()->errorLine(), 0);
        QCOMPARE(m_editor->systemPrompt()->errorLine(), 1);
        m_editor->setPreview(failing(u"Night"_s, 1, false)); // another one that this extends
        QCOMPARE(m_editor->text()->errorLine(), 0);
        m_editor->setPreview(saying(u"again"_s, Source(SourceKind::TemplateOutput, u"Day:1"_s, u"line"_s)));
        QCOMPARE(m_editor->systemPrompt()->errorLine(), 0);
    }

    // Heads and the last line are together what the result says.
    void headsCostWhatTheirTextsCost()
    {
        AssembledPrompt prompt =
            saying(u"hello"_s, Source(SourceKind::TemplateOutput, u"Day:1"_s, u"line"_s));
        prompt.messages.first().tokens = 12;
        prompt.budget.used = 12;
        prompt.budget.kind = CountKind::Exact;
        prompt.budget.counterName = u"o200k"_s;
        m_editor->setPreview(prompt);
        const QString shown = m_editor->preview()->toPlainText();
        QVERIFY2(shown.contains(u" · 7 token"_s), qPrintable(shown));
        QVERIFY2(shown.endsWith(u"Overhead 5"_s), qPrintable(shown));
    }

    void aClickLeadsToTheLine()
    {
        QSignalSpy chosen(m_editor.get(), &TemplateEditor::sourceChosen);
        const Source line(SourceKind::TemplateOutput, u"Day:3"_s, u"line 3"_s);
        m_editor->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_editor.get()));
        m_editor->setPreview(
            saying(u"hello"_s, Source(SourceKind::HistoryUser, u"0"_s, u"Tom"_s).inside(line)));
        TemplatePreview *preview = m_editor->preview();
        QTextCursor cursor(preview->document());
        cursor.setPosition(int(preview->toPlainText().indexOf(u"hello")) + 2);
        QTest::mouseClick(preview->viewport(), Qt::LeftButton, {}, preview->cursorRect(cursor).center());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].value<Source>().type(), u"history.user"_s);
        QCOMPARE(m_editor->text()->textCursor().blockNumber(), 2);
    }

    void completes_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("first");
        QTest::newRow("variable") << u"{{ "_s << u"hi"_s << u"history"_s;
        QTest::newRow("member") << u"{{ char."_s << u"n"_s << u"char.name"_s;
        QTest::newRow("filter") << u"{{ x | "_s << u"trun"_s << u"truncate"_s;
        QTest::newRow("test") << u"{{ x is "_s << u"div"_s << u"divisibleby"_s;
        QTest::newRow("tag") << u"{% "_s << u"exten"_s << u"extends"_s;
        QTest::newRow("text") << u"plain "_s << u"hi"_s << QString();
        QTest::newRow("in quotes") << u"{{ 'x "_s << u"hi"_s << QString();
        QTest::newRow("behind the tag") << u"{{ x }} "_s << u"hi"_s << QString();
    }

    void completes()
    {
        QFETCH(const QString, before);
        QFETCH(const QString, typed);
        QFETCH(const QString, first);
        m_editor->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_editor.get()));
        TemplateTextEdit *text = m_editor->text();
        text->setPlainText(before);
        text->moveCursor(QTextCursor::End);
        QTest::keyClicks(text, typed);
        QAbstractItemView *popup = text->completer()->popup();
        QCOMPARE(popup->isVisible(), !first.isEmpty());
        if (first.isEmpty())
            return;
        QCOMPARE(text->completer()->currentCompletion(), first);
        QTest::keyClick(popup, Qt::Key_Return);
        QVERIFY2(text->toPlainText().endsWith(first), qPrintable(text->toPlainText()));
    }

    void renamingAndDeletingAreAskedFor()
    {
        QSignalSpy renames(m_editor.get(), &TemplateEditor::renameRequested);
        QSignalSpy deletions(m_editor.get(), &TemplateEditor::deleteRequested);
        const auto action = [&](const QString &text) {
            const auto all = m_editor->head()->moreMenu()->actions();
            return *std::ranges::find(all, text, &QAction::text);
        };
        action(u"&Rename…"_s)->trigger();
        auto *dialog = m_editor->findChild<QInputDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        dialog->setTextValue(u" Noon "_s);
        dialog->accept();
        QCOMPARE(renames.takeFirst(), (QVariantList{u"Day"_s, u"Noon"_s}));
        action(u"&Delete"_s)->trigger();
        QCOMPARE(deletions.takeFirst(), QVariantList{u"Day"_s});
        m_editor->setState({}, {}, false); // none is open
        QVERIFY(!action(u"&Rename…"_s)->isEnabled() && !action(u"&Delete"_s)->isEnabled());
    }

    void saysWhereItIsUsed()
    {
        QSignalSpy use(m_editor.get(), &TemplateEditor::useRequested);
        m_editor->setEffect(
            {.library = {}, .character = u"Day"_s, .chat = {}, .characterName = u"Mira"_s, .hasChat = true});
        QMenu *menu = menuOf(u"&Use"_s);
        UserHands::openMenu(menu);
        QCOMPARE(menu->actions().size(), 3);
        QVERIFY(menu->actions()[1]->isChecked());
        QVERIFY(menu->actions()[1]->text().contains(u"Mira"));
        UserHands::chooseFromMenu(menu, {u"For This Chat"_s});
        QCOMPARE(use.size(), 1);
        QCOMPARE(use[0][0].value<TemplateEditor::Use>(), TemplateEditor::Use::Chat);
        QCOMPARE(use[0][1].toString(), u"Day"_s);
    }

    void strictAndHistory()
    {
        for (auto *box : m_editor->findChildren<QAbstractButton *>()) {
            if (box->isCheckable() && box->inherits("QCheckBox"))
                box->click();
        }
        QVERIFY(m_editor->current().isStrict);
    }

private:
    QMenu *menuOf(const QString &text)
    {
        const auto buttons = m_editor->findChildren<QToolButton *>();
        const auto found = std::ranges::find_if(
            buttons, [&](const QToolButton *each) { return each->text() == text && each->menu(); });
        return found == buttons.cend() ? nullptr : (*found)->menu();
    }

    KSyntaxHighlighting::Repository m_syntax;
    std::unique_ptr<TemplateEditor> m_editor;
};

} // namespace tst_templateeditor

SNUG_TEST(tst_templateeditor, TestTemplateEditor, Windows)
#include "tst_templateeditor.moc"

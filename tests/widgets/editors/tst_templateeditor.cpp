// The template editor: what it says when one types, opens, saves and closes, and what it shows.
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
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>

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
        m_editor->setTemplates({named(u"Day"_s, u"one\ntwo\nthree"_s), named(u"Night"_s, u"dark"_s)});
        m_editor->open(u"Day"_s);
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

    void typingIsToldAndUnsaved()
    {
        QSignalSpy edited(m_editor.get(), &TemplateEditor::edited);
        QVERIFY(!m_editor->isWindowModified());
        QTest::keyClicks(m_editor->text(), u"x"_s);
        QCOMPARE(edited.size(), 1);
        QCOMPARE(edited[0][0].value<PromptTemplate>().text, u"xone\ntwo\nthree"_s);
        QVERIFY(m_editor->isWindowModified());
        QCOMPARE(m_editor->unsaved(), QStringList{u"Day"_s});
        QVERIFY(m_editor->findChild<QComboBox *>()->currentText().contains(u"•"));
        m_editor->text()->undo();
        QVERIFY(!m_editor->isWindowModified());
        QCOMPARE(m_editor->unsaved(), QStringList());
    }

    void anotherOneKeepsWhatWasTyped()
    {
        QTest::keyClicks(m_editor->text(), u"x"_s);
        m_editor->open(u"Night"_s);
        QCOMPARE(m_editor->text()->toPlainText(), u"dark"_s);
        QVERIFY(!m_editor->isWindowModified());
        m_editor->open(u"Day"_s);
        QCOMPARE(m_editor->text()->toPlainText(), u"xone\ntwo\nthree"_s);
        // What the library says anew does not take it away either.
        m_editor->setTemplates({named(u"Day"_s, u"other"_s), named(u"Night"_s, u"bright"_s)});
        QCOMPARE(m_editor->text()->toPlainText(), u"xone\ntwo\nthree"_s);
        m_editor->open(u"Night"_s);
        QCOMPARE(m_editor->text()->toPlainText(), u"bright"_s);
    }

    void saves()
    {
        QSignalSpy save(m_editor.get(), &TemplateEditor::saveRequested);
        QTest::keyClicks(m_editor->text(), u"x"_s);
        QTest::keySequence(m_editor->text(), QKeySequence::Save);
        if (save.isEmpty()) // the shortcut needs an active window
            m_editor->findChildren<QPushButton *>().at(1)->click();
        QCOMPARE(save.size(), 1);
        const auto value = save[0][0].value<PromptTemplate>();
        QCOMPARE(value.name, u"Day"_s);
        m_editor->setSaved(u"Day"_s, value);
        QVERIFY(!m_editor->isWindowModified());
        QCOMPARE(m_editor->unsaved(), QStringList());
    }

    void writtenOnWhileItWasSaved()
    {
        QTest::keyClicks(m_editor->text(), u"x"_s);
        const PromptTemplate value = m_editor->current();
        QTest::keyClicks(m_editor->text(), u"y"_s);
        m_editor->setSaved(u"Day"_s, value);
        QCOMPARE(m_editor->unsaved(), QStringList{u"Day"_s});
        QCOMPARE(m_editor->text()->toPlainText(), u"xyone\ntwo\nthree"_s);
    }

    void beginsWithOneOfTheGallery()
    {
        QSignalSpy create(m_editor.get(), &TemplateEditor::createRequested);
        m_editor->setBeginnings({{u"Day"_s, u"what it is for"_s, named({}, u"fresh"_s)}});
        QMenu *menu = menuOf(u"&New"_s);
        QVERIFY(menu);
        menu->actions().first()->trigger();
        QCOMPARE(m_editor->current().name, u"Day 2"_s);
        QCOMPARE(m_editor->text()->toPlainText(), u"fresh"_s);
        QVERIFY(m_editor->isWindowModified());
        for (QPushButton *button : m_editor->findChildren<QPushButton *>()) {
            if (!button->menu())
                button->click();
        }
        QCOMPARE(create.size(), 1);
        PromptTemplate made = create[0][0].value<PromptTemplate>();
        made.name = u"Day 3"_s; // the name was taken on the disk
        m_editor->setSaved(u"Day 2"_s, made);
        QCOMPARE(m_editor->current().name, u"Day 3"_s);
        QVERIFY(!m_editor->isWindowModified());
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

    void asksBeforeClosing()
    {
        m_editor->show();
        QTest::keyClicks(m_editor->text(), u"x"_s);
        QVERIFY(!m_editor->close());
        auto *box = m_editor->findChild<QMessageBox *>();
        QVERIFY(box);
        box->button(QMessageBox::Discard)->click();
        QTRY_VERIFY(!m_editor->isVisible());
        QCOMPARE(m_editor->text()->toPlainText(), u"one\ntwo\nthree"_s);
    }

    void renamingAndDeletingAreAskedFor()
    {
        QSignalSpy renames(m_editor.get(), &TemplateEditor::renameRequested);
        QSignalSpy deletions(m_editor.get(), &TemplateEditor::deleteRequested);
        m_editor->open(u"Day"_s);
        QTest::keyClicks(m_editor->text(), u"x"_s);
        QMenu *menu = menuOf(u"&More"_s);
        Q_EMIT menu->aboutToShow();
        menu->actions()[0]->trigger();
        auto *dialog = m_editor->findChild<QInputDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        dialog->setTextValue(u" Noon "_s);
        dialog->accept();
        QCOMPARE(renames.takeFirst(), (QVariantList{u"Day"_s, u"Noon"_s}));
        m_editor->setRenamed(u"Day"_s, u"Noon"_s);
        QCOMPARE(m_editor->current().name, u"Noon"_s);
        QCOMPARE(m_editor->unsaved(), QStringList{u"Noon"_s}); // what was written goes along
        QVERIFY(m_editor->text()->toPlainText().startsWith(u'x'));
        Q_EMIT menu->aboutToShow();
        menu->actions()[1]->trigger();
        QCOMPARE(deletions.takeFirst(), QVariantList{u"Noon"_s});
        m_editor->setRemoved(u"Noon"_s);
        QVERIFY(m_editor->unsaved().isEmpty());
        QVERIFY(m_editor->current().name != u"Noon");
    }

    void oneThingIsOffered()
    {
        auto *button = m_editor->findChild<QPushButton *>(u"offer"_s);
        QVERIFY(!button->isVisibleTo(m_editor.get()));
        int done = 0;
        m_editor->offer(u"Gone."_s, u"&Undo"_s, [&] { ++done; });
        QVERIFY(button->isVisibleTo(m_editor.get()));
        button->click();
        QCOMPARE(done, 1);
        QVERIFY(!button->isVisibleTo(m_editor.get()));
    }

    void saysWhereItIsUsed()
    {
        QSignalSpy use(m_editor.get(), &TemplateEditor::useRequested);
        m_editor->setEffect(
            {.library = {}, .character = u"Day"_s, .chat = {}, .characterName = u"Mira"_s, .hasChat = true});
        QMenu *menu = menuOf(u"&Use"_s);
        Q_EMIT menu->aboutToShow();
        QCOMPARE(menu->actions().size(), 3);
        QVERIFY(menu->actions()[1]->isChecked());
        QVERIFY(menu->actions()[1]->text().contains(u"Mira"));
        menu->actions()[2]->trigger();
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
        QVERIFY(m_editor->isWindowModified());
    }

private:
    QMenu *menuOf(const QString &text)
    {
        const auto buttons = m_editor->findChildren<QPushButton *>();
        const auto found = std::ranges::find_if(
            buttons, [&](const QPushButton *each) { return each->text() == text && each->menu(); });
        return found == buttons.cend() ? nullptr : (*found)->menu();
    }

    KSyntaxHighlighting::Repository m_syntax;
    std::unique_ptr<TemplateEditor> m_editor;
};

} // namespace tst_templateeditor

SNUG_TEST(tst_templateeditor, TestTemplateEditor, Windows)
#include "tst_templateeditor.moc"

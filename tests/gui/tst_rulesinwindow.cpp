// SmartTavern's rules in the whole program: opened from the menu, written, tried on a text, in the prompt as
// one types, found from it, and judged.

#include "app/chat/chatcontroller.h"
#include "app/editors/ruleseditorcontroller.h"
#include "core/chat/chatsession.h"
#include "core/library/atomicwrite.h"
#include "core/library/librarylayout.h"
#include "core/prompt/sourceplace.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/editors/findings/findingsbar.h"
#include "widgets/editors/rules/ruletrialpane.h"
#include "widgets/library/documenttree.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"
#include "widgets/window/studio.h"

#include <QDir>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTest>
#include <QTreeWidget>

#include <algorithm>

namespace tst_rulesinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestRulesInWindow : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;

    const AppContext &app() const { return m_program->app(); }
    RulesEditor *editor() const { return app().rulesEditor.editor(); }
    template <typename Field> Field *field(const QString &name) const
    {
        return editor()->findChild<Field *>(name);
    }
    bool isSettled() const
    {
        return app().chat.session() && !app().chat.session()->preview().isBusy() &&
               app().workspace.content.isReady();
    }
    // What is sent of the message that is being written.
    TracedText newest() const
    {
        for (const OutboundMessage &message : app().chat.session()->preview().current().prompt.messages) {
            if (message.role == Role::User && message.content.text().startsWith(u"Light the "))
                return message.content;
        }
        return {};
    }

    void write(QPlainTextEdit *edit, const QString &text)
    {
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
    }

    // Prompt ▸ Regex Scripts ▸ Lamps ▸ Edit…
    bool openFromTheMenu()
    {
        OpenProgram::openMenu(app().window.regexMenu());
        for (QAction *action : app().window.regexMenu()->actions()) {
            if (!action->menu() || action->text() != u"Lamps")
                continue;
            for (QAction *inner : action->menu()->actions()) {
                if (QString(inner->text()).remove(u'&') == u"Edit…") {
                    inner->trigger();
                    return true;
                }
            }
        }
        return false;
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        QTRY_VERIFY_WITH_TIMEOUT(isSettled(), 20000);
        m_program->quit();
        const QString folder = LibraryLayout(m_program->libraryFolder()).folder(LibraryLayout::Folder::Rules);
        QVERIFY(QDir().mkpath(folder));
        QVERIFY(writeFileDurably(folder + u"/Lamps.json"_s,
                                 R"({"regex_rules": [{"id": "r1", "name": "Lamps", "enabled": true,
            "find_regex": "lamp", "replace_regex": "lantern", "placement": "after_macro",
            "views": ["assistant_view"], "own": 1.50}]})"));
        m_program->start();
        QTRY_VERIFY_WITH_TIMEOUT(isSettled(), 20000);
        app().workspace.content.choices().chooseMode(PromptMode::Framing);
    }

    void cleanup()
    {
        if (m_program)
            m_program->quit();
        m_program.reset();
    }

    // The menu leads to the list, which has the verbs, the key and the way back.
    void theyAreDeletedWhereTheyAreListed()
    {
        OpenProgram::openMenu(app().window.regexMenu());
        for (const QAction *action : app().window.regexMenu()->actions()) {
            const auto inner = action->menu() ? action->menu()->actions() : QList<QAction *>();
            QVERIFY(std::ranges::none_of(
                inner, [](const QAction *each) { return each->text().contains(u"elete"); }));
        }
        QVERIFY(openFromTheMenu());
        DocumentTree *tree = app().studio.documents();
        const DocumentKey key{DocumentKind::Rules, u"Lamps"_s};
        QTRY_VERIFY(tree->current() && tree->current()->key == key);
        tree->list()->setFocus();
        QTest::keyClick(tree->list(), Qt::Key_Delete);
        const QString path = m_program->libraryFolder() + u"/snug/rules/Lamps.json"_s;
        QTRY_VERIFY(!QFile::exists(path));
        QTRY_VERIFY(app().chatPane.notices()->textOf(u"document"_s).contains(u"Lamps"));
        tree->list()->setFocus();
        QTest::keyClick(tree->list(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(QFile::exists(path));
    }

    void writtenTriedAndSent()
    {
        app().chatPane.composer()->setDraft(u"Light the lamp."_s);
        QTRY_COMPARE(newest().text(), u"Light the lantern."_s);
        QVERIFY(openFromTheMenu());
        QTRY_VERIFY(app().rulesEditor.document().isOpen());
        QVERIFY(QTest::qWaitForWindowActive(editor()));
        QCOMPARE(field<QLineEdit>(u"ruleName"_s)->text(), u"Lamps"_s);
        QVERIFY(!app().rulesEditor.document().isEdited());

        // On a text to try, and in the prompt, before it is saved.
        write(field<QPlainTextEdit>(u"ruleTrialText"_s), u"two lamps"_s);
        QTRY_COMPARE(field<QPlainTextEdit>(u"ruleTrialResult"_s)->toPlainText(), u"two lanterns"_s);
        write(field<QPlainTextEdit>(u"ruleReplacement"_s), u"<$0>"_s);
        QTRY_COMPARE(field<QPlainTextEdit>(u"ruleTrialResult"_s)->toPlainText(), u"two <lamp>s"_s);
        QTRY_COMPARE(newest().text(), u"Light the <lamp>."_s);
        QVERIFY(app().rulesEditor.document().isEdited());

        QTest::keySequence(editor(), QKeySequence::Save);
        QTRY_VERIFY(!app().rulesEditor.document().isEdited());
        QFile file(m_program->libraryFolder() + u"/snug/rules/Lamps.json"_s);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY2(bytes.contains("<$0>") && bytes.contains("\"own\": 1.50"), bytes.constData());
        QTRY_COMPARE(newest().text(), u"Light the <lamp>."_s);
    }

    void whatARuleWroteLeadsToIt()
    {
        app().chatPane.composer()->setDraft(u"Light the lamp."_s);
        QTRY_COMPARE(newest().text(), u"Light the lantern."_s);
        const TracedText text = newest();
        const Span *span = text.spanAt(text.text().indexOf(u"lantern"));
        QVERIFY(span);
        const PlacedSource placed = placedSource(span->source);
        QCOMPARE(placed.place, SourcePlace::Rules);
        QVERIFY(app().rulesEditor.openSource(placed.link));
        QTRY_VERIFY(app().rulesEditor.document().isOpen());
        QCOMPARE(editor()->current(), 0);
    }

    void whatIsDoubtfulIsSaid()
    {
        app().rulesEditor.open(u"Lamps"_s);
        QTRY_VERIFY(app().rulesEditor.document().isOpen());
        QTRY_VERIFY(editor()->findings()->isVisible());
        QVERIFY(editor()->findings()->findings().isEmpty());
        write(field<QPlainTextEdit>(u"ruleFind"_s), u"("_s);
        QTRY_COMPARE(editor()->findings()->findings().size(), 1);
        QCOMPARE(editor()->findings()->findings().first().rule, u"rule.bad-expression"_s);
        // The prompt goes on without it.
        app().chatPane.composer()->setDraft(u"Light the lamp."_s);
        QTRY_COMPARE(newest().text(), u"Light the lamp."_s);
        QTest::keySequence(editor(), QKeySequence::Undo);
        QTRY_VERIFY(!app().rulesEditor.document().isEdited());
        QTRY_VERIFY(editor()->findings()->findings().isEmpty());
        QTRY_COMPARE(newest().text(), u"Light the lantern."_s);
    }
};

} // namespace tst_rulesinwindow

SNUG_TEST(tst_rulesinwindow, TestRulesInWindow, Windows)
#include "tst_rulesinwindow.moc"

// Templates in the whole program: written in the editor, saved in the library, in effect for a character,
// shown by the inspector, refused when they fail, and rendered by a process that may be killed.

#include "app/chat/chatcontroller.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/chattemplateeditorcontroller.h"
#include "core/chat/chatsession.h"
#include "core/templates/workertemplateengine.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/editedineffect.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/gui/promptclicks.h"
#include "tests/testregistry.h"
#include "widgets/editors/conflictdialog.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/templatepreview.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QFile>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

#include <csignal>

namespace tst_templatesinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestTemplatesInWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        QTRY_VERIFY_WITH_TIMEOUT(app().chat.session() && !app().chat.session()->preview().isBusy(), 20000);
    }

    void cleanup()
    {
        if (m_program)
            m_program->quit();
        m_program.reset();
    }

    void writtenSavedAndInEffect()
    {
        write(
            u"Only {{ char.name }}.{% call send_as('user') %}{{ history[0].content | length }}{% endcall %}"_s);
        QTRY_VERIFY(editor()->preview()->toPlainText().contains(u"Only Mira"));
        save();
        QVERIFY(QFile::exists(m_program->libraryFolder() +
                              u"/snug/templates/%1.json"_s.arg(editor()->current().name)));
        use(u"For Mira Okafor"_s);
        QTRY_COMPARE(prompt().mode, PromptMode::Template); // the automatic mode takes it
        QCOMPARE(prompt().messages.size(), 2);
        QVERIFY(prompt().messages[0].content.text().startsWith(u"Only Mira"));
        const QString name = editor()->current().name;

        // It is remembered.
        m_program->restart();
        QTRY_VERIFY_WITH_TIMEOUT(app().chat.session() && prompt().mode == PromptMode::Template, 20000);
        app().chatTemplateEditor.open();
        QTRY_COMPARE(editor()->current().name, name);
    }

    void aCharactersOwnIsBegunAndFound_data()
    {
        QTest::addColumn<QString>("way");
        QTest::addColumn<bool>("isSystemPrompt");
        QTest::newRow("menu") << u"menu"_s << false;
        QTest::newRow("menu, system prompt") << u"menu"_s << true;
        QTest::newRow("card editor") << u"card"_s << false;
        QTest::newRow("card editor, system prompt") << u"card"_s << true;
        QTest::newRow("library") << u"library"_s << false;
        QTest::newRow("library, system prompt") << u"library"_s << true;
    }

    void aCharactersOwnIsBegunAndFound()
    {
        QFETCH(const QString, way);
        QFETCH(const bool, isSystemPrompt);
        const auto go = [&] {
            if (way == u"menu")
                app()
                    .actions
                    .action(isSystemPrompt ? ActionId::EditSystemPromptTemplate
                                           : ActionId::EditPromptTemplate)
                    ->trigger();
            else if (way == u"card")
                QVERIFY(chooseInCardEditor(isSystemPrompt));
            else
                QVERIFY(chooseInLibrary(isSystemPrompt));
        };
        go();
        QTRY_VERIFY(editor() && editor()->isVisible());
        QTRY_COMPARE(editor()->current().name, u"Mira Okafor"_s);
        TemplateTextEdit *field = isSystemPrompt ? editor()->systemPrompt() : editor()->text();
        QTRY_VERIFY(field->isVisible());
        // One without the other: the layout stays the built-in one where only a system prompt is wanted.
        QCOMPARE(editor()->text()->toPlainText().isEmpty(), isSystemPrompt);
        QVERIFY(editor()->systemPrompt()->toPlainText().isEmpty());
        QVERIFY(status().contains(u"as soon as it is saved"));
        QVERIFY(prompt().mode != PromptMode::Template);
        field->setFocus();
        QTest::keyClick(field, Qt::Key_Home, Qt::ControlModifier);
        QTest::keyClicks(field, u"Zebra."_s);
        save();
        QTRY_COMPARE(prompt().mode, PromptMode::Template);
        QTRY_VERIFY(prompt().messages.value(0).content.text().startsWith(u"Zebra."));
        QVERIFY(prompt().messages.size() > 1);

        // The next time it is that one.
        editor()->close();
        go();
        QTRY_VERIFY(editor()->isVisible());
        QTRY_COMPARE(editor()->current().name, u"Mira Okafor"_s);
        QTRY_VERIFY(field->toPlainText().startsWith(u"Zebra."));
        QCOMPARE(app().workspace.content.promptTemplates().templates().size(), 1);
    }

    void anotherNameIsFollowed()
    {
        write(u"Only {{ char.name }}."_s);
        save();
        const QString before = editor()->current().name;
        use(u"For Mira Okafor"_s);
        QTRY_COMPARE(prompt().mode, PromptMode::Template);
        more(u"&Rename…"_s)->trigger();
        auto *dialog = editor()->findChild<QInputDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        auto *line = dialog->findChild<QLineEdit *>();
        line->selectAll();
        QTest::keyClicks(line, u"Lantern"_s);
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_COMPARE(editor()->current().name, u"Lantern"_s);
        QVERIFY(QFile::exists(file(u"Lantern"_s)));
        QVERIFY(!QFile::exists(file(before)));
        QTRY_COMPARE(prompt().mode, PromptMode::Template); // in effect as before
        QTRY_VERIFY(prompt().messages[0].content.text().startsWith(u"Only Mira"));
        QTRY_VERIFY(answer(u"Undo"_s));
        QTest::mouseClick(answer(u"Undo"_s), Qt::LeftButton);
        QTRY_COMPARE(editor()->current().name, before);
        QTRY_VERIFY(QFile::exists(file(before)) && !QFile::exists(file(u"Lantern"_s)));
    }

    void deletedItComesBack()
    {
        write(u"Only {{ char.name }}."_s);
        save();
        const QString name = editor()->current().name;
        use(u"For Mira Okafor"_s);
        QTRY_COMPARE(prompt().mode, PromptMode::Template);
        more(u"&Delete"_s)->trigger();
        QTRY_VERIFY(!QFile::exists(file(name)) && prompt().mode != PromptMode::Template);
        QVERIFY(editor()->current().name != name);
        QTRY_VERIFY(answer(u"Undo"_s));
        QTest::mouseClick(answer(u"Undo"_s), Qt::LeftButton);
        QTRY_COMPARE(editor()->current().name, name);
        QCOMPARE(editor()->text()->toPlainText(), u"Only {{ char.name }}."_s);
        QTRY_COMPARE(prompt().mode, PromptMode::Template);
        // One that is in no file yet, too.
        more(u"Empty"_s)->trigger();
        editor()->text()->setPlainText(u"passing"_s);
        const QString fresh = editor()->current().name;
        QVERIFY(fresh != name);
        more(u"&Delete"_s)->trigger();
        QVERIFY(editor()->current().name != fresh);
        QTest::mouseClick(answer(u"Undo"_s), Qt::LeftButton);
        QCOMPARE(editor()->text()->toPlainText(), u"passing"_s);
        QVERIFY(!answer(u"Undo"_s));
    }

    void whatAnotherProgramWritesIsSeen()
    {
        write(u"mine"_s);
        save();
        const QString name = editor()->current().name;
        // From the next start on its folder is watched for sure.
        m_program->restart();
        QTRY_VERIFY_WITH_TIMEOUT(app().chat.session(), 20000);
        app().chatTemplateEditor.open(name);
        QTRY_COMPARE(editor()->text()->toPlainText(), u"mine"_s);
        const auto outside = [&](const QByteArray &text) {
            QFile target(file(name));
            QVERIFY(target.open(QIODevice::WriteOnly));
            target.write("{\"template\": \"" + text + "\"}");
        };
        outside("theirs");
        QTRY_COMPARE_WITH_TIMEOUT(editor()->text()->toPlainText(), u"theirs"_s, 10000);
        QVERIFY(app().chatTemplateEditor.edited().isEmpty());
        // What is being written is not taken away: it is asked.
        editor()->text()->setPlainText(u"mine again"_s);
        outside("theirs again");
        ConflictDialog *dialog = nullptr;
        QVERIFY(QTest::qWaitFor([&] { return OpenProgram::click(editor(), u"Review Conflicts…"_s); }, 10000));
        QTRY_VERIFY_WITH_TIMEOUT((dialog = editor()->findChild<ConflictDialog *>()) && dialog->isVisible(),
                                 10000);
        QCOMPARE(editor()->text()->toPlainText(), u"mine again"_s);
        QTest::mouseClick(dialog->findChild<QPushButton *>(u"allTheirs"_s), Qt::LeftButton);
        QTest::mouseClick(dialog->findChild<QPushButton *>(u"mergeConflicts"_s), Qt::LeftButton);
        QTRY_COMPARE(editor()->text()->toPlainText(), u"theirs again"_s);
        QVERIFY(app().chatTemplateEditor.edited().isEmpty());
    }

    void aFailureIsShownInsteadOfThePrompt()
    {
        app().workspace.content.choices().chooseMode(PromptMode::Template);
        QTRY_COMPARE(prompt().mode, PromptMode::Template);
        QVERIFY(!prompt().messages.isEmpty()); // the built-in layout
        write(u"fine"_s);
        save();
        use(u"For This Chat"_s);
        QTRY_COMPARE(prompt().messages.value(0).content.text(), u"fine"_s);

        editor()->text()->setPlainText(u"one\n{{ 1 | nosuch }}"_s);
        QTRY_COMPARE(editor()->text()->errorLine(), 2);
        QVERIFY(!editor()->preview()->toPlainText().contains(u"fine"));
        QTRY_VERIFY(prompt().failure); // before it is saved
        QVERIFY(editedInEffect(app().workspace.content).contains(u"template "_s + editor()->current().name));
        QCOMPARE(prompt().failure->line, 2);
        QVERIFY(!app().chat.session()->preview().current().request);
        QTest::keyClick(&app().window, Qt::Key_Left, Qt::AltModifier); // from the Studio to the chat
        auto *shown = app().inspector.findChild<QLabel *>(u"promptFailure"_s);
        QTRY_VERIFY(shown->isVisibleTo(&app().inspector));
        QVERIFY2(shown->text().contains(u"nosuch"), qPrintable(shown->text()));

        // Sending says so, and sends nothing.
        app().chat.session()->send(u"Hello?"_s);
        QTRY_VERIFY(app().chat.session()->reply().hasFailed());
        QVERIFY(!app().chat.session()->run().lastSent());

        editor()->text()->setPlainText(u"well again"_s);
        QTRY_COMPARE(prompt().messages.value(0).content.text(), u"well again"_s);
        save();
        QTRY_VERIFY(editedInEffect(app().workspace.content).isEmpty());
        QTRY_COMPARE(prompt().messages.value(0).content.text(), u"well again"_s);
        QTRY_VERIFY(!shown->isVisibleTo(&app().inspector));
    }

    void aKilledProcessIsAMessage()
    {
        app().workspace.content.choices().chooseMode(PromptMode::Template);
        QTRY_COMPARE(prompt().mode, PromptMode::Template);
        auto engine = std::dynamic_pointer_cast<WorkerTemplateEngine>(
            app().workspace.content.inputs().promptTemplate.engine);
        QVERIFY(engine);
        write(
            u"{% for a in range(1000) %}{% for b in range(1000) %}{% set x = a %}{% endfor %}{% endfor %}"_s);
        QTRY_VERIFY2(isComputing(engine->processId()), qPrintable(status()));
        ::kill(pid_t(engine->processId()), SIGSEGV);
        QTRY_VERIFY_WITH_TIMEOUT(status().contains(u"program for templates"), 10000);
        editor()->text()->setPlainText(u"back"_s);
        QTRY_VERIFY_WITH_TIMEOUT(editor()->preview()->toPlainText().contains(u"back"), 10000);
    }

    void theMenuLeadsToTheEditor()
    {
        QMenu *menu = app().window.modeMenu();
        OpenProgram::openMenu(menu);
        QAction *edit = nullptr;
        for (QAction *action : menu->actions())
            edit = action->objectName() == u"editTemplates" ? action : edit;
        QVERIFY(edit);
        edit->trigger();
        QVERIFY(editor() && editor()->isVisible());
    }

    void aStretchLeadsToItsLine()
    {
        write(u"one\ntwo\n{{ 'three' }}"_s);
        save();
        const QString name = editor()->current().name;
        use(u"For This Chat"_s);
        QTRY_COMPARE(prompt().mode, PromptMode::Template);
        const Span *span = prompt().messages[0].content.spanAt(0);
        QCOMPARE(span->source.type(), u"template.output"_s);
        QCOMPARE(span->source.group(), SourceGroup::Template);
        QTest::keyClick(&app().window, Qt::Key_Left, Qt::AltModifier); // from the Studio to the chat
        PromptList *list = app().inspector.prompt()->list();
        QVERIFY(goToSource(list, stretchOf(list, [&](const Source &source) {
                               return source.kind() == SourceKind::TemplateOutput &&
                                      source.id() == name + u":3"_s;
                           })));
        QTRY_COMPARE(editor()->text()->textCursor().blockNumber(), 2);
    }

private:
    const AppContext &app() const { return m_program->app(); }
    TemplateEditor *editor() { return app().chatTemplateEditor.editor(); }
    const AssembledPrompt &prompt() { return app().chat.session()->preview().current().prompt; }

    // "Prompt Template…" or "System Prompt Template…" of a menu.
    static bool choose(QMenu *menu, bool isSystemPrompt)
    {
        for (QAction *action : menu->actions()) {
            const QString text = QString(action->text()).remove(u'&');
            if (text != (isSystemPrompt ? u"System Prompt Template…"_s : u"Prompt Template…"_s))
                continue;
            menu->setActiveAction(action);
            QTest::keyClick(menu, Qt::Key_Return);
            return true;
        }
        return false;
    }

    bool chooseInCardEditor(bool isSystemPrompt)
    {
        app().actions.action(ActionId::EditCharacter)->trigger();
        if (!QTest::qWaitFor([&] { return app().cardEditor.document().isOpen(); }))
            return false;
        OpenProgram::chooseFromMenu(OpenProgram::menuOf(app().cardEditor.editor()->head(), u"More"_s),
                                    {isSystemPrompt ? u"System Prompt Template…"_s : u"Prompt Template…"_s});
        return true;
    }

    bool chooseInLibrary(bool isSystemPrompt)
    {
        for (QListView *list : app().libraryPane.findChildren<QListView *>()) {
            for (int row = 0; row < list->model()->rowCount(); ++row) {
                const QModelIndex index = list->model()->index(row, 0);
                if (!index.data(Qt::AccessibleTextRole).toString().contains(u"Mira") &&
                    !index.data().toString().contains(u"Mira"))
                    continue;
                const QPoint place = list->visualRect(index).center();
                QContextMenuEvent event(QContextMenuEvent::Mouse, place,
                                        list->viewport()->mapToGlobal(place));
                QApplication::sendEvent(list->viewport(), &event);
                for (QMenu *menu : app().libraryPane.findChildren<QMenu *>()) {
                    if (menu->isVisible() && choose(menu, isSystemPrompt))
                        return true;
                }
            }
        }
        return false;
    }

    QString status()
    {
        QString all;
        for (const QLabel *label : editor()->findChildren<QLabel *>())
            all += label->text();
        return all;
    }

    QString file(const QString &name)
    {
        return m_program->libraryFolder() + u"/snug/templates/%1.json"_s.arg(name);
    }

    // Of the line that says what happened.
    QPushButton *answer(const QString &text)
    {
        for (QPushButton *button : editor()->status()->findChildren<QPushButton *>()) {
            if (button->text() == text && button->isVisible())
                return button;
        }
        return nullptr;
    }

    // Of the menu that says where the template is in effect.
    void use(const QString &item)
    {
        OpenProgram::chooseFromMenu(OpenProgram::menuOf(editor()->head(), u"Use"_s), {item});
    }

    QAction *more(const QString &text)
    {
        const auto menus = editor()->findChildren<QMenu *>();
        for (QMenu *menu : menus) {
            OpenProgram::openMenu(menu);
            for (QAction *action : menu->actions()) {
                if (action->text() == text)
                    return action;
            }
        }
        return nullptr;
    }

    // A new one, as long as none is in effect.
    void write(const QString &text)
    {
        app().chatTemplateEditor.open();
        editor()->text()->setPlainText(text);
    }

    void save()
    {
        QTest::mouseClick(editor()->findChild<QToolButton *>(u"saveDocument"_s), Qt::LeftButton);
        QTRY_VERIFY2(app().chatTemplateEditor.edited().isEmpty(), qPrintable(status()));
        QTRY_VERIFY(app().workspace.content.promptTemplates().find(editor()->current().name));
    }

    static bool isComputing(qint64 process)
    {
        QFile file(u"/proc/%1/stat"_s.arg(process));
        return file.open(QIODevice::ReadOnly) &&
               file.readAll().simplified().split(' ').value(13).toInt() > 10;
    }

    std::unique_ptr<OpenProgram> m_program;
};

} // namespace tst_templatesinwindow

SNUG_TEST(tst_templatesinwindow, TestTemplatesInWindow, Windows)
#include "tst_templatesinwindow.moc"

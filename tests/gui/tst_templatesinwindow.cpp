// Templates in the whole program: written in the editor, saved in the library, in effect for a character,
// shown by the inspector, refused when they fail, and rendered by a process that may be killed.

#include "app/rooms/chatroom.h"
#include "app/rooms/promptroom.h"
#include "app/rooms/templateeditorroom.h"
#include "core/chat/chatsession.h"
#include "core/templates/workertemplateengine.h"
#include "tests/gui/openprogram.h"
#include "widgets/editors/templatepreview.h"
#include "widgets/inspector/inspector.h"
#include "widgets/window/mainwindow.h"

#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QRegularExpression>
#include <QTest>

#include <csignal>

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
        QTRY_VERIFY_WITH_TIMEOUT(rooms().chat().session() && !rooms().chat().session()->preview().isBusy(),
                                 20000);
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
        saveAs();
        QVERIFY(QFile::exists(m_program->libraryFolder() +
                              u"/snug/templates/%1.json"_s.arg(editor()->current().name)));
        Q_EMIT editor()->useRequested(TemplateEditor::Use::Character, editor()->current().name);
        QTRY_COMPARE(prompt().mode, PromptMode::Template); // the automatic mode takes it
        QCOMPARE(prompt().messages.size(), 2);
        QVERIFY(prompt().messages[0].content.text().startsWith(u"Only Mira"));
        const QString name = editor()->current().name;

        // It is remembered.
        m_program->restart();
        QTRY_VERIFY_WITH_TIMEOUT(rooms().chat().session() && prompt().mode == PromptMode::Template, 20000);
        rooms().templateEditor().open();
        QCOMPARE(editor()->current().name, name);
    }

    void aFailureIsShownInsteadOfThePrompt()
    {
        rooms().prompt().chooseMode(PromptMode::Template);
        QTRY_COMPARE(prompt().mode, PromptMode::Template);
        QVERIFY(!prompt().messages.isEmpty()); // the built-in layout
        write(u"fine"_s);
        saveAs();
        Q_EMIT editor()->useRequested(TemplateEditor::Use::Chat, editor()->current().name);
        QTRY_COMPARE(prompt().messages.value(0).content.text(), u"fine"_s);

        editor()->text()->setPlainText(u"one\n{{ 1 | nosuch }}"_s);
        QTRY_COMPARE(editor()->text()->errorLine(), 2);
        QVERIFY(!editor()->preview()->toPlainText().contains(u"fine"));
        Q_EMIT editor()->saveRequested(editor()->current());
        QTRY_VERIFY(prompt().failure);
        QCOMPARE(prompt().failure->line, 2);
        QVERIFY(!rooms().chat().session()->preview().current().request);
        auto *shown = rooms().inspector().findChild<QLabel *>(u"promptFailure"_s);
        QTRY_VERIFY(shown->isVisibleTo(&rooms().inspector()));
        QVERIFY2(shown->text().contains(u"nosuch"), qPrintable(shown->text()));

        // Sending says so, and sends nothing.
        rooms().chat().session()->send(u"Hello?"_s);
        QTRY_VERIFY(rooms().chat().session()->reply().hasFailed());
        QVERIFY(!rooms().chat().session()->lastSent());

        editor()->text()->setPlainText(u"well again"_s);
        Q_EMIT editor()->saveRequested(editor()->current());
        QTRY_COMPARE(prompt().messages.value(0).content.text(), u"well again"_s);
        QTRY_VERIFY(!shown->isVisibleTo(&rooms().inspector()));
    }

    void aKilledProcessIsAMessage()
    {
        rooms().prompt().chooseMode(PromptMode::Template);
        QTRY_COMPARE(prompt().mode, PromptMode::Template);
        auto engine =
            std::dynamic_pointer_cast<WorkerTemplateEngine>(rooms().prompt().inputs().promptTemplate.engine);
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
        QMenu *menu = rooms().window().modeMenu();
        Q_EMIT menu->aboutToShow();
        QAction *edit = nullptr;
        for (QAction *action : menu->actions())
            edit = action->objectName() == u"editTemplates" ? action : edit;
        QVERIFY(edit);
        edit->trigger();
        QVERIFY(editor() && editor()->isVisible());
    }

    void aStretchLeadsToItsLine()
    {
        write(u"one\ntwo\nthree"_s);
        saveAs();
        const QString name = editor()->current().name;
        Q_EMIT editor()->useRequested(TemplateEditor::Use::Chat, name);
        QTRY_COMPARE(prompt().mode, PromptMode::Template);
        const Span *span = prompt().messages[0].content.spanAt(0);
        QCOMPARE(span->source.type(), u"template.output"_s);
        QCOMPARE(span->source.group(), SourceGroup::Template);
        Q_EMIT rooms().inspector().openSource(Source(u"template.output"_s, name + u":3"_s, {}), -1);
        QCOMPARE(editor()->text()->textCursor().blockNumber(), 2);
    }

private:
    Rooms &rooms() { return m_program->rooms(); }
    TemplateEditor *editor() { return rooms().templateEditor().editor(); }
    const AssembledPrompt &prompt() { return rooms().chat().session()->preview().current().prompt; }

    QString status()
    {
        QString all;
        for (const QLabel *label : editor()->findChildren<QLabel *>())
            all += label->text();
        return all;
    }

    // A new one.
    void write(const QString &text)
    {
        rooms().templateEditor().open();
        editor()->text()->setPlainText(text);
    }

    void saveAs()
    {
        Q_EMIT editor()->createRequested(editor()->current());
        QTRY_VERIFY2(editor()->unsaved().isEmpty(), qPrintable(status()));
    }

    static bool isComputing(qint64 process)
    {
        QFile file(u"/proc/%1/stat"_s.arg(process));
        return file.open(QIODevice::ReadOnly) &&
               file.readAll().simplified().split(' ').value(13).toInt() > 10;
    }

    std::unique_ptr<OpenProgram> m_program;
};

QTEST_MAIN(TestTemplatesInWindow)
#include "tst_templatesinwindow.moc"

// A test of the prompt is made with one click, listed with what it depends on, and run: it passes until
// something changes, and an editor says what would break it before it is saved.

#include "app/chat/chatcontroller.h"
#include "app/editors/preseteditorcontroller.h"
#include "tests/core/library/testfiles.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/undoline.h"
#include "widgets/dialogs/prompttestsdialog.h"
#include "widgets/editors/blockform.h"
#include "widgets/editors/blocklist.h"
#include "widgets/editors/brokentestsbar.h"
#include "widgets/editors/documenthead.h"
#include "widgets/editors/preseteditor.h"
#include "widgets/inspector/changespane.h"
#include "widgets/inspector/inspector.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QCheckBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QTreeWidget>

namespace tst_prompttestsinwindow {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::test;

class TestPromptTestsInWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_program = std::make_unique<OpenProgram>();
        app().window.show();
        QTRY_VERIFY(app().chat.session());
        QTRY_VERIFY(app().chat.session()->snapshot().card);
        QTRY_VERIFY(!app().chat.session()->preview().isBusy());
    }

    void cleanup()
    {
        if (m_program)
            m_program->quit();
        m_program.reset();
    }

    void aListThatIsEmptySaysHowToFillIt()
    {
        list();
        QTRY_VERIFY(dialog() && dialog()->summary().contains(u"No tests yet"_s));
        QVERIFY(!dialog()->runButton()->isEnabled());
    }

    // Neither its copies nor a file of the test are touched: the preset of the library is.
    void noticesTheLibrarysPreset()
    {
        makeTest();
        list();
        QTRY_COMPARE(state(), PromptTestRow::State::Passed); // as it was when it was made
        QTRY_VERIFY(dialog()->details()->toPlainText().contains(u"preset Harbour"_s));
        QByteArray bytes = bytesOf(presetPath());
        QVERIFY(bytes.contains("told together"));
        bytes.replace("told together", "told alone");
        QVERIFY(put(presetPath(), bytes));

        // Before it is run.
        list();
        QTRY_COMPARE(state(), PromptTestRow::State::Changed);
        const QString details = dialog()->details()->toPlainText();
        QVERIFY2(details.contains(u"preset Harbour (changed since the test last passed)"_s),
                 qPrintable(details));
        QVERIFY(!details.contains(u"persona Sailor (changed"_s));
        QVERIFY(!dialog()->differenceButton()->isEnabled());

        QTest::mouseClick(dialog()->runButton(), Qt::LeftButton);
        QTRY_COMPARE(state(), PromptTestRow::State::Failed);
        QVERIFY2(dialog()->summary().contains(u"0 of 1 test"_s), qPrintable(dialog()->summary()));
        QVERIFY(dialog()->details()->toPlainText().contains(u"told alone"_s));

        // The failure as a diff by source, in the inspector.
        QTest::mouseClick(dialog()->differenceButton(), Qt::LeftButton);
        ChangesPane *pane = app().inspector.changes();
        QTRY_VERIFY(!pane->changes().isEmpty());
        const PromptChange change = pane->changes().first();
        QCOMPARE(change.kind, PromptChange::Kind::Edited);
        QVERIFY(change.after->text.contains(u"told alone"_s));
        QVERIFY(!change.before->text.contains(u"told alone"_s));
        QVERIFY(pane->isVisible());

        QTest::mouseClick(dialog()->acceptButton(), Qt::LeftButton);
        QTRY_COMPARE(state(), PromptTestRow::State::Passed);
        QTRY_VERIFY(!dialog()->details()->toPlainText().contains(u"changed since"_s));
    }

    // By the keys of every list, and back.
    void aTestIsRenamedAndDeleted()
    {
        makeTest();
        list();
        QTRY_VERIFY(dialog() && dialog()->tests().size() == 1 && dialog()->isVisible());
        const QString before = dialog()->tests().first().name;
        QTreeWidget *tests = dialog()->list();
        const auto name = [this] {
            const QList<PromptTestRow> rows = dialog()->tests();
            return rows.size() == 1 ? rows.first().name : QString();
        };
        tests->setFocus();
        QTest::keyClick(tests, Qt::Key_F2);
        auto *field = tests->findChild<QLineEdit *>();
        QVERIFY(field);
        field->selectAll();
        QTest::keyClicks(field, u"Night watch"_s);
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(name(), u"Night watch"_s);
        QCOMPARE(dialog()->tests().first().state, PromptTestRow::State::Passed); // that went with it
        QTRY_VERIFY(app().chatPane.notices()->textOf(u"prompt-test"_s).contains(u"Night watch"_s));
        tests->setFocus();
        QTest::keyClick(tests, Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(name(), before);

        tests->setFocus();
        QTest::keyClick(tests, Qt::Key_Delete);
        QTRY_VERIFY(dialog()->tests().isEmpty());
        QVERIFY(!QFileInfo::exists(m_program->libraryFolder() + u"/snug/tests/"_s + before));
        auto *line = dialog()->findChild<UndoLine *>();
        QTRY_VERIFY(line->isVisible());
        QTest::mouseClick(line->findChild<QPushButton *>(), Qt::LeftButton);
        QTRY_COMPARE(name(), before);
    }

    void frozenIsAChoice()
    {
        makeTest();
        list();
        QTRY_VERIFY(dialog() && dialog()->frozen()->isEnabled());
        QVERIFY(!dialog()->frozen()->isChecked());
        dialog()->frozen()->click();
        QTRY_VERIFY(dialog()->tests().first().isFrozen);
        QVERIFY(bytesOf(testFolder() + u"/test.json"_s).contains("\"frozen\""));
        QVERIFY(dialog()->details()->toPlainText().contains(u"copies"_s));

        // What it tests with is its own.
        QByteArray bytes = bytesOf(presetPath());
        bytes.replace("told together", "told alone");
        QVERIFY(put(presetPath(), bytes));
        QTest::mouseClick(dialog()->runButton(), Qt::LeftButton);
        QTRY_VERIFY(dialog()->summary().contains(u"All 1 test(s) passed"_s) ||
                    dialog()->summary().contains(u"test passed"_s));
        QByteArray copy = bytesOf(testFolder() + u"/character.json"_s);
        QVERIFY(copy.contains("\"description\": \""));
        copy.replace("\"description\": \"", "\"description\": \"Another one. ");
        QVERIFY(put(testFolder() + u"/character.json"_s, copy));
        QTest::mouseClick(dialog()->runButton(), Qt::LeftButton);
        QTRY_COMPARE(state(), PromptTestRow::State::Failed);

        dialog()->frozen()->click();
        QTRY_VERIFY(!dialog()->tests().first().isFrozen);
        QVERIFY(bytesOf(testFolder() + u"/test.json"_s).contains("\"present\""));
    }

    void anEditorSaysWhatAChangeWouldBreak()
    {
        makeTest();
        app().presetEditor.open(u"Harbour"_s);
        QTRY_COMPARE(editor()->state().name, u"Harbour"_s);
        QVERIFY(QTest::qWaitForWindowActive(editor()));
        BrokenTestsBar *bar = editor()->head()->brokenTests();
        const auto type = [this](const QString &identifier) {
            editor()->blocks()->setCurrentIndex(editor()->blocks()->order()->indexOf(identifier));
            editor()->form()->text()->setFocus();
            QTest::keyClick(editor()->form()->text(), Qt::Key_End, Qt::ControlModifier);
            QTest::keyClicks(editor()->form()->text(), u" Zebra"_s);
        };
        type(u"main"_s);
        QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), 20000);
        QVERIFY2(bar->text().contains(QDir(testFolder()).dirName()), qPrintable(bar->text()));
        QVERIFY(!bytesOf(presetPath()).contains("Zebra"));

        QVERIFY(!bar->showButton()->menu()->actions().isEmpty());
        bar->showButton()->menu()->actions().first()->trigger();
        ChangesPane *pane = app().inspector.changes();
        QTRY_VERIFY(!pane->changes().isEmpty());
        QVERIFY(pane->changes().first().after->text.contains(u"Zebra"_s));

        // Taken back, there is nothing to say.
        for (int step = 0; step < 6 && editor()->isWindowModified(); ++step)
            QTest::keyClick(editor()->form()->text(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!editor()->isWindowModified());
        QTRY_VERIFY_WITH_TIMEOUT(!bar->isVisible(), 20000);
    }

private:
    const AppContext &app() const { return m_program->app(); }
    PresetEditor *editor() const { return app().presetEditor.editor(); }
    QString presetPath() const { return m_program->libraryFolder() + u"/OpenAI Settings/Harbour.json"_s; }

    // The one there is.
    QString testFolder() const
    {
        const QDir tests(m_program->libraryFolder() + u"/snug/tests"_s);
        return tests.filePath(tests.entryList(QDir::Dirs | QDir::NoDotAndDotDot).value(0));
    }

    void makeTest()
    {
        app().actions.action(ActionId::MakePromptTest)->trigger();
        QTRY_VERIFY(app().chatPane.notices()->isShown(u"prompt-test"_s));
        const QString said = app().chatPane.notices()->textOf(u"prompt-test"_s);
        QVERIFY2(said.contains(u"Saved the current prompt"_s), qPrintable(said));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(testFolder() + u"/last-passed.json"_s), 20000);
    }

    void list() { app().actions.action(ActionId::PlayPromptTests)->trigger(); }

    PromptTestsDialog *dialog() const
    {
        auto *dialog = app().window.findChild<PromptTestsDialog *>();
        return dialog && dialog->isVisible() ? dialog : nullptr;
    }

    std::optional<PromptTestRow::State> state() const
    {
        return dialog() && !dialog()->tests().isEmpty() ? std::optional(dialog()->tests().first().state)
                                                        : std::nullopt;
    }

    std::unique_ptr<OpenProgram> m_program;
};

} // namespace tst_prompttestsinwindow

SNUG_TEST(tst_prompttestsinwindow, TestPromptTestsInWindow, Windows)
#include "tst_prompttestsinwindow.moc"

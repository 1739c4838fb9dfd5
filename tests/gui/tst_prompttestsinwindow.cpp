// A test of the prompt is made with one click, and played again: it passes until something changes.

#include "app/chat/chatcontroller.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/dialogs/reportdialog.h"
#include "widgets/inspector/changespane.h"
#include "widgets/inspector/inspector.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QDir>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

namespace tst_prompttestsinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestPromptTestsInWindow : public QObject
{
    Q_OBJECT

private:
    static QString reportOf(const MainWindow &window)
    {
        const auto reports = window.findChildren<ReportDialog *>();
        for (const ReportDialog *report : reports) {
            if (report->isVisible())
                return report->findChild<QLabel *>()->text() + u'\n' +
                       report->findChild<QPlainTextEdit *>()->toPlainText();
        }
        return {};
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

    void madePlayedBroken()
    {
        OpenProgram program;
        MainWindow &window = program.app().window;
        window.show();
        QTRY_VERIFY(program.app().chat.session());
        QTRY_VERIFY(program.app().chat.session()->snapshot().card);
        QAction *play = program.app().actions.action(ActionId::PlayPromptTests);
        play->trigger();
        QTRY_VERIFY2(reportOf(window).contains(u"No tests yet"_s), qPrintable(reportOf(window)));

        program.app().actions.action(ActionId::MakePromptTest)->trigger();
        QTRY_VERIFY(program.app().chatPane.notices()->isShown(u"prompt-test"_s));
        const QString said = program.app().chatPane.notices()->textOf(u"prompt-test"_s);
        QVERIFY2(said.contains(u"Saved the current prompt"_s), qPrintable(said));
        QDir tests(program.libraryFolder() + u"/snug/tests"_s);
        const QStringList names = tests.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QCOMPARE(names.size(), 1);
        play->trigger();
        QTRY_VERIFY2(reportOf(window).contains(u"✓ "_s + names.first()), qPrintable(reportOf(window)));

        QFile card(tests.filePath(names.first() + u"/character.json"_s));
        QVERIFY(card.open(QIODevice::ReadOnly));
        QByteArray bytes = card.readAll();
        card.close();
        QVERIFY(bytes.contains("\"description\":"));
        bytes.replace("\"description\": \"", "\"description\": \"Another one. ");
        QVERIFY(card.open(QIODevice::WriteOnly));
        card.write(bytes);
        card.close();
        // The copy counts only where the test is frozen.
        QFile test(tests.filePath(names.first() + u"/test.json"_s));
        QVERIFY(test.open(QIODevice::ReadOnly));
        bytes = test.readAll();
        test.close();
        QVERIFY(bytes.contains("\"present\""));
        bytes.replace("\"present\"", "\"frozen\"");
        QVERIFY(test.open(QIODevice::WriteOnly));
        test.write(bytes);
        test.close();
        play->trigger();
        QTRY_VERIFY2(reportOf(window).contains(u"✕ "_s + names.first()), qPrintable(reportOf(window)));
        QVERIFY2(reportOf(window).contains(u"Another one."_s), qPrintable(reportOf(window)));

        // The failure as a diff by source, in the inspector.
        QPushButton *steps = nullptr;
        for (const ReportDialog *report : window.findChildren<ReportDialog *>()) {
            if (report->isVisible())
                steps = report->findChild<QPushButton *>(u"reportSteps"_s);
        }
        QVERIFY(steps);
        QVERIFY(steps->isVisible());
        QCOMPARE(steps->menu()->actions().size(), 2); // look at it, accept it
        QVERIFY(steps->menu()->actions().last()->text().contains(u"Accept"_s));
        steps->menu()->actions().first()->trigger();
        ChangesPane *pane = program.app().inspector.changes();
        QTRY_COMPARE(pane->changes().size(), 2);
        QVERIFY2(pane->changes().last().kind == PromptChange::Kind::Overhead,
                 qPrintable(changeText(pane->changes().last())));
        const PromptChange change = pane->changes().first();
        QCOMPARE(change.kind, PromptChange::Kind::Edited);
        QVERIFY2(changeText(change).contains(u"Description"_s), qPrintable(changeText(change)));
        QVERIFY(change.after->text.contains(u"Another one."_s));
        QVERIFY(!change.before->text.contains(u"Another one."_s));
        QVERIFY(pane->isVisible());
        program.quit();
    }
};

} // namespace tst_prompttestsinwindow

SNUG_TEST(tst_prompttestsinwindow, TestPromptTestsInWindow, Windows)
#include "tst_prompttestsinwindow.moc"

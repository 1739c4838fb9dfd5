// Ctrl+F: looking for words in the open chat.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/findbar.h"
#include "widgets/chat/transcript.h"
#include "widgets/theme/plainlabel.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTest>

namespace tst_findinwindow {

using namespace snug;
using namespace Qt::StringLiterals;

class TestFindInWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
        for (const QString &text : {u"one lamp"_s, u"two"_s, u"a LAMP again"_s, u"four"_s})
            say(text);
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
    }

    void theNewestComesFirstAndItGoesRound()
    {
        QTest::keyClick(&app().window, Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(bar()->isVisible() && bar()->field()->hasFocus());
        bar()->who()->setCurrentIndex(1); // what the user said
        QTest::keyClicks(bar()->field(), u"lamp"_s);
        QTRY_COMPARE(place(), u"2 of 2"_s);
        QCOMPARE(shownText(), u"a LAMP again"_s);
        QTest::keyClick(bar()->field(), Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(place(), u"1 of 2"_s);
        QCOMPARE(shownText(), u"one lamp"_s);
        QTest::keyClick(bar()->field(), Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(place(), u"2 of 2"_s);
        app().actions.action(ActionId::FindNext)->trigger();
        QCOMPARE(place(), u"1 of 2"_s);
        QVERIFY(bar()->field()->hasFocus());
    }

    void whatIsSaidMeanwhileCounts()
    {
        app().actions.action(ActionId::FindInChat)->trigger();
        bar()->who()->setCurrentIndex(1);
        QTest::keyClicks(bar()->field(), u"lamp"_s);
        QTRY_COMPARE(place(), u"2 of 2"_s);
        say(u"a third lamp"_s);
        QTRY_COMPARE(place(), u"2 of 3"_s); // where one was
    }

    void nothingFoundIsSaid()
    {
        app().actions.action(ActionId::FindInChat)->trigger();
        QTest::keyClicks(bar()->field(), u"xyzzy"_s);
        QTRY_COMPARE(place(), u"Not found"_s);
        app().actions.action(ActionId::FindNext)->trigger();
        QCOMPARE(place(), u"Not found"_s);
    }

    // Escape closes it, stops no reply, and leaves one where one writes.
    void escapeGoesBackToTheComposer()
    {
        app().actions.action(ActionId::FindInChat)->trigger();
        QTest::keyClicks(bar()->field(), u"lamp"_s);
        QTest::keyClick(bar()->field(), Qt::Key_Escape);
        QVERIFY(!bar()->isVisible());
        QTRY_VERIFY(app().chatPane.composer()->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClicks(QApplication::focusWidget(), u"lamp"_s);
        QCOMPARE(app().chat.draft(), u"lamp"_s);
        // Opened again it has the words, to be replaced by typing.
        app().actions.action(ActionId::FindInChat)->trigger();
        QCOMPARE(bar()->field()->selectedText(), u"lamp"_s);
    }

    // The words are marked where they stand: something of their colour is drawn that was not before.
    void theWordsAreMarked()
    {
        app().chatPane.transcript()->scrollToEnd();
        const QImage before = app().chatPane.transcript()->viewport()->grab().toImage();
        app().chatPane.transcript()->setSearched(u"four"_s);
        const QImage marked = app().chatPane.transcript()->viewport()->grab().toImage();
        QVERIFY(before != marked);
        app().chatPane.transcript()->setSearched({});
        QCOMPARE(app().chatPane.transcript()->viewport()->grab().toImage(), before);
    }

private:
    const AppContext &app() const { return m_program->app(); }
    FindBar *bar() const { return app().chatPane.find(); }

    void say(const QString &text)
    {
        const qsizetype before = app().chat.session()->conversation().size();
        app().chat.session()->send(text);
        QTRY_VERIFY(app().chat.session()->conversation().size() >= before + 2 &&
                    !app().chat.session()->reply().isUnderWay());
    }

    QString place() const
    {
        const auto labels = bar()->findChildren<PlainLabel *>();
        return labels.isEmpty() ? QString() : labels.first()->text();
    }

    QString shownText() const
    {
        const int row = app().chatPane.transcript()->currentRow();
        return app().chat.session()->conversation().chat().messages.value(row).text;
    }

    std::unique_ptr<OpenProgram> m_program;
};

} // namespace tst_findinwindow

SNUG_TEST(tst_findinwindow, TestFindInWindow, Windows)

#include "tst_findinwindow.moc"

// The page of the prompt: the head above its list, and what stands below.

#include "tests/hands/userhands.h"
#include "tests/testregistry.h"
#include "tests/widgets/inspector/inspectorfixture.h"
#include "tests/widgets/inspector/promptfixture.h"
#include "widgets/inspector/budgetbar.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/outboundmodel.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/inspector/speakerstrip.h"
#include "widgets/inspector/whatifbar.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QToolTip>

namespace tst_promptpane {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::inspectorfixture;

class TestPromptPane : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }

    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        QGuiApplication::clipboard()->clear();
    }

    void cleanup() { QVERIFY(QApplication::topLevelWidgets().isEmpty()); }

    void overBudgetTellsWhatWasLeftOut()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::overBudgetPrompt()));
        QVERIFY(window.words().contains(u"39 tokens more than the context holds"_s));
        QVERIFY(!window.words().contains(u"jailbreak2"_s));
        window.click(u"1 more"_s);
        QVERIFY(window.words().contains(u"jailbreak2"_s));

        QCOMPARE(window.rows(), QStringList());
        auto *toggle = window.inspector.findChild<QToolButton *>(u"notSent"_s);
        QCOMPARE(toggle->text(), u"Not sent (3), ~117 tokens"_s);
        QTest::mouseClick(toggle, Qt::LeftButton);
        QCOMPARE(window.rows().value(0),
                 u"Mira, \"You came back,\" she says., over the context size by 31 tokens, ~44 tokens"_s);
        window.inspector.setState(stateOf(fixture::harbourPrompt(), 2));
        QVERIFY(!toggle->isVisible());
        QVERIFY(!window.words().contains(u"jailbreak2"_s));
        AssembledPrompt far = fixture::overBudgetPrompt();
        QList<DroppedText> dropped = far.trace.dropped.all();
        dropped.last().tokens = 0; // far beyond the limit nothing is counted
        far.trace.dropped = dropped;
        window.inspector.setState(stateOf(far, 3));
        QCOMPARE(toggle->text(), u"Not sent (3)"_s);
    }

    void modeMenuAsksForAMode()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::harbourPrompt()));
        auto *button = window.inspector.findChild<QPushButton *>(u"promptMode"_s);
        QVERIFY(button->toolTip().contains(u"the preset has a prompt order"_s));
        QCOMPARE(button->text(), u"Prompt order (SillyTavern)"_s);
        QSignalSpy asked(&window.inspector, &Inspector::modeRequested);
        QVERIFY(actionOf(button->menu(), u"Automatic"_s)->isChecked());
        actionOf(button->menu(), u"Merged (smelt)"_s)->trigger();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.at(0).at(0).value<PromptMode>(), PromptMode::Smelt);
    }

    void theModeInEffectAndWhy()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::framingPrompt()));
        auto *button = window.inspector.findChild<QPushButton *>(u"promptMode"_s);
        QCOMPARE(button->text(), u"Framing (SmartTavern)"_s);
        QVERIFY(button->toolTip().contains(u"say their position themselves"_s));
        QVERIFY(actionOf(button->menu(), u"Automatic"_s)->isChecked());
        QSignalSpy asked(&window.inspector, &Inspector::modeRequested);
        actionOf(button->menu(), u"Framing (SmartTavern)"_s)->trigger();
        QCOMPARE(asked.at(0).at(0).value<PromptMode>(), PromptMode::Framing);
    }

    // The sentence why is for those who have seen the layout change; later, and before, it is in the tool
    // tip.
    void whyTheModeHasChanged()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::harbourPrompt(), 1));
        QVERIFY(!window.words().contains(u"the preset has a prompt order"_s));
        window.inspector.setState(stateOf(fixture::framingPrompt(), 2));
        QVERIFY(window.words().contains(u"say their position themselves"_s));
        window.inspector.setState(stateOf(fixture::framingPrompt(), 3)); // typed on
        QVERIFY(window.words().contains(u"say their position themselves"_s));
    }

    // All that is above the list of messages, pages' names and who speaks included; from the least size that
    // the main window has up to a large screen's.
    void theHeadTakesAFifth_data()
    {
        QTest::addColumn<QSize>("size");
        for (const int width : {240, 300, 380, 560, 900}) {
            for (const int height : {400, 480, 545, 620, 699, 700, 750, 860, 1000, 1500})
                QTest::addRow("%d x %d", width, height) << QSize(width, height);
        }
    }

    void theHeadTakesAFifth()
    {
        QFETCH(QSize, size);
        Window window;
        window.inspector.setState(stateOf(fixture::harbourPrompt()));
        window.inspector.resize(size);
        SpeakerQueue queue;
        queue.speakers.append({.avatar = u"m.png"_s, .name = u"Mira"_s});
        for (const bool isGroup : {false, true}) {
            window.inspector.speakers()->setQueue(queue, u"m.png"_s, {});
            window.inspector.speakers()->setVisible(isGroup);
            QTest::qWait(0);
            const int top = window.list()->mapTo(&window.inspector, QPoint()).y();
            QVERIFY2(top * 5 <= size.height(), qPrintable(u"%1 of %2"_s.arg(top).arg(size.height())));
            QVERIFY(window.list()->height() > size.height() / 2);
        }
        // Nothing is lost: what has no place is in the menu.
        auto *pane = window.inspector.prompt();
        auto *more = pane->findChild<QToolButton *>(u"morePrompt"_s);
        QStringList there;
        if (more->isVisible()) {
            UserHands::openMenu(more->menu());
            for (const QAction *action : more->menu()->actions())
                there.append(action->text());
        }
        for (const QToolButton *button : pane->findChildren<QToolButton *>()) {
            if (button->isVisible())
                there.append(button->text());
        }
        for (const QString &name : {u"Colour all"_s, u"Map"_s, u"What if"_s})
            QVERIFY2(there.contains(name), qPrintable(there.join(u'|')));
    }

    // Where the legend has no room, it is told.
    void theLegendIsTold()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::harbourPrompt()));
        auto *bar = window.inspector.findChild<BudgetBar *>();
        for (const QSize size : {QSize(300, 480), QSize(300, 800)}) {
            window.inspector.resize(size);
            QTest::qWait(0);
            const int y = size.height() < 500 ? 1 : bar->height() - 3;
            for (const QString &name : {u"Preset"_s, u"Card"_s, u"Lore"_s})
                QVERIFY2(bar->textAt(QPoint(5, y)).contains(name), qPrintable(bar->textAt(QPoint(5, y))));
        }
    }

    // Low, the search comes when it is asked for, and goes when nothing is looked for.
    void theSearchComesWhenItIsAskedFor()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::harbourPrompt()));
        window.inspector.resize(300, 400);
        auto *filter = window.inspector.findChild<QLineEdit *>(u"promptFilter"_s);
        QTRY_VERIFY(!filter->isVisible());
        window.inspector.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window.inspector));
        window.list()->setFocus();
        QTest::keySequence(window.list(), QKeySequence::Find);
        QTRY_VERIFY(filter->isVisible() && filter->hasFocus());
        QTest::keyClicks(filter, u"lamp"_s);
        window.list()->setFocus();
        QTest::qWait(0);
        QVERIFY(filter->isVisible());
        filter->setFocus();
        filter->clear();
        window.list()->setFocus();
        QTRY_VERIFY(!filter->isVisible());
    }

    // What is tried, warned of and edited stands below: no row moves when it comes and goes.
    void whatComesMovesNoRow()
    {
        Window window;
        window.inspector.resize(380, 800);
        window.inspector.setState(stateOf(fixture::harbourPrompt(), 1));
        QTest::qWait(0);
        PromptList *list = window.list();
        const auto place = [&] { return list->viewport()->mapTo(&window.inspector, QPoint()); };
        const QPoint before = place();
        const QRect row = list->segmentRect({1, 0});
        WhatIf tried;
        tried.contextSize = 2048;
        window.inspector.whatIf()->setWhatIf(tried);
        window.inspector.setAsEdited({u"preset Slow Burn"_s});
        AssembledPrompt warned = fixture::harbourPrompt();
        warned.trace.warnings.append(u"Something is not as it looks."_s);
        window.inspector.setState(stateOf(warned, 2));
        QTest::qWait(0);
        QVERIFY(window.inspector.whatIf()->isVisible());
        QCOMPARE(place(), before);
        QCOMPARE(list->segmentRect({1, 0}), row);
        window.inspector.whatIf()->setWhatIf({});
        QTest::qWait(0);
        QCOMPARE(place(), before);
    }

    void cacheInOneLine()
    {
        Window window;
        AssembledPrompt before = fixture::harbourPrompt();
        window.inspector.setState(stateOf(before));
        CacheFacts facts;
        facts.prefix = promptPrefix(before, before);
        facts.prefix.tokens = facts.prefix.total / 2;
        PromptPrefix::Break first;
        first.message = 1;
        first.position = 4;
        first.now = before.messages.at(1).content.spans().first().source;
        facts.prefix.firstBreak = first;
        window.inspector.setCache(facts);
        auto *text = window.inspector.findChild<QLabel *>(u"cacheText"_s);
        QVERIFY(text->isVisible());
        QVERIFY(text->text().startsWith(u"In the server's cache: "));
        QVERIFY(text->toolTip().contains(u"has moved"_s) || text->toolTip().contains(u"has changed"_s));
        QVERIFY(text->parentWidget()->height() < 40);
        // Within a text the line is told to those who point at it, and no word covers the text.
        PromptList *list = window.list();
        QVERIFY(list->isBreakWithinText());
        const QPoint point(list->viewport()->width() / 2, list->breakRect().top() + 2);
        QHelpEvent help(QEvent::ToolTip, point, list->viewport()->mapToGlobal(point));
        QCoreApplication::sendEvent(list->viewport(), &help);
        QTRY_VERIFY(QToolTip::text().contains(u"cache ends here"_s));
        QToolTip::hideText();
        window.inspector.setCache({});
        QVERIFY(!text->isVisible());
    }

    void filterCountsItsMatches()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::harbourPrompt()));
        QTest::keyClicks(window.inspector.findChild<QLineEdit *>(u"promptFilter"_s), u"ferry"_s);
        QVERIFY(window.words().contains(u"2 of 11"_s));
    }
};

} // namespace tst_promptpane

SNUG_TEST(tst_promptpane, TestPromptPane, Windows)
#include "tst_promptpane.moc"

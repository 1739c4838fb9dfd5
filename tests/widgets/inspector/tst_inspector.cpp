#include "core/prompt/promptaccount.h"
#include "core/wire/wiretext.h"
#include "tests/hands/userhands.h"
#include "tests/testregistry.h"
#include "tests/widgets/inspector/promptfixture.h"
#include "widgets/inspector/budgetbar.h"
#include "widgets/inspector/historytexts.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/outboundmodel.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/inspector/requesthead.h"
#include "widgets/inspector/speakerstrip.h"
#include "widgets/inspector/whatifbar.h"
#include "widgets/inspector/wirebody.h"

#include <QAccessible>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <QTextBlock>
#include <QToolButton>
#include <QToolTip>

namespace tst_inspector {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

enum Page { PromptPage, LorePage, WirePage };

InspectorState stateOf(const AssembledPrompt &prompt, quint64 generation = 1)
{
    InspectorState state;
    state.prompt = prompt;
    state.request = fixture::requestFor(prompt);
    state.generation = generation;
    return state;
}

struct Window
{
    Window()
    {
        inspector.resize(380, 700);
        inspector.show();
    }
    void turnTo(Page page) { inspector.findChild<QTabWidget *>()->setCurrentIndex(page); }
    PromptList *list() { return inspector.findChild<PromptList *>(); }
    QString text(int row) { return list()->model()->index(row, 0).data().toString(); }
    WireBody *body() { return inspector.findChild<WireBody *>(); }
    void click(const QString &text)
    {
        for (QToolButton *button : inspector.findChildren<QToolButton *>()) {
            if (button->text() == text)
                QTest::mouseClick(button, Qt::LeftButton);
        }
    }
    // Labels that can be seen.
    QString words()
    {
        QStringList texts;
        for (const QLabel *label : inspector.findChildren<QLabel *>()) {
            if (label->isVisible())
                texts.append(label->text());
        }
        return texts.join(u'|');
    }
    QStringList rows()
    {
        QStringList texts;
        for (const QListView *view : inspector.findChildren<QListView *>()) {
            if (!view->isVisible())
                continue;
            for (int row = 0; row < view->model()->rowCount(); ++row)
                texts.append(view->model()->index(row, 0).data(Qt::AccessibleTextRole).toString());
        }
        return texts;
    }

    Inspector inspector;
};

QAction *actionOf(const QMenu *menu, const QString &text)
{
    for (QAction *action : menu->actions()) {
        if (action->text() == text)
            return action;
    }
    return nullptr;
}

} // namespace

class TestInspector : public QObject
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

    void saysWhatBelongsHereWithoutAChat()
    {
        Window window;
        window.inspector.setState({});
        QCOMPARE(window.words(), u"No chat open. Open one and its prompt appears here."_s);
        QVERIFY(!window.list()->isVisible());
        window.inspector.setState(stateOf(fixture::harbourPrompt()));
        QVERIFY(window.list()->isVisible());
        InspectorState closed;
        closed.generation = 2;
        window.inspector.setState(closed);
        QVERIFY(!window.list()->isVisible());
    }

    void stalePromptDimsAndANewOneUndims()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::harbourPrompt(), 1));
        window.inspector.setStale(true);
        QVERIFY(!window.inspector.isDimmed());
        QTRY_VERIFY(window.inspector.isDimmed());
        window.inspector.setState(stateOf(fixture::harbourPrompt(), 2));
        QVERIFY(!window.inspector.isDimmed());
    }

    void quickAssemblyNeverDims()
    {
        Window window;
        for (quint64 i = 1; i < 20; ++i) {
            window.inspector.setStale(true);
            QVERIFY(!window.inspector.isDimmed());
            window.inspector.setState(stateOf(fixture::harbourPrompt(), i));
        }
        QVERIFY(!window.inspector.isDimmed());
    }

    void staysDimmedWhileOneStaleStateFollowsAnother()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::harbourPrompt(), 1));
        window.inspector.setStale(true);
        QTRY_VERIFY(window.inspector.isDimmed());
        InspectorState stale = stateOf(fixture::harbourPrompt(), 2);
        stale.stale = true;
        window.inspector.setState(stale);
        QVERIFY(window.inspector.isDimmed());
    }

    void olderStateIsIgnored()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::harbourPrompt(), 5));
        window.inspector.setState(stateOf(fixture::manyScriptsPrompt(), 4));
        QCOMPARE(window.text(0), fixture::harbourPrompt().messages.at(0).content.text());
    }

    void hiddenInspectorShowsTheLatestWhenItAppears()
    {
        Window window;
        window.inspector.hide();
        window.inspector.setState(stateOf(fixture::harbourPrompt(), 1));
        window.inspector.setState(stateOf(fixture::manyScriptsPrompt(), 2));
        window.inspector.show();
        QCOMPARE(window.text(0), fixture::manyScriptsPrompt().messages.at(0).content.text());
    }

    void pagesComeUpToDateWhenTurnedTo()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::harbourPrompt(), 1));
        window.turnTo(WirePage);
        window.inspector.setState(stateOf(fixture::manyScriptsPrompt(), 2));
        QTRY_VERIFY(window.body()->toPlainText().contains(u"灯台"_s));
        window.turnTo(PromptPage);
        QCOMPARE(window.text(0), fixture::manyScriptsPrompt().messages.at(0).content.text());
    }

    void typingChangesOneRowAndTheBytes()
    {
        Window window;
        AssembledPrompt prompt = fixture::longPrompt(200);
        window.inspector.setState(stateOf(prompt, 1));
        QSignalSpy changed(window.list()->model(), &QAbstractItemModel::dataChanged);
        prompt.messages.last() = fixture::chatMessage(199, u"A new line"_s);
        window.inspector.setState(stateOf(prompt, 2));
        QCOMPARE(changed.size(), 1);
        window.turnTo(WirePage);
        QTRY_VERIFY(window.body()->toPlainText().contains(u"A new line"_s));
    }

    void budget_data()
    {
        QTest::addColumn<Budget>("budget");
        QTest::addColumn<QString>("sum");
        QTest::addColumn<QString>("rest");
        QTest::addColumn<bool>("over");
        QTest::newRow("exact") << Budget{8192, 512, 3412, CountKind::Exact, u"o200k_base"_s}
                               << u"3,412 / 8,192"_s << u"4,268 left"_s << false;
        QTest::newRow("estimate") << Budget{8192, 512, 3412, CountKind::Estimate, {}} << u"~3,412 / 8,192"_s
                                  << u"~4,268 left"_s << false;
        QTest::newRow("no limit") << Budget{0, 512, 3412, CountKind::Exact, {}} << u"3,412"_s
                                  << u"no limit set"_s << false;
        QTest::newRow("just fits") << Budget{1000, 500, 500, CountKind::Exact, {}} << u"500 / 1,000"_s
                                   << u"0 left"_s << false;
        QTest::newRow("over") << Budget{1000, 500, 673, CountKind::Exact, {}} << u"673 / 1,000"_s
                              << u"173 too many"_s << true;
    }

    void budget()
    {
        QFETCH(Budget, budget);
        QFETCH(QString, sum);
        QFETCH(QString, rest);
        QFETCH(bool, over);
        BudgetBar bar;
        GroupShares shares{};
        shares[size_t(SourceGroup::Preset)] = budget.used;
        bar.setBudget(budget, shares);
        QCOMPARE(bar.sumText(), sum);
        QCOMPARE(bar.restText(), rest);
        QCOMPARE(bar.isOver(), over);
        QVERIFY(bar.accessibleDescription().contains(rest));
    }

    void barTellsItsPieces()
    {
        BudgetBar bar;
        GroupShares shares{};
        shares[size_t(SourceGroup::Preset)] = 250;
        shares[size_t(SourceGroup::Card)] = 250;
        bar.setBudget({1000, 250, 500, CountKind::Exact, {}}, shares);
        bar.resize(400, bar.heightForWidth(400));
        int y = 0;
        QCOMPARE(bar.textAt({5, y}), bar.countingText()); // to those who point at the sum
        while (bar.textAt({5, y}) == bar.countingText() && y < bar.height())
            ++y;
        QCOMPARE(bar.textAt({5, y}), u"Preset 250 tokens"_s);
        QCOMPARE(bar.textAt({150, y}), u"Card 250 tokens"_s);
        QCOMPARE(bar.textAt({250, y}), u"250 left"_s);
        QCOMPARE(bar.textAt({390, y}), u"250 tokens kept free for the reply"_s);
    }

    void countingIsTold_data()
    {
        QTest::addColumn<CountKind>("kind");
        QTest::addColumn<QString>("counter");
        QTest::addColumn<int>("replies");
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("told");
        const QString off = u"\nOff by 1.2 % over the last 10 replies, as the server counted them."_s;
        const QString unknown = u"\nThe first reply of a server that counts will show how far off it is."_s;
        QTest::newRow("by length") << CountKind::Estimate << u"estimate"_s << 0 << u"estimate"_s
                                   << u"An estimate by the length of the texts."_s + unknown;
        const QString near = u"An estimate: counted with o200k_base, which is nearest to this model's "
                             "tokenizer, and corrected by what is known of the model."_s;
        QTest::newRow("nearest") << CountKind::Calibrated << u"~o200k_base"_s << 0
                                 << u"estimate · near o200k_base"_s << near + unknown;
        QTest::newRow("measured") << CountKind::Calibrated << u"~o200k_base"_s << 10
                                  << u"estimate · off by 1.2 %"_s << near + off;
        QTest::newRow("by a server") << CountKind::Calibrated << u"Mine's tokenizer"_s << 0
                                     << u"estimate · Mine's tokenizer"_s
                                     << u"Counted by Mine's tokenizer; what it has not counted yet is "
                                        "estimated."_s +
                                            unknown;
        QTest::newRow("exact") << CountKind::Exact << u"o200k_base"_s << 10 << u"exact · o200k_base"_s
                               << u"Counted with o200k_base."_s + off;
    }

    void countingIsTold()
    {
        QFETCH(CountKind, kind);
        QFETCH(QString, counter);
        QFETCH(int, replies);
        BudgetBar bar;
        GroupShares shares{};
        shares[size_t(SourceGroup::Preset)] = 250;
        bar.setBudget({1000, 250, 250, kind, counter}, shares);
        bar.setMeasured({replies, 1.2});
        QTEST(bar.kindText(), "word");
        QTEST(bar.countingText(), "told");
        // What was measured changes no number.
        QVERIFY(bar.sumText().endsWith(u"250 / 1,000"_s));
        QCOMPARE(bar.sumText().startsWith(u'~'), kind != CountKind::Exact);
        QVERIFY(bar.accessibleDescription().contains(bar.countingText()));
    }

    void whyARequestFailedIsListed()
    {
        LedgerHead head;
        head.result = LedgerResult::Failed;
        head.error = u"Too many requests for the moment"_s;
        QVERIFY(!historyFigures(head).join(u'\n').contains(u"Kind of problem"_s));
        head.fault = FaultKind::Rate;
        head.retryAfter = 12.5;
        const QStringList figures = historyFigures(head);
        QVERIFY(figures.contains(u"Kind of problem: too many requests"_s));
        QVERIFY(figures.contains(u"Asked to wait: 12.5 s"_s));
    }

    // The service's own number stands until the prompt is another.
    void countedByTheService()
    {
        BudgetBar bar;
        GroupShares shares{};
        shares[size_t(SourceGroup::Preset)] = 500;
        const Budget budget{1000, 250, 500, CountKind::Estimate, {}};
        bar.setBudget(budget, shares);
        QCOMPARE(bar.sumText(), u"~500 / 1,000"_s);
        bar.setCounted(471, u"Claude"_s);
        QCOMPARE(bar.sumText(), u"471 / 1,000"_s);
        QVERIFY(bar.accessibleDescription().contains(u"exact · Claude"_s));
        bar.setCounted(771, u"Claude"_s);
        QVERIFY(bar.isOver());
        bar.setBudget(budget, shares);
        QCOMPARE(bar.sumText(), u"~500 / 1,000"_s);
    }

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

    // Texts are what one reads in a request: they are not red.
    void textsOfTheBodyAreCalm()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::harbourPrompt()));
        window.turnTo(WirePage);
        const QImage image = window.body()->grab().toImage();
        int reds = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                const QColor colour = image.pixelColor(x, y);
                reds += colour.red() > 150 && colour.green() < 60 && colour.blue() < 60 ? 1 : 0;
            }
        }
        QCOMPARE(reds, 0);
    }

    void loreListsFiredThenSilent()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::harbourPrompt()));
        window.turnTo(LorePage);
        const QStringList rows = window.rows();
        QCOMPARE(rows.size(), 9);
        QCOMPARE(rows.at(0), u"Fired (2)"_s);
        QCOMPARE(rows.at(1), u"Harbour, Harbour, Key “harbour” in message 13, Ada, %1 tokens"_s.arg(
                                 loreCosts(fixture::harbourPrompt()).value(u"Harbour.3"_s)));
        QCOMPARE(rows.at(3), u"Silent (5)"_s);
        QVERIFY(rows.at(6).contains(u"12 left in the lore budget"_s));
        // What was nearly found comes a moment later.
        QTRY_VERIFY(window.rows().at(4).contains(u"scan depth is 4"_s));
        QVERIFY(window.rows().at(5).contains(u"part of a word: “Joanne”"_s));
        QVERIFY(window.words().contains(u"2 of 7 fired"_s));

        auto *filter = window.inspector.findChild<QLineEdit *>(u"loreFilter"_s);
        QTest::keyClicks(filter, u"probability roll"_s);
        QCOMPARE(window.rows(),
                 (QStringList{u"Silent (1)"_s,
                              u"Tomas, People, Failed its probability roll (40 percent), 58 tokens"_s}));
        QTest::keyClicks(filter, u"xyz"_s);
        QVERIFY(window.words().contains(u"No entry contains this text."_s));
    }

    void loreRowOpensItsEntry()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::harbourPrompt()));
        window.turnTo(LorePage);
        QSignalSpy opened(&window.inspector, &Inspector::openLoreEntry);
        for (QListView *view : window.inspector.findChildren<QListView *>()) {
            if (!view->isVisible())
                continue;
            view->setFocus();
            view->setCurrentIndex(view->model()->index(2, 0));
            QTest::keyClick(view, Qt::Key_Return);
        }
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened.at(0).at(0).toString(), u"Harbour"_s);
        QCOMPARE(opened.at(0).at(1).toInt(), 9);
    }

    void loreRowLeadsToItsMessage()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::harbourPrompt()));
        window.turnTo(LorePage);
        QSignalSpy asked(&window.inspector, &Inspector::messageRequested);
        QSignalSpy opened(&window.inspector, &Inspector::openLoreEntry);
        for (QListView *view : window.inspector.findChildren<QListView *>()) {
            if (!view->isVisible())
                continue;
            const auto click = [view](int row) {
                QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
                                  view->visualRect(view->model()->index(row, 0)).center());
            };
            click(2);
            click(4); // a silent one
        }
        QCOMPARE(asked, (QList<QVariantList>{{11, qsizetype(4), qsizetype(9)}}));
        QVERIFY(opened.isEmpty()); // a click leaves the chat where it is
    }

    void loreIsSortedAsWished()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::harbourPrompt()));
        window.turnTo(LorePage);
        auto *order = window.inspector.findChild<QComboBox *>(u"loreOrder"_s);
        const auto titles = [&] {
            QStringList result;
            for (const QString &row : window.rows())
                result.append(row.section(u',', 0, 0));
            return result;
        };
        order->setCurrentText(u"By title"_s);
        QCOMPARE(titles(),
                 (QStringList{u"Fired (2)"_s, u"Constance"_s, u"Harbour"_s, u"Silent (5)"_s, u"Ice years"_s,
                              u"Joan"_s, u"Lighthouse inn"_s, u"The schoolteacher"_s, u"Tomas"_s}));
        order->setCurrentText(u"By tokens"_s);
        QCOMPARE(titles().at(4), u"Tomas"_s);
        order->setCurrentText(u"By lorebook"_s);
        QCOMPARE(titles().last(), u"Tomas"_s);
        order->setCurrentText(u"As served"_s);
        QCOMPARE(titles().at(4), u"Lighthouse inn"_s);
    }

    void noLorebookIsSaidPlainly()
    {
        Window window;
        AssembledPrompt prompt = fixture::harbourPrompt();
        prompt.trace.lore.clear();
        window.inspector.setState(stateOf(prompt));
        window.turnTo(LorePage);
        QVERIFY(window.words().contains(u"No lorebook is in effect."_s));
    }

    void wireShowsTheRequest()
    {
        Window window;
        const InspectorState state = stateOf(fixture::harbourPrompt());
        window.inspector.setState(state);
        window.turnTo(WirePage);
        const QString head = window.inspector.findChild<RequestHead *>()->toPlainText();
        QCOMPARE(head, u"POST https://api.example.org/v1/chat/completions\ncontent-type: application/json\n"
                       "accept: text/event-stream\nauthorization: Bearer ••••"_s);
        QVERIFY(window.words().contains(QLocale().toString(state.request.body.size()) + u" bytes"_s));
        QTRY_VERIFY(window.body()->toPlainText().contains(u"  \"temperature\": 0.90,\n"_s));
        window.click(u"As sent"_s);
        window.body()->selectAll();
        window.body()->copy();
        QCOMPARE(QGuiApplication::clipboard()->text().toUtf8(), state.request.body);
    }

    void aFailureStandsInThePlaceOfThePrompt()
    {
        Window window;
        InspectorState state = stateOf(fixture::harbourPrompt());
        window.inspector.setState(state);
        auto *why = window.inspector.findChild<QLabel *>(u"promptFailure"_s);
        QVERIFY(!why->isVisibleTo(&window.inspector));
        ++state.generation;
        state.request = {};
        state.prompt->messages.clear();
        state.prompt->failure = PromptFailure{
            .error = {u"there is no tag <b>"_s, {}, {}, {}}, .templateName = u"Evening"_s, .line = 7};
        window.inspector.setState(state);
        QVERIFY(why->isVisibleTo(&window.inspector));
        QVERIFY(why->text().contains(u"&lt;b&gt;"));
        QCOMPARE(window.inspector.findChild<PromptList *>()->model()->rowCount(), 0);
        QSignalSpy opened(&window.inspector, &Inspector::sourceRequested);
        QVERIFY(UserHands::clickLink(why, u"template"_s));
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened[0][0].value<Source>().id(), u"Evening:7"_s);
        window.turnTo(WirePage);
        bool isExplained = false;
        for (const QLabel *label : window.inspector.findChildren<QLabel *>())
            isExplained =
                isExplained || (label->isVisible() && label->text().contains(u"the template fails"));
        QVERIFY(isExplained);
    }

    void wireIsCopiedWithoutTheKey()
    {
        Window window;
        const InspectorState state = stateOf(fixture::harbourPrompt());
        window.inspector.setState(state);
        window.turnTo(WirePage);
        const QMenu *menu = nullptr;
        for (const QPushButton *button : window.inspector.findChildren<QPushButton *>()) {
            if (button->text() == u"Copy"_s)
                menu = button->menu();
        }
        QVERIFY(menu);
        QSignalSpy copied(&window.inspector, &Inspector::copied);
        actionOf(menu, u"Copy body"_s)->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text().toUtf8(), state.request.body);
        actionOf(menu, u"Copy request as text"_s)->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), wireText(state.request));
        QVERIFY(!QGuiApplication::clipboard()->text().contains(u"sk-test"_s));
        actionOf(menu, u"Copy as curl"_s)->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), curlCommand(state.request));
        QVERIFY(!QGuiApplication::clipboard()->text().contains(u"sk-test"_s));
        QVERIFY(QGuiApplication::clipboard()->text().contains(u"SNUG_API_KEY"_s));
        QCOMPARE(copied.size(), 3);
    }

    void wireFollowsEachChange_data()
    {
        QTest::addColumn<QString>("view");
        QTest::newRow("pretty") << u"Pretty"_s;
        QTest::newRow("as sent") << u"As sent"_s;
    }

    void wireFollowsEachChange()
    {
        QFETCH(QString, view);
        Window window;
        window.turnTo(WirePage);
        AssembledPrompt prompt = fixture::longPrompt(80);
        quint64 generation = 0;
        const auto check = [&] {
            const InspectorState state = stateOf(prompt, ++generation);
            window.inspector.setState(state);
            const BodyText expected =
                view == u"Pretty"_s ? prettyBody(state.request.body) : exactBody(state.request.body);
            QTRY_COMPARE(window.body()->toPlainText(), expected.text);
        };
        window.inspector.setState(stateOf(prompt, ++generation));
        window.click(view);
        check();
        prompt.messages.last() = fixture::chatMessage(79, u"typed"_s);
        check();
        prompt.messages.insert(1, fixture::chatMessage(900, u"inserted"_s));
        prompt.messages.last() = fixture::chatMessage(79, u"typed on\n"_s);
        check();
        prompt.messages.remove(3, 20);
        check();
        prompt.messages.removeLast();
        check();
        prompt.messages.clear();
        check();
        prompt = fixture::manyScriptsPrompt();
        check();
    }

    void bodyIsColoured()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::longPrompt(300)));
        window.turnTo(WirePage);
        const QTextDocument *document = window.body()->document();
        QVERIFY(!document->findBlockByNumber(1).layout()->formats().isEmpty());
        QTRY_VERIFY(window.body()->isFilled());
        QVERIFY(document->lastBlock().layout()->formats().isEmpty());
        QTest::keyClick(window.body(), Qt::Key_End, Qt::ControlModifier);
        QVERIFY(!document->lastBlock().layout()->formats().isEmpty());
        // A closing bracket far below has the colour of the opening one: the state was right.
        const auto bracket = document->lastBlock().layout()->formats().first().format.foreground();
        QCOMPARE(document->firstBlock().layout()->formats().first().format.foreground(), bracket);
    }

    void withoutAConnectionThereAreNoBytes()
    {
        Window window;
        InspectorState state = stateOf(fixture::harbourPrompt());
        state.request = {};
        window.inspector.setState(state);
        window.turnTo(WirePage);
        QVERIFY(window.words().contains(u"No connection chosen."_s));
    }

    void ctrlFGoesToTheFindBox_data()
    {
        QTest::addColumn<int>("page");
        QTest::addColumn<QString>("box");
        QTest::newRow("prompt") << int(PromptPage) << u"promptFilter"_s;
        QTest::newRow("lore") << int(LorePage) << u"loreFilter"_s;
        QTest::newRow("wire") << int(WirePage) << u"wireFind"_s;
    }

    void ctrlFGoesToTheFindBox()
    {
        QFETCH(int, page);
        QFETCH(QString, box);
        Window window;
        window.inspector.activateWindow();
        window.inspector.setState(stateOf(fixture::harbourPrompt()));
        window.turnTo(Page(page));
        window.inspector.focusContent();
        QVERIFY(QTest::qWaitForWindowActive(&window.inspector));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(window.inspector.findChild<QLineEdit *>(box)->hasFocus());
    }

    void filterCountsItsMatches()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::harbourPrompt()));
        QTest::keyClicks(window.inspector.findChild<QLineEdit *>(u"promptFilter"_s), u"ferry"_s);
        QVERIFY(window.words().contains(u"2 of 11"_s));
    }

    void everythingFocusableHasAName()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::overBudgetPrompt()));
        for (const QWidget *widget : window.inspector.findChildren<QWidget *>()) {
            if (widget->focusPolicy() == Qt::NoFocus || widget->objectName().startsWith("qt_"_L1) ||
                widget->inherits("QScrollBar") || widget->inherits("QMenu") ||
                (widget->parentWidget() && widget->parentWidget()->inherits("QLineEdit")))
                continue;
            QAccessibleInterface *interface =
                QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
            QVERIFY2(interface && !interface->text(QAccessible::Name).isEmpty(),
                     qPrintable(QString::fromLatin1(widget->metaObject()->className()) + u' ' +
                                widget->objectName()));
        }
    }
};

} // namespace tst_inspector

SNUG_TEST(tst_inspector, TestInspector, Windows)
#include "tst_inspector.moc"

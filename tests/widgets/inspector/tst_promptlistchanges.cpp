// The prompt's list while its messages change or are filtered: what one reads stays in its place.

#include "tests/testregistry.h"
#include "tests/widgets/inspector/promptfixture.h"
#include "tests/widgets/inspector/promptlistfixture.h"
#include "widgets/inspector/outboundmodel.h"
#include "widgets/inspector/promptlist.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTest>

namespace tst_promptlistchanges {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::promptlistfixture;

class TestPromptListChanges : public QObject
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

    void filterHidesTheRest()
    {
        Window window;
        window.list.setFilter(u"FERRY"_s);
        QCOMPARE(window.list.shownCount(), 2);
        QTest::keyClick(&window.list, Qt::Key_Home);
        QCOMPARE(window.list.currentIndex().row(), 1);
        QTest::keyClick(&window.list, Qt::Key_Down);
        QVERIFY(window.model.message(window.list.currentIndex().row()).content.text().contains(u"ferry"_s));
        QVERIFY(window.list.visualRect(window.model.index(0)).isNull());
        window.list.setFilter(QString());
        QCOMPARE(window.list.shownCount(), window.model.rowCount());
    }

    void filterKnowsNoAccents()
    {
        AssembledPrompt prompt = fixture::harbourPrompt();
        prompt.messages.append(fixture::chatMessage(6, u"At the Cafe\u0301 Élysée."_s));
        Window window(prompt);
        window.list.setFilter(u"cafe elysee"_s);
        QCOMPARE(window.list.shownCount(), 1);
        window.list.setFilter(u"CAFÉ"_s);
        QCOMPARE(window.list.shownCount(), 1);
        window.list.setFilter(QString());
        QCOMPARE(window.list.shownCount(), window.model.rowCount());
    }

    void filterHoldsForNewMessages()
    {
        AssembledPrompt prompt = fixture::harbourPrompt();
        Window window(prompt);
        window.list.setFilter(u"lantern"_s);
        QCOMPARE(window.list.shownCount(), 0);
        prompt.messages.append(fixture::chatMessage(6, u"Light the lantern."_s));
        prompt.messages[4] = fixture::chatMessage(0, u"No lantern."_s);
        window.model.setMessages(prompt.messages, prompt.budget.kind);
        QCOMPARE(window.list.shownCount(), 2);
    }

    void currentMessageStaysCurrent()
    {
        AssembledPrompt prompt = fixture::harbourPrompt();
        Window window(prompt);
        QTest::keyClick(&window.list, Qt::Key_Home);
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(&window.list, Qt::Key_Down);
        QTest::keyClick(&window.list, Qt::Key_Right);
        prompt.messages.insert(1, fixture::message(Role::System, u"world_book.before_char"_s, u"Harbour.1"_s,
                                                   u"Inn"_s, u"The inn."_s, 4));
        window.model.setMessages(prompt.messages, prompt.budget.kind);
        QCOMPARE(window.list.currentIndex().row(), 4);
        QCOMPARE(window.list.keyboardSegment(), (PromptList::Segment{4, 0}));
    }

    void whatOneReadsStaysInPlace()
    {
        AssembledPrompt prompt = fixture::longPrompt(60);
        Window window(prompt);
        window.list.scrollTo(window.model.index(30), QAbstractItemView::PositionAtTop);
        const int before = window.list.visualRect(window.model.index(30)).top();
        prompt.messages.insert(2, fixture::message(Role::System, u"world_book.before_char"_s, u"Harbour.1"_s,
                                                   u"Inn"_s, u"The inn."_s, 4));
        prompt.messages[0].content.append(TracedText(u" More."_s, prompt.messages.at(0).source));
        window.model.setMessages(prompt.messages, prompt.budget.kind);
        QCOMPARE(window.list.visualRect(window.model.index(31)).top(), before);
    }

    void endIsFollowedWhenOneWasThere()
    {
        AssembledPrompt prompt = fixture::longPrompt(60);
        Window window(prompt);
        QTest::keyClick(&window.list, Qt::Key_End);
        QCOMPARE(window.list.verticalScrollBar()->value(), window.list.verticalScrollBar()->maximum());
        prompt.messages.append(fixture::chatMessage(60, u"And then?"_s));
        window.model.setMessages(prompt.messages, prompt.budget.kind);
        const QRect last = window.list.visualRect(window.model.index(window.model.rowCount() - 1));
        QVERIFY(window.list.viewport()->rect().contains(last));
    }

    void scrollingUpStepByStepDoesNotJump()
    {
        Window window(fixture::longPrompt(300));
        QTest::keyClick(&window.list, Qt::Key_End);
        QScrollBar *bar = window.list.verticalScrollBar();
        for (int step = 0; step < 60; ++step) {
            const QModelIndex row = window.list.indexAt({10, 200});
            const int before = window.list.visualRect(row).top();
            const int wanted = std::min(bar->value(), 37);
            bar->setValue(bar->value() - wanted);
            QCOMPARE(window.list.visualRect(row).top(), before + wanted);
        }
    }

    void survivesEveryKindOfUpdate()
    {
        Window window(fixture::longPrompt(40));
        QTest::keyClick(&window.list, Qt::Key_End);
        QTest::keyClick(&window.list, Qt::Key_Right);
        window.hover({100, 200});
        window.model.setMessages({}, CountKind::Exact);
        window.list.grab();
        QCOMPARE(window.list.keyboardSegment(), PromptList::Segment{});
        window.model.setMessages(fixture::manyScriptsPrompt().messages, CountKind::Exact);
        window.list.grab();
        window.list.resize(120, 300);
        window.list.grab();
        QTest::keyClick(&window.list, Qt::Key_Home);
        QTest::keyClick(&window.list, Qt::Key_Right);
        window.model.setMessages(
            {fixture::message(Role::User, u"history.user"_s, u"0"_s, u"Ada"_s, QString(), 4)},
            CountKind::Exact);
        window.list.grab();
        QCOMPARE(window.list.keyboardSegment().span, -1);
    }
};

} // namespace tst_promptlistchanges

SNUG_TEST(tst_promptlistchanges, TestPromptListChanges, Windows)
#include "tst_promptlistchanges.moc"

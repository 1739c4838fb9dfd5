// The page of the lore: which entries fired, and where a row leads.

#include "core/prompt/promptaccount.h"
#include "tests/testregistry.h"
#include "tests/widgets/inspector/inspectorfixture.h"
#include "tests/widgets/inspector/promptfixture.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/lorepane.h"
#include "widgets/inspector/outboundmodel.h"
#include "widgets/inspector/promptlist.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLineEdit>
#include <QListView>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace tst_lorepane {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::inspectorfixture;

class TestLorePane : public QObject
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

    void theCurrentRowStaysInSight()
    {
        LorePane pane;
        pane.setTheme(Theme::light());
        AssembledPrompt prompt;
        for (int uid = 0; uid < 60; ++uid)
            prompt.trace.lore.append(
                {.book = u"Skerrymore"_s, .uid = uid, .title = u"Entry %1"_s.arg(uid), .fired = uid < 5});
        pane.setLore(prompt);
        pane.resize(400, 600);
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        auto *view = pane.findChild<QListView *>();
        const auto isInSight = [view](int row) {
            return view->viewport()->rect().contains(view->visualRect(view->model()->index(row, 0)));
        };

        // It stands at the lower edge, and a banner comes below the list.
        view->setCurrentIndex(view->model()->index(40, 0));
        QVERIFY(isInSight(40));
        pane.resize(400, 450);
        QVERIFY(isInSight(40));

        // What was scrolled away is left there.
        view->scrollToTop();
        pane.resize(400, 400);
        QVERIFY(isInSight(1));
        QVERIFY(!isInSight(40));
    }
};

} // namespace tst_lorepane

SNUG_TEST(tst_lorepane, TestLorePane, Windows)
#include "tst_lorepane.moc"
